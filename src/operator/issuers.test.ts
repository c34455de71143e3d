import { address } from 'assay-core/solana/address.ts';
import type { FullMint } from 'assay-core/solana/token/decoded-mint.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { expect, it } from 'vitest';
import { assetNamed, shippedIssuers } from '../../packages/core/test/support/issuers.ts';
import { mintBytes } from '../../packages/core/test/support/token-bytes.ts';
import { key } from '../../packages/core/test/support/token-evidence.ts';
import { standing } from './issuers.ts';

const { mint: cbBtc, profile } = assetNamed('cbBTC');
const own = { mintAuthority: profile.keys.mint?.[0] ?? null, freezeAuthority: profile.keys.freeze?.[0] ?? null };

function line(at = cbBtc, powers: Partial<FullMint> = own): string {
  const none = { mintAuthority: null, freezeAuthority: null, extensions: [], unknownExtensions: [] };
  const data = mintBytes({ program: TOKEN_PROGRAM, supply: 1n, decimals: 8, ...none, ...powers }, at);
  return standing(at, { address: at, owner: TOKEN_PROGRAM, data }, shippedIssuers);
}

it('tells a listed mint that is as reviewed from one that drifted, and says whose each power is', () => {
  expect(line()).toBe(`${cbBtc}: cbBTC of Coinbase, as reviewed 2026-11-28`);
  expect(line(cbBtc, { ...own, mintAuthority: key(9) })).toBe(
    `${cbBtc}: cbBTC of Coinbase, DRIFT since 2026-11-28: mint_authority\n  mint: ${key(9)}, reviewed ${own.mintAuthority}`,
  );
});

it('tells a new mint with the keys of an issuer, and of any other what a file would say of it', () => {
  expect(line(key(2))).toMatch(/: NEW, names the keys of Coinbase and no others/);
  const other = line(key(2), { mintAuthority: key(9) });
  expect(other).toMatch(/: of no reviewed issuer\n/);
  expect(JSON.parse(other.split('\n')[1] ?? '')).toEqual({
    program: TOKEN_PROGRAM,
    extensions: [[]],
    keys: { mint: [key(9)] },
  });
});

it('tells what is no mint', () => {
  expect(standing(cbBtc, null, shippedIssuers)).toBe(`${cbBtc}: there is no account, but listed as cbBTC`);
  const wallet = { address: key(2), owner: address('11111111111111111111111111111111'), data: new Uint8Array(0) };
  expect(standing(key(2), wallet, shippedIssuers)).toBe(`${key(2)}: no mint but foreign`);
});
