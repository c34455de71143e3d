import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import type { Credentials, PresentedPayment } from '#payments/bill.ts';
import type { Caller } from '#schema/contract.ts';
import { clientAddress } from './client-address.ts';
import { measureTurn } from './limits/processor-time.ts';
import { noteCheck } from './notes.ts';
import { keyIn, keyOf, requestIdOf } from './preface.ts';

/** The facts of a request that a transport knows beside the headers. */
export interface CallerTerms {
  /** The URL of the paid resource in a 402. */
  readonly resourceUrl: string;
  readonly trustProxyHops?: number | undefined;
}

/** The caller of a request. Throws `invalid_request` for a malformed Idempotency-Key, and for a key at a position that takes none. */
export function callerOf(request: IncomingMessage, response: ServerResponse, terms: CallerTerms): Caller {
  refuseMisplacedKey(request);
  return {
    credentials: {
      apiKey: keyOf(request.headers),
      payment: paymentOf(request),
      idempotencyKey: idempotencyKeyOf(request),
      address: clientAddress(request, terms.trustProxyHops ?? 0),
      ignored: ignoredIn(request),
    },
    requestId: requestIdOf(response),
    resourceUrl: terms.resourceUrl,
    whenFinished: finishOf(request, response),
    left: leftOf(request, response),
    noted: (check) => noteCheck(request, check),
    resumed: () => measureTurn(request),
  };
}

/**
 * One `finish` listener of the response for many callbacks, because an operation of many checks has one for each. A sender that ended
 * its side may wait for the answer or be gone, which looks the same: its answer does not count as received.
 */
function finishOf({ socket }: IncomingMessage, response: ServerResponse): Caller['whenFinished'] {
  const listeners: (() => void)[] = [];
  const callAll = (): void => {
    if (socket.readableEnded) return;
    for (const listener of listeners.splice(0)) listener();
  };
  return (listener) => {
    if (listeners.length === 0) response.once('finish', callAll);
    listeners.push(listener);
  };
}

/** How long an interim response may take to be refused, and how many are sent: the system learns of a closed connection by the first. */
const REFUSED_MS = 250;
const INTERIM_RESPONSES = 2;

/** A sender that ended its side may be waiting for the answer or may be gone. One that is gone refuses the bytes. */
function leftOf({ socket, httpVersion }: IncomingMessage, response: ServerResponse): NonNullable<Caller['left']> {
  const isGone = async (): Promise<boolean> => {
    for (let n = 0; n < INTERIM_RESPONSES && !response.closed; n += 1) {
      if (response.headersSent || httpVersion !== '1.1') return false;
      response.writeProcessing();
      await pause(REFUSED_MS);
    }
    return response.closed;
  };
  return () => (response.closed || socket.readableEnded ? isGone : null);
}

/** Whether the request carries a key or a payment of either x402 version. */
export function hasCredential(request: IncomingMessage): boolean {
  return keyOf(request.headers) !== null || paymentOf(request) !== null;
}

/** The hint for a refused caller about an `Authorization` for another party, such as a proxy; null if none was ignored. */
export function ignoredIn({ headers }: IncomingMessage): string | null {
  if (headers.authorization === undefined || keyIn(headers.authorization) !== null) return null;
  return 'The header Authorization holds no key of this service, which begins with assay_, and was ignored.';
}

const ELSEWHERE =
  'A key is taken from the header X-API-Key, or from Authorization as "Bearer <key>", and from nowhere else. Nothing was charged.';
const DIFFERENT = 'X-API-Key and Authorization hold different keys: send one. Nothing was charged.';

/**
 * A caller would take an ignored key for payment, and one of two keys may be the wrong one. A key in an address would also be logged on
 * its way.
 */
function refuseMisplacedKey({ headers, url = '' }: IncomingMessage): void {
  const { authorization, 'x-api-key': key } = headers;
  const second = keyIn(authorization);
  if (key && second !== null && key !== second) refuse(['header', 'authorization'], DIFFERENT);
  const basic = authorization && /^basic +(\S+)$/i.exec(authorization)?.[1];
  if (basic && Buffer.from(basic, 'base64').includes('assay_')) refuse(['header', 'authorization'], ELSEWHERE);
  for (const name in headers) {
    if (name === 'authorization' || name === 'x-api-key') continue;
    if (headers[name]?.includes('assay_')) refuseKeys('header', [[name, headers[name]]]);
  }
  if (url.includes('assay_')) refuseKeys('query', new URLSearchParams(url.split('?')[1]));
}

/** Throws `invalid_request` for a value that is a key, at a position that takes none. */
export function refuseKeys(place: string, entries: Iterable<readonly [string, unknown]>): void {
  for (const [name, value] of entries) if (isKey(keyIn(value))) refuse([place, name], ELSEWHERE);
}

/** True for a whole key. A name that only begins like one, such as `assay_order_17`, is shorter. */
function isKey(text: string | null): boolean {
  return text !== null && /^assay_[1-9A-HJ-NP-Za-km-z]{40,44}$/.test(text);
}

function refuse(loc: InvalidItem['loc'], msg: string): never {
  throw new Fault('invalid_request', msg, { invalid: [{ loc, msg, type: 'value_error' }] });
}

/** The payment of the newer protocol version where a client sends both. */
function paymentOf(request: IncomingMessage): PresentedPayment | null {
  const newer = filled(request, 'payment-signature');
  if (newer !== null) return { version: 2, value: newer };
  const older = filled(request, 'x-payment');
  return older === null ? null : { version: 1, value: older };
}

function filled(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const HEADER = 'idempotency-key';
const CHARS_MAX = 255;
const PRINTABLE = /^[\x20-\x7e]+$/;

function idempotencyKeyOf(request: IncomingMessage): Credentials['idempotencyKey'] {
  const value = request.headers[HEADER];
  if (value === undefined) return null;
  if (typeof value === 'string' && value.length <= CHARS_MAX && PRINTABLE.test(value)) return value;
  return refuse(['header', HEADER], `Idempotency-Key should have 1 to ${CHARS_MAX} printable ASCII characters`);
}
