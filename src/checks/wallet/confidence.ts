import { ifKnown } from '#lib/reading.ts';
import type { Step } from '../engine.ts';
import type { HistoryFacts } from './evidence.ts';
import type { Figures } from './figures-model.ts';
import { isManipulation, type WalletLimit } from './gate.ts';
import type { JudgedEvidence } from './judged.ts';
import { makersExpected, makersKnown } from './makers.ts';
import { confidence, type WalletVerdict } from './policy.ts';

type Gated = Step<WalletVerdict, WalletLimit>;

/** Shares are counted in millionths, so that no float decides about a percent. */
const WHOLE = 1_000_000n;
/** e^(-1/60) in units of 10^-12, rounded up. */
const DECAY = 983_471_453_822n;
const DECAY_WHOLE = 1_000_000_000_000n;
/** Beyond so many round trips nothing is left of the decay: e^(-15). */
const DECAY_STEPS_MAX = 900;

/** Percent for a verdict, from 0 to 95: how sure the data makes it. Everything is rounded down. */
export function confidenceOf(gated: Gated, evidence: JudgedEvidence): number {
  if (gated.verdict === 'UNVERIFIABLE') return unverifiablePercent(gated);
  const [history, figures] = [ifKnown(evidence.history), ifKnown(evidence.figures)];
  if (!history) return 0;
  const data = figures ? dataQuality(history, figures) : WHOLE;
  const percent = Number((data * verdictShare(gated, evidence, figures)) / (WHOLE * 10_000n));
  const isBounded = figures !== null && gated.verdict === 'TRUSTED' && !areMakersKnown(evidence, figures);
  return Math.min(percent, isBounded ? confidence.makersUnknownMax : confidence.max);
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
function dataQuality(history: HistoryFacts, { unmatchedBps, unpricedBps }: Figures): bigint {
  const all = BigInt(Math.max(1, history.transactions + history.unusable.length));
  const links = BigInt(Math.max(1, history.nativeLinks + history.tokenLinks));
  const parts = [
    left(bps(unmatchedBps) * 5n, 2n),
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

/** What is left of the whole when `taken / by` is gone; never less than nothing. */
function left(taken: bigint, by = 1n): bigint {
  const rest = WHOLE - (taken + by - 1n) / by;
  return rest > 0n ? rest : 0n;
}

const product = (a: bigint, b: bigint) => (a * b) / WHOLE;
const percent = (value: bigint) => value * 10_000n;
const bps = (value: number) => BigInt(value) * 100n;
