import { describe, expect, it } from 'vitest';
import { proveBooks, proveWithholding } from './prove.ts';

/*
 * Wallets whose true profit is known by construction: a generator trades for them on a local chain and keeps the plainest ledger
 * of what it did. `run.ts` is the long run. Numbers of histories, not of seconds: nothing here is timed.
 */
const STAGES = ['one', 'two', 'three', 'four', 'five'];
const WALLETS = 10;

describe('the book of a wallet', () => {
  it.each(STAGES)(
    'is to the lamport what the generator knows, read by RPC (stage %s)',
    async (seed) => {
      const { histories, counted, failures } = await proveBooks(`truth ${seed}`, WALLETS);
      expect(failures).toEqual([]);
      expect(histories).toBe(WALLETS);
      expect(counted).toBeGreaterThan(20);
    },
    120_000,
  );

  it('is never TRUSTED without a transaction that changed a balance, and of the same profit without any other', async () => {
    const { transactions, failures } = await proveWithholding('truth edge', 0.2);
    expect(failures).toEqual([]);
    expect(transactions).toBeGreaterThan(20);
  }, 120_000);
});
