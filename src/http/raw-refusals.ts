import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Fault } from '#lib/fault.ts';
import { headersOfEveryAnswer } from './every-answer.ts';
import { problemOf } from './problems/problem.ts';

/** A payment header has about 4 kB. An address of 10 kB must still get an answer about itself. */
export const HEADER_BYTES_MAX = 32 * 1024;

/** Milliseconds for the client to read a refusal. */
const LINGER_MS = 2_000;

/** Why a request is refused for its headers alone; null where it is not. */
export function headFaultOf({ headers, rawHeaders, httpVersion }: IncomingMessage): Fault | null {
  // The parser emits a request with an unknown transfer coding before its error, so the request must not begin.
  const coding = headers['transfer-encoding'] ?? 'chunked';
  if (coding.trim().toLowerCase() !== 'chunked') return new Fault('bad_request');
  // With two Host headers a proxy may have used the other one (RFC 9112, 3.2).
  const hosts = rawHeaders.filter(
    (name, n) => n % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length;
  if (hosts > 1) return new Fault('bad_request', 'The header Host stands there twice.');
  // HTTP 1.1 requires the header; a 1.0 client may not know it.
  if (hosts === 0 && httpVersion !== '1.0') return new Fault('bad_request', 'The header Host is missing.');
  return null;
}

/** The fault of a parser error: headers too large, a request that took too long, or anything else. */
export function rawFaultOf(code: string | undefined): Fault {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const message = `The request line and headers are larger than ${HEADER_BYTES_MAX} bytes.`;
    return new Fault('bad_request', message, { status: 431 });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Fault('bad_request', 'The request did not arrive in time.', { status: 408 });
  }
  return new Fault('bad_request');
}

/** A refusal that ends its connection. */
function refusalOf(fault: Fault, baseUrl: string) {
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(fault, baseUrl, requestId));
  const headers = {
    ...headersOfEveryAnswer(baseUrl),
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    connection: 'close',
  };
  return { body, headers: Object.entries(headers) };
}

/** Refuses a request by its headers alone. */
export function refuseHead(response: ServerResponse, fault: Fault, baseUrl: string): void {
  const { body, headers } = refusalOf(fault, baseUrl);
  // Headers are set one by one, so that the response knows whether it closes its connection.
  for (const [name, value] of headers) response.setHeader(name, value);
  response.writeHead(fault.status).end(body);
}

/** Writes a refusal where no request was parsed. */
export function refuseRaw(socket: Duplex, fault: Fault, baseUrl: string): void {
  // A client that sends on and never reads would keep the connection half open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  if (!socket.writable) return;
  const { body, headers } = refusalOf(fault, baseUrl);
  const lines = [['date', new Date().toUTCString()], ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
