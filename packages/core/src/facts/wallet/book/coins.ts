import type { Effect, HeldAccount, HeldBalance } from '#derive/effects/effect-type.ts';
import { divideDown } from '#lib/divide.ts';
import type { CoinCurrency } from '#rules/wallet/evidence/book.ts';

const DECIMALS_DEFAULT = 6;
const MILLIONTHS_DECIMALS = 6;

/** The stable coins of a wallet, with the currency and the decimals of each. */
export class Coins {
  readonly #currencies: ReadonlyMap<string, CoinCurrency>;
  readonly #decimals = new Map<string, number>();

  constructor(effects: readonly Effect[], currencies: ReadonlyMap<string, CoinCurrency>) {
    this.#currencies = currencies;
    for (const { accounts } of effects)
      for (const { mint, decimals } of accounts) if (currencies.has(mint)) this.#decimals.set(mint, decimals);
  }

  has(mint: string): boolean {
    return this.#currencies.has(mint);
  }

  currencyOf(mint: string): CoinCurrency | undefined {
    return this.#currencies.get(mint);
  }

  /** Millionths of the currency for atomic units at face value. Smaller parts are rounded down, against the wallet. */
  amountOf(mint: string, units: bigint): bigint {
    const decimals = this.#decimals.get(mint) ?? DECIMALS_DEFAULT;
    if (decimals === MILLIONTHS_DECIMALS) return units;
    if (decimals < MILLIONTHS_DECIMALS) return units * 10n ** BigInt(MILLIONTHS_DECIMALS - decimals);
    return divideDown(units, 10n ** BigInt(decimals - MILLIONTHS_DECIMALS));
  }

  /** The change of an account of a coin. The sum of all such changes is the change of what the wallet holds. */
  changeOf({ mint, before, after }: HeldAccount): bigint {
    const side = (held: HeldBalance | null) => (held === null ? 0n : this.amountOf(mint, held.amount));
    return side(after) - side(before);
  }
}
