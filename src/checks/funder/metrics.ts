import { ifKnown } from '#lib/reading.ts';
import type { LabelFact } from '../label.ts';
import { type FirstTouch, type FunderEvidence, type Funding, type Hop, mainCredits, type Source } from './evidence.ts';
import { secondsToTrade } from './seconds-to-trade.ts';
import { tallyOf } from './tally.ts';

/** A label as an answer names it. */
export interface LabelMetrics {
  readonly label: string;
  readonly category: string;
  readonly grade: string;
  readonly date: string;
  readonly exchange: string | null;
}

/** What first named the subject. `amount` is a decimal string: lamports, or atomic units of `mint`. */
export interface FirstTouchMetrics {
  readonly transaction: string;
  readonly slot: number;
  readonly time_unix: number | null;
  readonly what: string;
  readonly source: string | null;
  readonly mint: string | null;
  readonly amount: string | null;
}

/** One hop further back: who funded the one before, with how many lamports. */
export interface HopMetrics {
  readonly source: string;
  readonly label: LabelMetrics | null;
  readonly lamports: string;
  readonly transaction: string | null;
  readonly slot: number | null;
  readonly time_unix: number | null;
}

/** The figures of a funder answer. Lamports are decimal strings, shares integer basis points, times Unix seconds; null: not applicable or not read. */
export interface FunderMetrics {
  /** Main source of the funding. */
  readonly source: string | null;
  readonly source_label: LabelMetrics | null;
  /** The top-level program that moved the funds, null for a plain transfer. */
  readonly source_program: string | null;
  readonly source_program_label: LabelMetrics | null;
  readonly mechanism: string | null;
  /** Lamports credited before the first self-paid transaction, dust left out. */
  readonly funded_lamports: string | null;
  readonly main_source_lamports: string | null;
  readonly main_source_share_bps: number | null;
  readonly ignored_dust_lamports: string | null;
  readonly unexplained_lamports: string | null;
  readonly credits: number | null;
  readonly funding_transaction: string | null;
  readonly funding_slot: number | null;
  readonly funding_time_unix: number | null;
  /** Mint and amount when the first money was tokens. */
  readonly token_mint: string | null;
  readonly token_amount: string | null;
  readonly first_touch: FirstTouchMetrics | null;
  /** Seconds from the first money of the main source to the first trade, where that is among what was read. */
  readonly first_trade_seconds_after_funding: number | null;
  readonly birth_proven: boolean;
  readonly oldest_transaction: string | null;
  readonly oldest_time_unix: number | null;
  readonly signatures_seen: number | null;
  readonly pages_read: number | null;
  readonly continuous_transactions: number | null;
  readonly has_paid_fees: boolean | null;
  readonly source_signatures_before: number | null;
  readonly source_signatures_span_seconds: number | null;
  /** Fresh accounts that the funding transaction credited, the subject included. */
  readonly fresh_recipients: number | null;
  /** Fresh accounts that the main source funded alike within ten minutes of the funding, the subject included. */
  readonly siblings: number | null;
  /** Hops behind the main source that were followed: 0, 1 or 2. */
  readonly hops_followed: number;
  readonly hop_2: HopMetrics | null;
  readonly hop_3: HopMetrics | null;
}

/** A label in the shape of an answer, or null. */
function labelMetrics(label: LabelFact | null): LabelMetrics | null {
  if (!label) return null;
  const { category, grade, date, exchange } = label;
  return { label: label.label, category, grade, date, exchange };
}

/** The figures of the evidence, every member present. */
export function metricsOf(evidence: FunderEvidence): FunderMetrics {
  return {
    ...sourceMetrics(ifKnown(evidence.source)),
    ...amountMetrics(ifKnown(evidence.funding)),
    ...historyMetrics(evidence),
    first_touch: touchMetrics(ifKnown(evidence.firstTouch)),
    first_trade_seconds_after_funding: secondsToTrade(ifKnown(evidence.source), ifKnown(evidence.firstTrade)),
    source_signatures_before: ifKnown(evidence.sourceActivity)?.signatures ?? null,
    source_signatures_span_seconds: ifKnown(evidence.sourceActivity)?.spanSeconds ?? null,
    siblings: ifKnown(evidence.siblings)?.fresh ?? null,
    hops_followed: [evidence.hop, evidence.hop3].filter((hop) => ifKnown(hop) !== null).length,
    hop_2: hopMetrics(ifKnown(evidence.hop)),
    hop_3: hopMetrics(ifKnown(evidence.hop3)),
  };
}

function sourceMetrics(source: Source | null) {
  return {
    source: source?.address ?? null,
    source_label: labelMetrics(source?.label ?? null),
    source_program: source?.program ?? null,
    source_program_label: labelMetrics(source?.programLabel ?? null),
    mechanism: source?.mechanism ?? null,
    funding_transaction: source?.transaction ?? null,
    funding_slot: source?.slot ?? null,
    funding_time_unix: source?.time ?? null,
  };
}

function amountMetrics(funding: Funding | null) {
  const tally = funding && tallyOf(funding);
  return {
    funded_lamports: tally?.counted.toString() ?? null,
    main_source_lamports: tally?.main.toString() ?? null,
    main_source_share_bps: tally && tally.counted > 0n ? Number(tally.shareBps) : null,
    ignored_dust_lamports: tally?.dust.toString() ?? null,
    unexplained_lamports: funding?.unexplainedLamports.toString() ?? null,
    credits: funding?.credits.length ?? null,
    token_mint: funding?.tokenCredit?.mint ?? null,
    token_amount: funding?.tokenCredit?.amount.toString() ?? null,
    has_paid_fees: funding?.spent ?? null,
    fresh_recipients: funding ? (mainCredits(funding.credits)[0]?.freshRecipients ?? null) : null,
  };
}

function historyMetrics(evidence: FunderEvidence) {
  const history = ifKnown(evidence.history);
  return {
    birth_proven: ifKnown(evidence.birth) !== null,
    oldest_transaction: history?.oldest.transaction ?? null,
    oldest_time_unix: history?.oldest.time ?? null,
    signatures_seen: history?.signatures ?? null,
    pages_read: history?.pages ?? null,
    continuous_transactions: ifKnown(evidence.continuity)?.transactions ?? null,
  };
}

function touchMetrics(touch: FirstTouch | null): FirstTouchMetrics | null {
  if (!touch) return null;
  const { transaction, slot, time, what, source, mint, amount } = touch;
  return { transaction, slot, time_unix: time, what, source, mint, amount: amount?.toString() ?? null };
}

function hopMetrics(hop: Hop | null): HopMetrics | null {
  if (!hop || hop.funder === null) return null;
  const { funder, funderLabel, lamports, transaction, slot, time } = hop;
  const label = labelMetrics(funderLabel);
  return { source: funder, label, lamports: lamports.toString(), transaction, slot, time_unix: time };
}
