import { portion, U64_MAX } from '../arithmetic.ts';
import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { type CpmmFeeRates, RATE_DENOMINATOR } from './layout.ts';

/** The pool as a swap sees it: the vaults without the owed amounts, both more than 0. */
export interface CpmmReserves {
  readonly input: bigint;
  readonly output: bigint;
}

/** Where the creator's fee of a swap is taken from. */
export type CreatorFeeFrom = 'input' | 'output';

/**
 * The swap of exactly `amountIn` (`curve/calculator.rs`: `swap_base_input`). A creator's fee on the input is one fee with
 * the trade fee, rounded up once and then split, since the program's release of November 2025; the vendor's SDK still rounds
 * two fees up and is a unit off at times. When both of these rates are 0 the program divides by their sum and fails. A fee
 * that is rounded up leaves its base rounded down. Less comes out than the pool holds. `rates` as `readConfig` lets them by.
 */
export function swap(
  reserves: CpmmReserves,
  rates: CpmmFeeRates,
  creatorFeeOn: CreatorFeeFrom,
  amountIn: bigint,
): CpmmSwap | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'more than 64 bits go in');
  const onInput = creatorFeeOn === 'input';
  const rate = onInput ? rates.trade + rates.creator : rates.trade;
  if (onInput && rate === 0n) return refuse('disabled', 'the program divides by its fee rates, which are 0');
  const net = portion(amountIn, RATE_DENOMINATOR - rate, RATE_DENOMINATOR);
  const swapped = (net * reserves.output) / (reserves.input + net);
  const received = onInput ? swapped : portion(swapped, RATE_DENOMINATOR - rates.creator, RATE_DENOMINATOR);
  if (received <= 0n) return refuse('amount_too_small', 'nothing comes out');
  return new CpmmSwap(rates, onInput, { amountIn, net, swapped, received });
}

/** The stages of a swap: the input, its traded part, the result, and the output. */
interface Stages {
  readonly amountIn: bigint;
  readonly net: bigint;
  readonly swapped: bigint;
  readonly received: bigint;
}

/** The amounts of a swap, in atomic units. `lp`, `protocol` and a creator's fee on the input are parts of the input. */
export class CpmmSwap {
  readonly received: bigint;
  readonly #rates: CpmmFeeRates;
  readonly #creatorOnInput: boolean;
  readonly #stages: Stages;

  constructor(rates: CpmmFeeRates, creatorOnInput: boolean, stages: Stages) {
    this.received = stages.received;
    this.#rates = rates;
    this.#creatorOnInput = creatorOnInput;
    this.#stages = stages;
  }

  get creator(): bigint {
    const { trade, creator } = this.#rates;
    const { swapped, received } = this.#stages;
    return this.#creatorOnInput ? (this.#fee * creator) / (trade + creator) : swapped - received;
  }

  /** With the fund's share. */
  get protocol(): bigint {
    const { protocol, fund } = this.#rates;
    return (this.#trade * protocol) / RATE_DENOMINATOR + (this.#trade * fund) / RATE_DENOMINATOR;
  }

  get lp(): bigint {
    return this.#trade - this.protocol;
  }

  /** All that is taken from the input. */
  get #fee(): bigint {
    return this.#stages.amountIn - this.#stages.net;
  }

  get #trade(): bigint {
    return this.#creatorOnInput ? this.#fee - this.creator : this.#fee;
  }
}
