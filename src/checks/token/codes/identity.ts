import type { CodeEntry } from '../../check.ts';

/** What the subject is, and whom it copies. */
export const identityCodes = {
  MINT_NOT_FOUND: {
    severity: 'info',
    meaning: 'There is no account at the address.',
    action: 'Check the spelling, or ask again when the mint has been made.',
  },
  MINT_UNINITIALIZED: {
    severity: 'info',
    meaning: 'The account has room for a mint and was never initialized as one.',
    action: 'There is no token yet. Ask again when the mint has been made.',
  },
  UNSUPPORTED_TOKEN_PROGRAM: {
    severity: 'medium',
    meaning: 'The account looks like a mint, but belongs to a program that is no token program known here.',
    action: 'Do not trade it on the word of this answer: what its program does to holders was not reviewed.',
  },
  MINT_DATA_MALFORMED: {
    severity: 'medium',
    meaning: 'The bytes of the mint contradict the layout of its token program.',
    action: 'Do not trade it: wallets and programs may read it differently.',
  },
  NON_FUNGIBLE: {
    severity: 'info',
    meaning: 'The mint is one of a kind or an edition, not a fungible token.',
    action: 'This check is about fungible tokens; ask a service for collectibles.',
  },
  ZERO_SUPPLY: {
    severity: 'medium',
    meaning: 'The supply of the mint is zero.',
    action: 'There is nothing to buy; whoever may mint decides what there will be.',
  },
  IMPERSONATES_CANONICAL: {
    severity: 'high',
    meaning: 'The name or symbol looks like that of a known asset, and the mint is another one.',
    action:
      'Compare the mint address with that of the asset that is named in the evidence; do not buy this one for it.',
  },
  CANONICAL_PROFILE_DRIFT: {
    severity: 'medium',
    meaning: 'The mint is that of a known asset, but its powers are not those that were reviewed.',
    action: 'Treat it as an unknown token until its issuer explains the change.',
  },
  METADATA_POINTER_FOREIGN: {
    severity: 'medium',
    meaning: 'The mint points at an account for its metadata that is neither its own nor its Metaplex account.',
    action: 'Do not rely on its name: what it is called is decided elsewhere.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
