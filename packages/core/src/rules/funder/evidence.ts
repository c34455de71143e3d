import type { Reading } from '#lib/reading.ts';
import type { AccountFacts, Identity } from '../address-facts.ts';
import type { AsOf } from '../check.ts';
import { isExchange, type LabelFact } from '../label.ts';

/** Whether there is anything to judge: a history, or else token accounts. */
interface Trace {
  readonly listed: boolean;
  /** Token accounts at present; null when the history made the question needless. */
  readonly tokenAccounts: number | null;
}

/** The subject's history, read back to an empty page. `viaTokenAccounts`: the entries are those of its token accounts. */
interface History {
  readonly signatures: number;
  readonly pages: number;
  readonly oldest: TransactionPlace;
  readonly viaTokenAccounts: boolean;
}

/** Proof that the history begins at its oldest entry: the subject had 0 lamports before it. */
export interface Birth {
  readonly place: TransactionPlace;
}

/** The ascending walk from 0: each transaction's balance before equals the balance after the one before it. */
export interface Continuity {
  readonly transactions: number;
  /** Lamports that appeared between transactions of an address that votes as a validator; 0 otherwise. */
  readonly rewardLamports: bigint;
}

/** One credit before the first transaction that the subject paid itself. `source` is null where none could be named. */
export interface Credit extends TransactionPlace {
  readonly mechanism: Mechanism;
  readonly source: string | null;
  /** The top-level program that moved the lamports, null for a plain transfer. */
  readonly program: string | null;
  readonly lamports: bigint;
  /** Distinct addresses that transfers of this transaction, and accounts opened without a program, credited. */
  readonly recipients: number;
  /** The recipients that had held at most a quarter of its gift. */
  readonly freshRecipients: number;
  /** The activity of a small credit's sender; null where it was not read, and then the credit counts as money. */
  readonly senderActivity: Activity | null;
}

/** The first tokens that reached the subject. `amount` in atomic units of the mint. */
export interface TokenCredit extends TransactionPlace {
  readonly mechanism: 'token_transfer' | 'token_mint' | 'swap';
  readonly source: string | null;
  readonly program: string | null;
  readonly mint: string;
  readonly amount: bigint;
}

/** The first transaction that the subject signed and another paid for. */
export interface Sponsor extends TransactionPlace {
  readonly payer: string;
}

/** Everything that reached the subject before its first self-paid transaction, oldest first. */
export interface Funding {
  readonly credits: readonly Credit[];
  readonly tokenCredit: TokenCredit | null;
  readonly sponsor: Sponsor | null;
  /** True when the subject has paid for a transaction itself; null where not all was read in which it may have. */
  readonly spent: boolean | null;
  /** Lamports of balance changes that no credit explains. */
  readonly unexplainedLamports: bigint;
}

/** The first transaction that named the subject, with or without lamports. `amount` in lamports or atomic units of `mint`. */
export interface FirstTouch extends TransactionPlace {
  readonly what: 'lamports' | 'tokens' | 'token_account' | 'signed' | 'mention';
  readonly source: string | null;
  readonly mint: string | null;
  readonly amount: bigint | null;
}

/** The first trade that gave the subject tokens, as far as its oldest transactions were read. */
export interface FirstTrade extends TransactionPlace {
  readonly mint: string;
}

/**
 * Every reading of the funder check for one subject. A null value means that an earlier reading made this one needless. Addresses
 * and signatures are base58; times are Unix seconds.
 */
export interface FunderEvidence {
  readonly subject: string;
  readonly identity: Reading<Identity>;
  readonly asOf: Reading<AsOf>;
  readonly account: Reading<AccountFacts>;
  readonly trace: Reading<Trace | null>;
  readonly history: Reading<History | null>;
  /** A balance above 0 before the oldest transaction is the gap `history_missing`: the endpoint's history is cut. */
  readonly birth: Reading<Birth | null>;
  /** A break in the walk is the gap `history_missing`: the endpoint left a transaction out. */
  readonly continuity: Reading<Continuity | null>;
  readonly funding: Reading<Funding | null>;
  readonly firstTouch: Reading<FirstTouch | null>;
  /** Null where none is among the transactions that were read for the funding. */
  readonly firstTrade: Reading<FirstTrade | null>;
  readonly source: Reading<Source | null>;
  /** The main source's account now; null where no source could be named. */
  readonly sourceAccount: Reading<AccountFacts | null>;
  /** The hub test of an unlabelled main source; null where it is labelled, off the curve or unnamed. */
  readonly sourceActivity: Reading<Activity | null>;
  /** The funder of the main source of lamports; null if it was not followed. */
  readonly hop: Reading<FunderHop | null>;
  /** The funder of `hop`'s funder; null where the latter did not pass the money on soon, or is no plain wallet. */
  readonly hop3: Reading<FunderHop | null>;
  /** Null for labelled sources, hubs, and money that was no plain transfer. */
  readonly siblings: Reading<Siblings | null>;
  /** The same for labelled sources; null for all others, and for money that was no plain transfer. */
  readonly cohort: Reading<Cohort | null>;
  /** The arrivals in the seven days from the first money; null without first money. */
  readonly firstWeek: Reading<FirstWeek | null>;
}

/** True for a person's address on a list of sanctions, drainers or exploiters. Any grade of label warns. */
export function isListedPerson({ fundingClass }: Pick<LabelFact, 'fundingClass'>): boolean {
  return fundingClass === 'sanctioned' || fundingClass === 'exploiter';
}

/** A credit below this may be dust when a larger one exists (0.0005 SOL). */
export const SMALL_CREDIT_LAMPORTS = 500_000n;

/**
 * The credits of the main source, oldest first: the source of most lamports, the earlier one at equal sums. Possible dust does not
 * choose the source, so an unreadable sender cannot change it.
 */
export function mainCredits(credits: readonly Credit[]): readonly Credit[] {
  const weighty = credits.filter((credit) => credit.lamports >= SMALL_CREDIT_LAMPORTS);
  const sums = new Map<string | null, bigint>();
  for (const { source, lamports } of weighty.length > 0 ? weighty : credits) {
    sums.set(source, (sums.get(source) ?? 0n) + lamports);
  }
  let main: readonly [string | null, bigint] | undefined;
  for (const entry of sums) if (!main || entry[1] > main[1]) main = entry;
  return main ? credits.filter((credit) => credit.source === main[0]) : [];
}

/** The hub test needs a full page of signatures ... */
const HUB_SIGNATURES_MIN = 1_000;
/** ... and finds a hub when the page spans less than this: 1,000 minutes, at least one transaction a minute. */
const HUB_SPAN_SECONDS = 60_000;

/** The hub test: a full page of signatures in less than 1,000 minutes. */
export function isHub(activity: Activity): boolean {
  return activity.signatures >= HUB_SIGNATURES_MIN && activity.spanSeconds < HUB_SPAN_SECONDS;
}

/** A hop counts only this long before what it paid for: 30 days. */
const HOP_SECONDS_MAX = 2_592_000;
/** A hop counts when its inflow covers this share of the passed amount, in basis points. */
const HOP_SHARE_BPS_MIN = 8_000n;

/** True when the inflow of a hop covers 80 percent of the lamports that its receiver passed on within 30 days of it. */
export function covers(hop: FunderHop, paid: { readonly lamports: bigint; readonly time: number | null }): boolean {
  if (hop.time === null || paid.time === null || paid.time - hop.time > HOP_SECONDS_MAX) return false;
  return hop.lamports * 10_000n >= paid.lamports * HOP_SHARE_BPS_MIN;
}

/**
 * How value reached the subject. `own_swap` is the subject's own tokens turned into lamports while another paid the fee;
 * `sponsor` stands for an address that only ever had its fees paid.
 */
export type Mechanism =
  | 'transfer'
  | 'create_account'
  | 'nonce_withdrawal'
  | 'stake_withdrawal'
  | 'vote_withdrawal'
  | 'account_close'
  | 'wsol_unwrap'
  | 'swap'
  | 'own_swap'
  | 'program_credit'
  | 'token_transfer'
  | 'token_mint'
  | 'sponsor';

/** A transaction as evidence names it. `time` is Unix seconds of its block, null when the endpoint has none. */
export interface TransactionPlace {
  readonly transaction: string;
  readonly slot: number;
  readonly time: number | null;
}

/** One page of an address's history that ends at a given transaction. `spanSeconds`: newest minus oldest block time. */
export interface Activity {
  readonly signatures: number;
  readonly spanSeconds: number;
}

/** The main source and its facts without the chain. `basis`: the kind of value it gave. */
export interface Source extends TransactionPlace {
  readonly basis: 'lamports' | 'tokens' | 'sponsor';
  readonly mechanism: Mechanism;
  readonly address: string | null;
  readonly onCurve: boolean;
  readonly label: LabelFact | null;
  readonly program: string | null;
  readonly programLabel: LabelFact | null;
}

/** Where an address behind the subject got its first lamports, its history being complete. Null members: it has no main source. */
export interface FunderHop {
  /** The oldest transaction of that address. */
  readonly oldest: TransactionPlace;
  readonly funder: string | null;
  readonly funderLabel: LabelFact | null;
  /** How the funder's first credit came. */
  readonly mechanism: Mechanism | null;
  readonly lamports: bigint;
  readonly transaction: string | null;
  readonly slot: number | null;
  readonly time: number | null;
}

/**
 * Other recipients of the main source within ten minutes of the funding. Both counts are lower bounds, because unlisted and unread
 * transactions are not counted.
 */
export interface Siblings {
  /** Its successful transactions in that time, the funding itself included. */
  readonly seen: number;
  /** Accounts that had at most a quarter of the subject's amount and received it, give or take five percent, the subject included. */
  readonly fresh: number;
  /** Those of `seen` whose bodies were read. */
  readonly transactionsRead: number;
}

/**
 * Accounts that a labelled source paid the subject's amount in the minute around the funding. The counts are lower bounds, because
 * unlisted and unread transactions are not counted.
 */
export interface Cohort {
  /** The source's transfer to the subject in the funding transaction. */
  readonly lamports: bigint;
  /** New accounts that received the amount, give or take one percent, the subject included. */
  readonly alike: number;
  /** Those of `alike` that the funding transaction itself paid. */
  readonly inTransaction: number;
  /** The same two counts with accounts that had held up to a quarter of the amount: the payment is still their main source. */
  readonly funded: number;
  readonly fundedInTransaction: number;
  /** New accounts that received the amount, give or take five percent, the subject included. */
  readonly near: number;
  /** The source's successful transactions in that time that were listed, the funding included, and those whose bodies were read. */
  readonly seen: number;
  readonly transactionsRead: number;
  /** False where the lists or the bodies of that time did not fit into the bounds. */
  readonly whole: boolean;
}

/**
 * One source's transfers in the seven days, net of returns. Programs count as one source, with the address of the program account that
 * paid most: proceeds of sales or withdrawals are net of the cost of purchases and deposits, so either amount may be below 0.
 */
export interface WeekSource {
  readonly source: string | null;
  readonly label: LabelFact | null;
  /** Lamports, wrapped SOL included. */
  readonly lamports: bigint;
  /** Tokens of dollars, in millionths. */
  readonly dollars: bigint;
}

/**
 * Lamports that a millionth of a dollar counts as: one SOL stands for 100 dollars. The check reads no price, and this one only says
 * whether dollars are much beside the first lamports.
 */
const LAMPORTS_PER_MICRODOLLAR = 10n;

/** A source's transfers in lamports, dollars at a fixed price. */
export function weekWorth({ lamports, dollars }: WeekSource): bigint {
  return lamports + dollars * LAMPORTS_PER_MICRODOLLAR;
}

/**
 * True for the first source, and for exchanges: another account of the same one is no other source, and neither is a second
 * exchange, whose customer is known to it just as well.
 */
export function isOfSource({ source: party, label }: Pick<WeekSource, 'source' | 'label'>, source: Source): boolean {
  return party === source.address || (label !== null && isExchange(label));
}

/** A balance shows that money came later when it is ten times what the seven days brought, and at least 1 SOL. */
const BALANCE_FACTOR = 10n;
const BALANCE_LAMPORTS_MIN = 1_000_000_000n;

/** True where an address has so much more than the seven days `brought` that other money must have come. */
export function isUnexplained(balance: bigint, brought: bigint): boolean {
  return balance >= BALANCE_LAMPORTS_MIN && balance >= brought * BALANCE_FACTOR;
}

/** The money of the first seven days. `whole`: false where more transactions fall into them than are read. */
export interface FirstWeek {
  /** By what they gave, most first. */
  readonly sources: readonly WeekSource[];
  /** Lamports that the first source and exchanges gave afterwards, where a balance asks for it and all of that was read; else 0. */
  readonly laterLamports: bigint;
  readonly transactionsRead: number;
  readonly whole: boolean;
}

/**
 * Seconds from the main source's first money to the first trade; null where one is missing or has no time, or where the trade came
 * first, as it can when somebody trades with another's money.
 */
export function secondsToTrade(source: Source | null, trade: FirstTrade | null): number | null {
  if (source === null || trade === null || source.time === null || trade.time === null) return null;
  const seconds = trade.time - source.time;
  return seconds < 0 ? null : seconds;
}
