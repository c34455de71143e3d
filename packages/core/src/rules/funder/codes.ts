import type { CodeEntry } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';
import { codesOf, flagsOf } from '../rule.ts';
import { funderRules } from './rules/index.ts';

/** Codes that only gaps lead to. */
const unread = {
  TOO_MANY_SIGNATURES: {
    severity: 'medium',
    meaning:
      'The history is longer than the published limit of pages, transactions or bytes of one check, or the address holds more token accounts than that has room for.',
    action: 'The oldest history was not reached and nothing is guessed; asking again will not help.',
  },
  HISTORY_PRUNED: {
    severity: 'medium',
    meaning: 'The address held lamports before the oldest transaction that can be read: its history is cut.',
    action: 'Nothing was charged. An endpoint with full history is needed to answer.',
  },
  CONTINUITY_BROKEN: {
    severity: 'medium',
    meaning: 'A balance changed between two listed transactions, so at least one transaction was left out.',
    action: 'Nothing was charged. Ask again later; a different endpoint may have the missing transaction.',
  },
  META_MISSING: {
    severity: 'medium',
    meaning: 'A listed transaction has no body or no balances at any of our endpoints, or its list is cut.',
    action: 'Nothing was charged. An endpoint with full history is needed to answer.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** Every reason code of the funder check: those of gaps, then those of its rules. */
export const codes = { ...gapCodes, ...unread, ...codesOf(funderRules) };
export type FunderCode = keyof typeof codes;

/** Flags: worth knowing, never deciding. */
export const flags = flagsOf(funderRules);
