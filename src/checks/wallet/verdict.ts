import { type Gap, ifKnown, known, renamed } from '#lib/reading.ts';
import type { Judgement } from '../check.ts';
import { eachCodeOnce, judgeBy, type Policy } from '../engine.ts';
import { metricsOf } from './answer-metrics.ts';
import { confidenceOf } from './confidence.ts';
import type { WalletEvidence } from './evidence.ts';
import { figuresOf } from './figures.ts';
import type { Figures } from './figures-model.ts';
import { limitOfFact, stepsOf, type WalletLimit } from './gate.ts';
import type { JudgedEvidence } from './judged.ts';
import { readingRole, type WalletReadingName, type WalletVerdict } from './policy.ts';
import { walletRules } from './rules/index.ts';
import { limitsOfGaps } from './unread.ts';

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
    // Of a history that cannot be verified nothing else is said; good news stands only where it is the verdict.
    const beside = verdict === 'UNVERIFIABLE' ? [] : limits.filter(({ reason }) => reason.code !== GOOD_NEWS);
    return eachCodeOnce([...beside, ...deciding]);
  },
  confidence: confidenceOf,
  metrics: (evidence, listed) => ({ ...metricsOf(evidence, listed) }),
};

/** The wallet verdict of one subject's evidence. */
export function judgeWallet(evidence: WalletEvidence): Judgement {
  const book = ifKnown(evidence.book);
  return judgeFigures(evidence, book && figuresOf(book));
}

/** The same with the figures of the book at hand; they do not count where there is no book. */
export function judgeFigures(evidence: WalletEvidence, figures: Figures | null): Judgement {
  const { book, makers } = evidence;
  return judgeBy(policy, {
    ...evidence,
    figures: book.known ? known(book.value && figures) : renamed('book', book.gap),
    seenMakers: known(ifKnown(makers) ?? []),
  });
}
