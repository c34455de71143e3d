import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Fault } from '#lib/fault.ts';
import { headersOfEveryAnswer } from './every-answer.ts';
import { problemOf, retryAfterOf } from './problems/problem.ts';

interface Written {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

function written(fault: Fault, baseUrl: string): Written {
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(fault, baseUrl, requestId));
  const retryAfterSeconds = retryAfterOf(fault);
  const headers = {
    ...headersOfEveryAnswer(baseUrl),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    connection: 'close',
  };
  return { body, headers };
}

/** Long enough for the refusal to be read. */
const LINGER_MS = 2_000;

/** Writes the refusal of what never became a request, by hand, and ends the connection. */
export function refuseRaw(socket: Duplex, fault: Fault, baseUrl: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { body, headers } = written(fault, baseUrl);
  const dated = { date: new Date().toUTCString(), ...headers };
  const lines = Object.entries(dated).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  // Who goes on sending and never reads would keep the connection half open for as long as he likes.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Refuses a request of which nobody shall look at more than its head, and ends the connection. */
export function refuseHead(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const { body, headers } = written(fault, baseUrl);
  // One by one, or nobody could ask the response afterwards whether it ends its connection.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(fault.status).end(body);
}

/** A client that waits for something else than leave to send its body would wait for ever (RFC 9110, 10.1.1). */
export function expectationFault(): Fault {
  return new Fault('bad_request', 'Of the header Expect only 100-continue is understood.', { status: 417 });
}

/** CONNECT asks for a tunnel through the service. */
export function tunnelFault(): Fault {
  return new Fault('bad_request', 'There is no tunnel here.');
}

/** Why the parser of HTTP refused: headers that are too large, a request that took too long, or anything else. */
export function rawFaultOf(code: string | undefined, headerBytesMax: number): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request line and headers are larger than ${headerBytesMax} bytes.`;
    return new Fault('bad_request', message, { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Fault('bad_request', 'The request did not arrive in time.', { status: 408 });
  }
  return new Fault('bad_request');
}
