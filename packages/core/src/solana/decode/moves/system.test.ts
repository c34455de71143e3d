import { describe, expect, it } from 'vitest';
import { both, movesOf } from '../../../../test/fixtures/moves.ts';
import { bytesOf, le, named, PAYER } from '../../../../test/fixtures/transaction-body.ts';
import { address, SYSTEM_PROGRAM } from '../../address.ts';

const [alice, base, nonce, authority, owner] = ['alice', 'base', 'nonce', 'authority', 'owner'].map(named) as never as [
  typeof PAYER,
  typeof PAYER,
  typeof PAYER,
  typeof PAYER,
  typeof PAYER,
];
const BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');
const amount = 2 ** 40 + 7;
const seed = [...'seed'].map((letter) => letter.charCodeAt(0));
const sent = { kind: 'transfer', from: PAYER, to: alice, lamports: BigInt(amount) };
const created = { kind: 'create_account', from: PAYER, to: alice, lamports: BigInt(amount), space: 9n, owner };
const allocated = { kind: 'allocate', account: alice, space: 9n };
const infoSent = { source: PAYER, destination: alice, lamports: amount };
const infoCreated = { source: PAYER, newAccount: alice, lamports: amount, owner, space: 9 };

const cases = {
  transfer: [both(SYSTEM_PROGRAM, [PAYER, alice], [...le(2, 4), ...le(amount, 8)], 'transfer', infoSent), sent],
  transferWithSeed: [
    both(
      SYSTEM_PROGRAM,
      [PAYER, base, alice],
      [...le(11, 4), ...le(amount, 8), ...le(4, 8), ...seed, ...bytesOf(owner)],
      'transferWithSeed',
      { ...infoSent, sourceBase: base, sourceSeed: 'seed', sourceOwner: owner },
    ),
    sent,
  ],
  createAccount: [
    both(
      SYSTEM_PROGRAM,
      [PAYER, alice],
      [...le(0, 4), ...le(amount, 8), ...le(9, 8), ...bytesOf(owner)],
      'createAccount',
      infoCreated,
    ),
    created,
  ],
  createAccountWithSeed: [
    both(
      SYSTEM_PROGRAM,
      [PAYER, alice, base],
      [...le(3, 4), ...bytesOf(base), ...le(4, 8), ...seed, ...le(amount, 8), ...le(9, 8), ...bytesOf(owner)],
      'createAccountWithSeed',
      { ...infoCreated, base, seed: 'seed' },
    ),
    created,
  ],
  createAccountAllowPrefund: [
    both(
      SYSTEM_PROGRAM,
      [alice, PAYER],
      [...le(13, 4), ...le(amount, 8), ...le(9, 8), ...bytesOf(owner)],
      'createAccountAllowPrefund',
      infoCreated,
    ),
    created,
  ],
  'createAccountAllowPrefund that nobody pays': [
    both(
      SYSTEM_PROGRAM,
      [alice],
      [...le(13, 4), ...le(0, 8), ...le(9, 8), ...bytesOf(owner)],
      'createAccountAllowPrefund',
      { newAccount: alice, lamports: 0, owner, space: 9 },
    ),
    allocated,
  ],
  allocate: [
    both(SYSTEM_PROGRAM, [alice], [...le(8, 4), ...le(9, 8)], 'allocate', { account: alice, space: 9 }),
    allocated,
  ],
  allocateWithSeed: [
    both(
      SYSTEM_PROGRAM,
      [alice, base],
      [...le(9, 4), ...bytesOf(base), ...le(4, 8), ...seed, ...le(9, 8), ...bytesOf(owner)],
      'allocateWithSeed',
      { account: alice, base, seed: 'seed', space: 9, owner },
    ),
    allocated,
  ],
  withdrawNonceAccount: [
    both(
      SYSTEM_PROGRAM,
      [nonce, alice, BLOCKHASHES, RENT, authority],
      [...le(5, 4), ...le(amount, 8)],
      'withdrawFromNonce',
      { nonceAccount: nonce, destination: alice, nonceAuthority: authority, lamports: amount },
    ),
    { kind: 'withdraw_nonce', from: nonce, to: alice, authority, lamports: BigInt(amount) },
  ],
} as const;

describe('moves of the System program', () => {
  it.each(Object.entries(cases))('%s, from bytes and from the parsed form', (_name, [instruction, move]) => {
    expect(movesOf([instruction], 'json')).toEqual([move]);
    expect(movesOf([instruction], 'jsonParsed')).toEqual([move]);
  });

  it('gives none for an instruction that moves nothing, is cut off or lacks its accounts', () => {
    const assign = { program: SYSTEM_PROGRAM, accounts: [alice], data: [...le(1, 4), ...bytesOf(owner)] };
    const cut = { program: SYSTEM_PROGRAM, accounts: [PAYER, alice], data: le(2, 4) };
    const alone = { program: SYSTEM_PROGRAM, accounts: [PAYER], data: [...le(2, 4), ...le(amount, 8)] };
    const seedPastEnd = {
      program: SYSTEM_PROGRAM,
      accounts: [PAYER, alice],
      data: [...le(3, 4), ...bytesOf(base), ...le(2 ** 32 - 1, 8), ...seed],
    };
    expect(movesOf([assign, cut, alone, seedPastEnd, { program: SYSTEM_PROGRAM }], 'json')).toEqual([]);
  });

  it('does not read data that is padded beyond any use', () => {
    const padded = (bytes: number) => [...le(2, 4), ...le(amount, 8), ...Array<number>(bytes).fill(1)];
    const transfer = { program: SYSTEM_PROGRAM, accounts: [PAYER, alice] };
    expect(movesOf([{ ...transfer, data: padded(100) }], 'json')).toEqual([sent]);
    expect(movesOf([{ ...transfer, data: padded(1100) }], 'json')).toEqual([]);
  });
});
