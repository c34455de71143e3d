import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerBody, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { waitsForClock } from './virtual-time.ts';

/** What goes wrong with one HTTP request. `items` spoils single answers inside an otherwise good 200. */
export type RpcFaultKind =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly kind: 'half_body' }
  | { readonly kind: 'text'; readonly text: string | Uint8Array; readonly type?: string }
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'items';
      readonly spoil: (call: AskedCall, answer: Record<string, unknown>) => unknown;
      /** 200 where absent. */
      readonly status?: number;
      /** What an array is answered with instead of all its answers in their order. */
      readonly joined?: (answers: readonly unknown[]) => unknown;
    };

interface AskedCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** One HTTP request as it arrived. `cancelled`: the client closed the connection before it had the answer. */
interface AskedRequest {
  readonly calls: readonly AskedCall[];
  readonly array: boolean;
  readonly number: number;
  cancelled: boolean;
}

/** A JSON-RPC endpoint for tests: answers from a table of methods, and fails on request. */
export interface FaultyRpc {
  readonly url: string;
  readonly requests: readonly AskedRequest[];
  /** How many calls of a method arrived, alone or in arrays. Probes of the slot are `getSlot`. */
  calls(method: string): number;
  /** What to do with each request from now on; null answers it well. */
  fail(choose: ((request: AskedRequest) => RpcFaultKind | null) | null): void;
  close(): Promise<void>;
}

interface Served {
  choose: ((request: AskedRequest) => RpcFaultKind | null) | null;
  readonly requests: AskedRequest[];
  readonly methods: RpcMethods;
  readonly latency: number | (() => Promise<void>);
}

/** Serves `methods` on a free port of loopback; every answer takes `latency` longer, milliseconds or until the promise is kept. */
export async function serveFaultyRpc(methods: RpcMethods, latency: Served['latency'] = 0): Promise<FaultyRpc> {
  const served: Served = { choose: null, requests: [], methods, latency };
  const server = createServer((request, response) => {
    answer(served, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    requests: served.requests,
    calls: (method) => served.requests.flatMap((r) => r.calls).filter((call) => call.method === method).length,
    fail: (choose) => {
      served.choose = choose;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readText(request);
  const body: unknown = JSON.parse(text);
  const asked: AskedRequest = {
    calls: (Array.isArray(body) ? body : [body]) as AskedCall[],
    array: Array.isArray(body),
    number: served.requests.length,
    cancelled: false,
  };
  served.requests.push(asked);
  response.once('close', () => {
    if (!response.writableFinished) asked.cancelled = true;
  });
  const { latency } = served;
  if (typeof latency === 'function') await latency();
  else if (latency > 0) {
    const goOn = waitsForClock(request.headers);
    await new Promise((resolve) => setTimeout(resolve, latency));
    goOn();
  }
  const fault = served.choose?.(asked) ?? null;
  if (fault?.kind === 'hang') waitsForClock(request.headers);
  const good = await answerBody(served.methods, text);
  if (fault) misbehave(fault, asked, good, response);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(good);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function misbehave(fault: RpcFaultKind, asked: AskedRequest, good: string, response: ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { ...fault.headers }).end(fault.body ?? '');
      return;
    case 'half_body':
      response.writeHead(200, { 'content-length': String(Buffer.byteLength(good)) });
      response.write(good.slice(0, good.length / 2), () => response.destroy());
      return;
    case 'text':
      response.writeHead(200, { 'content-type': fault.type ?? 'application/json' }).end(fault.text);
      return;
    case 'hang':
      return;
    case 'reset':
      response.destroy();
      return;
    case 'items':
      response.writeHead(fault.status ?? 200, { 'content-type': 'application/json' }).end(spoiled(fault, asked, good));
  }
}

function spoiled(fault: Extract<RpcFaultKind, { kind: 'items' }>, asked: AskedRequest, good: string): string {
  const body: unknown = JSON.parse(good);
  const answers = (Array.isArray(body) ? body : [body]) as Record<string, unknown>[];
  const spoilt = answers.map((one, index) => {
    const call = asked.calls[index];
    return call ? fault.spoil(call, one) : one;
  });
  return JSON.stringify(asked.array ? (fault.joined?.(spoilt) ?? spoilt) : spoilt[0]);
}
