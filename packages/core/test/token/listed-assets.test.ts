import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { profileDrift } from '#solana/token/issuers.ts';
import { readTokenSubject } from '#solana/token/token-subject.ts';
import { shippedIssuers } from '../support/issuers.ts';
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

function listedFrom(account: { address: Address; owner: Address; data: Uint8Array }) {
  const subject = readTokenSubject(account);
  const asset = shippedIssuers.find(account.address);
  if (subject.is !== 'mint' || asset === null) return null;
  return { symbol: asset.symbol, drift: profileDrift(asset.profile, subject.mint) };
}

it('finds USDS as it was reviewed', () => {
  expect(listedFrom(USDS)).toEqual({ symbol: 'USDS', drift: [] });
});

describe.runIf(hasTokens)('listed assets on recorded mints', () => {
  const found = recordedTokens('mint').map((account) => ({ account, listed: listedFrom(account) }));

  it('are as they were reviewed, also where a former key of the issuer has a power', () => {
    const symbols = found.flatMap(({ listed }) => (listed?.drift.length === 0 ? [listed.symbol] : []));
    expect(new Set(symbols)).toEqual(new Set(['USDC', 'USDT', 'SOL', 'PYUSD', 'USDP', 'BONK', 'JUP']));
    expect(found.filter(({ listed }) => listed && listed.drift.length > 0)).toEqual([]);
  });
});
