import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * What went through since it was last asked: HTTP requests, calls in them, bytes of answers, and how many requests had to
 * wait for the answer of an earlier one, in the longest row.
 */
export interface Passed {
  readonly requests: number;
  readonly calls: number;
  readonly bytes: number;
  readonly rounds: number;
}

/** An endpoint before another one, which answers later and counts. */
export interface CountingProxy {
  readonly url: string;
  /** What went through since the last time, and counts anew. */
  take(): Passed;
  close(): Promise<void>;
}

/** Serves `target` on a free port of loopback, with `latencyMs` added to each answer. */
export async function countBefore(target: string, latencyMs: number): Promise<CountingProxy> {
  const pool = new Pool(target, { connections: 64 });
  let passed = { requests: 0, calls: 0, bytes: 0, rounds: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = Buffer.concat(chunks).toString();
    const round = passed.rounds + 1;
    passed.requests += 1;
    passed.calls += asked.startsWith('[') ? (JSON.parse(asked) as unknown[]).length : 1;
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await pool.request({ method: 'POST', path: '/', headers, body: asked });
    const text = await body.text();
    passed.bytes += Buffer.byteLength(text);
    if (latencyMs > 0) await pause(latencyMs);
    passed.rounds = Math.max(passed.rounds, round);
    response.writeHead(statusCode, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    take() {
      const taken = passed;
      passed = { requests: 0, calls: 0, bytes: 0, rounds: 0 };
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.close();
    },
  };
}
