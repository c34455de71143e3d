import type { Reading } from '#lib/reading.ts';
import type { AccountFacts, Identity } from '../address-facts.ts';
import type { AsOf } from '../check.ts';
import type { FundingClass, LabelFact } from '../label.ts';
import type { Book } from './evidence/book.ts';
import type { HeldToken } from './held.ts';

/**
 * A break where balances do not follow on from each other although every list was asked again. `after` and `before` are the transactions
 * around it; null: the beginning or the present. `lamports` is the size of the jump for native and wrapped SOL (rent too), `units` for
 * tokens.
 */
export interface Break {
  /** Null for the wallet's own lamports. */
  readonly mint: string | null;
  readonly account: string | null;
  readonly lamports: bigint;
  readonly units: bigint;
  readonly after: string | null;
  readonly before: string | null;
  /** The account's own list was not read, because the wallet's accounts have too many entries: a fact about the wallet. */
  readonly unread: boolean;
}

/** The cause that ended the reading of the past before the beginning of the requested window. */
export const windowLimits = {
  transactions: 'The wallet has more transactions of its own than a check counts.',
  time: 'The time or the call budget of the check was used up. A check that follows soon continues where this one ended.',
  calls:
    'The check made all its calls, or read all its bytes. A check that follows soon continues where this one ended.',
} as const;
export type WindowLimit = keyof typeof windowLimits;

export const DAY_SECONDS = 86_400;
/** A window that would be shorter than this is no answer. */
export const WINDOW_SECONDS_MIN = 3 * DAY_SECONDS;

/** The UTC day of a moment. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** How much of the past was read, and how well it holds together. Times are Unix seconds. */
export interface HistoryFacts {
  /**
   * Where the judged window begins and ends; `bornInside`: the wallet's first transaction lies inside it, from a balance of 0.
   * `askedFrom`: where it was to begin. It begins later where `shortenedBy` says what ended the reading.
   */
  readonly windowFrom: number;
  readonly windowTo: number;
  readonly bornInside: boolean;
  readonly askedFrom: number;
  readonly shortenedBy: WindowLimit | null;
  /** Signatures of the wallet's list and of those of its token accounts, inside the window, and pages read. */
  readonly signatures: number;
  readonly tokenSignatures: number;
  readonly pages: number;
  /** Those of the wallet's list that do not count towards the limit of transactions: see `isDust`. */
  readonly dust: number;
  /** Transactions that were understood, and those that no endpoint gave in full. */
  readonly transactions: number;
  readonly unusable: readonly { readonly signature: string; readonly cause: 'history_missing' | 'unreadable' }[];
  /** Links between balances that hold, and how many transactions only token accounts' lists led to. */
  readonly nativeLinks: number;
  readonly tokenLinks: number;
  readonly repaired: number;
  /** Inside the window, or at its beginning. */
  readonly breaks: readonly Break[];
  /** Present balances that do not follow from the last transactions. */
  readonly mismatches: readonly Break[];
  /** Token accounts whose own lists were not read because there are too many of them; a fact about the subject. */
  readonly unprovenAccounts: number;
  readonly oldestTime: number | null;
  readonly newestTime: number | null;
  readonly newestSignature: string | null;
}

/** How a payer and the subject are linked over at most two wallets: one gave the other its first money, or one gave it to both. */
export type PayerLink = 'funded_by_wallet' | 'funded_the_wallet' | 'shared_funder';

/**
 * A wallet that paid for gains of the subject: in the same market it bought more than it sold between the subject's purchase and sale.
 * `spent`: the irrecoverable cost of single transactions (network fees, tips, fees of terminals) in lamports, from a sample that is spread
 * over `listed` entries of its history, or all of them: the last of its payments and at most 1,000 before it.
 */
export interface GainPayer {
  readonly wallet: string;
  /** Its part of the gains that were asked about, in atomic units of the book's currency. */
  readonly paid: bigint;
  readonly positions: number;
  /** Purchases of it that were read. */
  readonly payments: number;
  /** It has a label that is not weak. */
  readonly labelled: boolean;
  readonly link: PayerLink | null;
  /** The wallet that gave it its first money, if it is no public service; null if it is one or unknown. */
  readonly funder: string | null;
  readonly listed: number;
  readonly spent: readonly bigint[];
}

/**
 * The payers of gains: of `positions` positions, which brought `gain` together. `unread` is the part of it whose payers were not found.
 * `payers` has the ones that paid most and some of the others. Atomic units of the book's currency.
 */
export interface PaidGains {
  readonly positions: number;
  readonly gain: bigint;
  readonly unread: bigint;
  readonly payers: readonly GainPayer[];
}

/** The creator of one of the mints with most profit, if known. */
export interface MintMaker {
  readonly mint: string;
  /** Null if no maker was found. */
  readonly creator: string | null;
  /** The wallet made it, or gave the first liquidity. */
  readonly own: boolean;
  /** The creator and the wallet got their first money from the same address, which is no hub and no service. */
  readonly sharedFunder: string | null;
  /** The wallet got tokens of it from the creator before it sold any. */
  readonly supplied: boolean;
}

/** Wallets that got their first lamports from this one inside the window. Lamports; a wallet that was emptied may count again. */
export interface FundedWallets {
  readonly wallets: number;
  readonly lamports: bigint;
  /** Those that got most, most first, at most 10. `firstAt`: Unix seconds; null where the transaction has no time. */
  readonly largest: readonly { readonly address: string; readonly lamports: bigint; readonly firstAt: number | null }[];
}

/**
 * Every reading of the wallet check for one subject. A value of null means that an earlier reading made the question needless:
 * nothing was asked, nothing failed.
 */
export interface WalletEvidence {
  readonly subject: string;
  readonly identity: Reading<Identity>;
  readonly asOf: Reading<AsOf>;
  readonly account: Reading<AccountFacts>;
  /** The gap `limit_reached`: the wallet has too many transactions, or token accounts, for the shortest window. */
  readonly history: Reading<HistoryFacts | null>;
  /** The gap is the first one that would have prevented the book. */
  readonly book: Reading<Book | null>;
  /** Creators of the mints that carry the profit; unknown ones are left out. */
  readonly makers: Reading<readonly MintMaker[] | null>;
  /** The payers of the gains. Null: the record is too small for the best verdict, so none were read. */
  readonly payers: Reading<PaidGains | null>;
  /** The wallet's present holdings; null without a book. No reading: it decides nothing, and names its own gaps. */
  readonly held: readonly HeldToken[] | null;
  /** The wallets that it funded; null without a history. It decides nothing either. */
  readonly funded: FundedWallets | null;
}

const ofOneOwner: readonly FundingClass[] = ['exploiter', 'sanctioned', 'fee_account'];

/**
 * True for an address that holds the money of many, or of a program: no profit there is anybody's own. A weak label is not
 * enough. Market makers trade for themselves, an exploiter or sanctioned person has a wallet of his own, and a fee account belongs to one owner.
 */
export function isCustodial({ grade, fundingClass, category }: LabelFact): boolean {
  const isOfOneOwner = ofOneOwner.includes(fundingClass) || category === 'market_maker';
  return grade !== 'weak' && !isOfOneOwner;
}
