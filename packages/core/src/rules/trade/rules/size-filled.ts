import { formatSol } from '#lib/money.ts';
import { clear, notApplicable, raised, reason } from '../../rule.ts';
import type { CostFacts, TradedPool } from '../evidence.ts';
import { tradeRule } from '../policy.ts';
import { obstacleOf, poolNames, poolsIn } from '../pools.ts';

/** Does a pool carry the whole size, there and back? */
export const sizeFilled = tradeRule({
  id: 'size-filled',
  needs: ['mint', 'pools', 'cost'],
  codes: {
    SIZE_NOT_FILLED: {
      severity: 'high',
      allows: 'UNTRADEABLE',
      meaning: 'No pool of the mint carries the whole size there and back.',
      action:
        'Ask about a smaller size, or a larger one where too little comes out; the metrics list what some sizes cost.',
    },
  },
  judge({ pools, cost }) {
    if (cost.trip !== null) return notApplicable;
    if (obstacleOf(pools, cost) !== 'size') return clear;
    const short = poolsIn(pools, 'short');
    const largest = largestSize(cost);
    const size = largest === null ? {} : { largest_size_lamports: largest.toString() };
    const refused = [...new Set(short.flatMap(({ refusal }) => refusal?.refused ?? []))].join(', ');
    const evidence = { refused, leg: legsOf(short), pools: poolNames(short), ...size };
    return raised([reason('SIZE_NOT_FILLED', evidence, messageOf(short, largest))]);
  },
});

function messageOf(short: readonly TradedPool[], largest: bigint | null): string {
  const instead = largest === null ? '' : ` Up to ${formatSol(largest)} SOL can be traded within the bounds.`;
  const why = short[0]?.refusal?.detail ?? 'too little liquidity';
  const count = short.length;
  const none = count === 1 ? 'The only pool that could be quoted does not carry' : `None of the ${count} pools carries`;
  return `${none} the size: ${why}.${instead}`;
}

function legsOf(pools: readonly TradedPool[]): string {
  return [...new Set(pools.flatMap(({ refusal }) => refusal?.leg ?? []))].sort().join(', ');
}

/** The largest size that stays within any of the bounds. */
function largestSize({ largest }: CostFacts): bigint | null {
  return largest.reduce<bigint | null>((most, { lamports }) => {
    return lamports !== null && (most === null || lamports > most) ? lamports : most;
  }, null);
}
