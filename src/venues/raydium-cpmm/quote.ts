import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import { RATE_DENOMINATOR, type Rates } from './layout.ts';

/** What a swap sees of the pool: the vaults without what is owed, input first. */
export interface Reserves {
  readonly input: bigint;
  readonly output: bigint;
}

/** What a swap does, in atomic units. `lp`, `protocol` and a creator's fee on the input are parts of the input. */
export interface Swap {
  readonly received: bigint;
  readonly lp: bigint;
  /** With the fund's share. */
  readonly protocol: bigint;
  readonly creator: bigint;
}

/**
 * The swap of exactly `amountIn` (`curve/calculator.rs`: `swap_base_input`). A creator's fee on the input is one fee with
 * the trade fee, rounded up once and then split, since the program's release of November 2025; the vendor's SDK still rounds
 * two fees up and is a unit off at times. When both of these rates are 0 the program divides by their sum and fails.
 */
export function swap(
  reserves: Reserves,
  rates: Rates,
  creatorFeeOn: 'input' | 'output',
  amountIn: bigint,
): Swap | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'more than 64 bits go in');
  const onInput = creatorFeeOn === 'input';
  const rate = rates.trade + (onInput ? rates.creator : 0n);
  if (onInput && rate === 0n) return refuse('disabled', 'the program divides by its fee rates, which are 0');
  const fee = ceilDiv(amountIn * rate, RATE_DENOMINATOR);
  const creatorIn = onInput ? (fee * rates.creator) / rate : 0n;
  const trade = fee - creatorIn;
  const protocol = (trade * rates.protocol) / RATE_DENOMINATOR + (trade * rates.fund) / RATE_DENOMINATOR;
  const net = amountIn - fee;
  const swapped = (net * reserves.output) / (reserves.input + net);
  const creatorOut = onInput ? 0n : ceilDiv(swapped * rates.creator, RATE_DENOMINATOR);
  const received = swapped - creatorOut;
  if (received <= 0n) return refuse('amount_too_small', 'nothing comes out');
  return { received, lp: trade - protocol, protocol, creator: creatorIn + creatorOut };
}
