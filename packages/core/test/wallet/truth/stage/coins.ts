import { type Coin, USDC_COIN } from 'assay-sandbox/world/market/coin.ts';
import { address } from '#solana/address.ts';

/** What a coin is worth one of. */
export type Money = 'usd' | 'eur';

const sixDecimals = (mint: string): Coin => ({ ...USDC_COIN, mint: address(mint) });

export const USDT_COIN = sixDecimals('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
export const USD1_COIN = sixDecimals('USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB');
export const EURC_COIN = sixDecimals('HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr');

/** The coins of currencies on every stage, all of six decimals. */
export const moneyCoins: readonly Coin[] = [USDC_COIN, USDT_COIN, USD1_COIN, EURC_COIN];

const moneyOf: ReadonlyMap<string, Money> = new Map(
  moneyCoins.map(({ mint }) => [mint, mint === EURC_COIN.mint ? 'eur' : 'usd'] as const),
);

/** The currency of a mint; null for a coin that is traded, or for SOL. */
export function currencyOf(mint: string): Money | null {
  return moneyOf.get(mint) ?? null;
}
