import { U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { refuse } from '../refusal.ts';

/** The vaults of a pool without what is owed from them, both more than 0. */
export interface Reserves {
  readonly input: bigint;
  readonly output: bigint;
}

/** What a swap does, in atomic units. `net` is the input without the fee, and all of the input stays in the pool. */
export interface Swap {
  readonly received: bigint;
  readonly net: bigint;
}

/**
 * The swap of exactly `amountIn` (`processor.rs`: `process_swap_base_in_v2`; `math.rs`: `swap_token_amount_base_in`). The
 * program rounds the fee up, which is to round down what is left. Less comes out than the pool holds.
 */
export function swap(
  reserves: Reserves,
  rate: { readonly numerator: bigint; readonly denominator: bigint },
  amountIn: bigint,
): Swap | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'more than 64 bits go in');
  const net = (amountIn * (rate.denominator - rate.numerator)) / rate.denominator;
  const received = (reserves.output * net) / (reserves.input + net);
  return received > 0n ? { received, net } : refuse('amount_too_small', 'nothing comes out');
}
