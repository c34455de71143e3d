import { formatUsdc } from 'assay-core/lib/money.ts';
import type { PassTerms } from '#ledger/books.ts';
import type { InvalidItem } from '#lib/fault.ts';

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
function tierAt(priceAtomic: bigint): Tier | null {
  return tiers.find((tier) => tier.priceAtomic === priceAtomic) ?? null;
}

/** The terms of a tier, without price and name. */
export function termsOf({ tier, days, calls }: Tier): PassTerms {
  return { tier, days, calls };
}

/** The purchase for an amount: credit (`tier` null) or a pass; or the 422 item of its error. */
export function readAmount(
  amountAtomic: bigint,
  pass: boolean,
): { readonly tier: Tier | null } | { readonly item: InvalidItem } {
  if (amountAtomic < topupAtomicMin) {
    const msg = `The smallest amount is ${topupAtomicMin} atomic units (${formatUsdc(topupAtomicMin)} USDC)`;
    return refused(amountAtomic, msg, 'greater_than_equal', { ge: Number(topupAtomicMin) });
  }
  if (amountAtomic > topupAtomicMax) {
    const msg = `The largest amount is ${topupAtomicMax} atomic units (${formatUsdc(topupAtomicMax)} USDC)`;
    return refused(amountAtomic, msg, 'less_than_equal', { le: Number(topupAtomicMax) });
  }
  if (!pass) return { tier: null };
  const tier = tierAt(amountAtomic);
  return tier
    ? { tier }
    : refused(amountAtomic, `A pass costs exactly ${priceList()}`, 'pass_amount', {
        expected: tiers.map(({ priceAtomic }) => Number(priceAtomic)),
      });
}

function priceList(): string {
  const prices = tiers.map(({ tier, priceAtomic }) => `${formatUsdc(priceAtomic)} USDC (${priceAtomic}, ${tier})`);
  return prices.join(' or ');
}

function refused(amountAtomic: bigint, msg: string, type: string, ctx: Readonly<Record<string, unknown>>) {
  const input = Number(amountAtomic);
  // A number that JSON cannot hold exactly is left out, because a different amount would mislead.
  const echo = Number.isSafeInteger(input) ? { input } : {};
  const item: InvalidItem = { loc: ['body', 'amount_atomic'], msg, type, ctx, ...echo };
  return { item };
}
