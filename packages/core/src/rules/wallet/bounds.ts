import type { Reason } from '../check.ts';
import { type Codes, type RaisedReason, reason } from '../rule.ts';
import type { Currency } from './evidence/book.ts';
import { measured, measuredIn, type TestUnit, unitOf } from './measured.ts';
import type { Bound, BoundStep, WalletVerdict } from './policy.ts';

/** Beyond this the best verdict is out of reach. */
export const neutral = (bound: bigint): BoundStep => ({ bound, allows: 'NEUTRAL' });
/** Beyond this there is too little to judge. */
export const insufficient = (bound: bigint): BoundStep => ({ bound, allows: 'INSUFFICIENT' });
/** Beyond this nothing can be said. */
export const unverifiable = (bound: bigint): BoundStep => ({ bound, allows: 'UNVERIFIABLE' });

/** A figure that must not be lower. */
export const least = (unit: TestUnit, ...steps: Bound['steps']): Bound => ({ direction: 'at_least', unit, steps });
/** A figure that must not be higher. A share "from 20 percent on" is written as its largest allowed value. */
export const most = (unit: TestUnit, ...steps: Bound['steps']): Bound => ({ direction: 'at_most', unit, steps });

/** A lower bound of an amount of money: lamports, and its counterpart in each other currency. */
export function leastOf(steps: Readonly<Record<Currency, Bound['steps']>>): Bound {
  const { sol, usd, eur } = steps;
  return { direction: 'at_least', unit: unitOf.sol, steps: sol, inUnits: { [unitOf.usd]: usd, [unitOf.eur]: eur } };
}

/** The strictest step that a figure misses: the one that explains the verdict. */
function missedStep({ direction, steps: own, inUnits }: Bound, unit: TestUnit, figure: bigint): BoundStep | undefined {
  const steps = inUnits?.[unit] ?? own;
  return steps.findLast(({ bound }) => (direction === 'at_least' ? figure < bound : figure > bound));
}

/** True where a figure leaves more than a verdict. */
export function keeps(bound: Bound, figure: bigint, verdict: WalletVerdict, unit = bound.unit): boolean {
  return missedStep(bound, unit, figure)?.allows !== verdict;
}

/**
 * The reason of a figure beyond the bound of its code, with both; none within the bound. Amounts are `bigint`; `unit` is their unit if it
 * differs from the bound's. The bounds come from the simulations and from the gates of the reference.
 */
export function missed<const C extends Codes<{ readonly bound?: Bound }>, K extends keyof C & string>(
  codes: C,
  code: K,
  figure: number | bigint,
  more: Reason['evidence'] = {},
  unit = codes[code]?.bound?.unit,
): readonly RaisedReason<K>[] {
  const bound = codes[code]?.bound;
  if (!bound || !unit) throw new Error(`${code} has no bound`);
  const { direction } = bound;
  // A part of a whole number counts against the wallet.
  const round = direction === 'at_least' ? Math.floor : Math.ceil;
  const whole = typeof figure === 'bigint' ? figure : round(figure);
  const step = missedStep(bound, unit, BigInt(whole));
  if (!step) return [];
  const limit = typeof whole === 'bigint' ? step.bound : Number(step.bound);
  return [reason(code, { ...measured(direction, unit, whole, limit), ...more })];
}

/** The best verdict that the figure in a reason of `missed` still allows. */
export function allowedBy(bound: Bound, evidence: Reason['evidence']): WalletVerdict {
  const unit = measuredIn(evidence)?.unit ?? bound.unit;
  return missedStep(bound, unit, BigInt(String(evidence.figure)))?.allows ?? 'TRUSTED';
}
