import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** An endpoint that is as far away as a public one. */
export interface SlowRpc {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Passes calls on to `target` after `latencyMs`, so that a process can be killed in the middle of its work. A call whose
 * caller is gone by then is not passed on: a transaction that was about to be sent is never sent.
 */
export async function openSlowRpc(target: string, latencyMs: number): Promise<SlowRpc> {
  const server = createServer((request, response) => {
    passOn(target, latencyMs, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function passOn(target: string, latencyMs: number, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  await pause(latencyMs);
  if (response.destroyed) return;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(target, { method: 'POST', headers, body: Buffer.concat(chunks) });
  const text = await answer.text();
  response.writeHead(answer.status, headers).end(text);
}
