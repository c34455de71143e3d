import type { CheckRequest } from 'assay-client';
import type { GuardCheck } from '../../packages/assay-client/src/guard.ts';
import { answerTo } from './stand-in.ts';

/** What is true of a token, its market and its deployer. */
export interface World {
  readonly token: string;
  readonly funder: string;
  /** What a round trip costs however small it is. */
  readonly feeBps: number;
  /** SOL in the pool; impact grows with the share of it. */
  readonly depthSol: number;
  readonly isSellable: boolean;
  readonly creator: string | null;
  /** What goes wrong with the answers of a kind. */
  readonly broken: Readonly<Record<string, ((check: GuardCheck, request: CheckRequest) => unknown) | undefined>>;
}

const BOUNDS = { acceptable_cost: 300, elevated_cost: 1_000, high_cost: 3_500 } as const;
const LAMPORTS = 1_000_000_000n;

const lamports = (sol: string | number): bigint => {
  const [whole = '0', fraction = ''] = String(sol).split('.');
  return BigInt(whole) * LAMPORTS + BigInt(fraction.padEnd(9, '0'));
};
const sol = (amount: bigint): string => String(Number(amount) / 1e9);

/** Basis points of a round trip, rounded up: the fee, and twice the share of the pool. */
function cost({ feeBps, depthSol }: World, size: bigint): number {
  const depth = BigInt(depthSol) * LAMPORTS;
  return feeBps + Number((size * 20_000n + depth - 1n) / depth);
}

function largest(world: World, bound: number): string | null {
  if (bound <= world.feeBps || !world.isSellable) return null;
  // In steps of a thousandth of a SOL, so that a number holds it exactly.
  const most = (BigInt(world.depthSol) * LAMPORTS * BigInt(bound - world.feeBps)) / 20_000n;
  const size = most - (most % (LAMPORTS / 1_000n));
  return size > 0n ? sol(size) : null;
}

function tradeParts(world: World, sizeSol: string | number): Readonly<Record<string, unknown>> {
  const bps = cost(world, lamports(sizeSol));
  const verdicts = ['ACCEPTABLE_COST', 'ELEVATED_COST', 'HIGH_COST'];
  const verdict = verdicts[Object.values(BOUNDS).findIndex((bound) => bps <= bound)] ?? 'UNTRADEABLE';
  return {
    verdict: world.isSellable ? verdict : 'UNTRADEABLE',
    metrics: {
      size_sol: String(sizeSol),
      cost_bps: bps,
      sizes: ['0.1', '1', '10'].map((size) => ({ size_sol: size, cost_bps: cost(world, lamports(size)) })),
      recommended_max_size_sol: Object.fromEntries(
        Object.entries(BOUNDS).map(([name, bound]) => [name, largest(world, bound)]),
      ),
    },
  };
}

/** The true answer to one request, with what goes wrong about its kind. */
export function market(world: World, request: CheckRequest): GuardCheck {
  const parts = {
    token: { verdict: world.token, metrics: { creator: world.creator } },
    trade: tradeParts(world, request.sizeSol ?? '0.5'),
    funder: { verdict: world.funder },
    wallet: {},
  }[request.kind];
  const answer = { ...answerTo(request, parts), billing: { route: 'credit', charged_usdc: '0.02' }, verified: true };
  const broken = world.broken[request.kind];
  return (broken?.(answer as never, request) ?? answer) as GuardCheck;
}
