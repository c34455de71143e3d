import { type Gap, ifKnown, known, missing, renamed } from '#lib/reading.ts';
import type { Judgement } from '../check.ts';
import { eachCodeOnce, judgeBy, type NamedGap, type Policy, type Step } from '../engine.ts';
import { catalogued } from '../rule.ts';
import { metricsOf } from './answer-metrics.ts';
import type { Figures } from './book-figures.ts';
import { codes, type WalletCode } from './codes.ts';
import { currencies } from './evidence/book.ts';
import { isRecord } from './evidence/carriers.ts';
import { mainCurrency } from './evidence/main-currency.ts';
import type { HistoryFacts, WalletEvidence } from './evidence.ts';
import { figuresOf } from './figures.ts';
import { isManipulation, limitOfFact, stepsOf, type WalletLimit } from './gate.ts';
import { makersExpected, makersKnown } from './makers.ts';
import { measured } from './measured.ts';
import {
  confidence,
  gapCodeOf,
  type JudgedEvidence,
  readingRole,
  type WalletReadingName,
  type WalletVerdict,
} from './policy.ts';
import { walletRules } from './rules/index.ts';

/** Shares are counted in millionths, so that no float decides about a percent. */
const WHOLE = 1_000_000n;

/** e^(-1/60) in units of 10^-12, rounded up. */
const DECAY = 983_471_453_822n;

const DECAY_WHOLE = 1_000_000_000_000n;

/** Beyond so many round trips nothing is left of the decay: e^(-15). */
const DECAY_STEPS_MAX = 900;

const product = (a: bigint, b: bigint) => (a * b) / WHOLE;

const percent = (value: bigint) => value * 10_000n;

const bps = (value: number) => BigInt(value) * 100n;

const leftWithout = (name: WalletReadingName): WalletVerdict =>
  readingRole[name] === 'whole' ? 'UNVERIFIABLE' : 'NEUTRAL';

const GOOD_NEWS = 'POSITIVE_EXPECTANCY_LCB99';

const policy: Policy<JudgedEvidence, WalletVerdict, WalletLimit> = {
  rules: walletRules,
  readings: Object.keys(readingRole) as readonly WalletReadingName[],
  gapsBehind: 'listed',
  // Several reasons may rest on the same gap.
  isSameGap: (one: Gap, other: Gap) => one.reading === other.reading && one.cause === other.cause,
  namesSlot: false,
  limitOfFact,
  limitsOfGaps,
  steps: stepsOf,
  otherwise: (limits) => ({ verdict: 'TRUSTED', deciding: limits.filter(({ allows }) => allows === 'TRUSTED') }),
  listed({ verdict, deciding }, limits) {
    // A history that cannot be verified has no further reasons; good news stands only if it is the verdict.
    const beside = verdict === 'UNVERIFIABLE' ? [] : limits.filter(({ reason }) => reason.code !== GOOD_NEWS);
    return eachCodeOnce([...beside, ...deciding]);
  },
  confidence: confidenceOf,
  metrics: (evidence, listed) => ({ ...metricsOf(evidence, listed) }),
};

/** The wallet verdict of one subject's evidence. */
export function judgeWallet(evidence: WalletEvidence): Judgement {
  const book = ifKnown(evidence.book);
  if (!book) return judgeFigures(evidence, null);
  const main = mainCurrency(book);
  const others = currencies.filter((currency) => currency !== main);
  return judgeFigures(
    evidence,
    figuresOf(book, main),
    others.map((currency) => figuresOf(book, currency)),
  );
}

/** The same with the figures of the book at hand; they do not count where there is no book. */
export function judgeFigures(
  evidence: WalletEvidence,
  figures: Figures | null,
  others: readonly Figures[] = [],
): Judgement {
  const { book, makers } = evidence;
  return judgeBy(policy, {
    ...evidence,
    figures: book.known ? known(book.value && figures) : renamed('book', book.gap),
    others: book.known ? known(others) : renamed('book', book.gap),
    seenMakers: known(ifKnown(makers) ?? []),
  });
}

/** The effect of the missing readings on the verdict. */
function limitsOfGaps(gaps: readonly NamedGap<JudgedEvidence>[], evidence: JudgedEvidence): readonly WalletLimit[] {
  const unread = gaps.map(([name, gap]) => {
    const reading = name as WalletReadingName;
    return limitOf(gapCodeOf(reading, gap), gap, leftWithout(reading));
  });
  return [...unread, ...unasked(evidence), ...timeless(evidence)].map((limit) => withMakers(limit, evidence));
}

function limitOf(code: WalletCode, gap: Gap, allows: WalletVerdict): WalletLimit {
  return { reason: catalogued(codes, code, { reading: gap.reading, cause: gap.cause }), gap, allows };
}

/** A needed reading that was not made is a bug, and must not count as good news. */
function unasked({ history, book, makers, payers, figures }: JudgedEvidence): readonly WalletLimit[] {
  const incomplete = (name: WalletReadingName) => {
    const { gap } = missing(name, 'unreadable', 'the evidence is incomplete');
    return [limitOf('INCOMPLETE_READING', gap, leftWithout(name))];
  };
  if (history.known && history.value === null) return incomplete('history');
  const isEmpty = ifKnown(history)?.transactions === 0;
  if (book.known && book.value === null && !isEmpty) return incomplete('book');
  const facts = ifKnown(figures);
  if (!facts) return [];
  const lacksMakers = makers.known && makers.value === null && makersExpected(facts) > 0;
  const lacksPayers = payers.known && payers.value === null && isRecord(facts);
  return [...(lacksMakers ? incomplete('makers') : []), ...(lacksPayers ? incomplete('payers') : [])];
}

/** Without the time of its slot an answer knows neither the age of the last trade nor the stale positions. */
function timeless({ asOf }: JudgedEvidence): readonly WalletLimit[] {
  if (!asOf.known || asOf.value.time !== null) return [];
  const { gap } = missing('as_of', 'rpc_unavailable', 'the slot has no block time');
  return [limitOf('RPC_UNAVAILABLE', gap, 'NEUTRAL')];
}

/** The limit of makers that could not be read, with how many are known of how many are needed; any other as it is. */
function withMakers(limit: WalletLimit, { figures, makers }: JudgedEvidence): WalletLimit {
  const { reason } = limit;
  const facts = ifKnown(figures);
  if (reason.code !== 'MAKERS_UNREAD' || !facts) return limit;
  // Something was asked for, so that at least one was needed.
  const needed = Math.max(1, makersExpected(facts));
  const counted = measured('at_least', 'count', makersKnown(ifKnown(makers) ?? []), needed);
  return { ...limit, reason: { ...reason, evidence: { ...counted, ...reason.evidence } } };
}

type Gated = Step<WalletVerdict, WalletLimit>;

/** Percent for a verdict, from 0 to 95: how sure the data makes it. Everything is rounded down. */
function confidenceOf(gated: Gated, evidence: JudgedEvidence): number {
  if (gated.verdict === 'UNVERIFIABLE') return unverifiablePercent(gated);
  const [history, figures] = [ifKnown(evidence.history), ifKnown(evidence.figures)];
  if (!history) return 0;
  const data = figures ? dataQuality(history, figures) : WHOLE;
  const share = Number((data * verdictShare(gated, evidence, figures)) / (WHOLE * 10_000n));
  const isBounded = figures !== null && gated.verdict === 'TRUSTED' && !areMakersKnown(evidence, figures);
  return Math.min(share, isBounded ? confidence.makersUnknownMax : confidence.max);
}

/** Proven facts are sure. A history that is too long is one for as long as it is; a failure of ours says nothing. */
function unverifiablePercent({ deciding }: Gated): number {
  const isProven = deciding.some(
    ({ reason: { code }, gap }) => gap === null || code === 'CONTINUITY_BROKEN' || code === 'BALANCE_MISMATCH',
  );
  if (isProven) return confidence.provenFact;
  return deciding.every(({ gap }) => gap?.cause === 'limit_reached') ? confidence.truncated : 0;
}

/** How good the data is: every hole takes some of it. */
function dataQuality(history: HistoryFacts, { unmatchedBps, beforeWindowBps, unpricedBps }: Figures): bigint {
  const all = BigInt(Math.max(1, history.transactions + history.unusable.length));
  const links = BigInt(Math.max(1, history.nativeLinks + history.tokenLinks));
  const parts = [
    // A loss on holdings from before the window is not seen; received amounts are set apart as a whole.
    left(bps(beforeWindowBps) * 5n, 2n),
    left(bps(Math.max(0, unmatchedBps - beforeWindowBps))),
    left((BigInt(history.unusable.length) * WHOLE * 5n) / all),
    left((BigInt(history.repaired) * WHOLE * 10n) / links),
    left(bps(unpricedBps), 2n),
  ];
  return parts.reduce(product, WHOLE);
}

/** The share that a verdict of this kind has on perfect data. */
function verdictShare(gated: Gated, evidence: JudgedEvidence, figures: Figures | null): bigint {
  switch (gated.verdict) {
    case 'TRUSTED':
      return figures ? trustedShare(evidence, figures) : 0n;
    case 'UNTRUSTED': {
      const signs = gated.deciding.filter(isManipulation).length;
      if (signs === 0) return percent(95n) - (percent(25n) * decay(figures?.closed ?? 0)) / WHOLE;
      return percent(signs === 1 ? 60n : signs === 2 ? 80n : 90n);
    }
    case 'NEUTRAL':
      return percent(70n);
    default:
      return WHOLE;
  }
}

function trustedShare(evidence: JudgedEvidence, figures: Figures): bigint {
  const small = left((percent(60n) * decay(figures.closed)) / WHOLE);
  const top = bps(figures.top3Bps ?? 0) - percent(40n);
  const makers = areMakersKnown(evidence, figures) ? WHOLE : percent(85n);
  return [small, left(top > 0n ? top : 0n), makers].reduce(product, WHOLE);
}

function areMakersKnown({ makers }: JudgedEvidence, figures: Figures): boolean {
  return makersKnown(ifKnown(makers) ?? []) >= makersExpected(figures);
}

/** e^(-closed/60), rounded up. */
function decay(closed: number): bigint {
  let share = DECAY_WHOLE;
  for (let step = 0; step < Math.min(closed, DECAY_STEPS_MAX); step += 1) {
    share = (share * DECAY + DECAY_WHOLE - 1n) / DECAY_WHOLE;
  }
  return (share * WHOLE + DECAY_WHOLE - 1n) / DECAY_WHOLE;
}

/** The rest of the whole when `taken / by` is gone; never less than nothing. */
function left(taken: bigint, by = 1n): bigint {
  const rest = WHOLE - (taken + by - 1n) / by;
  return rest > 0n ? rest : 0n;
}
