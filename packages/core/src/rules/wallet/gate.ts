import { type Gap, gapFacts, missing } from '#lib/reading.ts';
import type { Reason } from '../check.ts';
import type { Step } from '../engine.ts';
import { type Codes, codesOf } from '../rule.ts';
import { allowedBy as allowedByBound } from './bounds.ts';
import type { WalletVerdict, WalletWeight } from './policy.ts';
import { walletRules } from './rules/index.ts';

/** Events that make a sign of manipulation a proof. */
const MANIPULATION_EVENTS_MIN = 5;

/** One limit of the verdict: a reason, and the gap behind it if something could not be read. */
export interface WalletLimit {
  readonly reason: Reason;
  readonly gap: Gap | null;
  /** The best verdict that is left. */
  readonly allows: WalletVerdict;
}

const weights: Codes<WalletWeight> = codesOf(walletRules);

/** The effect of a rule's reason on the verdict, and the gap behind it. Throws for a code that no rule declares. */
export function limitOfFact(reason: Reason): WalletLimit {
  const weight = weightOf(reason);
  if (!weight) throw new Error(`no rule says what ${reason.code} allows`);
  return { reason, gap: gapBehind(reason, weight), allows: allowedBy(reason, weight) };
}

function weightOf({ code }: Reason): WalletWeight | undefined {
  return weights[code];
}

function allowedBy({ code, evidence }: Reason, { allows, bound, provesManipulation }: WalletWeight): WalletVerdict {
  if (provesManipulation) {
    return Number(evidence.proving_events) >= MANIPULATION_EVENTS_MIN ? 'UNTRUSTED' : 'NEUTRAL';
  }
  const left = bound ? allowedByBound(bound, evidence) : allows;
  if (!left) throw new Error(`the rule of ${code} does not say what it allows`);
  return left;
}

/** The gap behind a reason of a rule that says what is missing or not understood; null for a fact. */
function gapBehind({ code, evidence }: Reason, { unread }: WalletWeight): Gap | null {
  if (evidence.too_many === true) return missing('history', 'limit_reached').gap;
  if (unread) return missing('history', unread).gap;
  // Too many token accounts are a fact about the wallet; everything else in a small gap is what endpoints left out.
  const isOurs = code === 'SMALL_GAPS' && Number(evidence.breaks) > 0;
  return isOurs ? missing('history', 'history_missing').gap : null;
}

/** True for a proven sign of manipulation; the other way to UNTRUSTED is a proven loss, which needs a sample. */
export function isManipulation({ reason, allows }: WalletLimit): boolean {
  return allows === 'UNTRUSTED' && weightOf(reason)?.provesManipulation === true;
}

/** True if a gap of ours made the record shorter than requested. */
function isCut({ reason, gap }: WalletLimit): boolean {
  return gap !== null && gapFacts[gap.cause].ours && weightOf(reason)?.spoilsRecord === true;
}

/**
 * The order of decision. The unverifiable comes first: the moment of the answer, the kind of address, the gaps of the history, and only
 * for a complete history its books. Then proof of manipulation, for which no sample is too small; then the size of the sample; then proof
 * of loss; then every fact against the best verdict. At each step a fact that leads there alone comes before a gap, unless the gap cut the
 * record short: then it decides with every fact of the record, and no loss is proven.
 */
export function stepsOf(limits: readonly WalletLimit[]): readonly Step<WalletVerdict, WalletLimit>[] {
  const allowing = (verdict: WalletVerdict) => limits.filter(({ allows }) => allows === verdict);
  const open = allowing('UNVERIFIABLE');
  const neutral = allowing('NEUTRAL');
  const cut = limits.filter(isCut);
  const isWhole = cut.length === 0;
  const withCut = (some: readonly WalletLimit[]) => (some.length > 0 ? [...some, ...cut] : []);
  const steps: readonly (readonly [WalletVerdict, readonly WalletLimit[]])[] = [
    ['UNVERIFIABLE', open.filter(({ gap }) => gap?.reading === 'as_of')],
    ['UNVERIFIABLE', open.filter(({ reason }) => weightOf(reason)?.aboutAddress)],
    ['UNVERIFIABLE', open.filter(({ gap }) => gap !== null && !gapFacts[gap.cause].ours)],
    ['UNVERIFIABLE', open.filter(({ gap }) => gap !== null)],
    ['UNVERIFIABLE', withCut(open)],
    ['UNTRUSTED', limits.filter(isManipulation)],
    ['INSUFFICIENT', withCut(allowing('INSUFFICIENT'))],
    ['UNTRUSTED', isWhole ? allowing('UNTRUSTED') : []],
    ['NEUTRAL', isWhole ? neutral.filter(({ gap }) => gap === null) : []],
    ['NEUTRAL', neutral],
  ];
  return steps.map(([verdict, deciding]) => ({ verdict, deciding }));
}
