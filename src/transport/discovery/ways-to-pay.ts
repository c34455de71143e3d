import type { HttpDeps } from '#http/model.ts';
import { formatUsdc } from '#lib/money.ts';
import { tiers, topupAtomicMin } from '#payments/credits/tiers.ts';
import type { Addresses } from './addresses.ts';
import { CREDIT_ROUTE, freeNote, prepareNote, x402Note } from './words.ts';

/** What the texts for language models are made of. */
export type LlmsDeps = Pick<HttpDeps, 'settings' | 'mcpBaseUrl' | 'version' | 'examples' | 'freeCallsPerDay'>;

/** How a call is paid, as a list; the free calls first. */
export function waysToPay({ settings, freeCallsPerDay }: LlmsDeps, at: Addresses): readonly string[] {
  const passes = tiers.map(
    ({ tier, priceAtomic, days, calls }) => `${tier} ${formatUsdc(priceAtomic)} USDC, ${days} days, ${calls} checks`,
  );
  const free = freeNote(freeCallsPerDay);
  return [
    ...(free === null ? [] : [`- Free: ${free}`]),
    `- Prepaid: ${CREDIT_ROUTE} (${at.credits}) From ${formatUsdc(topupAtomicMin)} USDC, without an account.`,
    `- Passes, bought alike: ${passes.join('; ')}.`,
    `- Per call (x402): ${x402Note(settings)}${settings.enabled ? ` ${prepareNote(at.pay_prepare)}` : ''}`,
  ];
}
