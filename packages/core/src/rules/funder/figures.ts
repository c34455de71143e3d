import { ifKnown } from '#lib/reading.ts';
import type { LabelFact } from '../label.ts';
import {
  type FirstTouch,
  type FirstWeek,
  type FunderEvidence,
  type FunderHop,
  type Funding,
  mainCredits,
  type Source,
  secondsToTrade,
  type WeekSource,
} from './evidence.ts';
import type { FirstTouchMetrics, FunderMetrics, HopMetrics, LabelMetrics, MainSourceMetrics } from './metrics.ts';
import { tallyOf } from './tally.ts';

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
    main_source: weekMetrics(ifKnown(evidence.firstWeek)),
    ...historyMetrics(evidence),
    first_touch: touchMetrics(ifKnown(evidence.firstTouch)),
    first_trade_seconds_after_funding: secondsToTrade(ifKnown(evidence.source), ifKnown(evidence.firstTrade)),
    source_signatures_before: ifKnown(evidence.sourceActivity)?.signatures ?? null,
    source_signatures_span_seconds: ifKnown(evidence.sourceActivity)?.spanSeconds ?? null,
    siblings: ifKnown(evidence.siblings)?.fresh ?? null,
    cohort: ifKnown(evidence.cohort)?.alike ?? null,
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
    fresh_recipients: freshRecipients(funding),
  };
}

/** Those of the transaction of the main source that had most. */
function freshRecipients(funding: Funding | null): number | null {
  const counts = mainCredits(funding?.credits ?? []).map((credit) => credit.freshRecipients);
  return counts.length > 0 ? Math.max(...counts) : null;
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

function weekMetrics(week: FirstWeek | null): MainSourceMetrics | null {
  if (!week) return null;
  const gave = (amount: (one: WeekSource) => bigint) =>
    week.sources.reduce((total, one) => total + (amount(one) > 0n ? amount(one) : 0n), 0n);
  const credited = gave(({ lamports }) => lamports);
  const most = week.sources.reduce<WeekSource | null>(
    (best, one) => (one.lamports > (best?.lamports ?? 0n) ? one : best),
    null,
  );
  const given = most?.lamports ?? 0n;
  return {
    source: most?.source ?? null,
    label: labelMetrics(most?.label ?? null),
    lamports: given.toString(),
    share_bps: credited > 0n ? Number((given * 10_000n) / credited) : null,
    credited_lamports: credited.toString(),
    credited_dollars: gave(({ dollars }) => dollars).toString(),
    sources: week.sources.length,
    transactions_read: week.transactionsRead,
    whole: week.whole,
    why: week.whole ? null : 'limit_reached',
  };
}

function touchMetrics(touch: FirstTouch | null): FirstTouchMetrics | null {
  if (!touch) return null;
  const { transaction, slot, time, what, source, mint, amount } = touch;
  return { transaction, slot, time_unix: time, what, source, mint, amount: amount?.toString() ?? null };
}

function hopMetrics(hop: FunderHop | null): HopMetrics | null {
  if (!hop || hop.funder === null) return null;
  const { funder, funderLabel, lamports, transaction, slot, time } = hop;
  const label = labelMetrics(funderLabel);
  return { source: funder, label, lamports: lamports.toString(), transaction, slot, time_unix: time };
}
