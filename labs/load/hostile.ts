import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../../packages/core/test/support/chance.ts';
import { ownSubject } from '../soak/checks.ts';
import type { World } from '../soak/world.ts';

/** Half of the requests come from one address, the others from as many addresses as there are in this many networks. */
const NETWORKS = 200;
const ANSWER_MS_MAX = 60_000;
/** After it the sender of such a request hangs up. */
const LEFT_AFTER_MS_MAX = 200;
const ALIASES = 195;
const LINES = 100;
const JUNK_BYTES = 90_000;

interface HostileRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, and as it is where it is text; a GET where absent. */
  readonly body?: unknown;
  /** The sender hangs up before the answer. */
  readonly leaves?: true;
}

const word = (): string => `a${randomBytes(6).toString('hex')}`;
const accept = 'application/json, text/event-stream';
const checks = (): string =>
  Array.from({ length: LINES }, () => `{ kind: TOKEN, subject: "${ownSubject()}" }`).join(' ');
const rpc = (method: string, params: unknown): unknown => ({ jsonrpc: '2.0', id: word(), method, params });

/** Requests of strangers without a key: each is free for them, and differs from the one before. */
const requests: readonly (() => HostileRequest)[] = [
  () => graphql(`{ ${word()}: __schema { types { name fields { name type { name ofType { name } } } } } }`),
  () => graphql(`{ ${Array.from({ length: ALIASES }, () => `${word()}: prices { kind }`).join(' ')} }`),
  () => graphql(`{ checks(requests: [${checks()}]) { __typename } }`),
  () => graphql(`{ ${word()} ${'{ a '.repeat(60)}${'}'.repeat(60)} }`),
  () => ({ ...graphql(`{ funderCheck(address: "${ownSubject()}") { verdict } }`), leaves: true }),
  () => ({ ...check('wallet'), headers: { 'X-API-Key': word() } }),
  () => ({ ...check('token'), headers: { 'PAYMENT-SIGNATURE': randomBytes(600).toString('base64') } }),
  () => ({
    ...check('trade'),
    headers: { 'X-PAYMENT': Buffer.from(JSON.stringify({ x402Version: 1, payload: word() })).toString('base64') },
  }),
  () => ({ ...check('token'), leaves: true }),
  () => ({ path: '/mcp', headers: { accept }, body: rpc('tools/list', {}) }),
  () => ({
    path: '/mcp',
    headers: { accept },
    body: rpc('tools/call', { name: 'check_token', arguments: { mint: ownSubject() } }),
    leaves: true,
  }),
  () => ({ path: '/mcp', headers: { accept }, body: rpc(word(), { [word()]: word().repeat(500) }) }),
  () => ({
    path: '/a2a',
    body: rpc('message/send', {
      message: { messageId: word(), role: 'user', parts: [{ kind: 'text', text: word() }] },
    }),
  }),
  () => ({
    path: '/credits/claim',
    body: { signature: randomBytes(64).toString('hex').slice(0, 88), ticket: word(), payer: ownSubject() },
  }),
  () => ({ path: '/credits/prepare', body: { payer: ownSubject(), amount_atomic: 500_000 } }),
  () => ({ path: '/graphql', body: `{"query":"${'x'.repeat(JUNK_BYTES)}` }),
  () => ({ path: `/${word()}/${'%20'.repeat(50)}` }),
  () => ({ path: `/openapi.json?${word()}` }),
  () => ({ path: `/reason-codes/${word()}`, headers: { cookie: word().repeat(300) } }),
];

function graphql(query: string): HostileRequest {
  return { path: '/graphql', body: { query } };
}

function check(kind: string): HostileRequest {
  return { path: `/check/${kind}/${ownSubject()}?${word()}=${word()}` };
}

/**
 * Sends `perSecond` hostile requests a second until `over` is aborted, to all replicas by turns. Counts the answers by status, and those
 * that never came.
 */
export async function attack(
  { urls }: Pick<World, 'urls'>,
  perSecond: number,
  seed: string,
  over: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const chance = chanceOf(seed, 'strangers');
  const answers: Record<string, number> = {};
  const sender = (): string =>
    chance.happens(0.5) ? '11.1.1.1' : `11.2.${chance.whole(0, NETWORKS - 1)}.${chance.whole(1, 250)}`;
  while (!over.aborted) {
    const url = String(urls[chance.whole(0, urls.length - 1)]);
    const request = requests[chance.whole(0, requests.length - 1)]?.() ?? check('token');
    void send(url, request, sender(), chance.whole(0, LEFT_AFTER_MS_MAX)).then((how) => {
      answers[how] = (answers[how] ?? 0) + 1;
    });
    await pause(1_000 / perSecond, undefined, { signal: over }).catch(() => undefined);
  }
  return answers;
}

async function send(url: string, request: HostileRequest, from: string, leavesAfterMs: number): Promise<string> {
  const { path, headers = {}, body, leaves } = request;
  const signal = AbortSignal.timeout(leaves ? leavesAfterMs : ANSWER_MS_MAX);
  const sent =
    body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  try {
    const answer = await fetch(`${url}${path}`, {
      ...sent,
      headers: { ...type, ...headers, 'x-forwarded-for': from },
      signal,
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return leaves ? 'left' : 'no answer';
  }
}
