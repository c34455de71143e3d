/** The offers in `/credits`. */
export interface Guide {
  readonly how: readonly string[];
  readonly why_the_ticket: string;
  readonly pay_to: string;
  readonly asset_mint: string;
  readonly network: string;
  readonly min_topup_usdc: string;
  readonly max_topup_usdc: string;
  readonly prices_usdc: Readonly<Record<string, string>>;
  readonly passes: {
    readonly fair_use: string;
    readonly renewal: string;
    readonly tiers: readonly {
      readonly tier: string;
      readonly usdc: number;
      readonly days: number;
      readonly fair_use_calls: number;
    }[];
  };
  readonly sandbox?: true;
}

/** The used part of the answer of `/credits/prepare`. */
export interface Prepared {
  readonly transaction: string;
  readonly ticket: string;
  readonly expires_at: string;
  readonly amount_atomic: number;
  readonly amount_usdc: string;
  readonly pay_to: string;
  readonly pay_to_token_account: string;
  readonly asset_mint: string;
  readonly network: string;
  readonly memo: string;
  readonly pass?: { readonly tier: string; readonly days: number; readonly fair_use_calls: number };
}

/** A period of a pass. */
interface PassPeriod {
  readonly tier: string;
  readonly starts_at: string;
  readonly expires_at: string;
  readonly fair_use_calls: number;
  readonly fair_use_left: number;
}

/** The answer of `/credits/claim`. */
export interface Claimed {
  readonly api_key?: string;
  readonly credited_usdc: string;
  readonly balance_usdc?: string;
  readonly pass?: PassPeriod;
  readonly repeated?: true;
}

/** The used part of the answer of `/credits/balance`. */
export interface Balance {
  readonly balance_usdc: string;
  readonly passes: readonly (PassPeriod & { readonly state: string })[];
}

/** A refusal. `status` 0: there was no answer. Members as in the service's problem documents. */
export interface ApiProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  /** The difference between a transfer and its ticket. */
  readonly mismatch: string | null;
  /** The member of the request that a 422 is about. */
  readonly member: string | null;
}

/** An answer, with the milliseconds since 1970 of the service's clock; or why there is none. */
export type TopupAnswer<T> = { readonly value: T; readonly servedAt: number } | { readonly problem: ApiProblem };

const CALL_MS_MAX = 35_000;

/** The calls of the page. They never reject. */
export const api = {
  guide: (): Promise<TopupAnswer<Guide>> => call('/credits'),
  prepare: (body: { readonly payer: string; readonly amount_atomic: number; readonly pass: boolean }) =>
    call<Prepared>('/credits/prepare', { body }),
  claim: (body: { readonly signature: string; readonly ticket: string; readonly key?: string }) =>
    call<Claimed>('/credits/claim', { body }),
  balance: (key: string) => call<Balance>('/credits/balance', { key }),
};

async function call<T>(path: string, { body, key }: { body?: object; key?: string } = {}): Promise<TopupAnswer<T>> {
  try {
    const response = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(key !== undefined && { 'X-API-Key': key }) },
      ...(body && { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.timeout(CALL_MS_MAX),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok && answer !== null) {
      const date = Date.parse(response.headers.get('date') ?? '');
      return { value: answer as T, servedAt: Number.isNaN(date) ? Date.now() : date };
    }
    return { problem: readProblem(response.status, response.headers.get('retry-after'), answer) };
  } catch {
    return { problem: readProblem(0, null, null) };
  }
}

/** A problem document, or a 422 with its items, or the fault that prevented either. */
export function readProblem(status: number, retryAfter: string | null, body: unknown): ApiProblem {
  const members = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const items = Array.isArray(members.detail) ? (members.detail as { loc?: unknown[]; msg?: unknown }[]) : [];
  const detail = items.length > 0 ? items.map(({ msg }) => String(msg)).join('; ') : members.detail;
  const seconds = Number(retryAfter ?? members.retry_after_seconds ?? Number.NaN);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    status,
    code: text(members.code) ?? (items.length > 0 ? 'invalid_request' : status === 0 ? 'no_answer' : 'unexpected'),
    detail: text(detail) ?? (status === 0 ? 'The service did not answer.' : `The service answered ${status}.`),
    // Without an answer of the service only a failed connection is worth another try.
    retryable: typeof members.retryable === 'boolean' ? members.retryable : status === 0 || status >= 500,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    mismatch: text(members.mismatch),
    member: text(items[0]?.loc?.[1]),
  };
}
