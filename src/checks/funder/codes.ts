import type { CodeEntry } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';

/** Every reason code of the funder check: what it means and what a trading agent should do about it. */
export const codes = {
  ...gapCodes,
  DIRECT_CEX_TRANSFER: {
    severity: 'info',
    meaning: 'The first lamports came straight from an account that is labelled as an exchange.',
    action: 'Treat it as an origin with an identity check behind it, not as proof of good intent.',
  },
  CEX_TOKEN_FUNDED: {
    severity: 'info',
    meaning: 'The address got tokens from an exchange account and no lamports of its own; somebody else pays its fees.',
    action: 'Treat it like a withdrawal from the exchange with lower confidence; look at who pays the fees.',
  },
  DIRECT_WALLET_TRANSFER: {
    severity: 'info',
    meaning: 'The first lamports came from an ordinary wallet: unlabelled, on the curve, not a busy hub.',
    action: 'Check the source in turn if its origin matters; CEX_AT_HOP_2 and CEX_AT_HOP_3 name an exchange behind it.',
  },
  SWAP_PAID_BY_OTHER: {
    severity: 'info',
    meaning: 'Another wallet paid for a swap whose result was delivered to the address as its first money.',
    action: 'Treat the payer of the swap as the source.',
  },
  TOKEN_ONLY: {
    severity: 'low',
    meaning: 'The address received tokens but no lamports; the source is the owner of the debited token account.',
    action: 'Expect that another account pays the fees; check that one too.',
  },
  SPONSORED: {
    severity: 'low',
    meaning: 'The fees of the first transactions were paid by another account, and no lamports were sent before them.',
    action: 'Treat the sponsor and the source of the tokens as connected to the address.',
  },
  FUNDER_IS_FRESH: {
    severity: 'low',
    meaning: 'The source itself was first used less than 24 hours before it funded the address.',
    action: 'Follow the source further back: fresh chains of wallets are how origins are hidden.',
  },
  BRIDGE_FUNDED: {
    severity: 'medium',
    meaning: 'The first money came over a bridge from another chain.',
    action: 'The payer is on the other chain; ask for its transaction if the origin matters.',
  },
  PRIVACY_PROTOCOL: {
    severity: 'high',
    meaning: 'The first money came out of a privacy protocol or mixer.',
    action: 'Treat the origin as hidden on purpose.',
  },
  INSTANT_EXCHANGE: {
    severity: 'medium',
    meaning: 'The first money came from an instant exchange, which asks no customer for an identity.',
    action: 'Do not treat it like a customer account of an exchange: the payer is not known to anybody.',
  },
  FIAT_ONRAMP: {
    severity: 'low',
    meaning: 'The first money was bought at a fiat on-ramp.',
    action: 'A payment method stands behind it, but the chain does not show whose.',
  },
  PROGRAM_CREDIT: {
    severity: 'medium',
    meaning: 'A program or an account that only a program can sign for paid the first money.',
    action: 'Look at the program in the evidence to learn whether it was a claim, an order, a game or a faucet.',
  },
  SERVICE_FUNDED: {
    severity: 'medium',
    meaning: 'The first money came from a labelled service that is neither an exchange nor a wallet of a person.',
    action: 'Look at the label: fee accounts, market makers and custodians pay out for many reasons.',
  },
  LABEL_WEAK: {
    severity: 'low',
    meaning: 'The source carries an exchange label that is contradicted or of low grade, which proves nothing.',
    action: 'Do not count it as an exchange origin; look at the sources of the label.',
  },
  UNLABELLED_HUB: {
    severity: 'medium',
    meaning: 'The source is an unlabelled account that signs or receives at least one transaction a minute.',
    action: 'It is most likely a service that pays for many; who asked for this payment is not on chain.',
  },
  FLAGGED_SOURCE: {
    severity: 'critical',
    meaning: 'The first money came from an account that is labelled as an exploiter.',
    action: 'Do not deal with the address before a person has looked at it.',
  },
  MIXED_SOURCES: {
    severity: 'medium',
    meaning: 'No source gave at least 80 percent of the lamports that arrived before the first self-paid transaction.',
    action: 'Read the metrics: the largest source and its share are named there.',
  },
  UNEXPLAINED_CREDIT: {
    severity: 'medium',
    meaning: 'More than one percent of the lamports that arrived cannot be attributed to anybody.',
    action: 'Treat the origin as unknown; the transaction is named in the evidence.',
  },
  VALIDATOR_REWARD: {
    severity: 'low',
    meaning: 'The balance of a voting validator rose without a transaction, as block rewards do.',
    action: 'The address earns from validation; nobody sent it that money.',
  },
  NO_FUNDING_SEEN: {
    severity: 'low',
    meaning: 'Transactions name the address, but none of them ever gave it lamports or tokens.',
    action: 'There is no origin to prove. Ask again when the address has been used.',
  },
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
    meaning: 'A listed transaction has no body or no balances at any of our endpoints.',
    action: 'Nothing was charged. An endpoint with full history is needed to answer.',
  },
  NO_HISTORY: {
    severity: 'info',
    meaning: 'The address has no lamports, no transactions and no token accounts.',
    action: 'There is nothing to judge yet. Check the spelling, or ask again when the address has been used.',
  },
  NOT_A_WALLET: {
    severity: 'info',
    meaning: 'The address is a program, is owned by one, or lies off the curve, so that no person can sign for it.',
    action: 'Ask about the wallet behind it instead, for example the owner of the token account.',
  },
  SUBJECT_IS_SERVICE: {
    severity: 'info',
    meaning: 'The address itself is a labelled service such as an exchange, a bridge or a fee account.',
    action: 'Where a service got its first money says nothing about those who use it.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type FunderCode = keyof typeof codes;

/** Flags: worth knowing, never deciding. */
export const flags = {
  LABEL_SINGLE_SOURCE: 'The exchange label rests on one credible source only; confidence is at most 0.70.',
  NEVER_SPENT: 'The address has never paid for a transaction; every credit so far was counted.',
  FRESH_WALLET: 'The address was first used less than 24 hours before the moment of the answer.',
  DISPERSE_BATCH: 'The funding transaction credited at least three fresh accounts at once.',
  CEX_AT_HOP_2:
    'The wallet that funded the address was itself funded by a labelled exchange within the 30 days before.',
  CEX_AT_HOP_3:
    'A labelled exchange funded the wallet behind the wallet that funded the address; each paid on within 30 days.',
  JUST_IN_TIME: 'The address bought its first token at most 60 seconds after its first money had arrived.',
  SIBLINGS:
    'The source funded at least five fresh accounts with like amounts within ten minutes, this address being one.',
} as const;
