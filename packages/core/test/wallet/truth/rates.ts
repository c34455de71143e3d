import type { Amount, TruthEntry } from './deeds.ts';
import type { Currency } from './holding.ts';
import { currencyOf, type Money } from './stage/coins.ts';

/** Millionths of a currency against lamports as a pool moved them. */
interface Observed {
  readonly signature: string;
  readonly time: number;
  readonly mint: string;
  readonly units: bigint;
  readonly lamports: bigint;
}

const REACH_SECONDS = 1_800;
/** Less than a hundredth of a SOL is no price: fees and rounding weigh too much in it. */
const LAMPORTS_MIN = 10_000_000n;

/** What was paid (below 0) and received. */
export interface Legs {
  readonly lamports: bigint;
  readonly coins: readonly Amount[];
}

/** Prices of the currencies, from what the wallet's own transactions show. */
export class Prices {
  readonly #observed: readonly Observed[];

  constructor(all: readonly TruthEntry[]) {
    this.#observed = all.flatMap(({ signature, time, rate, failed }) =>
      rate && !failed && rate.lamports >= LAMPORTS_MIN ? [{ signature, time, ...rate }] : [],
    );
  }

  /**
   * What legs are worth in one currency, each step rounded against the wallet; null where one has no price. Between two currencies
   * of coins lie lamports.
   */
  worth(to: Currency, { lamports, coins }: Legs, at: TruthEntry): bigint | null {
    let [same, others] = [0n, lamports];
    for (const [mint, units] of coins) {
      const of = currencyOf(mint);
      if (of === to) same += units;
      else {
        const rate = of && this.#rateFor(of, mint, at);
        if (!rate) return null;
        others += down(units * rate.lamports, rate.units);
      }
    }
    if (to === 'sol') return others;
    if (others === 0n) return same;
    const rate = this.#rateFor(to, null, at);
    return rate && same + down(others * rate.units, rate.lamports);
  }

  /** An amount of one currency in another. */
  exchange(amount: bigint, from: Currency, to: Currency, at: TruthEntry): bigint | null {
    if (from === to || amount === 0n) return amount;
    if (from === 'sol') return this.worth(to, { lamports: amount, coins: [] }, at);
    const rate = this.#rateFor(from, null, at);
    if (!rate) return null;
    return this.worth(to, { lamports: down(amount * rate.lamports, rate.units), coins: [] }, at);
  }

  /**
   * The price of a currency at a transaction: its own, else that of the nearest one within half an hour, the earlier of two; one of
   * the same coin before one of another.
   */
  #rateFor(of: Money, mint: string | null, entry: TruthEntry): Observed | null {
    const ofCurrency = this.#observed.filter((one) => currencyOf(one.mint) === of);
    const own = ofCurrency.find(({ signature }) => signature === entry.signature);
    const ofCoin = ofCurrency.filter((one) => one.mint === mint);
    return own ?? nearest(ofCoin, entry) ?? nearest(ofCurrency, entry);
  }
}

function nearest(observed: readonly Observed[], { time }: TruthEntry): Observed | null {
  let best: Observed | null = null;
  for (const one of observed) {
    const away = Math.abs(one.time - time);
    if (away > REACH_SECONDS) continue;
    if (!best || away < Math.abs(best.time - time)) best = one;
  }
  return best;
}

/** Towards minus infinity. */
function down(product: bigint, by: bigint): bigint {
  return product < 0n ? -((-product + by - 1n) / by) : product / by;
}
