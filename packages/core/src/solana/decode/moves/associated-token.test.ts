import { describe, expect, it } from 'vitest';
import { both, movesOf } from '../../../../test/fixtures/moves.ts';
import { bytesOf, type MadeInstruction, named, PAYER, tokenEntry } from '../../../../test/fixtures/transaction-body.ts';
import { SYSTEM_PROGRAM } from '../../address.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../../token/programs.ts';

const account = named('account');
const owner = named('owner');
const mint = named('mint');
const accounts = [PAYER, account, owner, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM];
const info = { source: PAYER, account, wallet: owner, mint };
const opened = { kind: 'open_token_account', account, owner, mint, payer: PAYER };
const initialized = { ...opened, payer: null };
const initialize: MadeInstruction = both(
  TOKEN_PROGRAM,
  [account, mint],
  [18, ...bytesOf(owner)],
  'initializeAccount3',
  { account, mint, owner },
);

function create(data: readonly number[], type: string, inner: readonly MadeInstruction[] = []): MadeInstruction {
  return { ...both(ASSOCIATED_TOKEN_PROGRAM, accounts, data, type, info), inner };
}

describe('moves of the associated-token program', () => {
  it.each([
    ['create without data', [], 'create'],
    ['create', [0], 'create'],
    ['createIdempotent', [1], 'createIdempotent'],
  ] as const)('%s opens an account that its payer pays', (_name, data, type) => {
    const instruction = create(data, type, [initialize]);
    expect(movesOf([instruction], 'json')).toEqual([opened, initialized]);
    expect(movesOf([instruction], 'jsonParsed')).toEqual([opened, initialized]);
  });

  it('opens nothing where the account had a balance before', () => {
    const tokensBefore = [tokenEntry(1, mint, owner, 5n)];
    const made = { balances: new Map([[account, [2_039_280, 2_039_280] as const]]), tokensBefore };
    expect(movesOf([create([1], 'createIdempotent')], 'json', made)).toEqual([]);
    expect(movesOf([create([1], 'createIdempotent')], 'jsonParsed', made)).toEqual([]);
  });

  it('opens an account that was closed before it in the same transaction', () => {
    const tokensBefore = [tokenEntry(1, mint, owner, 5n)];
    const made = { balances: new Map([[account, [2_039_280, 2_039_280] as const]]), tokensBefore };
    const again = create([1], 'createIdempotent', [initialize]);
    expect(movesOf([again], 'json', made)).toEqual([opened, initialized]);
  });

  it('gives none for the recovery of a nested account', () => {
    expect(movesOf([create([2], 'recoverNested')], 'json')).toEqual([]);
    expect(movesOf([create([2], 'recoverNested')], 'jsonParsed')).toEqual([]);
  });
});
