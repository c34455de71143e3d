import { describe, expect, it } from 'vitest';
import { alice, bob, mint, payout, program } from '../../../test/fixtures/payout.ts';
import { bodyOf, PAYER, signatureNamed, tokenEntry } from '../../../test/fixtures/transaction-body.ts';
import type { Address } from '../address.ts';
import { SYSTEM_PROGRAM } from '../address.ts';
import { TOKEN_PROGRAM } from '../token/programs.ts';
import { isFeePayer, nativeBalances, nativeDelta, tokenDeltas } from './balances.ts';
import { decodeTransaction } from './transaction.ts';

const signature = signatureNamed('made');
function decoded(body: unknown) {
  const reading = decodeTransaction(body, signature);
  if (!reading.known) throw new Error(reading.gap.detail);
  return reading.value;
}

describe('decodeTransaction', () => {
  it('reads keys, balances and instructions in execution order', () => {
    const made = decoded(bodyOf({ ...payout, version: 0 }));
    expect(made).toMatchObject({
      signature,
      slot: 100,
      blockTime: 1_700_000_000,
      version: 0,
      failed: false,
      fee: 5000n,
    });
    expect(made.signers).toEqual([PAYER]);
    expect(made.instructions.map(({ at, program: by }) => [at.outer, at.inner, by])).toEqual([
      [0, -1, program],
      [0, 0, SYSTEM_PROGRAM],
      [1, -1, SYSTEM_PROGRAM],
    ]);
    expect(made.instructions[0]?.data).toEqual(Uint8Array.of(7));
    expect(made.instructions[0]?.accounts).toEqual([bob]);
    expect(made.moves).toEqual([
      { at: { outer: 0, inner: 0 }, program: SYSTEM_PROGRAM, kind: 'transfer', from: PAYER, to: alice, lamports: 50n },
      { at: { outer: 1, inner: -1 }, program: SYSTEM_PROGRAM, kind: 'transfer', from: PAYER, to: bob, lamports: 70n },
    ]);
  });

  it('reads the same from both encodings where nothing is parsed', () => {
    expect(decoded(bodyOf(payout, 'jsonParsed'))).toEqual(decoded(bodyOf(payout)));
  });

  it('counts loaded addresses after the static ones, writable first', () => {
    const loaded = { writable: [alice], readonly: [program] };
    for (const encoding of ['json', 'jsonParsed'] as const) {
      const made = decoded(bodyOf({ ...payout, loaded, version: 0 }, encoding));
      expect(made.keys.slice(-2)).toEqual([alice, program]);
      expect(nativeDelta(made, alice)).toBe(50n);
    }
  });

  it('keeps all signatures in the order of the signers', () => {
    const body = bodyOf(payout);
    body.transaction.signatures.push(signatureNamed('second'));
    body.transaction.message.header.numRequiredSignatures = 2;
    const made = decoded(body);
    expect(made.signatures).toEqual([signature, signatureNamed('second')]);
    expect(made.signers).toEqual(made.keys.slice(0, 2));
  });

  it('takes an absent or null version for legacy and knows 0 and 1, with members that it has not heard of', () => {
    const versionOf = (version: unknown) => decoded({ ...bodyOf(payout), version, transactionIndex: 3 }).version;
    expect([undefined, null, 'legacy', 0, 1].map(versionOf)).toEqual(['legacy', 'legacy', 'legacy', 0, 1]);
  });

  it('takes a whole transactionIndex for the place in the block, and anything else for none', () => {
    const indexOf = (transactionIndex: unknown) => decoded({ ...bodyOf(payout), transactionIndex }).index;
    expect([0, 812, undefined, null, -1, 1.5, '3', 2 ** 53].map(indexOf)).toEqual([0, 812, ...Array(6).fill(null)]);
  });

  it('proves conservation of sums that numbers do not hold', () => {
    const large = 2 ** 53 - 1;
    const rich = new Map<Address, readonly [number, number]>([
      [PAYER, [large, 0]],
      [alice, [large, 0]],
      [bob, [0, large]],
      [mint, [5000, large]],
    ]);
    expect(decoded(bodyOf({ balances: rich })).postBalances.at(-1)).toBe(2n ** 53n - 1n);
    const off = bodyOf({ balances: new Map([...rich, [mint, [4999, large]]]) });
    expect(decodeTransaction(off, signature)).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });

  it('gives a failed transaction no moves but its fee', () => {
    const made = decoded(bodyOf({ ...payout, failed: true, balances: new Map() }));
    expect(made.failed).toBe(true);
    expect(made.moves).toEqual([]);
    expect(nativeDelta(made, PAYER)).toBe(-5000n);
  });

  it('reads token balances, the old ones without owner and program too', () => {
    const made = decoded(
      bodyOf({
        ...payout,
        tokensBefore: [tokenEntry(1, mint, undefined, 5n)],
        tokensAfter: [tokenEntry(1, mint, bob, 2n ** 64n - 1n)],
      }),
    );
    expect(made.preTokens).toMatchObject([{ account: alice, owner: null, program: null, amount: 5n, decimals: 6 }]);
    expect(made.postTokens).toMatchObject([{ account: alice, owner: bob, amount: 2n ** 64n - 1n }]);
    expect([...tokenDeltas(made, bob)]).toEqual([[mint, 2n ** 64n - 1n]]);
  });

  it('tells balances of an address and who paid', () => {
    const made = decoded(bodyOf(payout));
    expect(nativeBalances(made, bob)).toEqual({ before: 10n, after: 80n });
    expect(nativeBalances(made, mint)).toBeNull();
    expect(nativeDelta(made, mint)).toBe(0n);
    expect([isFeePayer(made, PAYER), isFeePayer(made, bob)]).toEqual([true, false]);
  });
});

it('reads a failed transaction that never ran and paid nothing, whose payer is not there (SIMD-0290)', () => {
  const body = bodyOf({ ...payout, failed: true });
  body.transaction.message.accountKeys.push(TOKEN_PROGRAM);
  const untold = { innerInstructions: null, logMessages: null, preTokenBalances: null, postTokenBalances: null };
  const meta = { ...body.meta, ...untold, fee: 0, err: 'AccountNotFound' };
  const zeros = body.transaction.message.accountKeys.map(() => 0);
  const made = decoded({ ...body, meta: { ...meta, preBalances: zeros, postBalances: zeros } });
  expect(made).toMatchObject({ failed: true, fee: 0n, feePayer: PAYER, moves: [] });
  expect(nativeDelta(made, PAYER)).toBe(0n);
});
