import type { PassTerms } from '#ledger/claims.ts';

/** A pass as it is sold: `priceAtomic` in atomic USDC, `calls` the checks of fair use within `days`. */
export interface Tier extends PassTerms {
  readonly priceAtomic: bigint;
  readonly label: string;
}

/** The registry of passes, cheapest first. */
export const tiers: readonly Tier[] = [
  { tier: 'traveller', priceAtomic: 19_000_000n, days: 30, calls: 2_000, label: '30-day pass' },
  { tier: 'voyager', priceAtomic: 49_000_000n, days: 30, calls: 10_000, label: '30-day pass, high volume' },
];

/** The smallest top-up that is sold, in atomic USDC. */
export const topupAtomicMin = 500_000n;

/** The largest top-up that is sold, in atomic USDC: a limit on what one mistyped amount can cost its sender. */
export const topupAtomicMax = 10_000_000_000n;

/** The pass that costs exactly this, or null. */
export function tierAt(priceAtomic: bigint): Tier | null {
  return tiers.find((tier) => tier.priceAtomic === priceAtomic) ?? null;
}

/** What a pass is made of, without what it costs and is called. */
export function termsOf({ tier, days, calls }: Tier): PassTerms {
  return { tier, days, calls };
}
