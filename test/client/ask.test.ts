import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { askWithRetries } from '../../packages/assay-client/src/ask.ts';

interface Scripted {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Breaks the connection instead. */
  readonly breaks?: boolean;
  /** Never answers. */
  readonly hangs?: boolean;
}

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
});

/** A server that answers as written, the last line again and again, and what it was asked. */
async function scripted(...lines: readonly Scripted[]) {
  const seen: IncomingHttpHeaders[] = [];
  server = createServer((request, response) => {
    const line = lines[Math.min(seen.length, lines.length - 1)];
    seen.push(request.headers);
    if (line?.breaks) return void request.socket.destroy();
    if (line?.hangs) return;
    response.writeHead(line?.status ?? 500, { connection: 'close', ...line?.headers });
    response.end(line?.body ?? '{}');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return { url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/`, seen };
}

/** Time that passes by waiting only, and the network. */
function clock() {
  const waits: number[] = [];
  let now = 0;
  const timeouts = {
    fetch,
    now: () => now,
    wait: async (milliseconds: number) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    note: () => undefined,
  };
  return { timeouts, waits };
}

const headers = { 'idempotency-key': 'one-question' };

describe('a question', () => {
  it('is asked again under the same Idempotency-Key after a broken connection, 429 and 503', async () => {
    const { url, seen } = await scripted(
      { status: 0, breaks: true },
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 503 },
      { status: 200, body: '{"a":1}' },
    );
    const { timeouts, waits } = clock();
    expect(await askWithRetries({ url, headers }, timeouts)).toMatchObject({
      status: 200,
      body: { a: 1 },
      text: '{"a":1}',
    });
    expect(seen.map((one) => one['idempotency-key'])).toEqual(Array(4).fill('one-question'));
    expect(waits).toEqual([500, 7_000, 2_000]);
  });

  it('is asked four times at most', async () => {
    const { url, seen } = await scripted({ status: 503 });
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toMatchObject({ status: 503 });
    expect(seen.length).toBe(4);
  });

  it('waits for its own first attempt that is still at work', async () => {
    const { url, seen } = await scripted(
      { status: 409, body: '{"code":"request_in_flight"}', headers: { 'retry-after': '1' } },
      { status: 200 },
    );
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toMatchObject({ status: 200 });
    expect(seen.length).toBe(2);
  });

  it.each([200, 301, 400, 401, 402, 404, 409, 422, 500, 501])('takes %i as the last word', async (status) => {
    const { url, seen } = await scripted({ status, headers: { location: 'http://elsewhere.example/' } });
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toMatchObject({ status });
    expect(seen.length).toBe(1);
  });

  it('does not wait longer than a minute in all', async () => {
    const { url, seen } = await scripted({ status: 429, headers: { 'retry-after': '40' } });
    const { timeouts, waits } = clock();
    expect(await askWithRetries({ url, headers }, timeouts)).toMatchObject({ status: 429, retryAfterSeconds: 40 });
    expect([seen.length, waits]).toEqual([2, [40_000]]);
  });

  it('gives up on a service that holds the line, when the minute is over', async () => {
    const { url, seen } = await scripted({ status: 200, hangs: true });
    let looks = 0;
    // The second call of the clock leaves 50 ms of the minute.
    const now = (): number => (looks++ === 0 ? 0 : 59_950);
    expect(await askWithRetries({ url, headers }, { ...clock().timeouts, now })).toEqual({
      silence: 'no answer in time',
    });
    // A machine that stalls for those 50 ms may not even send it.
    expect(seen.length).toBeLessThanOrEqual(1);
  });

  it('understands a date in Retry-After, and what is neither', async () => {
    const { url } = await scripted(
      { status: 200, headers: { 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' } },
      { status: 200, headers: { 'retry-after': 'soon' } },
    );
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toMatchObject({ retryAfterSeconds: 0 });
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toMatchObject({ retryAfterSeconds: null });
  });

  it('says why nobody answered', async () => {
    const { url } = await scripted({ status: 200 });
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toEqual({ silence: 'ECONNREFUSED' });
  });

  it('does not take an answer that has no end', async () => {
    const { url } = await scripted({ status: 200, body: `"${'x'.repeat(16_000_001)}"` });
    expect(await askWithRetries({ url, headers }, clock().timeouts)).toEqual({ silence: 'the answer is too long' });
  });
});
