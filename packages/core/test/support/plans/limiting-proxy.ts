import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Asked, type AskedCall, addressesOf, type Decision, Gate } from './gate.ts';
import { type Ask, type CallAnswer, cutAt, oldestSlotIn, slotSince } from './ledger-depth.ts';
import { type Plan, type Refusal, unitsOf } from './plan.ts';

/** One call that arrived. */
export interface Passing {
  readonly method: string;
  /** When it arrived, in milliseconds of a clock that never goes back. */
  readonly at: number;
  readonly isRefused: boolean;
  /** Number of addresses that it asks for at once; 0 for other methods. */
  readonly addresses: number;
  /** The oldest slot in the answer; null where it is not about history. */
  readonly oldestSlot: number | null;
  readonly nanoUsd: bigint;
}

/** What arrived since it was last asked. */
interface Traffic {
  readonly requests: number;
  readonly calls: readonly Passing[];
}

/** An endpoint before another one, which lets through what a plan allows. */
export interface LimitingProxy {
  readonly url: string;
  /** The first slot of its ledger. */
  readonly firstSlot: number;
  /** What arrived since the last time. Forgets it. */
  take(): Traffic;
  close(): Promise<void>;
}

interface Served {
  readonly gate: Gate;
  readonly upstream: Pool;
  readonly firstSlot: number;
  /** What is older costs twice. */
  readonly doubleBefore: number;
  traffic: { requests: number; calls: Passing[] };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const BYTES_PER_GIGABYTE = 1_000_000_000n;
const CONNECTIONS = 64;

/** Serves `target` on a free port of loopback as `plan` would. */
export async function limitBefore(target: string, plan: Plan): Promise<LimitingProxy> {
  const upstream = new Pool(target, { connections: CONNECTIONS });
  const ask: Ask = async (method, params) => (await forwarded(upstream, [{ id: 1, method, params }]))[0] ?? {};
  const since = async (seconds: number | undefined) => (seconds === undefined ? 0 : await slotSince(ask, seconds));
  const served: Served = {
    gate: new Gate(plan),
    upstream,
    firstSlot: await since(plan.ledgerSeconds),
    doubleBefore: await since(plan.price.doubleAfterSeconds),
    traffic: { requests: 0, calls: [] },
  };
  const server = createServer((request, response) => {
    serve(served, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    firstSlot: served.firstSlot,
    take() {
      const taken = served.traffic;
      served.traffic = { requests: 0, calls: [] };
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await upstream.close();
    },
  };
}

async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const body: unknown = JSON.parse(bytes.toString());
  const isArray = Array.isArray(body);
  const calls = (isArray ? body : [body]).map(asCall);
  const asked = { calls, isArray, bytes: bytes.length };
  const at = performance.now();
  const decision = served.gate.decide(asked, at);
  const headers = { ...JSON_TYPE, ...served.gate.headers(asked, at) };
  const { latencyMs = 0 } = served.gate.plan;
  const answers = await answersTo(served, asked, decision);
  note(served, asked, decision, answers, at);
  if (latencyMs > 0) await pause(latencyMs);
  send(response, written(served.gate.plan, asked, decision, answers), headers);
}

function asCall(value: unknown): AskedCall {
  const { id, method, params } = value as Partial<AskedCall>;
  return { id: id ?? null, method: String(method), params: params ?? [] };
}

/** The answers to the calls that pass; null for the others. */
async function answersTo(
  { upstream, firstSlot }: Served,
  { calls }: Asked,
  decision: Decision,
): Promise<readonly (CallAnswer | null)[]> {
  if ('whole' in decision) return calls.map(() => null);
  const passing = calls.filter((_, index) => decision.each[index] === null);
  const answers = (passing.length > 0 ? await forwarded(upstream, passing) : []).values();
  return calls.map((call, index) => {
    if (decision.each[index] !== null) return null;
    return cutAt(firstSlot, call, answers.next().value ?? {});
  });
}

async function forwarded(upstream: Pool, calls: readonly AskedCall[]): Promise<readonly CallAnswer[]> {
  const asked = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const { body } = await upstream.request({
    method: 'POST',
    path: '/',
    headers: JSON_TYPE,
    body: JSON.stringify(asked),
  });
  return (await body.json()) as readonly CallAnswer[];
}

/** Status and text of the answer to a request. */
interface Written {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

function written(
  plan: Plan,
  { calls, isArray }: Asked,
  decision: Decision,
  answers: readonly (CallAnswer | null)[],
): Written {
  if ('whole' in decision) return refusedWhole(decision.whole, isArray ? null : calls[0]?.id);
  const [refusal] = decision.each;
  if (!isArray && refusal) return refusedWhole(refusal, calls[0]?.id);
  const items = calls.map(({ id }, index) => ({
    jsonrpc: '2.0',
    id,
    ...answerOf(decision.each[index], answers[index]),
  }));
  const statuses = decision.each.map((one) => (one && one.inArray !== 'whole' ? one.inArray.status : 200));
  const text = JSON.stringify(isArray ? items : items[0]);
  if (plan.answer && text.length > plan.answer.most)
    return refusedWhole(plan.answer.refusal, isArray ? null : calls[0]?.id);
  return { status: Math.max(...statuses), text };
}

function answerOf(refusal: Refusal | null | undefined, answer: CallAnswer | null | undefined): CallAnswer {
  if (refusal) return { error: { code: refusal.code ?? refusal.status, message: refusal.message } };
  return answer?.error ? { error: answer.error } : { result: answer?.result ?? null };
}

/** A refusal that names no call, or the only one. */
function refusedWhole({ status, code, message, headers }: Refusal, id: unknown): Written {
  const text = code === null ? message : JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: id ?? null });
  return { status, text, headers };
}

function send(
  response: ServerResponse,
  { status, text, headers: own }: Written,
  headers: Record<string, string>,
): void {
  const type = text.startsWith('{') || text.startsWith('[') ? {} : { 'content-type': 'text/plain' };
  response.writeHead(status, { ...headers, ...type, ...own }).end(text);
}

function note(
  { traffic, gate, doubleBefore }: Served,
  { calls }: Asked,
  decision: Decision,
  answers: readonly (CallAnswer | null)[],
  at: number,
): void {
  traffic.requests += 1;
  for (const [index, call] of calls.entries()) {
    const answer = answers[index] ?? null;
    const isRefused = 'whole' in decision || decision.each[index] !== null;
    const oldestSlot = answer && oldestSlotIn(call, answer);
    const nanoUsd = answer ? priceOf(gate.plan, call, answer, oldestSlot !== null && oldestSlot < doubleBefore) : 0n;
    traffic.calls.push({ method: call.method, at, isRefused, addresses: addressesOf(call), oldestSlot, nanoUsd });
  }
}

function priceOf({ price }: Plan, { method }: AskedCall, answer: CallAnswer, isDouble: boolean): bigint {
  const { nanoUsd, units, nanoUsdPerGigabyte = 0n } = price;
  const ofCall = nanoUsd * BigInt(unitsOf(units, method)) * (isDouble ? 2n : 1n);
  if (nanoUsdPerGigabyte === 0n) return ofCall;
  return ofCall + (nanoUsdPerGigabyte * BigInt(JSON.stringify(answer).length)) / BYTES_PER_GIGABYTE;
}
