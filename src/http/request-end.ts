import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { formatUsdc } from '#lib/money.ts';
import type { CheckNote } from '#schema/model.ts';
import type { Log } from './model.ts';
import { type Notes, notesOf, routeOf } from './notes.ts';

/** Asked every second by balancers and collectors, so that their lines would hide all others. */
const QUIET = new Set(['/health', '/health/ready', '/metrics']);

const PATH_CHARS_MAX = 256;
const ACCOUNT_CHARS = 12;

/** A request that is over, as its listener saw it. */
export interface Ended {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly ms: number;
}

/** Writes the one line that each request has, and tells whoever counts. */
export function endRequest(request: IncomingMessage, response: ServerResponse, log: Log, ended: Ended): void {
  const noted = notesOf(request);
  const { requestId, method, url, ms } = ended;
  const path = url.split('?', 1)[0]?.slice(0, PATH_CHARS_MAX);
  const status = response.statusCode;
  const fields = {
    ...{ request_id: requestId, method, path, status, ms: Math.round(ms) },
    ...(noted && noted.refusals.size > 0 && { code: [...noted.refusals].join(' ') }),
    ...(noted && noted.checks.length > 0 && { ...checksOf(noted), account: accountOf(request) }),
    ...(!response.writableFinished && { aborted: true }),
  };
  if (path !== undefined && QUIET.has(path)) log.debug?.(fields, 'request');
  else log.info(fields, 'request');
  noted?.watch?.ended({
    ...{ route: routeOf(request, noted), method, status, seconds: ms / 1000 },
    refusals: noted.refusals,
  });
}

/** One check with its verdict; of several, how many there were and what they cost together. */
function checksOf({ checks }: Notes): object {
  const [only] = checks;
  if (checks.length === 1 && only) {
    const { kind, verdict, route, replayed, ms } = only;
    const charged = formatUsdc(only.chargedAtomic);
    return { kind, verdict, route, charged_usdc: charged, ...(replayed && { replayed }), check_ms: Math.round(ms) };
  }
  return {
    checks: checks.length,
    verdicts: tallyOf(checks),
    charged_usdc: formatUsdc(checks.reduce((sum, { chargedAtomic }) => sum + chargedAtomic, 0n)),
    check_ms: Math.round(Math.max(...checks.map(({ ms }) => ms))),
  };
}

function tallyOf(checks: readonly CheckNote[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, verdict } of checks) {
    const name = `${kind} ${verdict}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The beginning of the hash that the books know a key by, so that an operator finds the account and nobody the key. */
function accountOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['x-api-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  return createHash('sha256').update(key).digest('hex').slice(0, ACCOUNT_CHARS);
}
