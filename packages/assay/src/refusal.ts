import { isPassing, type Reply, type Silence } from '../../assay-client/src/ask.ts';
import { isRecord } from '../../assay-client/src/json.ts';
import { at, listAt, numberAt, textAt } from './answer.ts';
import { type ExitCode, exitCodes } from './classes.ts';
import { type NamedValue, paragraph, type TextLayout, table } from './layout.ts';

/** Why there is no answer. */
export interface CommandRefusal {
  readonly exit: ExitCode;
  /** The service's own document where it sent one, else one in its manner. */
  readonly problem: Readonly<Record<string, unknown>>;
  /** The document as it came, or null where it is ours. */
  readonly text: string | null;
  /** Whether the same question may be answered later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
}

/** A refusal of the client itself. */
export function ownRefusal(exit: ExitCode, code: string, title: string, detail: string): CommandRefusal {
  return { exit, problem: { title, detail, code }, text: null, retryable: false, retryAfterSeconds: null };
}

/** The refusal in whatever came instead of an answer. */
export function refusalOf(result: Reply | Silence, url: string): CommandRefusal {
  const retryable = isPassing(result);
  if ('silence' in result) {
    const detail = `${url}: ${result.silence}. Name the service with --url or ASSAY_URL.`;
    return { ...ownRefusal(exitCodes.refused, 'unreachable', 'No answer', detail), retryable };
  }
  const { status, body, text, retryAfterSeconds } = result;
  const exit = exitOf(status);
  if (isRecord(body) && isProblem(status, body)) return { exit, problem: body, text, retryable, retryAfterSeconds };
  const own = ownRefusal(
    status === 402 ? exit : exitCodes.refused,
    'not_assay',
    'Not an answer of Assay',
    unlikely(result, url),
  );
  return { ...own, retryable, retryAfterSeconds };
}

/** Whether a body says why it refuses; a redirect or another service's document does not. */
function isProblem(status: number, body: Readonly<Record<string, unknown>>): boolean {
  return status >= 400 && ['detail', 'title', 'error', 'code'].some((name) => Object.hasOwn(body, name));
}

function exitOf(status: number): ExitCode {
  if (status === 401 || status === 402) return exitCodes.payment;
  return status === 422 ? exitCodes.usage : exitCodes.refused;
}

function unlikely({ status, location }: Reply, url: string): string {
  if (location !== null)
    return `${url} redirects to ${location}, which is not followed; name the right one with --url.`;
  return `${url} answered ${status} with something else than what was asked. No verdict was taken from it.`;
}

/** A refusal for people: what happened, and the call that helps. */
export function refusalLines(
  page: TextLayout,
  { problem, exit, retryAfterSeconds }: CommandRefusal,
  url: string,
): readonly string[] {
  const status = numberAt(problem, 'status');
  const title = textAt(problem, 'title') ?? (exit === exitCodes.usage ? 'Validation failed' : 'Refused');
  const code = textAt(problem, 'code');
  const head = `${status === null ? '' : `${status} `}${title}${code ? ` (${code})` : ''}`;
  const rows = [...facts(problem, retryAfterSeconds), ...(exit === exitCodes.payment ? keyRows(problem, url) : [])];
  return [
    ...paragraph(page, head, 0, 'alarm'),
    ...details(problem).flatMap((text) => paragraph(page, text, 2)),
    ...(rows.length > 0 ? table(page, rows, 2) : []),
  ];
}

/** The detail, or each place of a 422. */
function details(problem: unknown): readonly string[] {
  const detail = textAt(problem, 'detail') ?? textAt(problem, 'error');
  if (detail !== null) return [detail];
  return listAt(problem, 'detail').map((place) => {
    const where = listAt(place, 'loc').map(String).join('.');
    return `${where}: ${textAt(place, 'msg') ?? 'is malformed'}`;
  });
}

function facts(problem: unknown, retryAfterSeconds: number | null): readonly NamedValue[] {
  const price = textAt(problem, 'price_usdc');
  const state = textAt(problem, 'payment_state');
  const seconds = retryAfterSeconds ?? numberAt(problem, 'retry_after_seconds');
  const request = textAt(problem, 'request_id');
  return [
    ...(price === null ? [] : [{ name: 'Price', value: `${price} USDC` }]),
    ...(state === null ? [] : [{ name: 'Payment', value: state }]),
    ...(seconds === null ? [] : [{ name: 'Ask again', value: `after ${seconds} s` }]),
    ...hintRows(at(problem, 'hint')),
    ...(request === null ? [] : [{ name: 'Request', value: request }]),
  ];
}

function hintRows(hint: unknown): readonly NamedValue[] {
  const [method, target] = [textAt(hint, 'method'), textAt(hint, 'url')];
  if (method === null || target === null) return [];
  const headers = Object.entries(at(hint, 'headers') ?? {}).map(([name, value]) => `${name}: ${String(value)}`);
  const body = at(hint, 'body');
  return [
    { name: 'Next call', value: `${method} ${target}` },
    ...headers.map((value) => ({ name: '  with header', value })),
    ...(isRecord(body) ? [{ name: '  with body', value: JSON.stringify(body) }] : []),
  ];
}

function keyRows(problem: unknown, url: string): readonly NamedValue[] {
  const how = `bought without an account: POST ${url}/credits/prepare, sign and send the transfer, POST ${url}/credits/claim`;
  return [
    { name: 'A key', value: how },
    { name: 'Every step', value: `${url}/credits, or in a browser ${url}/topup` },
    { name: 'Then', value: 'export ASSAY_API_KEY=... and ask again' },
    ...(at(problem, 'sandbox') === true
      ? [{ name: 'Sandbox', value: 'it prints a key with credit at its start' }]
      : []),
  ];
}
