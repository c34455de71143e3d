import { ceilDiv } from '../arithmetic.ts';
import { FEE_DENOMINATOR } from '../concentrated/step.ts';

/** A swap that meets limit orders on a tick. */
export interface Meeting {
  /** What the orders still sell, more than 0, in atomic units. */
  readonly unfilled: bigint;
  /** What the swap still offers, more than 0, in atomic units. */
  readonly remaining: bigint;
  /** Square-root price of the tick, Q64.64. */
  readonly sqrtPrice: bigint;
  readonly zeroForOne: boolean;
  /** In parts of a million. */
  readonly feeRate: bigint;
  readonly feeOnInput: boolean;
}

/** What the swap pays, fee on the input included; what it gets after a fee on the output; what the orders sold. */
export interface Match {
  readonly paid: bigint;
  readonly received: bigint;
  readonly fee: bigint;
  readonly sold: bigint;
}

/** The trade between a swap and the limit orders on a tick (`match_limit_order_with_sqrt_price`, `states/tick_array.rs`). */
export function match(meeting: Meeting): Match {
  const { unfilled, remaining, sqrtPrice, zeroForOne, feeRate, feeOnInput } = meeting;
  const square = sqrtPrice * sqrtPrice;
  const price = zeroForOne ? square >> 64n : ceilDiv(square, 1n << 64n);
  const net = feeOnInput ? remaining - ceilDiv(remaining * feeRate, FEE_DENOMINATOR) : remaining;
  const worth = zeroForOne ? (net * price) >> 64n : (net << 64n) / price;
  const all = worth > unfilled;
  const sold = all ? unfilled : worth;
  const input = all ? costOf(unfilled, price, zeroForOne) : net;
  if (feeOnInput) {
    const fee = all ? ceilDiv(input * feeRate, FEE_DENOMINATOR - feeRate) : remaining - net;
    return { paid: input + fee, received: sold, fee, sold };
  }
  const fee = ceilDiv(sold * feeRate, FEE_DENOMINATOR);
  return { paid: input, received: sold - fee, fee, sold };
}

/** What buying `sold` costs at `price` (token 1 for token 0, Q64.64), rounded up. */
function costOf(sold: bigint, price: bigint, zeroForOne: boolean): bigint {
  return zeroForOne ? ceilDiv(sold << 64n, price) : ceilDiv(sold * price, 1n << 64n);
}
