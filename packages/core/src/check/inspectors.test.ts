import { expect, it } from 'vitest';
import type { ChainReader } from '#chain/chain-reader.ts';
import { loadLabels } from '#chain/labels/label-table.ts';
import { loadIssuers } from '#derive/token/issuers/issuer-table.ts';
import { PICO_PER_USD } from '#lib/money.ts';
import { address } from '#solana/address.ts';
import { openInspectors, openMarket } from './inspectors.ts';

const usdcMint = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const labels = loadLabels();
const issuers = loadIssuers();

/** What the list of a wallet may cost, as a reader is told: it is asked for a part of the check first. */
async function listBound(ofWallet: bigint | undefined, rpcPicoUsdPerCheckMax: bigint | null): Promise<unknown> {
  const counts = { windowSeconds: 1, signaturesMax: 1, signaturesWithBodiesMax: 1, tokenSignaturesMax: 1 };
  const bounds = ofWallet === undefined ? counts : { ...counts, picoUsdMax: ofWallet };
  const { wallet } = openInspectors({
    labels,
    issuers,
    market: openMarket(usdcMint),
    usdcMint,
    wallet: { bounds, store: null },
    overrides: { checkTimeMsMax: 1, rpcCallsPerCheckMax: 1, rpcBytesPerCheckMax: 1, rpcPicoUsdPerCheckMax },
    warn: () => undefined,
  });
  let told: unknown = 'nothing';
  const part = (_share: number, picoUsdMax?: bigint) => {
    told = picoUsdMax;
    throw new Error('enough is known');
  };
  const never = () => new Promise<never>(() => undefined);
  const reader = new Proxy({ part }, { get: (some, name) => Reflect.get(some, name) ?? never });
  await wallet
    ?.inspect({ kind: 'wallet', subject: usdcMint, sizeLamports: null }, reader as unknown as ChainReader)
    .catch(() => undefined);
  return told;
}

it('lets the list of a wallet cost what the check may, else what the caller of wallets says, else ten cents', async () => {
  expect(await listBound(7n, 5n)).toBe(5n);
  expect(await listBound(7n, null)).toBe(7n);
  expect(await listBound(undefined, null)).toBe(PICO_PER_USD / 10n);
});
