import { connect } from 'node:net';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { until } from '../support/market.ts';
import { askCheck } from './customers.ts';
import { sendRaw } from './raw.ts';
import { mustBeSound } from './reckoning.ts';
import { openInProcessStage, recordedSubject, type Stage } from './stage.ts';

const subject = recordedSubject('CEX_FUNDED');
const KIB = 1024;

let stage: Stage;
let port: number;
let key: string;
/** The endpoint answers once it is resolved. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  const gated: (recorded: RpcMethods) => RpcMethods = (recorded) =>
    Object.fromEntries(
      Object.entries(recorded).map(([name, method]) => [name, async (params) => await gate.then(() => method(params))]),
    );
  stage = await openInProcessStage({ methods: gated });
  port = Number(new URL(stage.service.url).port);
  key = await stage.key();
});
afterAll(() => stage?.stop());

const check = (): string => `GET /check/funder/${subject} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n`;
const chunked = 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';

async function charges(): Promise<number> {
  const [row] = await stage.database.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM holds`;
  return row?.n ?? 0;
}

/** Requests that are no HTTP, or that two readers would read differently, each with a paid check in it where one fits. */
const broken: readonly (readonly [string, () => readonly (string | Buffer)[]])[] = [
  ['both a length and chunks', () => [`${check()}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`]],
  ['two lengths', () => [`${check()}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello`]],
  ['a length with a sign', () => [`${check()}Content-Length: +5\r\n\r\nhello`]],
  ['a length that is no number', () => [`${check()}Content-Length: five\r\n\r\nhello`]],
  ['chunks under another name as well', () => [`${check()}Transfer-Encoding: xchunked\r\n\r\n`]],
  ['chunks that are not the last coding', () => [`${check()}Transfer-Encoding: chunked, identity\r\n\r\n`]],
  ['a blank before the colon', () => [`${check()}Content-Length : 0\r\n\r\n`]],
  ['a folded header', () => [`${check()}X-Long: a\r\n b\r\n\r\n`]],
  ['a bare line feed in a header', () => [`${check()}X-One: a\nX-Two: b\r\n\r\n`]],
  ['a NUL in a header', () => [`${check()}X-Nul: a\0b\r\n\r\n`]],
  ['a NUL in the path', () => [`GET /check/funder/${subject}\0 HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`]],
  ['no host', () => [`GET /check/funder/${subject} HTTP/1.1\r\nX-API-Key: ${key}\r\n\r\n`]],
  ['another version', () => [`GET /check/funder/${subject} HTTP/3.7\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`]],
  ['an unknown method', () => [`EXPLODE /check/funder/${subject} HTTP/1.1\r\nHost: a\r\n\r\n`]],
  ['a chunk size that is no number', () => [`${chunked}\r\nzz\r\n{}\r\n0\r\n\r\n`]],
  ['a chunk size beyond all numbers', () => [`${chunked}\r\nffffffffffffffffff\r\n{}`]],
  ['a chunk longer than its size', () => [`${chunked}\r\n1\r\n{}{}\r\n0\r\n\r\n`]],
  ['TLS', () => [Buffer.from('16030100a5010000a1030352362c1012cf23628256e745e903cea696e9f62a60ba0ae8311d', 'hex')]],
  ['noise', () => [Buffer.from(Array.from({ length: 2_048 }, (_, n) => (n * 151 + 17) % 256))]],
  ['headers of 100 KiB', () => [`${check()}X-Big: ${'a'.repeat(100 * KIB)}\r\n\r\n`]],
  ['50,000 headers', () => [`${check()}${'a: b\r\n'.repeat(50_000)}\r\n`]],
  ['a path of 100 KiB', () => [`GET /${'a'.repeat(100 * KIB)} HTTP/1.1\r\nHost: a\r\n\r\n`]],
  ['the preface of HTTP/2', () => ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
];

describe('a request with', () => {
  it.each(broken)('%s is refused, the connection closed, and nothing is charged', async (_, pieces) => {
    const before = await charges();
    const { statuses, text } = await sendRaw(port, pieces());
    expect(statuses.filter((status) => status < 400 || status >= 500)).toEqual([]);
    expect(statuses.length).toBeLessThanOrEqual(1);
    expect(text).not.toMatch(/node_modules|\.[jt]s:\d+/);
    expect(await charges()).toBe(before);
  });

  it('a body of 10 MiB is refused as too large, and not read to its end', async () => {
    const head = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${10 * KIB * KIB}\r\n\r\n`;
    const { statuses } = await sendRaw(port, [head, 'x'.repeat(256 * KIB)]);
    expect(statuses).toEqual([413]);
  });
});

describe('a check', () => {
  it('with the whole address in its request line is found or refused, and never fetched', async () => {
    const foreign = `GET http://169.254.169.254/latest/meta-data HTTP/1.1\r\nHost: 169.254.169.254\r\nConnection: close\r\n\r\n`;
    const { statuses } = await sendRaw(port, [foreign]);
    expect([400, 404]).toContain(statuses[0]);
  });

  it('that is pipelined three times is answered three times, in order, and charged as often at most', async () => {
    const before = await charges();
    const last = `${check()}Connection: close\r\n\r\n`;
    const { statuses, text } = await sendRaw(port, [`${check()}\r\n`.repeat(2) + last]);
    expect(statuses).toEqual([200, 200, 200]);
    expect(text.match(/"verdict":"CEX_FUNDED"/g)).toHaveLength(3);
    expect((await charges()) - before).toBeLessThanOrEqual(3);
  });

  it('before garbage on one connection is answered, and the connection closed', async () => {
    const { statuses } = await sendRaw(port, [`${check()}\r\n\x00\x01\x02garbage\r\n\r\n`]);
    expect([statuses[0], statuses.slice(1).filter((status) => status !== 400)]).toEqual([200, []]);
  });

  it('of which half arrives and the rest never does is nothing', async () => {
    const before = await charges();
    await sendRaw(port, [check()], true);
    expect(await charges()).toBe(before);
  });

  it('that nobody waits for is owed: whoever asks again gets it for nothing', async () => {
    const mine = await stage.key();
    const url = `${stage.service.url}/check/funder/${recordedSubject('WALLET_FUNDED')}`;
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const socket = connect(port, '127.0.0.1');
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.write(`GET ${new URL(url).pathname} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${mine}\r\n\r\n`);
    await until(async () => (await chargesOf(mine)) > 0);
    socket.destroy();
    await gone;
    open();
    await until(async () => (await chargesOf(mine, 'posted')) === 1);
    const { verdict, text } = await askCheck(url, { 'X-API-Key': mine });
    expect([verdict, JSON.parse(text).billing.replayed]).toEqual(['WALLET_FUNDED', true]);
    expect(await chargesOf(mine)).toBe(1);
  });
});

async function chargesOf(apiKey: string, state?: string): Promise<number> {
  const [row] = await stage.database.sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM holds JOIN api_keys USING (account_id)
    WHERE hash = ${sha256(apiKey)} AND state = COALESCE(${state ?? null}, state)`;
  return row?.n ?? 0;
}

describe('after all that', () => {
  it('the service serves, has not said a word of an internal error, and its books are sound', async () => {
    await mustBeSound(stage.database);
    expect(stage.service.output()).not.toMatch(/internal|TypeError|unhandled/i);
    const url = `${stage.service.url}/check/funder/${subject}`;
    expect((await askCheck(url, { 'X-API-Key': await stage.key() })).verdict).toBe('CEX_FUNDED');
  });
});
