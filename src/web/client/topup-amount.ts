import { grouped } from './format.ts';
import type { Guide } from './topup-api.ts';
import { micros, usdc } from './usdc.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;

/** What is sold at which bounds and prices. */
export type Offer = Pick<Guide, 'min_topup_usdc' | 'max_topup_usdc' | 'prices_usdc'>;

/** The atomic amount that a person typed, or what is wrong with it. */
export function readAmount(typed: string, { min_topup_usdc: min, max_topup_usdc: max }: Offer): bigint | string {
  const text = typed.trim();
  if (!AMOUNT.test(text)) return 'Type an amount in digits, such as 5 or 2.50.';
  const atomic = micros(text);
  if (atomic < micros(min)) return `The smallest top-up is ${min} USDC.`;
  return atomic > micros(max) ? `The largest top-up is ${max} USDC.` : atomic;
}

/** What an amount buys, such as "5.00 USDC pay for 50 wallet, or 250 token checks.". */
export function worthOf(atomic: bigint, { prices_usdc }: Offer): string {
  const counts = Object.entries(prices_usdc)
    .filter(([, price]) => micros(price) > 0n)
    .map(([kind, price]) => `${grouped((atomic / micros(price)).toString())} ${kind}`);
  return `${usdc(atomic)} USDC pay for ${counts.join(', or ')} checks.`;
}
