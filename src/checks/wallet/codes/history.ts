import type { CodeEntry } from '../../check.ts';

/** Codes about the address and about how much of its history is proven. */
export const historyCodes = {
  NOT_A_WALLET: {
    severity: 'info',
    meaning: 'The address is a program, is owned by one, or lies off the curve, so that no person can sign for it.',
    action: 'Ask about the wallet behind it instead, for example the owner of the token account.',
  },
  CUSTODIAL_ADDRESS: {
    severity: 'info',
    meaning: 'The address is labelled as one that holds the money of many, such as an exchange or a bridge.',
    action: 'Its profit belongs to nobody in particular. Ask about a wallet of one owner.',
  },
  HISTORY_TRUNCATED: {
    severity: 'medium',
    meaning:
      'The window holds more transactions than the published limit of one check, or the wallet more than 20,000 token accounts of one token program.',
    action: 'Nothing is guessed from a part of them; asking again will not help.',
  },
  META_MISSING: {
    severity: 'medium',
    meaning: 'Listed transactions have no body or no balances at any of our endpoints.',
    action: 'What this decides is not charged. An endpoint with full history is needed to answer.',
  },
  CONTINUITY_BROKEN: {
    severity: 'medium',
    meaning: 'A balance changed between two transactions that follow each other, so at least one was left out.',
    action: 'What this decides is not charged. Ask again later; another endpoint may have what is missing.',
  },
  BALANCE_MISMATCH: {
    severity: 'medium',
    meaning: 'A present balance does not follow from the last transaction that is known to change it.',
    action: 'What this decides is not charged. Ask again in a minute; the newest transactions may not be listed yet.',
  },
  SMALL_GAPS: {
    severity: 'low',
    meaning: 'A few transactions, or small amounts in tokens that were never traded, are not accounted for.',
    action: 'They are too small to change much, but the best verdict needs a history without a hole.',
  },
  MAKERS_UNREAD: {
    severity: 'low',
    meaning: 'Who made the tokens that brought most profit could not be read.',
    action: 'The wallet may have traded against itself. Ask again, or ask for the tokens in the metrics.',
  },
  UNMATCHED_BASIS: {
    severity: 'medium',
    meaning: 'Too much of the proceeds came from tokens of which no purchase is known.',
    action: 'What they cost is not on chain in this wallet: look at where they came from.',
  },
  UNPRICED_STABLE: {
    severity: 'medium',
    meaning: 'Too many trades were paid in stable coins at times for which no price in SOL was seen.',
    action:
      'The profit in SOL cannot be told. Only how much has no price is estimated: by the nearest price, else by number of trades.',
  },
  LP_OR_PERP_DOMINATED: {
    severity: 'medium',
    meaning: 'Most of the SOL moved through liquidity, lending, leveraged positions, NFTs or orders.',
    action: 'Balances of this wallet do not show what it earns there; judge it by other means.',
  },
  NO_HISTORY: {
    severity: 'info',
    meaning: 'The window that is read holds no transaction of the address.',
    action: 'There is nothing to judge. Check the spelling, or ask again when the address has been used.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
