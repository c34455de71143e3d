import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { formatUsdc } from '#lib/money.ts';
import { type Service, startService } from '../support/service.ts';

const run = promisify(execFile);

/** A sample call that the service prints. */
interface Sample {
  readonly kind: Kind['name'];
  readonly verdict: string;
  readonly path: string;
}

/** The sample calls that the service prints, of the funder check also verdict -> path, and the key that it made. */
interface Banner {
  readonly apiKey: string;
  readonly samples: readonly Sample[];
  readonly paths: ReadonlyMap<string, string>;
  readonly rpcUrl: string;
}

function readBanner(service: Service): Banner {
  const text = service.output();
  const samples = [...text.matchAll(/curl -s .* (http\S+) {2}# (\w+)/g)].map(([, url, verdict]) => {
    const path = new URL(String(url)).pathname;
    return { kind: path.split('/')[2] as Kind['name'], verdict: String(verdict), path };
  });
  return {
    apiKey: String(/assay_\S+/.exec(text)?.[0]),
    samples,
    paths: new Map(samples.filter(({ kind }) => kind === 'funder').map(({ verdict, path }) => [verdict, path])),
    rpcUrl: String(/sandbox RPC +(\S+)/.exec(text)?.[1]),
  };
}

async function get(service: Service, path: string, apiKey?: string) {
  const response = await fetch(`${service.url}${path}`, apiKey ? { headers: { 'X-API-Key': apiKey } } : {});
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

async function graphql(service: Service, query: string, apiKey?: string) {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { 'X-API-Key': apiKey }) },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function operator(service: Service, command: string, args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', DATA_DIR: service.dataDir };
  return await run(process.execPath, [`dist/${command}.js`, ...args], { env });
}

let service: Service;
let world: Banner;

beforeAll(async () => {
  service = await startService();
  world = readBanner(service);
});

afterAll(async () => {
  expect(await service.end('SIGTERM')).toBe(0);
});

describe('the service with nothing configured', () => {
  it('prints a key and one sample call for each verdict of each check', () => {
    for (const kind of [kinds.funder, kinds.trade]) {
      const printed = world.samples.filter((sample) => sample.kind === kind.name).map(({ verdict }) => verdict);
      expect(printed.sort()).toEqual(Object.keys(kind.verdicts).sort());
    }
    expect(world.apiKey).toMatch(/^assay_\S{32,}$/);
  });

  it('gives each sample the verdict that it was printed with, signed, and charges what it says', async () => {
    for (const { kind, verdict, path } of world.samples) {
      const { status, body, headers } = await get(service, path, world.apiKey);
      expect([path, status, body.verdict]).toEqual([path, 200, verdict]);
      expect(headers.get('x-verdict')).toBe(verdict);
      expect(body.sandbox).toBe(true);
      expect(body.reason_codes.length).toBeGreaterThan(0);
      const free = body.billing.route === 'none';
      expect(body.billing.charged_usdc).toBe(free ? '0.00' : formatUsdc(kinds[kind].priceAtomic));
      expect(body.attestation === undefined).toBe(free);
    }
  });

  it('lowers the balance by exactly the price', async () => {
    const path = String(world.paths.get('CEX_FUNDED'));
    const before = (await get(service, path, world.apiKey)).body.billing.balance_usdc;
    const after = (await get(service, path, world.apiKey)).body.billing.balance_usdc;
    expect(Math.round((Number(before) - Number(after)) * 1e6)).toBe(50_000);
  });

  it('answers over GraphQL with the same document and the same charge', async () => {
    const path = String(world.paths.get('WALLET_FUNDED'));
    const address = path.split('/').at(-1);
    const query = `{ funderCheck(address: "${address}") { verdict reasonCodes confidence document billing { chargedUsdc } } }`;
    const answer = await graphql(service, query, world.apiKey);
    expect(answer.status).toBe(200);
    const rest = (await get(service, path, world.apiKey)).body;
    const { as_of: restAsOf, attestation: restJws, billing: _, ...restFacts } = rest;
    const { as_of: asOf, attestation: jws, ...facts } = answer.body.data.funderCheck.document;
    expect(facts).toEqual(restFacts);
    expect([typeof jws, typeof restJws, asOf.slot <= restAsOf.slot]).toEqual(['string', 'string', true]);
    expect(answer.body.data.funderCheck.billing.chargedUsdc).toBe('0.05');
  });

  it('asks for payment in one 402 over REST and over GraphQL', async () => {
    const path = String(world.paths.get('CEX_FUNDED'));
    const rest = await get(service, path);
    expect([rest.status, rest.body.code, rest.body.x402Version]).toEqual([402, 'payment_required', 1]);
    const required = JSON.parse(Buffer.from(String(rest.headers.get('payment-required')), 'base64').toString());
    expect(required.accepts[0]).toMatchObject({ scheme: 'exact', amount: '50000' });
    const unknown = await get(service, path, `assay_${'1'.repeat(43)}`);
    expect([unknown.status, unknown.body.code]).toEqual([402, 'api_key_unknown']);
    const address = path.split('/').at(-1);
    const unpaid = await graphql(service, `{ funderCheck(address: "${address}") { verdict } }`);
    expect([unpaid.status, unpaid.body.errors[0].extensions.code]).toEqual([402, 'PAYMENT_REQUIRED']);
    expect(unpaid.headers.get('payment-required')).toBeTruthy();
  });

  it('grants credit while it runs, and the new key pays', async () => {
    const made = JSON.parse((await operator(service, 'grant', ['--usdc', '0.05'])).stdout);
    expect(made.balance_usdc).toBe('0.05');
    const path = String(world.paths.get('CEX_FUNDED'));
    expect((await get(service, path, made.api_key)).body.billing.balance_usdc).toBe('0.00');
    const broke = await get(service, path, made.api_key);
    expect([broke.status, broke.body.code]).toEqual([402, 'insufficient_balance']);
    const more = JSON.parse((await operator(service, 'grant', ['--usdc', '1.5', '--key', made.api_key])).stdout);
    expect(more).toEqual({ balance_usdc: '1.50' });
  });

  it('signs answers that can be checked offline, and a changed byte is found', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'assay-verify-'));
    const answer = join(dir, 'answer.json');
    const jwks = join(dir, 'jwks.json');
    const { text } = await get(service, String(world.paths.get('CEX_FUNDED')), world.apiKey);
    writeFileSync(jwks, (await get(service, '/.well-known/jwks.json')).text);
    writeFileSync(answer, text);
    await operator(service, 'verify', [answer, '--jwks', jwks]);
    writeFileSync(answer, text.replace('CEX_FUNDED', 'CEX_FUNDEE'));
    await expect(operator(service, 'verify', [answer, '--jwks', jwks])).rejects.toMatchObject({ code: 1 });
  });

  it('lets two copies run side by side', async () => {
    const other = await startService();
    const their = readBanner(other);
    expect((await get(other, String(their.paths.get('CEX_FUNDED')), their.apiKey)).status).toBe(200);
    expect((await get(other, String(their.paths.get('CEX_FUNDED')), world.apiKey)).status).toBe(402);
    expect(await other.end('SIGTERM')).toBe(0);
  });
});
