import type { CodeEntry } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';
import { mintCodes } from '../mint-codes.ts';
import { codesOf, flagsOf } from '../rule.ts';
import { tokenRules } from './rules/index.ts';
import { waiverFlags } from './waivers.ts';

/** Codes of the verdict itself. */
const ofVerdict = {
  HOLDERS_UNAVAILABLE: {
    severity: 'medium',
    meaning: 'The largest holders could not be read, as some endpoints refuse it for tokens with many.',
    action: 'Nothing is claimed about holders. Ask again later, or of a service with another endpoint.',
  },
  NO_ADVERSE_FACT: {
    severity: 'info',
    meaning: 'Everything that a token of its kind is judged by was read, and nothing speaks against holding it.',
    action: 'This is no forecast of its price. Read the flags for what its issuer may do.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** Every reason code of the token check: those of gaps, those of its rules, and those of the verdict. */
export const codes = { ...gapCodes, ...mintCodes, ...codesOf(tokenRules), ...ofVerdict };
export type TokenCode = keyof typeof codes;

/** Flags: worth knowing, never deciding. */
export const flags: Readonly<Record<string, string>> = {
  ...flagsOf(tokenRules),
  ...waiverFlags,
  LIQUIDITY_NOT_COUNTED:
    'Liquidity that its owners can withdraw is not counted: the verdict rests on what would remain without it.',
  METADATA_UNAVAILABLE: 'The metadata of the token could not be read.',
  VERDICT_IS_LOWER_BOUND: 'Something that could make the verdict worse could not be read.',
  RETRYABLE: 'Something could not be read that a later call may read.',
};
