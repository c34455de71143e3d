import { describe, expect, it } from 'vitest';
import type { ChainReader } from '#chain/chain-reader.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { knownPrograms } from '#derive/effects/effect-scene.ts';
import { gapFacts, known, missing } from '#lib/reading.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import { noMarket } from '../../../test/support/no-market.ts';
import { key } from '../../../test/support/transactions.ts';
import { gatherWallet } from './evidence.ts';

const options = {
  programs: knownPrograms(loadLabels(), []),
  bounds: {
    windowSeconds: 7_776_000,
    signaturesMax: 3_000,
    signaturesWithBodiesMax: 20_000,
    tokenSignaturesMax: 1_500,
  },
  market: noMarket,
  store: null,
};
const OFF_CURVE = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const WINTERMUTE = address('4FDKx3S3k9eD7HeAhjQxHeYNLXHtreCD1GTUWktiYUvR');

/** A reader of which every method answers alike, but for those named. It reads no part of a check apart. */
function reader(answer: unknown, named: Partial<ChainReader> = {}): ChainReader {
  return new Proxy(named, {
    get: (some, name) => (name === 'part' ? undefined : (Reflect.get(some, name) ?? (async () => answer))),
  }) as ChainReader;
}

const dead = reader(missing('rpc', 'rpc_unavailable'));
const empty = reader(known([]), {
  account: async () => known({ slot: 7, value: null }),
  tokenHoldings: async () => known({ slot: 7, value: [] }),
  blockTime: async () => known(1_790_000_000),
});
const judged = async (subject: Address, from: ChainReader) => judgeWallet(await gatherWallet(subject, from, options));

describe('a wallet of which nothing can be read', () => {
  it('is UNVERIFIABLE, free, and for that reason alone', async () => {
    const { verdict, reasons, decidedBy } = await judged(key('somebody'), dead);
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['UNVERIFIABLE', ['RPC_UNAVAILABLE']]);
    expect(decidedBy.some(({ cause }) => gapFacts[cause].ours)).toBe(true);
  });

  it('is not charged for what the address alone tells either: the answer has no moment', async () => {
    const { verdict, decidedBy } = await judged(OFF_CURVE, dead);
    expect(verdict).toBe('UNVERIFIABLE');
    expect(decidedBy.some(({ cause }) => gapFacts[cause].ours)).toBe(true);
  });
});

describe('an address without a history', () => {
  it('is INSUFFICIENT, and no account of somebody else', async () => {
    const { verdict, reasons } = await judged(key('nobody'), empty);
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['INSUFFICIENT', ['NO_HISTORY', 'NO_TRADES']]);
  });

  it('is read where a market maker is known to be behind it, who trades for himself', async () => {
    const { reasons } = await judged(WINTERMUTE, empty);
    expect(reasons.map(({ code }) => code)).toEqual(['NO_HISTORY', 'NO_TRADES']);
  });
});
