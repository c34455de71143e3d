import { duration } from './format.ts';

/** The fault of a whole request, for a person. `code` is the code of the error catalogue, or `NETWORK`. */
export interface Trouble {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  /** The page that helps. */
  readonly link?: { readonly href: string; readonly text: string };
}

/** Thrown by every request to the service. */
export class Troubled extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(trouble.title);
    this.trouble = trouble;
  }
}

/** The part of a refusal that a page reads: a problem document, or the first error of GraphQL. */
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

const TOPUP = { href: '/topup', text: 'Top up' };

/** A refusal without a text here is shown in the words of the service. */
const WORDS: Readonly<
  Record<string, { readonly title: string; readonly text?: string; readonly link?: typeof TOPUP }>
> = {
  PAYMENT_REQUIRED: {
    title: 'A key is needed',
    text: 'Checks are paid. Enter a key with credit, or buy some.',
    link: TOPUP,
  },
  INSUFFICIENT_BALANCE: {
    title: 'The balance is too small',
    text: 'The key does not cover these checks. Nothing was charged.',
    link: TOPUP,
  },
  API_KEY_UNKNOWN: {
    title: 'The service does not know this key',
    text: 'Nothing was charged. See whether it was copied whole; keys begin with assay_.',
    link: { href: '/topup', text: 'Buy credit to get a key' },
  },
  TOO_MANY_REQUESTS: {
    title: 'Too many checks at once',
    text: 'Others of this key are still under way. Nothing was charged.',
  },
  TOO_MANY_FREE_ANSWERS: { title: 'Too many free answers' },
  REQUEST_IN_FLIGHT: {
    title: 'The same request is under way',
    text: 'Wait a moment, then ask again: it is charged once only.',
  },
  NOT_READY: { title: 'The service is not ready', text: 'It is starting or stopping. Nothing was charged.' },
};

/** The meaning of a refusal, in words. `status` is the HTTP status; the body may have any form. */
export function troubleOf(status: number, body: unknown, retryAfter: string | null = null): Trouble {
  const { code, message, retryAfterSeconds } = refusalIn(status, body);
  const wait = retryAfterSeconds ?? (retryAfter === null ? null : Number(retryAfter));
  const known = WORDS[code];
  const text = known?.text ?? (message || `The service answered with status ${status}.`);
  return {
    code,
    title: known?.title ?? 'The service refused the request',
    text: wait !== null && wait > 0 ? `${text} Try again in ${duration(wait)}.` : text,
    ...(known?.link && { link: known.link }),
  };
}

/** When the connection failed; `came` says how much is safe. */
export function cutTrouble(came: string): Trouble {
  return { code: 'NETWORK', title: 'The connection was cut', text: came };
}

function refusalIn(status: number, body: unknown): Refusal {
  const whole = asRecord(body);
  const first = Array.isArray(whole.errors) ? asRecord(whole.errors[0]) : {};
  const inner = asRecord(first.extensions);
  const fallback = status === 429 ? 'TOO_MANY_REQUESTS' : `HTTP_${status}`;
  const wait = inner.retryAfterSeconds ?? whole.retry_after_seconds;
  return {
    code: String(inner.code ?? whole.code ?? fallback).toUpperCase(),
    message: String(first.message ?? whole.detail ?? ''),
    retryAfterSeconds: typeof wait === 'number' ? wait : null,
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
