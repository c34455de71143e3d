import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fault } from '#lib/fault.ts';
import type { Credentials, PresentedPayment } from '#payments/bill.ts';
import type { Caller } from '#schema/contract.ts';
import { clientAddress } from './client-address.ts';
import { noteCheck } from './notes.ts';
import { requestIdOf } from './preface.ts';

/** What a transport knows of a request beyond its headers. */
export interface CallerTerms {
  /** The URL of the paid resource in a 402. */
  readonly resourceUrl: string;
  readonly trustProxyHops?: number | undefined;
}

/** The caller of a request. Throws `invalid_request` for a malformed Idempotency-Key. */
export function callerOf(request: IncomingMessage, response: ServerResponse, terms: CallerTerms): Caller {
  return {
    credentials: {
      apiKey: filled(request, 'x-api-key'),
      payment: paymentOf(request),
      idempotencyKey: idempotencyKeyOf(request),
      address: clientAddress(request, terms.trustProxyHops ?? 0),
    },
    requestId: requestIdOf(response),
    resourceUrl: terms.resourceUrl,
    whenFinished: finishOf(request, response),
    noted: (check) => noteCheck(request, check),
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

/** Whether the request carries a key or a payment of either x402 version. */
export function hasCredential(request: IncomingMessage): boolean {
  return filled(request, 'x-api-key') !== null || paymentOf(request) !== null;
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
  const msg = `Idempotency-Key should have 1 to ${CHARS_MAX} printable ASCII characters`;
  throw new Fault('invalid_request', msg, { invalid: [{ loc: ['header', HEADER], msg, type: 'value_error' }] });
}
