import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { parseAddress } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#config/config.ts';
import { openSealer } from '#payments/credits/ticket.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { verify } from '../../src/operator/verify.ts';
import { addressOfKey } from '../payments/x402-counter.ts';
import { temporaryDataDir } from '../support/database.ts';
import { ask, checkOf, type Market, openMarket, pay } from '../support/market.ts';

const directory = temporaryDataDir();
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function written(name: string, content: string | Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

/** A new signing key in a file, and a file with its public half alone. */
function keyFiles(name: string): { readonly whole: string; readonly half: string } {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const half = createPublicKey(pem).export({ type: 'spki', format: 'pem' });
  return { whole: written(`${name}.pem`, pem), half: written(`${name}.pub.pem`, half) };
}

describe('keys and secrets that are replaced', () => {
  let market: Market;
  let key: string;
  beforeAll(async () => {
    market = await openMarket();
    key = await market.key(5_000_000n);
  });
  afterAll(() => market?.stop());

  it('a signing key stays published beside the new one, so that its answers are checked still', async () => {
    const [old, next] = [keyFiles('old'), keyFiles('next')];
    const before = await market.open({ SIGNING_KEY: old.whole });
    const first = await ask(checkOf(before, market.subject('CEX_FUNDED')), { 'X-API-Key': key });
    const saved = written('answer.json', first.text);
    await before.end();
    const after = await market.open({ SIGNING_KEY: `${next.whole},${old.half}` });
    const second = await ask(checkOf(after, market.subject('CEX_FUNDED')), { 'X-API-Key': key });
    const { keys } = (await ask(`${after.url}/.well-known/jwks.json`)).body;
    const kidOf = (jws: string) => JSON.parse(Buffer.from(String(jws.split('.')[0]), 'base64url').toString()).kid;
    expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([
      kidOf(second.body.attestation),
      kidOf(first.body.attestation),
    ]);
    const jwks = `${after.url}/.well-known/jwks.json`;
    expect(await verify([saved, '--jwks', jwks], {})).toMatchObject({ exitCode: 0 });
    expect(await verify([saved], { SIGNING_KEY: `${next.whole},${old.half}` })).toMatchObject({ exitCode: 0 });
    expect(await verify([saved], { SIGNING_KEY: next.whole })).toMatchObject({ exitCode: 1 });
    await after.end();
  });

  it('a payment whose answer was lost while the fee payer was replaced is answered again by who comes after', async () => {
    const before = await market.open();
    const url = checkOf(before, market.subject('CEX_FUNDED'));
    const { headers } = await pay(market.sandbox.url, 2, await market.payer(), await ask(url));
    const since = await market.watch();
    const first = await ask(url, headers);
    expect(first.status).toBe(200);
    await before.end();
    const { transaction } = first.body.billing;
    const X402_FEE_PAYER = written('next-payer.json', JSON.stringify([...Keypair.generate().secretKey]));
    const after = await market.open({ X402_FEE_PAYER });
    const again = await ask(checkOf(after, market.subject('CEX_FUNDED')), headers);
    expect([again.status, again.body.billing?.transaction]).toEqual([200, transaction]);
    expect(await since()).toMatchObject({ got: 50_000n });
    await after.end();
  });

  it('a payment that was signed for a fee payer of before is refused, costs nobody anything, and can be signed anew', async () => {
    const before = await market.open();
    const payer = await market.payer();
    const subject = market.subject('CEX_FUNDED');
    const signed = await pay(market.sandbox.url, 2, payer, await ask(checkOf(before, subject)));
    await before.end();
    const other = Keypair.generate();
    await rpc(market.sandbox.url, 'requestAirdrop', [addressOfKey(other), 1_000_000_000]);
    await market.advance(4);
    const X402_FEE_PAYER = written('fee-payer.json', JSON.stringify([...other.secretKey]));
    const after = await market.open({ X402_FEE_PAYER });
    const since = await market.watch();
    const refused = await ask(checkOf(after, subject), signed.headers);
    expect([refused.status, refused.body.code]).toEqual([402, 'payment_invalid']);
    expect(await since()).toEqual({ got: 0n, spent: 0n });
    const again = await pay(market.sandbox.url, 2, payer, refused);
    const answer = await ask(checkOf(after, subject), again.headers);
    expect([answer.status, answer.body.billing.route]).toEqual([200, 'x402']);
    expect(await since()).toMatchObject({ got: 50_000n, spent: 0n });
    expect(await market.ledger.audit()).toMatchObject({ mismatchedPayments: 0, misusedSignatures: 0 });
  });
});

it('a signing key that cannot sign, and an older one that is none, are named', () => {
  const { whole, half } = keyFiles('third');
  const base = { DATA_DIR: directory };
  expect(readConfig({ ...base, SIGNING_KEY: `${whole}, ${half}` }).signingKeyFiles).toEqual([whole, half]);
  const complaint = (SIGNING_KEY: string) => {
    try {
      readConfig({ ...base, SIGNING_KEY });
      return [];
    } catch (error) {
      return error instanceof ConfigError ? error.complaints : [String(error)];
    }
  };
  expect(complaint(half)).toEqual([expect.stringMatching(/third\.pub\.pem, which holds no ed25519 private key/)]);
  expect(complaint(`${whole},package.json`)).toEqual([
    expect.stringMatching(/package\.json, which holds no ed25519 key/),
  ]);
  expect(complaint(`${whole},${join(directory, 'absent.pem')}`)).toEqual([expect.stringMatching(/cannot be read/)]);
});

it('tickets are opened by every replica at each step from one secret to the next', () => {
  const [old, next] = ['the secret of before, 32 characters', 'the secret of afterwards, as long'];
  const steps = [[old], [old, next, old], [next, old]].map((secrets) => openSealer(secrets));
  const someone = parseAddress(addressOfKey(Keypair.generate()));
  if (someone === null) throw new Error('no address');
  const addresses = { payer: someone, mint: someone, recipient: someone };
  const terms = {
    id: Buffer.alloc(16, 7),
    ...addresses,
    amountAtomic: 5n,
    tier: null,
    network: 'n',
    expiresAt: new Date(0),
  };
  for (const [n, sealer] of steps.entries()) {
    // Two steps are in use side by side while replicas are restarted.
    for (const replica of steps.slice(Math.max(0, n - 1), n + 2)) {
      expect(replica.open(sealer.seal(terms))).toMatchObject({ amountAtomic: 5n, payer: someone });
    }
  }
});
