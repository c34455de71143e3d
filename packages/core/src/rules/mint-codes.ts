import type { CodeEntry } from './check.ts';
import { codeOfCause } from './gap-codes.ts';

/** Codes that every kind about a mint has. One text for all, because a code is explained once. */
export const mintCodes = {
  NOT_A_MINT: {
    severity: 'info',
    meaning: 'The address is not the mint of a token: it holds nothing, or something else.',
    action: 'Check the spelling, or ask about the mint itself instead of a pool, wallet or token account.',
  },
  UNKNOWN_EXTENSION: {
    severity: 'medium',
    meaning:
      'The mint carries an extension that is not known here, so that what it does to holders is not known either.',
    action: 'Nothing was charged for this alone. The service has to learn the extension before it can answer.',
  },
  LIMIT_REACHED: {
    severity: 'medium',
    meaning: 'The mint needs more calls or bytes than the published limit of one check.',
    action: 'Nothing is guessed; asking again will not help.',
  },
  ACCOUNT_NOT_FOUND: {
    severity: 'medium',
    meaning: 'Something that the check needs to read, and that must exist, was not there.',
    action: 'Nothing is guessed. Ask again later, or of a service with an endpoint that has it.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

/** The code of each cause of a gap, in kinds about a mint. */
export const codeOfMintCause = {
  ...codeOfCause,
  history_missing: 'ACCOUNT_NOT_FOUND',
  limit_reached: 'LIMIT_REACHED',
  not_found: 'ACCOUNT_NOT_FOUND',
} as const;

/** Codes of powers over a mint and of their use, in kinds about a mint. */
export const powerMeanings = {
  FREEZE_AUTHORITY_LIVE: 'Somebody can freeze any holder, who then cannot sell.',
  PERMANENT_DELEGATE_LIVE: 'Somebody may transfer or burn the tokens of every holder.',
  PAUSABLE_LIVE: 'Somebody can pause all transfers.',
  TRANSFER_HOOK_ARMED: 'No program decides about transfers yet, but somebody can set one at any time.',
  HOLDERS_FROZEN: 'Ordinary holders among the largest are frozen, and the authority that did it is still there.',
  ISSUER_HAS_FROZEN: 'The issuer of the known asset has frozen ordinary accounts among the largest.',
} as const;
