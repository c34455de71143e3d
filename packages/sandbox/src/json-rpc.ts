import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A JSON-RPC error as a Solana node would send it. */
export class RpcFault extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Method name to handler. A handler returns the `result` member or throws an `RpcFault`. */
export type RpcMethods = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

export interface JsonRpcServer {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

interface Call {
  readonly jsonrpc: '2.0';
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

const BODY_BYTES_MAX = 50 * 1024 * 1024;
const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

/** Serves `methods` as JSON-RPC 2.0 over HTTP on loopback, single calls and batch arrays. Port 0 picks a free one. */
export async function serveJsonRpc(methods: RpcMethods, port = 0): Promise<JsonRpcServer> {
  const server = createServer((request, response) => {
    handle(methods, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the JSON-RPC server has no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    port: bound.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(methods: RpcMethods, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, CORS).end();
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST', ...CORS }).end();
    return;
  }
  const text = await readBody(request);
  const answer = text === null ? oversized() : await answerBody(methods, text);
  response.writeHead(200, { 'content-type': 'application/json', ...CORS }).end(answer);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return size > BODY_BYTES_MAX ? null : Buffer.concat(chunks).toString('utf8');
}

function oversized(): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Request body too large' } });
}

/** The response text for a request text: the part of the protocol without sockets. */
export async function answerBody(methods: RpcMethods, text: string): Promise<string> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } });
  }
  // By JSON-RPC 2.0 an empty array is no batch but an invalid request.
  const answers =
    Array.isArray(body) && body.length > 0
      ? await Promise.all(body.map((call) => answerCall(methods, call)))
      : await answerCall(methods, body);
  return JSON.stringify(answers);
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && typeof (value as Call).method === 'string';
}

async function answerCall(methods: RpcMethods, call: unknown): Promise<object> {
  if (!isCall(call)) return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } };
  const id = call.id ?? null;
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
  if (!method) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
  try {
    const result = await method(Array.isArray(call.params) ? call.params : []);
    return { jsonrpc: '2.0', id, result: result ?? null };
  } catch (error) {
    return { jsonrpc: '2.0', id, error: rpcError(error) };
  }
}

function rpcError(error: unknown): object {
  if (!(error instanceof RpcFault)) return { code: -32603, message: `Internal error: ${String(error)}` };
  const { code, message, data } = error;
  return data === undefined ? { code, message } : { code, message, data };
}
