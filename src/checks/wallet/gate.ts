import { type Gap, gapFacts } from '#lib/reading.ts';
import type { Reason } from '../check.ts';
import { boundCeiling } from './bounds.ts';
import type { WalletCode } from './codes.ts';
import { ceilings, identityCodes, MANIPULATION_EVENTS_MIN, manipulationCodes, type WalletVerdict } from './policy.ts';

/** One thing that limits the verdict: a reason, and the gap behind it where it says what could not be read. */
export interface Limit {
  readonly reason: Reason;
  readonly gap: Gap | null;
  /** The best verdict that is left. */
  readonly allows: WalletVerdict;
}

/** The verdict and what led to it. */
export interface Gated {
  readonly verdict: WalletVerdict;
  readonly deciding: readonly Limit[];
}

/** The best verdict that a reason of a rule leaves. Throws for a code that the policy does not know. */
export function ceilingOf(reason: Reason): WalletVerdict {
  const code = reason.code as WalletCode;
  if (manipulationCodes.includes(code)) {
    return Number(reason.evidence.proving_events) >= MANIPULATION_EVENTS_MIN ? 'UNTRUSTED' : 'NEUTRAL';
  }
  const ceiling = boundCeiling(reason) ?? ceilings[code];
  if (!ceiling) throw new Error(`the policy does not say what ${code} allows`);
  return ceiling;
}

/** True for a proven sign of manipulation; the other way to UNTRUSTED is a proven loss, which needs a sample. */
export function isManipulation({ reason, allows }: Limit): boolean {
  return allows === 'UNTRUSTED' && manipulationCodes.includes(reason.code as WalletCode);
}

/**
 * The order of decision. What cannot be verified comes first: the moment of the answer, what the address is, what the history
 * lacks, and only of a history without holes what its books say. Then proof of manipulation, which no sample is too small
 * for; then the size of the sample; then proof of loss; then everything that speaks against the best verdict. At each step a
 * fact that leads there alone comes before a gap.
 */
export function gate(limits: readonly Limit[]): Gated {
  const allowing = (verdict: WalletVerdict) => limits.filter(({ allows }) => allows === verdict);
  const open = allowing('UNVERIFIABLE');
  const neutral = allowing('NEUTRAL');
  const steps: readonly (readonly [WalletVerdict, readonly Limit[]])[] = [
    ['UNVERIFIABLE', open.filter(({ gap }) => gap?.reading === 'as_of')],
    ['UNVERIFIABLE', open.filter(({ reason }) => identityCodes.includes(reason.code as WalletCode))],
    ['UNVERIFIABLE', open.filter(({ gap }) => gap !== null && !gapFacts[gap.cause].ours)],
    ['UNVERIFIABLE', open.filter(({ gap }) => gap !== null)],
    ['UNVERIFIABLE', open],
    ['UNTRUSTED', limits.filter(isManipulation)],
    ['INSUFFICIENT', allowing('INSUFFICIENT')],
    ['UNTRUSTED', allowing('UNTRUSTED')],
    ['NEUTRAL', neutral.filter(({ gap }) => gap === null)],
    ['NEUTRAL', neutral],
  ];
  const [verdict, deciding] = steps.find(([, some]) => some.length > 0) ?? ['TRUSTED' as const, allowing('TRUSTED')];
  return { verdict, deciding };
}
