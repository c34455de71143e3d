import type { CoinCurrency } from '#rules/wallet/evidence/book.ts';
import { type Address, address } from '#solana/address.ts';

/** A coin that its issuer redeems for one unit of a currency. It is known by its mint alone. */
interface StableCoin {
  readonly mint: string;
  readonly symbol: string;
  readonly currency: CoinCurrency;
  /** Where the mint is named as the issuer's. */
  readonly source: string;
}

/**
 * Money of reviewed issuers that is redeemed at face value, and nothing that earns, is backed by trades, or follows a price: such a
 * coin counts as any other token. A coin that loses its price makes a record look better than it is, so that the list is short.
 */
const stableCoins: readonly StableCoin[] = [
  {
    mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    symbol: 'USDC',
    currency: 'usd',
    source: 'https://developers.circle.com/stablecoins/usdc-contract-addresses',
  },
  {
    mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    symbol: 'USDT',
    currency: 'usd',
    source: 'https://tether.to/en/supported-protocols',
  },
  {
    mint: 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA',
    symbol: 'USDS',
    currency: 'usd',
    source: 'eco-incorp/sauce-sdk@cb5507a',
  },
  {
    mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
    symbol: 'PYUSD',
    currency: 'usd',
    source: 'Hiraeth010/token2022-hook-census@89742b2',
  },
  {
    mint: 'HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM',
    symbol: 'USDP',
    currency: 'usd',
    source: 'Hiraeth010/token2022-hook-census@89742b2',
  },
  {
    mint: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH',
    symbol: 'USDG',
    currency: 'usd',
    source: 'Hiraeth010/token2022-hook-census@89742b2',
  },
  {
    mint: 'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH',
    symbol: 'CASH',
    currency: 'usd',
    source: 'Hiraeth010/token2022-hook-census@89742b2',
  },
  {
    mint: 'USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB',
    symbol: 'USD1',
    currency: 'usd',
    source: 'EdgeVault/solgov@3930063',
  },
  {
    mint: 'AUSD1jCcCyPLybk1YnvPWsHQSrZ46dxwoMniN4N2UEB9',
    symbol: 'AUSD',
    currency: 'usd',
    source: 'Hiraeth010/token2022-hook-census@89742b2',
  },
  {
    mint: 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
    symbol: 'EURC',
    currency: 'eur',
    source: 'https://developers.circle.com/stablecoins/eurc-contract-addresses',
  },
];

const byMint: ReadonlyMap<string, CoinCurrency> = new Map(stableCoins.map(({ mint, currency }) => [mint, currency]));

/** The mints of the list, and the dollar that the operator named. */
export function stableMintsWith(dollar: Address): readonly Address[] {
  return [...new Set([dollar, ...stableCoins.map(({ mint }) => address(mint))])];
}

/** The currency of each coin. A mint that is not listed is the operator's dollar. */
export function currenciesOf(mints: readonly string[]): ReadonlyMap<string, CoinCurrency> {
  return new Map(mints.map((mint) => [mint, byMint.get(mint) ?? 'usd']));
}
