/** What differs between a transfer and its ticket: what to do about each. */
const MISMATCHES: Readonly<Record<string, string>> = {
  success: 'Your wallet keeps the USDC; only the network fee is gone. Forget this ticket and prepare a new transfer.',
  ticket:
    'Look in your wallet for the transfer that was prepared with this ticket and give its signature. If you gave the signature of another payment, that one needs its own ticket.',
  token: 'Another token was sent than USDC. Ask the operator of this service to send it back; the ticket stays here.',
  recipient:
    'The payment went to another account. Compare the recipient in your wallet with the one that was prepared.',
  amount: 'Another amount was sent. Ask the operator of this service; the ticket stays here as your proof.',
  payer: 'Another wallet paid. Claim with the ticket that was prepared for it, or ask the operator of this service.',
};

const NEXT: Readonly<Record<string, string>> = {
  transaction_not_final:
    'It takes about 7 seconds, and this page asks again by itself. You may close it and come back later.',
  chain_unavailable: 'Nothing is lost: this page asks again by itself.',
  not_ready: 'The service is starting. This page asks again by itself.',
  no_answer: 'Check your connection. Nothing is lost: this page asks again by itself.',
  signature_already_credited:
    'If you claimed it before, its key has the credit. Otherwise check that the signature belongs to this ticket.',
  api_key_unknown: 'Type the key again, or claim without one: then you get a new key.',
  ticket_unreadable: 'Copy the whole ticket, as /credits/prepare returned it, from this service and its network.',
};

const MEMBERS: Readonly<Record<string, string>> = {
  signature: 'Copy the signature of the transaction from your wallet: 87 or 88 letters and digits.',
  ticket: NEXT.ticket_unreadable ?? '',
  payer: 'Choose another account of your wallet.',
  amount_atomic: 'Choose another amount.',
  key: 'Type the key again.',
};

/** What `/credits` tells of what is sold here. */
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

/** What `/credits/prepare` answers, as far as it is used here. */
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

/** What `/credits/claim` answers. */
export interface Claimed {
  readonly api_key?: string;
  readonly credited_usdc: string;
  readonly balance_usdc?: string;
  readonly pass?: PassPeriod;
  readonly repeated?: true;
}

/** What `/credits/balance` answers, as far as it is used here. */
export interface Balance {
  readonly balance_usdc: string;
  readonly passes: readonly (PassPeriod & { readonly state: string })[];
}

/** A refusal. `status` 0: there was no answer. Members as in the service's problem documents. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  /** What of a transfer differs from its ticket. */
  readonly mismatch: string | null;
  /** The member of the request that a 422 is about. */
  readonly member: string | null;
}

/** An answer, with the milliseconds since 1970 of the service's clock; or why there is none. */
export type Answer<T> = { readonly value: T; readonly servedAt: number } | { readonly problem: Problem };

const CALL_MS_MAX = 35_000;

/** The calls of the page. They never reject. */
export const api = {
  guide: (): Promise<Answer<Guide>> => call('/credits'),
  prepare: (body: { readonly payer: string; readonly amount_atomic: number; readonly pass: boolean }) =>
    call<Prepared>('/credits/prepare', { body }),
  claim: (body: { readonly signature: string; readonly ticket: string; readonly key?: string }) =>
    call<Claimed>('/credits/claim', { body }),
  balance: (key: string) => call<Balance>('/credits/balance', { key }),
};

async function call<T>(path: string, { body, key }: { body?: object; key?: string } = {}): Promise<Answer<T>> {
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

/** A problem document, or a 422 with its items, or whatever stood in the way of either. */
export function readProblem(status: number, retryAfter: string | null, body: unknown): Problem {
  const members = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const items = Array.isArray(members.detail) ? (members.detail as { loc?: unknown[]; msg?: unknown }[]) : [];
  const detail = items.length > 0 ? items.map(({ msg }) => String(msg)).join('; ') : members.detail;
  const seconds = Number(retryAfter ?? members.retry_after_seconds ?? Number.NaN);
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    status,
    code: text(members.code) ?? (items.length > 0 ? 'invalid_request' : status === 0 ? 'no_answer' : 'unexpected'),
    detail: text(detail) ?? (status === 0 ? 'The service did not answer.' : `The service answered ${status}.`),
    // Without a word of the service only a broken road is worth another try.
    retryable: typeof members.retryable === 'boolean' ? members.retryable : status === 0 || status >= 500,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    mismatch: text(members.mismatch),
    member: text(items[0]?.loc?.[1]),
  };
}

/** What went wrong and what to do about it, in sentences. */
export interface Words {
  readonly what: string;
  readonly next: string;
}

/** A refusal in words with its next step. What the service says itself always stands first. */
export function inWords(problem: Problem): Words {
  const { code, detail } = problem;
  // The rest of its words is for programs, which have to repeat the claim by themselves.
  const what = code === 'transaction_not_final' ? detail.replace(/(?<=\.) .*$/s, '') : detail;
  return { what, next: nextStep(problem) };
}

function nextStep({ code, status, mismatch, member, retryable }: Problem): string {
  const known = mismatch === null ? undefined : MISMATCHES[mismatch];
  if (known !== undefined) return known;
  if (status === 422) return MEMBERS[member ?? ''] ?? 'Correct it and try again.';
  if (status === 429) return 'Too many questions from here. Wait a little; this page asks again by itself.';
  const next = NEXT[code];
  if (next !== undefined) return next;
  return retryable ? 'Nothing is lost: this page asks again by itself.' : 'Ask the operator of this service.';
}
