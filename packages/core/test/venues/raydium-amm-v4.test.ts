import { describe, expect, it } from 'vitest';
import { raydiumAmmV4 } from '#venues/raydium-amm-v4/index.ts';
import { readPool } from '#venues/raydium-amm-v4/layout.ts';
import { collectedAccounts, collectedQuotes, hasPools } from './raydium-collected.ts';
import { accountsOf, CLOCK, granted, mintAccount } from './raydium-world.ts';

describe.runIf(hasPools)('Raydium AMM v4 on collected mainnet accounts', () => {
  const accounts = collectedAccounts('raydium-amm-v4');
  const known = accountsOf(accounts);

  /** The LP mint was not collected; what stands in for it moves no price. */
  function openFor(address: string, side: 'coin' | 'pc') {
    const account = accounts.find((one) => one.address === address)!;
    const info = granted(readPool(account));
    const pool = granted(raydiumAmmV4.recognise(account, info[side].mint));
    const all = new Map(known).set(info.lpMint, mintAccount(info.lpMint, raydiumAmmV4.authority!, 0n));
    return granted(pool.open(all, CLOCK));
  }

  it('decodes every pool', () => {
    const pools = accounts.filter((one) => one.owner === raydiumAmmV4.program);
    expect(pools).toHaveLength(1);
    expect(granted(readPool(pools[0]!))).toMatchObject({
      status: 6n,
      fee: { numerator: 25n, denominator: 10_000n },
      coin: { mint: 'So11111111111111111111111111111111111111112', owed: 354_631_774n },
      pc: { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', owed: 28_907_558n },
      lpIssued: 58_355_608_935_387n,
    });
  });

  it('quotes every verified trade to the last unit, though the pool still names an account for orders', () => {
    const vectors = collectedQuotes('amm v4');
    expect(vectors).not.toHaveLength(0);
    for (const { pool, coin_in, pc_in } of vectors) {
      for (const [side, amounts] of [['coin', coin_in] as const, ['pc', pc_in] as const]) {
        const { market } = openFor(pool, side);
        for (const [amount, received] of Object.entries(amounts ?? {})) {
          expect(granted(market.quote('sell', BigInt(amount))).received).toBe(BigInt(received));
        }
      }
    }
  });

  it('has the depth of the vaults without what the protocol is owed, and no opening where the pool says none', () => {
    const { market, facts } = openFor('58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2', 'coin');
    expect(market.depth).toEqual({ mint: 66_599_328_743_661n - 354_631_774n, other: 5_433_939_748_454n - 28_907_558n });
    expect([market.bounds, facts.openedAt, facts.creator]).toEqual([[], null, null]);
  });
});
