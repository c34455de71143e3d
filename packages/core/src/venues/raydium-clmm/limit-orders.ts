import { ceilDiv } from '../arithmetic.ts';
import { feeBeside, RATE_DENOMINATOR, withoutFee } from '../concentrated/step.ts';

/** Limit orders on a tick, and how a swap meets them. */
export interface Meeting {
  /** The unsold amount of the orders, more than 0, in atomic units. */
  readonly unfilled: bigint;
  /** Square-root price of the tick, Q64.64. */
  readonly sqrtPrice: bigint;
  readonly zeroForOne: boolean;
  /** In parts of a million. */
  readonly feeRate: bigint;
  readonly feeOnInput: boolean;
}

/** The swap's payment, fee on the input included; its receipt after a fee on the output; the sold amount of the orders. */
export interface Match {
  readonly paid: bigint;
  readonly received: bigint;
  readonly fee: bigint;
  readonly sold: bigint;
}

/**
 * The trade between a swap that still offers `remaining` (more than 0, in atomic units) and the limit orders on a tick
 * (`match_limit_order_with_sqrt_price`, `states/tick_array.rs`).
 */
export function match(meeting: Meeting, remaining: bigint): Match {
  const { unfilled, zeroForOne, feeRate, feeOnInput } = meeting;
  const price = priceOf(meeting);
  const net = feeOnInput ? withoutFee(remaining, feeRate) : remaining;
  const worth = zeroForOne ? (net * price) >> 64n : (net << 64n) / price;
  const all = worth > unfilled;
  const sold = all ? unfilled : worth;
  const input = all ? costOf(unfilled, price, zeroForOne) : net;
  if (feeOnInput) {
    const fee = all ? feeBeside(input, feeRate) : remaining - net;
    return { paid: input + fee, received: sold, fee, sold };
  }
  const fee = ceilDiv(sold * feeRate, RATE_DENOMINATOR);
  return { paid: input, received: sold - fee, fee, sold };
}

/** The least of `remaining` that is worth more than the orders sell, so that something may be left of it. */
export function fillsAll(meeting: Meeting): bigint {
  const net = costOf(meeting.unfilled + 1n, priceOf(meeting), meeting.zeroForOne);
  return meeting.feeOnInput ? net + feeBeside(net, meeting.feeRate) : net;
}

/** Token 1 for token 0, Q64.64, rounded against the swap. */
function priceOf({ sqrtPrice, zeroForOne }: Meeting): bigint {
  const square = sqrtPrice * sqrtPrice;
  return zeroForOne ? square >> 64n : ceilDiv(square, 1n << 64n);
}

/** The cost of buying `sold` at `price`, rounded up. */
function costOf(sold: bigint, price: bigint, zeroForOne: boolean): bigint {
  return zeroForOne ? ceilDiv(sold << 64n, price) : ceilDiv(sold * price, 1n << 64n);
}
