import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { lamportCredits } from '#gather/sources/lamport-credits.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { parseAddress, parseSignature } from '#solana/address.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import { MemoryChain } from '../support/transactions.ts';

const FOLDER = '../shared/data/transactions';

/** Every transaction in the folder of recorded mainnet transactions that the decoder takes. */
function recorded() {
  return readdirSync(FOLDER)
    .filter((name) => name.includes('__'))
    .flatMap((name) => {
      const body = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));
      const result = body.result ?? body;
      const signature = parseSignature(result.transaction?.signatures?.[0]);
      const reading = signature ? decodeTransaction(result, signature) : null;
      return reading?.known ? [reading.value] : [];
    });
}

describe.runIf(existsSync(FOLDER))('recorded mainnet payouts', () => {
  const transactions = existsSync(FOLDER) ? recorded() : [];
  const labels = loadLabels();

  async function payout(signature: string, receiver: string | null) {
    const found = transactions.find((one) => one.signature.startsWith(signature));
    if (!found) throw new Error(`${signature} is not among the recorded transactions`);
    const owner = found.postTokens.find((post) => {
      const before = found.preTokens.find(({ account }) => account === post.account)?.amount ?? 0n;
      return post.amount > before;
    })?.owner;
    const subject = receiver ? found.keys.find((one) => one.startsWith(receiver)) : owner;
    const chain = new MemoryChain([found]);
    return judgeFunder(await gatherFunder(parseAddress(subject) ?? found.feePayer, chain, { labels }));
  }

  it.each([
    ['2msqMqeUTTZh', '9AcRtq', 'Binance'],
    ['XvFqpsH7sd3v', 'BJQPNK', 'OKX'],
  ])('%s in lamports: out of the exchange', async (signature, receiver, exchange) => {
    const judged = await payout(signature, receiver);
    expect([judged.verdict, judged.reasons.map(({ code }) => code)]).toEqual(['CEX_FUNDED', ['DIRECT_CEX_TRANSFER']]);
    expect(judged.metrics).toMatchObject({ source_label: { exchange }, birth_proven: true });
  });

  it.each([
    ['2Smm8pWaixsD', 'OKX'],
    ['2jKKWhzwX8th', 'Backpack'],
  ])('%s in tokens only: as the label allows', async (signature, exchange) => {
    const judged = await payout(signature, null);
    expect(judged.metrics).toMatchObject({ source_label: { exchange }, first_touch: { what: 'tokens' } });
    const { grade } = judged.metrics.source_label as { grade: string };
    expect(judged.verdict).toBe(grade === 'weak' ? 'UNKNOWN_ORIGIN' : 'CEX_FUNDED');
    expect(judged.confidencePercent).toBeLessThanOrEqual(75);
    expect(judged.flags).toContain('NEVER_SPENT');
  });

  it('every lamport that a plain key gained without paying is explained or named as unexplained', () => {
    let gained = 0;
    let explained = 0;
    for (const one of transactions.filter(({ failed }) => !failed)) {
      one.keys.forEach((of, index) => {
        const delta = (one.postBalances[index] ?? 0n) - (one.preBalances[index] ?? 0n);
        if (delta <= 0n || of === one.feePayer || one.postTokens.some(({ account }) => account === of)) return;
        gained += 1;
        if (lamportCredits(one, of).unexplained * 100n <= delta) explained += 1;
      });
    }
    expect(gained).toBeGreaterThan(100);
    expect(explained / gained).toBeGreaterThan(0.95);
  });
});
