import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { refuse } from '../refusal.ts';

/** The vaults of a pool without what is owed from them, input first. */
export interface Reserves {
  readonly input: bigint;
  readonly output: bigint;
}

/** What a swap does, in atomic units. The fee is a part of the input, and all of it stays in the pool. */
export interface Swap {
  readonly received: bigint;
  readonly fee: bigint;
}

/** The swap of exactly `amountIn` (`processor.rs`: `process_swap_base_in_v2`; `math.rs`: `swap_token_amount_base_in`). */
export function swap(
  reserves: Reserves,
  rate: { readonly numerator: bigint; readonly denominator: bigint },
  amountIn: bigint,
): Swap | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'more than 64 bits go in');
  const fee = ceilDiv(amountIn * rate.numerator, rate.denominator);
  const net = amountIn - fee;
  const received = (reserves.output * net) / (reserves.input + net);
  return received > 0n ? { received, fee } : refuse('amount_too_small', 'nothing comes out');
}
