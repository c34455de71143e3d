import type { Reason } from '../check.ts';
import { type Codes, type RaisedReason, reason } from '../rule.ts';
import { measured, type TestUnit } from './measured.ts';
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

/** The strictest step that a figure misses: the one that explains the verdict. */
function missedStep({ direction, steps }: Bound, figure: bigint): BoundStep | undefined {
  return steps.findLast(({ bound }) => (direction === 'at_least' ? figure < bound : figure > bound));
}

/**
 * The reason of a figure beyond the bound of its code, which holds both; none where it keeps it. Lamports are `bigint`. The
 * numbers of bounds are those of the simulations and of the gates of the reference.
 */
export function missed<const C extends Codes<{ readonly bound?: Bound }>, K extends keyof C & string>(
  codes: C,
  code: K,
  figure: number | bigint,
  more: Reason['evidence'] = {},
): readonly RaisedReason<K>[] {
  const bound = codes[code]?.bound;
  if (!bound) throw new Error(`${code} has no bound`);
  const { direction, unit } = bound;
  // A part of a whole number counts against the wallet.
  const round = direction === 'at_least' ? Math.floor : Math.ceil;
  const whole = typeof figure === 'bigint' ? figure : round(figure);
  const step = missedStep(bound, BigInt(whole));
  if (!step) return [];
  const limit = typeof whole === 'bigint' ? step.bound : Number(step.bound);
  return [reason(code, { ...measured(direction, unit, whole, limit), ...more })];
}

/** The best verdict that the figure in a reason of `missed` still allows. */
export function allowedBy(bound: Bound, { figure }: Reason['evidence']): WalletVerdict {
  return missedStep(bound, BigInt(String(figure)))?.allows ?? 'TRUSTED';
}
