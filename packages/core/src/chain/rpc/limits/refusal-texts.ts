import { record } from '#lib/json-value.ts';

/** Header names in lower case, as undici gives them. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** So many calls in so many seconds. */
export interface CallRate {
  readonly calls: number;
  readonly seconds: number;
}

const secondsOfUnit: Readonly<Record<string, number>> = { s: 1, m: 60 };

const UNIT = '(s|secs?|seconds?|m|mins?|minutes?)\\b';
const PER_UNIT = new RegExp(
  `(\\d[\\d,_]*)\\s*(?:requests?|reqs?|calls?)?\\s*(?:\\/|\\b(?:per|a|an|each|every)\\b)\\s*(\\d*)\\s*${UNIT}`,
  'i',
);
const IN_UNITS = new RegExp(
  `(\\d[\\d,_]*)\\s*(?:requests?|reqs?|calls?)\\s*(?:in|over|within)\\s*(?:an?\\b)?\\s*(\\d*)\\s*${UNIT}`,
  'i',
);
const RPS = /(\d[\d,_]*)\s*rps\b|\brps\b[^\d.]{0,20}(\d[\d,_]*)/i;
/** Units of a provider's own count, which are no calls. */
const OWN_UNITS = /\bcredits?\b|\bcompute units?\b|\bCUs?\b|\bCUPS\b/i;

/** The rate that a text names as a number of calls in a time; null where it names none, or counts in units of its own. */
export function rateIn(text: string): CallRate | null {
  if (OWN_UNITS.test(text)) return null;
  const timed = PER_UNIT.exec(text) ?? IN_UNITS.exec(text);
  if (timed) return rateOf(timed[1], secondsIn(timed[2], timed[3]));
  const rps = RPS.exec(text);
  return rps ? rateOf(rps[1] ?? rps[2], 1) : null;
}

function secondsIn(count: string | undefined, unit: string | undefined): number {
  return Number(count || 1) * (secondsOfUnit[unit?.[0]?.toLowerCase() ?? ''] ?? 0);
}

function rateOf(calls: string | undefined, seconds: number): CallRate | null {
  const count = Number(calls?.replace(/[,_]/g, '') ?? '');
  return Number.isSafeInteger(count) && count > 0 && seconds > 0 ? { calls: count, seconds } : null;
}

const TRITON_SECONDS = 10;

/** Headers that name a limit of one window by their own name. */
const windowOfHeader: Readonly<Record<string, number>> = {
  // Triton, and the public endpoint: counted over a rolling window of ten seconds, whatever the name says
  // (docs.triton.one, "Handle 429 rate-limit errors").
  'x-ratelimit-rps-limit': TRITON_SECONDS,
  // Kong and the gateways built on it.
  'x-ratelimit-limit-second': 1,
  'x-ratelimit-limit-minute': 60,
  'ratelimit-limit-second': 1,
};

/** Headers with windows in seconds, as `50;w=1` or `10, 10;w=1, 500;w=60` (the IETF drafts of RateLimit fields). */
const HEADERS_WITH_WINDOWS = ['ratelimit-policy', 'x-ratelimit-policy', 'ratelimit-limit', 'x-ratelimit-limit'];

/**
 * The lowest rate that the headers of an answer name; null where none names both calls and window. It may be the limit of the called
 * method alone. Longer windows than a minute are allowances, not rates.
 */
export function rateOfHeaders(headers: AnswerHeaders): CallRate | null {
  const named = Object.entries(windowOfHeader).map(([name, seconds]) => rateOf(textOf(headers[name]), seconds));
  const windows = HEADERS_WITH_WINDOWS.flatMap((name) => ratesWithWindows(textOf(headers[name])));
  return [...named, ...windows].reduce((lowest, rate) => (lowest === null ? rate : slower(lowest, rate)), null);
}

/** The limit of the called method alone that headers name, as Triton and the public endpoint do; null where they name none. */
export function methodRateOfHeaders(headers: AnswerHeaders): CallRate | null {
  return rateOf(textOf(headers['x-ratelimit-method-limit']), TRITON_SECONDS);
}

export function slower(one: CallRate, other: CallRate | null): CallRate {
  return other !== null && other.calls * one.seconds < one.calls * other.seconds ? other : one;
}

function ratesWithWindows(text: string): readonly (CallRate | null)[] {
  return [...text.matchAll(/(?:\bq=)?(\d+)\s*;[^,]*?\bw=(\d+)/gi)]
    .filter(([, , seconds]) => Number(seconds) <= 60)
    .map(([, calls, seconds]) => rateOf(calls, Number(seconds)));
}

function textOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' ? header.trim() : (header?.join(', ') ?? '');
}

/** Numbers that a text names as the most that one request may hold, the clearest form first. */
const MOST = [
  /\d\s*>\s*(\d[\d,]*)/,
  /\bmax(?:imum)?\b(?:(?!got|received|sent|exceed)[^\d.;]){0,30}?(\d[\d,]*)/i,
  /\b(?:at most|up to|more than|allows?(?: only)?)\s+(?:an?\s+)?(\d[\d,]*)/i,
  /\blimit(?:ed)?\b(?:(?!got|received|sent|exceed)[^\d.;]){0,20}?(\d[\d,]*)/i,
  /\bexceeds?\s+(?:the\s+)?(\d[\d,]*)/i,
  /(\d[\d,]*)\s+(?:items|addresses|accounts|inputs|requests|calls)\s+(?:per|at most|max)/i,
];

/** The most addresses of a list or items of an array that a text names; null where it names none. */
export function mostIn(text: string): number | null {
  const found = MOST.map((form) => form.exec(text)?.[1]).find((number) => number !== undefined);
  const most = Number(found?.replaceAll(',', '') ?? 0);
  return most > 0 && most < 100_000 ? most : null;
}

const WAIT =
  /\b(?:retry|try[ _]again|back ?off|wait)\b[^\d.]{0,20}(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)\b/i;

/** Milliseconds that a text asks to wait; null where it names no time. */
export function waitIn(text: string): number | null {
  const [, count, unit = ''] = WAIT.exec(text) ?? [];
  if (count === undefined) return null;
  return Math.round(Number(count) * (/^ms|^milli/i.test(unit) ? 1 : 1_000 * secondsIn('1', unit)));
}

const WORDS_CHARS_MAX = 160;
const CUT = '…';

/** What a public text must not hold, in the order in which it is taken out. */
const PRIVATE = [
  /<[^>]*>/g,
  /\b[a-z][a-z0-9+.-]*:\/\/\S*/gi,
  /\S+@\S+/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
  /"[^"]*"|`[^`]*`/g,
  // Names of hosts, with the text after them.
  /\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?![a-z])(?:[/:?#]\S*)?/gi,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  // A name after the word for its kind.
  /(?<=\b(?:account|project|app|application|team|organi[sz]ation|workspace|customer|user|key|token)\b(?:\s*[:=#]\s*|\s+(?:id|name|named)\s*[:=]?\s*))\S+/gi,
  /(?<=\b(?:project|app|application|organi[sz]ation|workspace|team)\s+)(?!(?:has|is|was|does|did|not|can|cannot|exceed|reach|limit|plan|owner|or|and|at|to|for|in|on|with)\w*\b)\S+/gi,
  // Keys and addresses: long runs, and tokens that mix letters and digits, except a number with its unit.
  /[A-Za-z0-9_-]*[A-Za-z0-9]{16,}[A-Za-z0-9_-]*/g,
  /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z_])(?!\d+(?:ms|s|secs?|m|rps|rpm|kb|mb|k)\b)[\w-]{4,}/gi,
];

/**
 * The words of a refusal that may be published, at most 160 characters: no URL, host, key, address, quoted name or e-mail address.
 * `method` is the name of the called method, which stays.
 */
export function publishableWords(message: string, method: string | null): string {
  const start = message.slice(0, 1_000);
  const parts = method ? start.split(method) : [start];
  const clean = parts.map((part) => PRIVATE.reduce((text, form) => text.replace(form, CUT), part));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of a provider's text stay out of logs.
  const line = clean.join(method ?? '').replace(/[\u0000-\u001f\u007f\s]+/g, ' ');
  return line
    .replace(/…(?:[\s…]*…)?/g, CUT)
    .trim()
    .slice(0, WORDS_CHARS_MAX);
}

/** Objects and texts within each other that are searched for an error. */
const DEPTH_MAX = 6;
const MESSAGE_MEMBERS = ['message', 'error_description', 'detail', 'title', 'reason', 'msg', 'code', 'data'];
const MESSAGE_CHARS_MAX = 2_000;
const DIGITS = /^-?\d{1,9}$/;

interface FoundError {
  readonly code: number | null;
  readonly message: string;
}

/**
 * Code and message of the error in a body of any form: `{error: {code, message}}`, `{error: 'text'}`, `{message}`, a text, a text that is
 * one of those as JSON, or an array of one of them. The message has at most 2,000 characters. Null for a body without an error.
 */
export function errorIn(body: unknown): FoundError | null {
  return errorAt(body, DEPTH_MAX);
}

function errorAt(body: unknown, depth: number): FoundError | null {
  if (depth === 0) return null;
  if (typeof body === 'string') return errorInText(body.trim(), depth);
  if (Array.isArray(body)) return body.length === 1 ? errorAt(body[0], depth - 1) : null;
  const object = record(body);
  if (!object || (object.result !== undefined && !object.error)) return null;
  const inner = errorAt(object.error, depth - 1) ?? errorAt(messageOf(object), depth - 1);
  const code = inner?.code ?? codeOf(object.code);
  return inner || code !== null ? { code, message: inner?.message ?? '' } : null;
}

function errorInText(text: string, depth: number): FoundError | null {
  if (text === '') return null;
  if (/^[{[]/.test(text)) {
    try {
      return errorAt(JSON.parse(text), depth - 1);
    } catch {
      // It only resembles JSON: its words count as they are.
    }
  }
  return { code: null, message: text.slice(0, MESSAGE_CHARS_MAX) };
}

/** The first text among the members that providers write messages into. A code of letters is one, a code of digits is none. */
function messageOf(object: Readonly<Record<string, unknown>>): unknown {
  return MESSAGE_MEMBERS.map((name) => object[name]).find(
    (text) => typeof text === 'string' && text.trim() !== '' && !DIGITS.test(text),
  );
}

function codeOf(code: unknown): number | null {
  if (typeof code === 'string' && DIGITS.test(code)) return Number(code);
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
}
