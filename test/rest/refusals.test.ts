import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '#lib/fault.ts';
import { ask, delivered, gate, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

/** Sends bytes as they are and reads until the service closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('501', () => {
  const { state } = kinds.wallet;
  // Every kind may run by now, so one is taken back for this.
  beforeAll(() => {
    Object.assign(kinds.wallet, { state: 'planned' });
  });
  afterAll(() => {
    Object.assign(kinds.wallet, { state });
  });

  it('of a kind that does not run yet is not charged', async () => {
    const runs = service.runs.length;
    for (const headers of [{}, { 'X-API-Key': KEY }] as Record<string, string>[]) {
      const reply = await ask(service, `/check/wallet/${SUBJECT}`, { headers });
      expect(reply.status).toBe(501);
      expect(reply.body).toMatchObject({ code: 'kind_not_available', retryable: false, hint: { method: 'GET' } });
      expect(reply.headers).not.toHaveProperty('payment-required');
    }
    expect(service.runs.length).toBe(runs);
  });
});

describe('a problem', () => {
  it('has the members of the catalogue in their order', async () => {
    const reply = await ask(service, '/nothing/here?key=secret', { headers: { 'X-Request-Id': 'r-7' } });
    expect(reply.headers['content-type']).toBe('application/problem+json');
    expect(Object.entries(reply.body)).toEqual([
      ['type', `${PUBLIC}/errors/not_found`],
      ['title', 'Not found'],
      ['status', 404],
      ['detail', expect.stringContaining('Nothing is served')],
      ['code', 'not_found'],
      ['request_id', 'r-7'],
      ['retryable', false],
      ['hint', { method: 'GET', url: `${PUBLIC}/` }],
    ]);
  });

  it.each(['/check/nothing/x', '/Check', '/check/funder/a/b', '/docs/package.json', '/docs/..%2Fpackage.json', '/*'])(
    '404 at %s',
    async (path) => {
      expect((await ask(service, path)).body).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it.each(['/%zz', '/check/%', '/check/%ff', '/check/%ff/x', '/docs/%c3%28'])(
    '400 for broken percent-encoding %s',
    async (path) => {
      expect((await ask(service, path)).body).toMatchObject({ status: 400, code: 'bad_request' });
    },
  );

  it.each(['not json', '{"query":', '\u0000'])('400 for a body that is not JSON: %j', async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await ask(service, '/graphql', { method: 'POST', headers, body });
    expect(reply.body).toMatchObject({ status: 400, code: 'body_not_json' });
  });

  const unasked = ['"abc"', 'null', '[]', '[{"query":"{ __typename }"}]', '{}', '{"query":null}', '12', ''];
  it.each(unasked)('400 for a body that is no GraphQL request: %s', async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await ask(service, '/graphql', { method: 'POST', headers, body });
    expect(reply.body).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it.each(['?query={a}&variables=x', '?query={a}&extensions={'])(
    '400 for GET /graphql%s, which is no GraphQL request',
    async (query) => {
      expect((await ask(service, `/graphql${query}`)).body).toMatchObject({ status: 400, code: 'bad_request' });
    },
  );

  it('415 for a body of another media type', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const reply = await ask(service, '/graphql', { method: 'POST', headers, body: '{"query":"{ __typename }"}' });
    expect(reply.body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  });

  it.each([
    [{ 'Content-Type': 'application/json; charset=latin1' }, /UTF-8/],
    [{ 'Content-Type': 'application/json; charset=utf-99' }, /UTF-8/],
    [{ 'Content-Type': 'application/json', 'Content-Encoding': 'compress' }, /gzip, deflate or br/],
  ])('415 for a body with %j says what to send instead', async (headers, words) => {
    for (const path of ['/graphql', '/credits/prepare', '/mcp', '/a2a']) {
      const reply = await ask(service, path, { method: 'POST', headers, body: '{}' });
      expect([path, reply.status]).toEqual([path, 415]);
      const said = reply.body.detail ?? reply.body.error.message;
      expect(said).toMatch(words);
      expect(said).not.toContain('application/json');
    }
  });

  it.each(['gzip', 'deflate', 'br'] as const)('takes a body in %s, as that refusal says', async (coding) => {
    const pack = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }[coding];
    const reply = await fetch(`http://127.0.0.1:${service.port}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': coding },
      body: new Uint8Array(pack('{"jsonrpc":"2.0","id":1,"method":"ping"}')),
    });
    expect(await reply.json()).toMatchObject({ id: 1, result: {} });
  });

  it('405 for HEAD on the GraphQL endpoint, which would run an operation', async () => {
    const reply = await ask(service, '/graphql', { method: 'HEAD' });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, POST, OPTIONS']);
  });

  it('413 for a body that is too large', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await ask(service, '/graphql', { method: 'POST', headers, body: `"${'a'.repeat(300_000)}"` });
    expect(reply.body).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('405 with Allow for %s on every path', async (method) => {
    for (const path of [
      `/check/funder/${SUBJECT}`,
      '/check/trade/x',
      '/check',
      '/check/funder',
      '/',
      '/docs',
      '/health',
    ]) {
      const reply = await ask(service, path, { method });
      expect(reply.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
      expect(reply.headers.allow).toBe('GET, HEAD, OPTIONS');
    }
  });

  it('says when to retry', async () => {
    const busy = await startService({
      run: async () => Promise.reject(new Fault('too_many_free_answers', undefined, { retryAfterSeconds: 60 })),
    });
    const reply = await ask(busy, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': KEY } });
    expect(reply.body).toMatchObject({ status: 429, retry_action: 'wait_and_retry', retry_after_seconds: 60 });
    expect(reply.headers['retry-after']).toBe('60');
    await busy.close(0);
  });

  it('hides what failed inside, and logs it under the request id', async () => {
    const broken = await startService({ run: async () => Promise.reject(new Error('password at /root/x.ts')) });
    const reply = await ask(broken, `/check/funder/${SUBJECT}`, {
      headers: { 'X-API-Key': KEY, 'X-Request-Id': 'r-9' },
    });
    expect(reply.body).toMatchObject({ status: 500, code: 'internal_error', request_id: 'r-9' });
    expect(reply.text).not.toMatch(/password|\.ts|\n/);
    const logged = broken.lines.find(({ level }) => level === 'error');
    expect(logged?.fields).toMatchObject({ request_id: 'r-9', err: new Error('password at /root/x.ts') });
    await broken.close(0);
  });

  it('429 beyond the checks that one caller may have under way', async () => {
    const door = gate();
    const narrow = await startService({
      callerChecksInFlightMax: 2,
      run: async () => {
        await door.opened;
        return delivered();
      },
    });
    const call = () => ask(narrow, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': KEY } });
    const first = [call(), call()];
    await expect.poll(() => narrow.runs.length).toBe(2);
    const third = await call();
    expect(third.body).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(third.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"checks";r=0' });
    door.open();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await call()).status).toBe(200);
    await narrow.close(0);
  });
});

describe('what the parser of HTTP refuses', () => {
  it('is answered as a problem', async () => {
    expect(await raw('GET / HTTP/9.9\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"bad_request"/);
    const large = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1\.1 431 [\s\S]*application\/problem\+json/);
    const [, header, member] = /x-request-id: (\S+)[\s\S]*"request_id":"([^"]+)"/.exec(large) ?? [];
    expect(header).toBe(member ?? 'absent');
  });

  it('never is a 5xx, whatever bytes stand in the path', async () => {
    for (const path of ['/check/funder/\xe9', '//', '//check/funder/x', '/check/funder/a\\b', '/check//x', 'x', '*']) {
      expect(await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 [24]\d\d /,
      );
    }
  });
});

describe('OPTIONS', () => {
  it.each([`/check/funder/${SUBJECT}`, '/check/funder/x', '/', '/nothing', '/graphql'])('204 at %s', async (path) => {
    const runs = service.runs.length;
    const reply = await ask(service, path, { method: 'OPTIONS', headers: { 'X-API-Key': KEY } });
    expect([reply.status, reply.text]).toEqual([204, '']);
    // HEAD is answered at some paths and not at others, and what every browser may send needs no leave.
    expect(reply.headers['access-control-allow-methods']).toBe('GET, POST, OPTIONS');
    for (const name of ['X-API-Key', 'PAYMENT-SIGNATURE', 'X-PAYMENT', 'Access-Control-Expose-Headers']) {
      expect(reply.headers['access-control-allow-headers']).toContain(name);
    }
    expect(service.runs.length).toBe(runs);
  });
});

describe('the access log', () => {
  it('has one line a request, with no key and no query', async () => {
    const quiet = await startService();
    await ask(quiet, `/check/funder/${SUBJECT}?api_key=hidden`, { headers: { 'X-API-Key': KEY } });
    await ask(quiet, '/nothing');
    await expect.poll(() => quiet.lines.length).toBe(2);
    expect(quiet.lines[0]).toMatchObject({
      message: 'request',
      fields: { method: 'GET', path: `/check/funder/${SUBJECT}`, status: 200, ms: expect.any(Number) },
    });
    expect(JSON.stringify(quiet.lines)).not.toMatch(/hidden|assay_test/);
    await quiet.close(0);
  });

  it('has none for the files of a page, but for one that is not there', async () => {
    const quiet = await startService();
    for (const path of ['/logo.svg', '/web/pages.css', '/web/schema.graphql', '/web/nothing.js', '/docs']) {
      await ask(quiet, path);
    }
    await expect.poll(() => quiet.lines.map(({ fields }) => fields.path)).toEqual(['/web/nothing.js', '/docs']);
    await quiet.close(0);
  });
});

describe('closing', () => {
  it('lets a check under way finish and takes no new one', async () => {
    const door = gate();
    const slow = await startService({
      run: async () => {
        await door.opened;
        return delivered();
      },
    });
    const reply = ask(slow, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': KEY } });
    await expect.poll(() => slow.runs.length).toBe(1);
    const closed = slow.close(5_000);
    // What arrived at the last moment is still taken.
    const told = () => ask(slow, '/health').then(() => 'answered', String);
    await expect.poll(told).toMatch(/ECONNREFUSED|ECONNRESET/);
    door.open();
    expect((await reply).status).toBe(200);
    await closed;
  });

  it('cuts what does not finish in time', async () => {
    const stuck = await startService({ run: () => new Promise(() => undefined) });
    const reply = ask(stuck, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': KEY } });
    reply.catch(() => undefined);
    await expect.poll(() => stuck.runs.length).toBe(1);
    await stuck.close(50);
    await expect(reply).rejects.toThrow();
  });
});
