import type { InvalidItem } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import { type Tier, tierAt, tiers, topupAtomicMax, topupAtomicMin } from './tiers.ts';

/** What an amount buys: credit (`tier` null) or a pass. Or what is wrong with it as the item of a 422. */
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
  // A number that JSON cannot hold exactly is left out: an echo of another amount would mislead.
  const echo = Number.isSafeInteger(input) ? { input } : {};
  const item: InvalidItem = { loc: ['body', 'amount_atomic'], msg, type, ctx, ...echo };
  return { item };
}
