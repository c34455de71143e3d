import type { SignaturePage } from 'assay-core/chain/chain-reader.ts';
import type { FundingClass, Label, LabelTable } from 'assay-core/chain/labels/label.ts';
import { gatherFunder } from 'assay-core/facts/funder/evidence.ts';
import { missing } from 'assay-core/lib/reading.ts';
import { type FunderVerdict, verdictOrder } from 'assay-core/rules/funder/policy.ts';
import { judgeFunder } from 'assay-core/rules/funder/verdict.ts';
import type { Address } from 'assay-core/solana/address.ts';
import { describe, expect, it } from 'vitest';
import { classOfAnswer } from '../../packages/assay/src/classes.ts';
import { key, type Made, MemoryChain, transaction, transfer } from '../../packages/core/test/support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const W = key('w');
const [exchange, outlaw, rich, giver] = ['exchange', 'outlaw', 'rich', 'giver'].map(key) as [
  Address,
  Address,
  Address,
  Address,
];
const labelOf = (of: Address, fundingClass: FundingClass): Label => ({
  address: of,
  label: 'Sample',
  exchange: fundingClass === 'exchange' ? 'Sample' : null,
  category: fundingClass === 'exchange' ? 'cex' : 'sanctioned',
  fundingClass,
  grade: 'strong',
  date: '2026-11',
  onCurve: true,
  sources: [],
});
const all = [labelOf(exchange, 'exchange'), labelOf(outlaw, 'sanctioned')];
const labels: LabelTable = { size: 2, find: (of) => all.find((one) => one.address === of) ?? null };

/** Payments in order, with the balances that follow from them. */
function storyOf(
  payments: readonly (readonly [slot: number, from: Address, to: readonly Address[], lamports: bigint])[],
) {
  const held = new Map<Address, bigint>([exchange, outlaw, rich].map((of) => [of, 9_000n * SOL]));
  const move = (of: Address, change: bigint) => {
    const before = held.get(of) ?? 0n;
    held.set(of, before + change);
    return [of, before, before + change] as const;
  };
  return payments.map(([slot, from, to, lamports], n): Made => {
    const balances = [move(from, -lamports * BigInt(to.length) - FEE), ...to.map((one) => move(one, lamports))];
    return { name: `payment ${n}`, slot, balances, moves: to.map((one) => transfer(from, one, lamports)) };
  });
}

const others = [1, 2, 3, 4, 5].map((n) => key(`other ${n}`));
const shop = [key('shop')];
const stories: Readonly<Record<string, readonly Made[]>> = {
  'a little of an exchange before much of a stranger': storyOf([
    [1_000, exchange, [W], SOL / 100n],
    [1_100, W, shop, FEE],
    [2_000, rich, [W], 500n * SOL],
  ]),
  'a cohort of an exchange': storyOf([
    ...others.map((to, n) => [1_000 + n, exchange, [to], 843_700_000n] as const),
    [1_010, exchange, [W], 843_700_000n],
    [1_100, W, shop, FEE],
  ]),
  'siblings of a fresh wallet of a sanctioned one': storyOf([
    [900, outlaw, [giver], 90n * SOL],
    ...others.map((to, n) => [1_000 + n, giver, [to], SOL] as const),
    [1_010, giver, [W], SOL],
    [1_100, W, shop, FEE],
  ]),
  'a batch of a fresh wallet': storyOf([
    [900, rich, [giver], 90n * SOL],
    [1_010, giver, [W, ...others], SOL],
    [1_100, W, shop, FEE],
  ]),
  'sanctioned money after that of an exchange': storyOf([
    [1_000, exchange, [W], SOL],
    [1_100, W, shop, FEE],
    [2_000, outlaw, [W], SOL],
  ]),
};

/** A chain of which one question, by its number, has no answer. */
class SilentChain extends MemoryChain {
  asked = 0;
  silent = -1;

  #isSilent() {
    this.asked += 1;
    return this.asked - 1 === this.silent;
  }
  override async signatures(of: Address, { until, ...page }: SignaturePage = {}) {
    if (this.#isSilent()) return missing('signatures', 'rpc_unavailable');
    const whole = await super.signatures(of, page);
    const end = whole.known ? whole.value.findIndex(({ signature }) => signature === until) : -1;
    return whole.known && end >= 0 ? { ...whole, value: whole.value.slice(0, end) } : whole;
  }
  override async account(of: Address) {
    return this.#isSilent() ? missing('account', 'rpc_unavailable') : super.account(of);
  }
  override async transaction(signature: Parameters<MemoryChain['transaction']>[0]) {
    return this.#isSilent() ? missing('transaction', 'history_missing') : super.transaction(signature);
  }
}

async function judge(story: readonly Made[], silent: number) {
  const chain = new SilentChain(story.map(transaction));
  chain.silent = silent;
  const { verdict, reasons, flags, gaps, confidencePercent } = judgeFunder(await gatherFunder(W, chain, { labels }));
  const codes = reasons.map(({ code }) => code);
  const answer = { kind: 'funder' as const, verdict, schemaVersion: 1, codes, flags, gaps: gaps.length };
  const ofClass = ['good', 'caution', 'bad', 'not_known'].indexOf(classOfAnswer(answer));
  return {
    ofClass,
    rank: verdictOrder.indexOf(verdict as FunderVerdict),
    confidencePercent,
    asked: chain.asked,
    flags,
  };
}

describe('an origin of which one question has no answer', () => {
  it.each(Object.keys(stories))('is never judged better: %s', async (name) => {
    const story = stories[name] ?? [];
    const whole = await judge(story, -1);
    expect(whole.ofClass).toBeGreaterThan(0);
    for (let silent = 0; silent < whole.asked; silent += 1) {
      const less = await judge(story, silent);
      expect([silent, less.ofClass >= whole.ofClass, less.rank >= whole.rank]).toEqual([silent, true, true]);
      expect(less.confidencePercent).toBeLessThanOrEqual(whole.confidencePercent);
    }
  });
});
