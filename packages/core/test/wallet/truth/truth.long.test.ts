import { describe, expect, it } from 'vitest';
import { proveBooks, proveWithholding } from './prove.ts';

/*
 * Wallets whose true profit is known by construction: a generator trades for them on a local chain and keeps the plainest ledger
 * of what it did. `run.ts` is the long run. Numbers of histories, not of seconds: nothing here is timed.
 */
const WALLETS = 10;
const STAGES = ['one', 'two', 'three', 'four', 'five'];
/** How many of the transactions that changed a balance are withheld in turn; the others all are. */
const SHARE = 0.2;
const WITHHELD_MIN = 20;

describe('the book of a wallet', () => {
  it.each(STAGES)('is to the unit what the generator knows, read by RPC (stage %s)', async (seed) => {
    const { histories, counted, failures } = await proveBooks(`truth ${seed}`, WALLETS);
    expect(failures).toEqual([]);
    expect(histories).toBe(WALLETS);
    expect(counted).toBeGreaterThan(20);
  });

  it('is none of a wallet that did nothing inside the window (seed 78fc337d, stage 41, wallet 4)', async () => {
    const { histories, failures } = await proveBooks('78fc337d 41', WALLETS);
    expect([histories, failures]).toEqual([WALLETS, []]);
  });

  it('is never TRUSTED without a transaction that changed a balance, and of the same profit without any other', async () => {
    const { withheld, failures } = await proveWithholding('truth edge', SHARE);
    expect(failures).toEqual([]);
    expect(withheld).toBeGreaterThan(WITHHELD_MIN);
  });
});
