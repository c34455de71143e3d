import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import * as zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivered, KEY, type Service, SUBJECT, startService } from './service.ts';

/** Base58 of the length of a key. */
const API_KEY = `assay_${'9'.repeat(44)}`;
const CHECK = `/check/funder/${SUBJECT}`;
const DOCUMENTS = ['/openapi.json', '/llms.txt', '/web/pages.css', '/web/schema.graphql', '/docs'];

const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: (bytes: Buffer) => Buffer };
const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  ...(zstdDecompressSync && { zstd: zstdDecompressSync }),
};
/** The codings of an answer that is made for one caller, as this version of Node has them. */
const codings = Object.keys(decoders);

let service: Service;
let evidence = 'a sentence of evidence, again and again; '.repeat(50);
beforeAll(async () => {
  const run = async () => {
    const answer = delivered();
    return { ...answer, document: { ...answer.document, metrics: { evidence } } };
  };
  service = await startService({ run });
});
afterAll(() => service.close(0));

interface Raw extends Pick<IncomingMessage, 'headers'> {
  readonly status: number;
  readonly bytes: Buffer;
}

/** An answer as it is on the wire. `encoding` is the header Accept-Encoding; undefined sends none. */
async function raw(
  path: string,
  encoding?: string,
  more: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Raw> {
  const { method = 'GET', body = '' } = more;
  const headers = {
    'X-API-Key': KEY,
    ...more.headers,
    ...(encoding !== undefined && { 'accept-encoding': encoding }),
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const request = httpRequest({ host: '127.0.0.1', port: service.port, path, method, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) };
}

const codingOf = ({ headers }: Raw) => headers['content-encoding'];

function decoded(answer: Raw): string {
  const coding = codingOf(answer);
  const decode = coding === undefined ? (bytes: Buffer) => bytes : decoders[coding];
  if (!decode) throw new Error(`nobody asked for ${coding}`);
  return decode(answer.bytes).toString('utf8');
}

describe('the answer to a check', () => {
  it.each(codings)('says the same in %s, in fewer bytes', async (coding) => {
    const plain = await raw(CHECK);
    const answer = await raw(CHECK, coding);
    expect([codingOf(plain), codingOf(answer)]).toEqual([undefined, coding]);
    expect(decoded(answer)).toBe(plain.bytes.toString('utf8'));
    expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'x-verdict': 'CEX_FUNDED' });
  });

  it('goes as it is to a caller that names no coding or none of ours', async () => {
    for (const encoding of [
      undefined,
      '',
      'identity',
      'compress',
      'gzip;q=0, br;q=0, zstd;q=0',
      'gzip;q=0.5, identity',
    ])
      expect([encoding, codingOf(await raw(CHECK, encoding))]).toEqual([encoding, undefined]);
  });

  it('is compressed outside of the event loop when it is long', async () => {
    const before = evidence;
    evidence = evidence.repeat(100);
    const [plain, answer] = [await raw(CHECK), await raw(CHECK, 'gzip')];
    evidence = before;
    expect(plain.bytes.length).toBeGreaterThan(200_000);
    expect(codingOf(answer)).toBe('gzip');
    expect(decoded(answer)).toBe(plain.bytes.toString('utf8'));
  });

  it('goes as it is when it is short, but to a caller that refuses it so', async () => {
    const before = evidence;
    evidence = '';
    const [usual, refused] = [await raw(CHECK, 'gzip'), await raw(CHECK, 'gzip, identity;q=0')];
    evidence = before;
    expect([codingOf(usual), codingOf(refused)]).toEqual([undefined, 'gzip']);
  });

  it('goes as it is when it holds an API key', async () => {
    const before = evidence;
    evidence = `${evidence} ${API_KEY}`;
    const answer = await raw(CHECK, 'gzip, br');
    evidence = before;
    expect(codingOf(answer)).toBeUndefined();
    expect(answer.bytes.toString('utf8')).toContain(API_KEY);
  });

  it('is not compressed when it is a refusal', async () => {
    const { status, bytes, headers } = await raw(CHECK, 'gzip', { headers: { 'X-API-Key': '' } });
    expect(bytes.length).toBeGreaterThan(1_024);
    expect([status, headers['content-encoding']]).toEqual([402, undefined]);
  });
});

it('a claim that shows a new key goes as it is, whatever text is with it', async () => {
  const claimed = await service.money.claim();
  service.money.claim = async () => ({ ...claimed, apiKey: API_KEY });
  const body = JSON.stringify({ signature: '1'.repeat(64), ticket: 'sealed' });
  const answer = await raw('/credits/claim', 'gzip, identity;q=0', { method: 'POST', body });
  expect(answer.bytes.toString('utf8')).toContain(API_KEY);
  expect(codingOf(answer)).toBeUndefined();
});

describe.each(DOCUMENTS)('%s', (path) => {
  it('is the same document in each coding, with a tag for each', async () => {
    const plain = await raw(path);
    const tags = [plain.headers.etag];
    for (const coding of ['br', 'gzip']) {
      const answer = await raw(path, `${coding}, zstd`);
      expect(codingOf(answer)).toBe(coding);
      expect(decoded(answer)).toBe(plain.bytes.toString('utf8'));
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(answer.headers.vary).toMatch(/(^|, )Accept-Encoding$/);
      const head = await raw(path, coding, { method: 'HEAD' });
      expect([head.bytes.length, head.headers['content-length']]).toEqual([0, answer.headers['content-length']]);
      tags.push(answer.headers.etag);
    }
    expect(new Set(tags).size).toBe(3);
    expect(tags).not.toContain(undefined);
  });

  it('is 304 for the copy of the coding that is taken, and for no other', async () => {
    const [plain, packed] = [await raw(path), await raw(path, 'br')];
    const again = (etag: string | undefined, encoding?: string) =>
      raw(path, encoding, { headers: { 'if-none-match': String(etag) } });
    const kept = await again(packed.headers.etag, 'br');
    expect([kept.status, kept.bytes.length, kept.headers.etag]).toEqual([304, 0, packed.headers.etag]);
    expect(kept.headers.vary).toMatch(/(^|, )Accept-Encoding$/);
    expect((await again(plain.headers.etag)).status).toBe(304);
    expect((await again(packed.headers.etag)).status).toBe(200);
    expect((await again(plain.headers.etag, 'br')).status).toBe(200);
  });
});

it('what is compressed already goes as it is', async () => {
  const answer = await raw('/logo.png', 'gzip, br');
  expect([answer.status, codingOf(answer), answer.headers.vary]).toEqual([200, undefined, undefined]);
});
