import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { known, missing, type Reading } from 'assay-core/lib/reading.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import { CLOCK } from 'assay-core/solana/slot-and-time.ts';
import { describe, expect, it } from 'vitest';
import { FAILED_SPEND_LAMPORTS_MAX, openWatch } from './watch.ts';

const feePayer = address('9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj');
const payTo = address('2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh');
const destination = address('nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP');
const mint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

function holding(of: Address, lamports: bigint): AccountState {
  return { address: of, lamports, owner: mint, executable: false, data: new Uint8Array() };
}

async function observability(
  accounts: Record<string, Reading<AccountState | null>>,
  spent = 0n,
  destinationExists: boolean | null = true,
  perCall = true,
) {
  const lines: string[] = [];
  const watch = openWatch({
    chain: { account: async (of) => accounts[of] ?? known(holding(of, 1_000_000_000n)) },
    payments: { failedSpendLamports: async () => spent },
    feePayer,
    perCall,
    facts: { current: () => ({ mint, tokenProgram: mint, decimals: 6, payTo, destination, destinationExists }) },
    log: (fields) => lines.push(JSON.stringify(fields)),
  });
  await new Promise((resolve) => setImmediate(resolve));
  watch.close();
  return { watch, lines };
}

describe('the watch over what payments depend on', () => {
  it('is silent when everything is there', async () => {
    const { watch, lines } = await observability({});
    expect(watch.warnings()).toEqual([]);
    expect(lines).toEqual([]);
    expect(watch.feePayerLamports).toBe(1_000_000_000n);
  });

  it('says how to create a merchant account that is missing', async () => {
    const { watch, lines } = await observability({}, 0n, false);
    expect(watch.warnings()).toMatchObject([{ name: 'merchant_token_account' }]);
    expect(watch.warnings()[0]?.detail).toContain('spl-token create-account');
    expect(lines).toHaveLength(1);
  });

  it('has nothing to say of what only payments per call need while they are switched off', async () => {
    const { watch, lines } = await observability({}, FAILED_SPEND_LAMPORTS_MAX + 1n, false, false);
    expect([watch.warnings(), lines, watch.paused]).toEqual([[], [], false]);
  });

  it('warns of a fee payer that is running dry, and of one that does not exist', async () => {
    const dry = await observability({ [feePayer]: known(holding(feePayer, 9_999_999n)) });
    expect(dry.watch.warnings()).toMatchObject([{ name: 'fee_payer' }]);
    const none = await observability({ [feePayer]: known(null) });
    expect(none.watch.warnings()).toMatchObject([{ name: 'fee_payer' }]);
  });

  it.each([
    [601, 'behind'],
    [-660, 'ahead of'],
  ])('warns where the chain is %i seconds from the time of this machine', async (seconds, side) => {
    const data = Buffer.alloc(40);
    data.writeBigInt64LE(BigInt(Math.round(Date.now() / 1_000) + seconds), 32);
    const { watch } = await observability({ [CLOCK]: known({ ...holding(CLOCK, 1n), data }) });
    expect(watch.warnings()).toMatchObject([{ name: 'clock', detail: expect.stringContaining(`${side} the chain's`) }]);
  });

  it('claims nothing of what could not be read', async () => {
    const gap = missing('account', 'rpc_unavailable');
    const { watch } = await observability({ [feePayer]: gap }, 0n, null);
    expect(watch.warnings()).toEqual([]);
    expect(watch.feePayerLamports).toBeNull();
  });

  it('5.13 pauses payments per call when failed settlements cost more than the budget', async () => {
    expect((await observability({}, FAILED_SPEND_LAMPORTS_MAX)).watch.paused).toBe(false);
    const { watch } = await observability({}, FAILED_SPEND_LAMPORTS_MAX + 1n);
    expect(watch.paused).toBe(true);
    expect(watch.warnings()).toMatchObject([{ name: 'x402_spend' }]);
  });
});
