/** What the books of a wallet are kept in: lamports, and millionths of a US dollar and of a euro. */
export const currencies = ['sol', 'usd', 'eur'] as const;
export type Currency = (typeof currencies)[number];
/** A currency that stable coins stand for. */
export type CoinCurrency = Exclude<Currency, 'sol'>;
export const coinCurrencies = ['usd', 'eur'] as const satisfies readonly CoinCurrency[];

/** Decimals of an amount in each currency. */
export const currencyDecimals: Readonly<Record<Currency, number>> = { sol: 9, usd: 6, eur: 6 };

/** A value for each currency. */
export function eachCurrency<T>(make: (currency: Currency) => T): Record<Currency, T> {
  return { sol: make('sol'), usd: make('usd'), eur: make('eur') };
}
