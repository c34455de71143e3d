import { describe, expect, it } from 'vitest';
import { curatedAssets, curationOf } from '#checks/token/curated.ts';
import { type Address, address } from '#lib/address.ts';
import { readTokenSubject } from '#lib/token/token-subject.ts';
import { hasTokens, recordedTokens } from '../support/recorded-tokens.ts';

/** Recorded elsewhere: the mint account of USDS, slot unknown, August 2026. */
const USDS = {
  address: address('USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'),
  owner: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  data: new Uint8Array(
    Buffer.from(
      'AQAAAJgl3Ay+ryKDaTHADLiRWS8KltDcamWkxnmSsB4NuNEixBr/8xoJAAAGAQEAAACNxBJSn4dsnzvAHXwwlbzWzR1tUXe1mqA/BOXFtCIUew==',
      'base64',
    ),
  ),
};

function curationFrom(account: { address: Address; owner: Address; data: Uint8Array }) {
  const subject = readTokenSubject(account);
  return subject.is === 'mint' ? curationOf(account.address, subject.mint) : null;
}

it('finds USDS as it was reviewed', () => {
  expect(curationFrom(USDS)).toMatchObject({ asset: { symbol: 'USDS' }, drift: [] });
});

describe.runIf(hasTokens)('curated assets on recorded mints', () => {
  const found = recordedTokens('mint').map((account) => ({ account, curation: curationFrom(account) }));

  it('are as they were reviewed, in every capture, whoever could mint them then', () => {
    const symbols = found.flatMap(({ curation }) => curation?.asset.symbol ?? []);
    expect(new Set(symbols)).toEqual(new Set(['USDC', 'USDT', 'SOL', 'PYUSD', 'USDP']));
    expect(found.filter(({ curation }) => (curation?.drift.length ?? 0) > 0)).toEqual([]);
  });

  it('are no others', () => {
    const curated = curatedAssets.map(({ mint }) => mint);
    expect(found.filter(({ account, curation }) => (curation === null) === curated.includes(account.address))).toEqual(
      [],
    );
  });
});
