import { type Gap, gapFacts, missing, type Reading } from '#lib/reading.ts';
import { type Judgement, orderReasons, type Reason } from '../check.ts';
import type { TokenCode } from './codes.ts';
import { confidenceOf } from './confidence.ts';
import type { TokenEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';
import { type Found, type Gated, gate } from './gate.ts';
import { flagOfUnread, gapCodesOf, type ReadingName, readingRole, type TokenVerdict, unreadBy } from './policy.ts';
import { qualityOf } from './quality.ts';
import { reason } from './reason.ts';
import { tokenRules } from './rules/index.ts';
import { judgesHolders, waive } from './waivers.ts';

/** What is asked of every mint. */
const neededOfMint: readonly ReadingName[] = ['metadata', 'holders', 'liquidity', 'age'];
const readingNames = Object.keys(readingRole) as readonly ReadingName[];

/**
 * The token verdict of one subject's evidence. Rules find, waivers take out what a curated asset's issuer may do, the gate
 * weighs. Gaps decide only where no fact alone leads to the same verdict.
 */
export function judgeToken(evidence: TokenEvidence): Judgement {
  const findings = tokenRules.map((rule) => rule.judge(evidence)).filter((finding) => finding.outcome === 'raised');
  const { reasons, flags } = waive(
    findings.flatMap((finding) => finding.reasons),
    evidence,
  );
  const gaps = gapsOf(evidence);
  const slot = evidence.asOf.known ? { slot: String(evidence.asOf.value.slot) } : {};
  const found = [...reasons.map((one) => foundFact(one, slot)), ...gaps.flatMap((gap) => foundGap(gap, evidence))];
  const { verdict, deciding } = gate(found);
  const deciders = gapsIn(deciding);
  const all = unique([...gaps.map(([, gap]) => gap), ...gapsIn(found)]);
  const quality = qualityOf(evidence);
  return {
    verdict,
    reasons: orderReasons(reasonsOf({ verdict, deciding }, found)),
    confidencePercent: deciders.length > 0 && verdict === 'UNKNOWN' ? 0 : confidenceOf({ verdict, deciding }, quality),
    flags: [
      ...new Set([
        ...findings.flatMap((one) => one.flags),
        ...flags,
        ...unreadFlags(gaps),
        ...boundFlags(verdict, all),
      ]),
    ].sort(),
    metrics: { ...metricsOf(evidence, quality) },
    gaps: all,
    decidedBy: deciders,
  };
}

function foundFact(one: Reason, slot: Reason['evidence']): Found {
  const code = one.code as TokenCode;
  const unread = unreadBy[code];
  const gap = unread ? missing(unread.reading, unread.cause, one.message).gap : null;
  return { reason: { ...one, evidence: { ...one.evidence, ...slot } }, gap, blocks: gap ? 'good' : null };
}

function gapsOf(evidence: TokenEvidence): readonly (readonly [ReadingName, Gap])[] {
  const isMint = evidence.mint.known && evidence.mint.value.is === 'mint';
  return readingNames.flatMap((name) => {
    const reading: Reading<unknown> = evidence[name];
    if (!reading.known) return [[name, reading.gap] as const];
    // Nobody asked for what the verdict needs: that would be a mistake of ours, and must not read as good news.
    const isOpen = isMint && reading.value === null && neededOfMint.includes(name);
    return isOpen ? [[name, missing(name, 'unreadable', 'the evidence is incomplete').gap] as const] : [];
  });
}

/** The reasons of a gap, where it decides anything. Without a slot or a mint nothing at all can be said. */
function foundGap([name, gap]: readonly [ReadingName, Gap], evidence: TokenEvidence): readonly Found[] {
  const role = readingRole[name];
  if (role === 'extra' || (role === 'holders' && !judgesHolders(evidence))) return [];
  const blocks = name === 'asOf' || name === 'mint' ? 'everything' : role === 'elevated' ? 'best' : 'good';
  const said = { reading: gap.reading, cause: gap.cause };
  // What is known to be null here is what nobody asked for.
  const codes: readonly TokenCode[] = evidence[name].known ? ['INCOMPLETE_READING'] : gapCodesOf(name, gap);
  return codes.map((code) => ({ reason: reason(code, said), gap, blocks }));
}

/** What decided, then what is proven or open beside it, from medium on. Good news stands alone. */
function reasonsOf({ verdict, deciding }: Gated, found: readonly Found[]): readonly Reason[] {
  if (verdict === 'LOW_RISK') return [reason('NO_ADVERSE_FACT', {})];
  const isIdentity = deciding.some(({ reason: { severity }, gap }) => gap === null && severity === 'info');
  const all = isIdentity ? deciding : [...found, ...deciding];
  return [...new Map(all.map((one) => [one.reason.code, one.reason])).values()];
}

function unreadFlags(gaps: readonly (readonly [ReadingName, Gap])[]): readonly string[] {
  return gaps.flatMap(([name]) => flagOfUnread[name] ?? []);
}

/** A bad verdict holds whatever was not read, which could only make it worse. */
function boundFlags(verdict: TokenVerdict, gaps: readonly Gap[]): readonly string[] {
  const isBad = verdict === 'HIGH_RISK' || verdict === 'CRITICAL';
  return [
    ...(isBad && gaps.length > 0 ? ['VERDICT_IS_LOWER_BOUND'] : []),
    ...(gaps.some(({ cause }) => gapFacts[cause].retryable) ? ['RETRYABLE'] : []),
  ];
}

function gapsIn(found: readonly Found[]): readonly Gap[] {
  return unique(found.flatMap(({ gap }) => (gap ? [gap] : [])));
}

/** Each gap once. Two reasons may rest on the same one. */
function unique(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.filter((gap, index, all) => all.indexOf(gap) === index);
}
