import { forgetOldest } from '#lib/fading-use.ts';
import type { Ledger } from '../books.ts';

/** Keys that the books knew when they were last asked about them. */
export interface KnownKeys {
  has(apiKey: string): boolean;
}

/** How many keys are remembered; beyond them, the one that was used longest ago is forgotten. */
const KEYS_MAX = 20_000;

/**
 * The same ledger, and whether its answers showed that a key exists. Invented keys are not remembered, so they cannot fill the memory; a
 * revoked key is forgotten at its next use.
 */
export function rememberKeys(ledger: Ledger): { readonly ledger: Ledger; readonly known: KnownKeys } {
  const keys = new Set<string>();
  const note = (apiKey: string, isKnown: boolean): void => {
    keys.delete(apiKey);
    if (!isKnown) return;
    keys.add(apiKey);
    if (keys.size > KEYS_MAX) forgetOldest(keys);
  };
  const watched: Ledger = {
    ...ledger,
    hold: async (request) => {
      const result = await ledger.hold(request);
      note(request.apiKey, result.outcome !== 'key_unknown');
      return result;
    },
    holdAll: async (request) => {
      const result = await ledger.holdAll(request);
      note(request.apiKey, result.outcome !== 'key_unknown');
      return result;
    },
    statement: async (apiKey) => {
      const statement = await ledger.statement(apiKey);
      note(apiKey, statement !== null);
      return statement;
    },
  };
  return { ledger: watched, known: { has: (apiKey) => keys.has(apiKey) } };
}
