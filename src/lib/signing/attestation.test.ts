import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { signerFor, verifyAnswer } from './attestation.ts';
import { canonical } from './canonical-json.ts';
import { openSigningKey, signingKeyFile } from './signing-key.ts';

function freshKeyFile(): string {
  return signingKeyFile(join(mkdtempSync(join(tmpdir(), 'assay-key-')), 'data'));
}

const signer = signerFor(openSigningKey(freshKeyFile()));
const answer = {
  schema_version: 1,
  kind: 'funder',
  subject: 'BJQPNKBqpGKSvdgFwCFGDXWKVdMdzPdnJBN3fE5TS4Hs',
  verdict: 'CEX_FUNDED',
  reason_codes: ['CEX_DIRECT'],
  confidence: 0.9,
  flags: [],
  reasons: [{ code: 'CEX_DIRECT', severity: 'info', message: 'Paid by Binance – é', evidence: { slot: 412345678 } }],
  metrics: { funded_lamports: '1000', label: null },
  as_of: { slot: 412345679, commitment: 'finalized', time: '2026-11-20T12:00:00Z' },
  gaps: [],
};
const signed = { ...answer, attestation: signer.sign(answer), billing: { route: 'credit', charged_usdc: '0.05' } };

async function holds(value: unknown): Promise<boolean> {
  return (await verifyAnswer(value, signer.jwks())).ok;
}

describe('an attestation', () => {
  it('verifies, whatever the order of members and the billing', async () => {
    expect(await verifyAnswer(signed, signer.jwks())).toEqual({ ok: true, kid: signer.kid });
    const reversed = Object.fromEntries(Object.entries(signed).reverse());
    expect(await holds({ ...reversed, billing: { route: 'none' } })).toBe(true);
    const { billing: _billing, ...without } = signed;
    expect(await holds(without)).toBe(true);
  });

  it('names its key by the RFC 7638 thumbprint', async () => {
    const [jwk] = signer.jwks().keys;
    expect(jwk?.kid).toBe(await calculateJwkThumbprint(jwk ?? {}));
    const header = JSON.parse(Buffer.from(signed.attestation.split('.')[0] ?? '', 'base64url').toString());
    expect(header).toEqual({ alg: 'EdDSA', kid: signer.kid });
  });

  it('fails on any other byte anywhere in the saved answer', async () => {
    const text = Buffer.from(JSON.stringify({ ...answer, attestation: signed.attestation }));
    const flip = fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(flip, async ([at, mask]) => {
        const changed = Buffer.from(text);
        changed[at] = (changed[at] ?? 0) ^ mask;
        expect(await parsedAndHolds(changed.toString('utf8'))).toBe(false);
      }),
      { numRuns: 600 },
    );
  });

  it('fails on the spare bits of its own last character', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const head = signed.attestation.slice(0, -1);
    const accepted: string[] = [];
    for (const last of alphabet) if (await holds({ ...signed, attestation: head + last })) accepted.push(last);
    expect(accepted).toEqual([signed.attestation.at(-1)]);
  });

  it('fails on a member more or less', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(answer)), async (name) => {
        const fewer: Record<string, unknown> = { ...signed };
        delete fewer[name];
        expect(await holds(fewer)).toBe(false);
        expect(await holds({ ...signed, [`${name}_`]: null })).toBe(false);
      }),
    );
  });

  it('says why, and never throws', async () => {
    const other = signerFor(openSigningKey(freshKeyFile()));
    const why = async (value: unknown, keys: unknown = signer.jwks()) => {
      const result = await verifyAnswer(value, keys);
      return result.ok ? 'ok' : result.why;
    };
    expect(await why(answer)).toMatch(/no attestation/);
    expect(await why([signed])).toMatch(/not a JSON object/);
    expect(await why({ ...signed, attestation: 'a.b.c' })).toMatch(/detached payload/);
    expect(await why({ ...signed, verdict: 'UNKNOWN' })).toMatch(/not what was signed/);
    expect(await why(signed, other.jwks())).toMatch(/does not hold the key/);
    expect(await why(signed, { nonsense: true })).toMatch(/not a JSON Web Key Set/);
    expect(await why({ ...signed, attestation: `e30..${'A'.repeat(86)}` })).not.toBe('ok');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (value, keys) => {
        expect((await verifyAnswer(value, keys)).ok).toBe(false);
        expect((await verifyAnswer({ ...signed, extra: value }, keys)).ok).toBe(false);
      }),
    );
  });
});

async function parsedAndHolds(text: string): Promise<boolean> {
  try {
    return await holds(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

describe('the signing key', () => {
  it('is made once, readable by its owner only', () => {
    const path = freshKeyFile();
    const kid = signerFor(openSigningKey(path)).kid;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(signerFor(openSigningKey(path)).kid).toBe(kid);
  });

  it('is refused by name when the file holds something else', () => {
    const path = freshKeyFile();
    openSigningKey(path);
    writeFileSync(path, 'not a key');
    expect(() => openSigningKey(path)).toThrow(/signing-key.pem is not a private key/);
  });
});

it('an answer with a number that JSON cannot hold is not verified, and nothing is thrown', async () => {
  const signer = signerFor(openSigningKey(freshKeyFile()));
  const attestation = signer.sign({ confidence: 0.95 });
  const answer = JSON.parse(JSON.stringify({ confidence: 1, attestation }).replace(':1,', ':1e999,'));
  expect(await verifyAnswer(answer, signer.jwks())).toMatchObject({ ok: false });
});

describe('the canonical form', () => {
  it('is the same for one value however it was written', () => {
    // The example of RFC 8785, section 3.2.2, with its result of section 3.2.3.
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonical(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        expect(canonical(Object.fromEntries(Object.entries(object).reverse()))).toBe(canonical(object));
      }),
    );
  });

  it('refuses what is no JSON value', () => {
    expect(() => canonical(undefined)).toThrow();
    expect(() => canonical(Number.NaN)).toThrow();
  });
});
