import { describe, expect, it } from 'vitest';
import { gapFacts, known, missing } from '#lib/reading.ts';
import { withGap } from '../../../test/support/trade-arbitraries.ts';
import {
  cost,
  holders,
  hooked,
  key,
  mint,
  network,
  pool,
  refusedPool,
  routelessEvidence,
  tradeEvidence,
  trip,
  tripThrough,
  unpricedHolder,
} from '../../../test/support/trade-evidence.ts';
import { kinds } from '../index.ts';
import { codes, flags } from './codes.ts';
import type { TradeEvidence } from './evidence.ts';
import { COST_BOUNDS, costBounds, gapCodesOf, readingRole, verdictOrder } from './policy.ts';
import { tradeRules } from './rules/index.ts';
import { judgeTrade } from './verdict.ts';

const brief = (evidence: TradeEvidence) => {
  const { verdict, reasons, confidencePercent, decidedBy } = judgeTrade(evidence);
  return [verdict, reasons.map(({ code }) => code), confidencePercent, decidedBy.map(({ cause }) => cause)];
};
const costing = (costBps: number, over: Partial<TradeEvidence> = {}) =>
  tradeEvidence({ cost: known(cost({ trip: trip({ costBps }) })), ...over });

describe('verdict', () => {
  it('follows the bounds of the cost, each one included', () => {
    expect(brief(costing(231))).toEqual(['ACCEPTABLE_COST', ['ROUND_TRIP_COST_LOW'], 95, []]);
    expect(brief(costing(300))[0]).toBe('ACCEPTABLE_COST');
    expect(brief(costing(301)).slice(0, 2)).toEqual(['ELEVATED_COST', ['ROUND_TRIP_COST_ELEVATED']]);
    expect(brief(costing(1_000))[0]).toBe('ELEVATED_COST');
    expect(brief(costing(1_001)).slice(0, 2)).toEqual(['HIGH_COST', ['ROUND_TRIP_COST_HIGH']]);
    expect(brief(costing(3_500))[0]).toBe('HIGH_COST');
    expect(brief(costing(3_501)).slice(0, 2)).toEqual(['UNTRADEABLE', ['ROUND_TRIP_COST_EXCESSIVE']]);
  });

  it('says why the size cannot be traded', () => {
    expect(brief(routelessEvidence([refusedPool('disabled')]))).toEqual([
      'UNTRADEABLE',
      ['LEG_NOT_EXECUTABLE'],
      95,
      [],
    ]);
    const short = routelessEvidence([refusedPool('insufficient_liquidity', 'buy')]);
    expect(brief(short)).toEqual(['UNTRADEABLE', ['SIZE_NOT_FILLED'], 95, []]);
    const frozen = tradeEvidence({ mint: known(mint({ frozenByDefault: true })) });
    expect(brief(frozen)).toEqual(['UNTRADEABLE', ['TRANSFERS_BLOCKED'], 95, []]);
    const refused = tradeEvidence({ sale: known({ sold: false, error: 'custom program error: 0x11' }) });
    expect(brief(refused)).toEqual(['UNTRADEABLE', ['SALE_REFUSED'], 90, []]);
  });

  it('says NO_POOL only where both roads were read and empty', () => {
    expect(brief(routelessEvidence([]))).toEqual(['NO_POOL', ['NO_POOL_FOUND'], 90, []]);
    const shown = routelessEvidence([], { holders: known(holders({ unpriced: [unpricedHolder] })) });
    expect(brief(shown)).toEqual(['UNKNOWN', ['POOLS_NOT_READ'], 0, ['unreadable']]);
    const unread = routelessEvidence([], { holders: missing('holders', 'rpc_unavailable') });
    expect(brief(unread)).toEqual(['UNKNOWN', ['POOLS_NOT_READ', 'RPC_UNAVAILABLE'], 0, ['rpc_unavailable']]);
    expect(brief(routelessEvidence([refusedPool('unknown_variant')]))).toEqual([
      'UNKNOWN',
      ['POOLS_NOT_READ'],
      0,
      ['unreadable'],
    ]);
  });

  it("trades SOL's own token without a pool", () => {
    const wrapped = trip({ costBps: 1, route: [{ lamports: 500_000_000n, hops: [] }] });
    const evidence = routelessEvidence([], {
      cost: known(cost({ trip: wrapped, disagreementBps: null })),
      holders: missing('holders', 'rpc_unavailable'),
    });
    expect(brief(evidence).slice(0, 2)).toEqual(['ACCEPTABLE_COST', ['ROUND_TRIP_COST_LOW']]);
  });

  it('charges for a subject that is no mint, and not for what it cannot read', () => {
    const wallet = routelessEvidence([], { mint: known({ is: 'nothing' }) });
    expect(brief(wallet)).toEqual(['UNKNOWN', ['NOT_A_MINT'], 95, []]);
    expect(brief({ ...wallet, pools: missing('pools', 'deadline') })).toEqual(['UNKNOWN', ['NOT_A_MINT'], 95, []]);
    expect(brief({ ...wallet, asOf: missing('as_of', 'deadline') })).toEqual([
      'UNKNOWN',
      ['TIME_BUDGET'],
      0,
      ['deadline'],
    ]);
    const strange = tradeEvidence({ mint: known(mint({ unknownExtensions: [99] })) });
    expect(brief(strange)).toEqual(['UNKNOWN', ['UNKNOWN_EXTENSION'], 0, ['unreadable']]);
    expect(judgeTrade(strange).gaps).toHaveLength(1);
  });

  it('takes a hook on trust only when a sale passed it', () => {
    const evidence = tradeEvidence({ mint: known(hooked()) });
    expect(brief(evidence)).toEqual(['UNKNOWN', ['TRANSFER_HOOK_UNPROVEN'], 0, ['unreadable']]);
    expect(brief({ ...evidence, sale: known({ sold: true, error: null }) })[0]).toBe('ACCEPTABLE_COST');
    expect(brief({ ...evidence, sale: known({ sold: false, error: null }) })[0]).toBe('UNTRADEABLE');
    expect(brief({ ...evidence, sale: missing('sale', 'deadline') })).toEqual([
      'UNKNOWN',
      ['TIME_BUDGET', 'TRANSFER_HOOK_UNPROVEN'],
      0,
      ['deadline'],
    ]);
  });

  it.each(['asOf', 'mint', 'pools', 'cost', 'network'] as const)('is UNKNOWN without %s', (name) => {
    const evidence = withGap(tradeEvidence(), name, 'rpc_unavailable');
    expect(brief(evidence)).toEqual(['UNKNOWN', ['RPC_UNAVAILABLE'], 0, ['rpc_unavailable']]);
    const refused = withGap(tradeEvidence(), name, 'plan_refuses');
    expect(brief(refused)).toEqual(['UNKNOWN', ['PLAN_REFUSES'], 0, ['plan_refuses']]);
  });

  it('stands without what it does not rest on', () => {
    expect(brief(withGap(tradeEvidence(), 'holders', 'deadline'))).toEqual([
      'ACCEPTABLE_COST',
      ['ROUND_TRIP_COST_LOW'],
      71,
      [],
    ]);
    expect(brief(withGap(tradeEvidence(), 'sale', 'deadline'))[2]).toBe(95);
  });

  it('lists proven bad news beside a gap that decides', () => {
    const evidence = { ...costing(5_000), network: missing('network', 'rpc_disagrees') };
    expect(brief(evidence)[1]).toEqual(['ROUND_TRIP_COST_EXCESSIVE', 'PROVIDER_DISAGREES']);
  });

  it('never hands out a cost on evidence that no rule can read', () => {
    const [verdict, reasons, , gaps] = brief(routelessEvidence([pool()]));
    expect([verdict, reasons, gaps]).toEqual(['UNKNOWN', ['INCOMPLETE_READING'], ['unreadable']]);
  });
});

describe('confidence', () => {
  const percentOf = (over: Partial<TradeEvidence>) => judgeTrade(tradeEvidence(over)).confidencePercent;

  it('is lowered by each thing that could make the figure another one', () => {
    const bounded = pool({ bounds: ['the fee may be lower'] });
    const hub = pool({ venue: 'orca_whirlpool' });
    expect(percentOf({})).toBe(95);
    expect(percentOf({ cost: known(cost({ trip: tripThrough([hub, pool()]) })) })).toBe(90);
    expect(percentOf({ cost: known(cost({ trip: tripThrough([bounded]) })) })).toBe(80);
    expect(percentOf({ pools: known([pool(), refusedPool('unknown_variant')]) })).toBe(80);
    expect(percentOf({ pools: known([pool(), refusedPool('no_way_to_sol')]) })).toBe(95);
    expect(percentOf({ holders: known(holders({ unpriced: [unpricedHolder] })) })).toBe(76);
    expect(percentOf({ network: known(network({ priorityIsAssumed: true })) })).toBe(90);
    expect(percentOf({ cost: known(cost({ disagreementBps: 501 })) })).toBe(80);
  });

  it('is lowered where any part of a divided trade goes through a second pool', () => {
    const hub = pool({ venue: 'orca_whirlpool' });
    const divided = tripThrough([hub, pool()], [pool({ address: key(11) })]);
    expect(percentOf({ cost: known(cost({ trip: divided })) })).toBe(90);
  });

  it('is lowered near a bound, on both sides of it', () => {
    expect([269, 270, 330, 331].map((bps) => brief(costing(bps))[2])).toEqual([95, 85, 85, 95]);
  });

  it('rests on the mint alone where the mint decides', () => {
    const blocked = { mint: known(mint({ paused: true })), holders: missing('holders', 'deadline') };
    expect(percentOf(blocked)).toBe(95);
  });
});

describe('metrics', () => {
  it('carry the figures in their units', () => {
    const { metrics } = judgeTrade(tradeEvidence());
    expect(metrics).toMatchObject({
      size_sol: '0.5',
      cost_bps: 231,
      cost_lamports: '11550000',
      lamports_back: '488450000',
      tokens_bought: '9880000000',
      cost_parts: { price_impact: { lamports: '5000000', bps: 100 }, network_base: { lamports: '10000', bps: 0 } },
      recommended_max_size_sol: { acceptable_cost: '2', elevated_cost: '9', high_cost: null },
      sizes: [
        { size_sol: '0.1', cost_bps: 205 },
        { size_sol: '0.5', cost_bps: 231 },
        { size_sol: '10', cost_bps: null },
      ],
      pools_found: 1,
      pools_usable: 1,
      sale_proven: null,
    });
    expect(metrics.pools).toMatchObject([{ used: true, refused: null, cost_bps: 231 }]);
  });

  it('stay within what every reader takes', () => {
    const { metrics } = judgeTrade(
      tradeEvidence({
        cost: known(cost({ trip: trip({ costBps: 4_100_100_000 }), disagreementBps: Number.MAX_SAFE_INTEGER })),
        pools: known([pool({ openedAtUnix: 2 ** 64 })]),
      }),
    );
    expect(metrics).toMatchObject({ cost_bps: 2_147_483_647, price_disagreement_bps: 2_147_483_647 });
    expect(metrics.pools).toMatchObject([{ opened_at_unix: null }]);
  });
});

describe('vocabulary', () => {
  it('says no more than what it explains', () => {
    const raised = new Set(tradeRules.flatMap((rule) => Object.keys(rule.codes)));
    const names = Object.keys(readingRole) as (keyof typeof readingRole)[];
    const gapped = names.flatMap((name) =>
      (Object.keys(gapFacts) as (keyof typeof gapFacts)[]).flatMap((cause) =>
        [tradeEvidence(), routelessEvidence([])].flatMap((of) => gapCodesOf(name, { reading: name, cause }, of)),
      ),
    );
    expect([...new Set([...raised, ...gapped, 'INCOMPLETE_READING'])].sort()).toEqual(Object.keys(codes).sort());
    expect([...new Set(tradeRules.flatMap((rule) => Object.keys(rule.flags)))].sort()).toEqual(
      Object.keys(flags).sort(),
    );
    expect(new Set(tradeRules.map(({ id }) => id)).size).toBe(tradeRules.length);
  });

  it('explains each of them in a sentence', () => {
    const texts = [
      ...Object.values(codes).flatMap(({ meaning, action }) => [meaning, action]),
      ...Object.values(flags),
    ];
    expect(texts.filter((text) => text.length < 20 || !text.endsWith('.'))).toEqual([]);
  });

  it('has one order of verdicts and one of bounds', () => {
    expect(Object.keys(kinds.trade.verdicts)).toEqual([...verdictOrder]);
    expect(COST_BOUNDS).toEqual([300, 1_000, 3_500]);
    expect(costBounds.map(({ code, verdict }) => codes[code].allows === verdict)).toEqual([true, true, true]);
  });
});
