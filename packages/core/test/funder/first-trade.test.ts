import { describe, expect, it } from 'vitest';
import type { LabelTable } from '#chain/labels/label.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { firstTradeOf } from '#gather/funder/own-history.ts';
import { known, missing } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance } from '#solana/transaction.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { effectWorld } from '../support/effect-world.ts';
import { key, type Made, MemoryChain, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const [W, payer, curve, coin, strange] = ['w', 'payer', 'curve', 'coin', 'strange program'].map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const labels: LabelTable = { size: 0, find: () => null };
const world = known(effectWorld(labels, []));

const held = (owner: Address, amount: bigint, keyIndex: number): TokenBalance => ({
  keyIndex,
  account: associatedAccount(owner, coin, TOKEN_PROGRAM),
  mint: coin,
  owner,
  program: TOKEN_PROGRAM,
  amount,
  decimals: 6,
});
const call = (program: Address): Instruction => ({
  at: { outer: 0, inner: -1 },
  program,
  accounts: [W, curve],
  data: Uint8Array.of(1),
});
const birth: Made = {
  name: 'birth',
  slot: 10,
  balances: [
    [payer, 9n * SOL, 8n * SOL - FEE],
    [W, 0n, SOL],
  ],
  moves: [transfer(payer, W, SOL)],
};
/** `paid` lamports for tokens of the coin, or tokens for lamports where it is negative. */
const trade = (slot: number, before: bigint, paid: bigint, over: Partial<Made> = {}): Made => {
  const [mine, theirs] = [associatedAccount(W, coin, TOKEN_PROGRAM), associatedAccount(curve, coin, TOKEN_PROGRAM)];
  const tokens = (own: bigint) => [held(W, own, 2), held(curve, 500n - own, 3)];
  return {
    name: `trade ${slot}`,
    slot,
    balances: [
      [W, before, before - paid - FEE],
      [curve, 5n * SOL, 5n * SOL + paid],
      [mine, 2_039_280n, 2_039_280n],
      [theirs, 2_039_280n, 2_039_280n],
    ],
    preTokens: tokens(paid > 0n ? 0n : 100n),
    postTokens: tokens(paid > 0n ? 100n : 0n),
    instructions: [call(PUMP_PROGRAM)],
    ...over,
  };
};
const bodies = (...made: readonly Made[]) => made.map((one) => known(transaction(one)));
const buy = trade(40, SOL, SOL / 2n);

describe('the first trade', () => {
  it('is the first one that brought tokens, with its mint, place and time', () => {
    const sale = trade(30, SOL, -SOL / 4n);
    expect(firstTradeOf(W, bodies(birth, sale, buy, trade(50, SOL, SOL / 2n)), world)).toEqual({
      known: true,
      value: { transaction: signatureOf('trade 40'), slot: 40, time: 1_700_000_040, mint: coin },
    });
  });

  it('is none that failed, that somebody else signed, or that was no trade', () => {
    const failed = { ...buy, failed: true };
    const byOther = { ...buy, signers: [payer] };
    const gift = { ...trade(20, SOL, 1n), instructions: [call(strange)], balances: buy.balances.slice(2) };
    expect(firstTradeOf(W, bodies(birth, failed, byOther, gift), world)).toEqual(known(null));
    expect(firstTradeOf(W, [], world)).toEqual(known(null));
  });

  it('is a gap where what comes before it could not be read', () => {
    const lost = missing('transaction', 'history_missing', 'no body');
    expect(firstTradeOf(W, [...bodies(birth), lost, ...bodies(buy)], world)).toEqual(
      missing('first_trade', 'history_missing', 'no body'),
    );
    expect(firstTradeOf(W, [...bodies(birth, buy), lost], world)).toMatchObject({ known: true, value: { slot: 40 } });
  });

  it('costs no further call, and its gap decides nothing', async () => {
    const spend: Made = { name: 'spend', slot: 20, balances: [[W, SOL, SOL - FEE]] };
    const plain = new MemoryChain([birth, spend].map(transaction));
    await gatherFunder(W, plain, { labels });
    const chain = new MemoryChain([birth, buy].map(transaction));
    const { firstTrade, funding } = await gatherFunder(W, chain, { labels });
    expect(firstTrade).toMatchObject({ known: true, value: { slot: 40, mint: coin } });
    expect(funding.known).toBe(true);
    expect(chain.calls).toBe(plain.calls);
  });
});
