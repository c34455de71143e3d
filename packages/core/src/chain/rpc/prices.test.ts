import { describe, expect, it } from 'vitest';
import { formatPicoUsd } from '#lib/money.ts';
import { priceOfCall, pricesOfCalls } from './prices.ts';

/** US dollars for a million calls. */
const million = (origin: string, method: string) => {
  const price = priceOfCall(origin, method);
  return price === null ? null : formatPicoUsd(price * 1_000_000n);
};

describe('the price of a call', () => {
  it.each([
    ['https://mainnet.helius-rpc.com', 'getTransaction', '5'],
    ['https://mainnet.helius-rpc.com', 'getProgramAccounts', '50'],
    ['https://mainnet.helius-rpc.com', 'getTransactionsForAddress', '500'],
    ['https://some-name.solana-mainnet.quiknode.pro', 'getTransaction', '18.6'],
    ['https://solana-mainnet.g.alchemy.com', 'getTransaction', '18'],
    ['https://solana-mainnet.g.alchemy.com', 'getMultipleAccounts', '9'],
    ['https://solana-mainnet.g.alchemy.com', 'getBlock', '18'],
    ['https://solana-mainnet.core.chainstack.com', 'getBlock', '30'],
    ['https://solana-mainnet.core.chainstack.com', 'getTransaction', '30'],
    ['https://solana-mainnet.core.chainstack.com', 'getMultipleAccounts', '15'],
    ['https://name.mainnet.rpcpool.com', 'getTransaction', '10'],
    ['https://rpc.ankr.com', 'getTransaction', '50'],
    ['https://lb.drpc.org', 'getTransaction', '6'],
    ['https://api.mainnet-beta.solana.com', 'getTransaction', '0'],
  ])('is that of the provider: a million at %s of %s', (origin, method, usd) => {
    expect(million(origin, method)).toBe(usd);
  });

  it.each(['https://rpc.example.org', 'http://127.0.0.1:8899', 'https://nothelius-rpc.com', 'no URL', ''])(
    'is not known at %s, which is not 0',
    (origin) => {
      expect(priceOfCall(origin, 'getTransaction')).toBeNull();
    },
  );

  it('is what the operator pays, wherever that is said', () => {
    const own = pricesOfCalls(7n);
    expect([own('https://rpc.example.org', 'getBlock'), own('https://rpc.ankr.com', 'getBlock')]).toEqual([7n, 7n]);
    expect(pricesOfCalls(null)('https://rpc.ankr.com', 'getBlock')).toBe(50_000_000n);
  });
});
