import type { Reason } from '../check.ts';
import type { WalletCode } from './codes.ts';
import type { WalletVerdict } from './policy.ts';
import { reason } from './reason.ts';

const SOL = 1_000_000_000n;
const DAY_SECONDS = 86_400n;

/** A bound and the best verdict that is left to a figure beyond it. */
interface Step {
  readonly bound: bigint;
  readonly allows: WalletVerdict;
}

/** What a figure is held against. `least`: it must not be lower, `most`: not higher. The second step is the stricter one. */
interface Test {
  readonly side: 'least' | 'most';
  readonly steps: readonly [Step] | readonly [Step, Step];
}

const least = (bound: bigint, further?: Step): Test => test('least', { bound, allows: 'NEUTRAL' }, further);
const most = (bound: bigint, further?: Step): Test => test('most', { bound, allows: 'NEUTRAL' }, further);

function test(side: Test['side'], step: Step, further?: Step): Test {
  return { side, steps: further ? [step, further] : [step] };
}

const insufficient = (bound: bigint): Step => ({ bound, allows: 'INSUFFICIENT' });
const unverifiable = (bound: bigint): Step => ({ bound, allows: 'UNVERIFIABLE' });

/**
 * Every figure that a verdict depends on, with its bounds: numbers, seconds, lamports, percent for the profit factor, basis
 * points for all other shares. The numbers are those of the simulations and of the gates of the reference; a share "from 20
 * percent on" is written as its largest allowed value.
 */
const tests = {
  TOO_FEW_CLOSED_TRADES: least(30n, insufficient(20n)),
  // Half of the round trips that are asked for: uneven sizes are usual, a handful with dust beside it is not.
  SIZES_TOO_UNEVEN: least(15n),
  TOO_FEW_MINTS: least(15n, insufficient(10n)),
  TOO_FEW_ACTIVE_DAYS: least(14n, insufficient(7n)),
  LOW_TURNOVER: least(10n * SOL, insufficient(2n * SOL)),
  LOW_PROFIT_FACTOR: least(130n),
  LUCKY_HIT: most(4_000n),
  UNMATCHED_BASIS: most(1_000n, unverifiable(2_000n)),
  UNPRICED_STABLE: test('most', unverifiable(2_000n)),
  LP_OR_PERP_DOMINATED: test('most', unverifiable(5_000n)),
  TRANSFERRED_OUT: most(1_500n),
  OPEN_BAGS: most(3_000n),
  STALE: most(30n * DAY_SECONDS),
  MEV_ATOMIC: most(1_999n),
  BUNDLE: most(1_999n),
  THIN_POOL_PROFIT: most(2_999n),
  FAST_HOLDS: test('least', { bound: 60n, allows: 'TRUSTED' }, { bound: 3n, allows: 'NEUTRAL' }),
  HIGH_FREQUENCY: test('most', { bound: 300n, allows: 'TRUSTED' }),
  SELF_DEALING: most(1_999n),
  WASH_ROUNDTRIPS: most(2_999n),
  SANDWICH: most(999n),
  SELLS_WITHOUT_BUYS: most(999n),
} as const satisfies Readonly<Partial<Record<WalletCode, Test>>>;

export type BoundCode = keyof typeof tests;

const isBeyond = ({ side }: Pick<Test, 'side'>, bound: bigint, figure: bigint) =>
  side === 'least' ? figure < bound : figure > bound;

/** The reason of a figure beyond its bound, which holds both; none where it keeps it. Lamports are `bigint`. */
export function missed(code: BoundCode, figure: number | bigint, more: Reason['evidence'] = {}): readonly Reason[] {
  const { side, steps }: Test = tests[code];
  const [{ bound }] = steps;
  // A part of a whole number counts against the wallet.
  const whole = typeof figure === 'bigint' ? figure : BigInt(side === 'least' ? Math.floor(figure) : Math.ceil(figure));
  if (!isBeyond({ side }, bound, whole)) return [];
  const shown =
    typeof figure === 'bigint'
      ? { figure: `${whole}`, bound: `${bound}` }
      : { figure: Number(whole), bound: Number(bound) };
  return [reason(code, { ...shown, ...more })];
}

/** The best verdict that the figure in a reason of `missed` still allows; null for any other reason. */
export function boundCeiling({ code, evidence }: Reason): WalletVerdict | null {
  if (!Object.hasOwn(tests, code)) return null;
  const test: Test = tests[code as BoundCode];
  const figure = BigInt(String(evidence.figure));
  return test.steps.findLast((step) => isBeyond(test, step.bound, figure))?.allows ?? 'TRUSTED';
}
