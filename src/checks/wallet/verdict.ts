import { type Gap, ifKnown, known, renamed } from '#lib/reading.ts';
import { type Judgement, orderReasons, type Reason } from '../check.ts';
import { metricsOf } from './answer-metrics.ts';
import { confidenceOf } from './confidence.ts';
import type { WalletEvidence } from './evidence.ts';
import { figuresOf } from './figures.ts';
import type { Figures } from './figures-model.ts';
import { ceilingOf, type Gated, gate, type Limit } from './gate.ts';
import { gapBehind, gapsOf, readingLimits } from './holes.ts';
import type { JudgedEvidence } from './judged.ts';
import { walletRules } from './rules/index.ts';
import { withMakers } from './unread-makers.ts';

/** The wallet verdict of one subject's evidence. */
export function judgeWallet(evidence: WalletEvidence): Judgement {
  const book = ifKnown(evidence.book);
  return judge(evidence, book && figuresOf(book));
}

/** The same with the figures of the book at hand; they do not count where there is no book. Rules find, the gate weighs. */
export function judge(given: WalletEvidence, figures: Figures | null): Judgement {
  const { book, makers } = given;
  const evidence: JudgedEvidence = {
    ...given,
    figures: book.known ? known(book.value && figures) : renamed('book', book.gap),
    seenMakers: known(ifKnown(makers) ?? []),
  };
  const findings = walletRules.map((rule) => rule.judge(evidence)).filter((finding) => finding.outcome === 'raised');
  const unread = readingLimits(evidence).map((limit) => withMakers(limit, evidence));
  const limits = [...findings.flatMap((finding) => finding.reasons.map(factLimit)), ...unread];
  const gated = gate(limits);
  const listed = listedOf(gated, limits);
  const gaps = distinct([...gapsOf(evidence), ...gapsIn(listed)]);
  const deciding = gapsIn(gated.deciding);
  return {
    verdict: gated.verdict,
    reasons: orderReasons(listed.map(({ reason }) => reason)),
    confidencePercent: confidenceOf(gated, evidence),
    flags: [...new Set(findings.flatMap((finding) => finding.flags))].sort(),
    metrics: { ...metricsOf(evidence, listed) },
    gaps,
    decidedBy: gaps.filter((gap) => deciding.some((one) => isSame(one, gap))),
  };
}

function factLimit(reason: Reason): Limit {
  return { reason, gap: gapBehind(reason), allows: ceilingOf(reason) };
}

/**
 * What the answer lists, each code once: what decided, and beside it everything that speaks against the best verdict. Of a
 * history that cannot be verified nothing else is said; good news stands only where it is the verdict.
 */
function listedOf({ verdict, deciding }: Gated, limits: readonly Limit[]): readonly Limit[] {
  const beside = verdict === 'UNVERIFIABLE' ? [] : limits.filter(({ reason }) => reason.code !== GOOD_NEWS);
  const byCode = new Map([...beside, ...deciding].map((limit) => [limit.reason.code, limit]));
  return [...byCode.values()];
}

const GOOD_NEWS = 'POSITIVE_EXPECTANCY_LCB99';

function gapsIn(limits: readonly Limit[]): readonly Gap[] {
  return limits.flatMap(({ gap }) => (gap ? [gap] : []));
}

/** Each gap once. Several reasons may rest on the same one. */
function distinct(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.filter((gap, index) => gaps.findIndex((one) => isSame(one, gap)) === index);
}

const isSame = (a: Gap, b: Gap) => a.reading === b.reading && a.cause === b.cause;
