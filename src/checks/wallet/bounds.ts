import type { Reason } from '../check.ts';
import type { WalletCode } from './codes.ts';
import { DAY_SECONDS } from './days.ts';
import { measured, type TestDirection, type TestUnit } from './measured.ts';
import type { WalletVerdict } from './policy.ts';
import { reason } from './reason.ts';

const SOL = 1_000_000_000n;

/** A bound and the best verdict that is left to a figure beyond it. */
interface Step {
  readonly bound: bigint;
  readonly allows: WalletVerdict;
}

/** What a figure is held against. The second step is the stricter one: whoever misses it missed the first as well. */
interface Test {
  readonly direction: TestDirection;
  readonly unit: TestUnit;
  readonly steps: readonly [Step] | readonly [Step, Step];
}

const neutral = (bound: bigint): Step => ({ bound, allows: 'NEUTRAL' });
const insufficient = (bound: bigint): Step => ({ bound, allows: 'INSUFFICIENT' });
const unverifiable = (bound: bigint): Step => ({ bound, allows: 'UNVERIFIABLE' });

const least = (unit: TestUnit, ...steps: Test['steps']): Test => ({ direction: 'at_least', unit, steps });
const most = (unit: TestUnit, ...steps: Test['steps']): Test => ({ direction: 'at_most', unit, steps });

/**
 * Every figure that a verdict depends on, with its bounds. The numbers are those of the simulations and of the gates of the
 * reference; a share "from 20 percent on" is written as its largest allowed value.
 */
const tests = {
  TOO_FEW_CLOSED_TRADES: least('count', neutral(30n), insufficient(20n)),
  // Half of the round trips that are asked for: uneven sizes are usual, a handful with dust beside it is not.
  SIZES_TOO_UNEVEN: least('count', neutral(15n)),
  TOO_FEW_MINTS: least('count', neutral(15n), insufficient(10n)),
  TOO_FEW_ACTIVE_DAYS: least('count', neutral(14n), insufficient(7n)),
  LOW_TURNOVER: least('lamports', neutral(10n * SOL), insufficient(2n * SOL)),
  LOW_PROFIT_FACTOR: least('percent', neutral(130n)),
  LUCKY_HIT: most('bps', neutral(4_000n)),
  UNMATCHED_BASIS: most('bps', neutral(1_000n), unverifiable(2_000n)),
  UNPRICED_STABLE: most('bps', neutral(1_000n), unverifiable(2_000n)),
  LP_OR_PERP_DOMINATED: most('bps', unverifiable(5_000n)),
  TRANSFERRED_OUT: most('bps', neutral(1_500n)),
  OPEN_BAGS: most('bps', neutral(3_000n)),
  STALE: most('seconds', neutral(30n * BigInt(DAY_SECONDS))),
  MEV_ATOMIC: most('bps', neutral(1_999n)),
  BUNDLE: most('bps', neutral(1_999n)),
  THIN_POOL_PROFIT: most('bps', neutral(2_999n)),
  FAST_HOLDS: least('seconds', neutral(3n)),
  SELF_DEALING: most('bps', neutral(1_999n)),
  WASH_ROUNDTRIPS: most('bps', neutral(2_999n)),
  SANDWICH: most('bps', neutral(999n)),
  SELLS_WITHOUT_BUYS: most('bps', neutral(999n)),
} as const satisfies Readonly<Partial<Record<WalletCode, Test>>>;

export type BoundCode = keyof typeof tests;

/** The strictest step that a figure misses: the one that explains the verdict. */
function missedStep({ direction, steps }: Test, figure: bigint): Step | undefined {
  return steps.findLast(({ bound }) => (direction === 'at_least' ? figure < bound : figure > bound));
}

/** The reason of a figure beyond its bound, which holds both; none where it keeps it. Lamports are `bigint`. */
export function missed(code: BoundCode, figure: number | bigint, more: Reason['evidence'] = {}): readonly Reason[] {
  const test: Test = tests[code];
  const { direction, unit } = test;
  // A part of a whole number counts against the wallet.
  const round = direction === 'at_least' ? Math.floor : Math.ceil;
  const whole = typeof figure === 'bigint' ? figure : round(figure);
  const step = missedStep(test, BigInt(whole));
  if (!step) return [];
  const bound = typeof whole === 'bigint' ? step.bound : Number(step.bound);
  return [reason(code, { ...measured(direction, unit, whole, bound), ...more })];
}

/** The best verdict that the figure in a reason of `missed` still allows; null for any other reason. */
export function boundCeiling({ code, evidence }: Reason): WalletVerdict | null {
  if (!Object.hasOwn(tests, code)) return null;
  const test: Test = tests[code as BoundCode];
  return missedStep(test, BigInt(String(evidence.figure)))?.allows ?? 'TRUSTED';
}
