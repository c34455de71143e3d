import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chance } from '../../packages/core/test/support/chance.ts';

/** How the way to the chain is at the moment: the share of requests that fail, and how much longer all others take. */
interface Weather {
  readonly failing: number;
  readonly delayMs: number;
}

/** An HTTP endpoint of loopback that passes everything on to another, as well as the weather allows. */
export interface Gateway {
  readonly url: string;
  weather(now: Weather): void;
  close(): Promise<void>;
}

const FINE: Weather = { failing: 0, delayMs: 0 };
const HANG_MS = 20_000;
const kinds = { status: 4, busy: 3, reset: 3, half: 2, page: 2, hang: 1 } as const;
type Kind = keyof typeof kinds;

/** Opens a gateway to `target` without faults. Later faults are up to `chance`. */
export async function openGateway(target: string, chance: Chance): Promise<Gateway> {
  const agent = new Agent({ keepAlive: true });
  let now = FINE;
  const server = createServer((incoming, response) => {
    pass(target, agent, incoming, response, { ...now, fails: chance.happens(now.failing) ? chance.pick(kinds) : null });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    weather(next) {
      now = next;
    },
    close: () =>
      new Promise((resolve) => {
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Passing {
  readonly fails: Kind | null;
  readonly delayMs: number;
}

function pass(target: string, agent: Agent, incoming: IncomingMessage, response: ServerResponse, how: Passing): void {
  const chunks: Buffer[] = [];
  incoming.on('error', () => response.destroy());
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks);
    const forward = () => send(target, agent, body, response, how.fails === 'half');
    if (how.fails !== null && how.fails !== 'half') fail(how.fails, response);
    else if (how.delayMs > 0) setTimeout(forward, how.delayMs);
    else forward();
  });
}

function fail(kind: Exclude<Kind, 'half'>, response: ServerResponse): void {
  if (kind === 'status') response.writeHead(502).end('bad gateway');
  if (kind === 'busy') response.writeHead(429, { 'retry-after': '1' }).end();
  if (kind === 'reset') response.destroy();
  if (kind === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>maintenance</html>');
  if (kind === 'hang') setTimeout(() => response.destroy(), HANG_MS).unref();
}

function send(target: string, agent: Agent, body: Buffer, response: ServerResponse, half: boolean): void {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const forwarded = request(target, { method: 'POST', agent, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('error', () => response.destroy());
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const whole = Buffer.concat(chunks);
      response.writeHead(answer.statusCode ?? 502, {
        'content-type': 'application/json',
        'content-length': whole.length,
      });
      if (half) response.write(whole.subarray(0, whole.length / 2), () => response.destroy());
      else response.end(whole);
    });
  });
  forwarded.on('error', () => {
    // A connection that was kept and that the other side has closed meanwhile says nothing about the chain.
    if (forwarded.reusedSocket && !response.headersSent) send(target, agent, body, response, half);
    else response.destroy();
  });
  forwarded.end(body);
}
