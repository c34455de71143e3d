import type { ProtectionSettings } from '#config/production.ts';
import { openRateLimit } from '#http/limits/rate-limit.ts';
import type { HttpDeps } from '#http/model.ts';
import type { KnownKeys } from '#ledger/accounts/known-keys.ts';
import type { RateWindows } from '#ledger/rate-windows.ts';
import { RatePortions } from '#ledger/rate-windows.ts';
import type { Logger } from '#lib/log.ts';

/** What bounds the callers of the HTTP side, from the settings and what the books know. */
export function openProtection(
  settings: ProtectionSettings,
  windows: RateWindows,
  known: KnownKeys,
  log: Logger,
): Required<Pick<HttpDeps, 'callerChecksInFlightMax' | 'rateLimit'>> {
  const counter = new RatePortions({ windows, log });
  return {
    callerChecksInFlightMax: settings.callerChecksInFlightMax,
    rateLimit: openRateLimit({ ...settings, counter, knows: (apiKey) => known.has(apiKey) }),
  };
}
