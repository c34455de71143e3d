import type { Answer, CheckQuestion, SignedAnswer } from '../answer.ts';
import { STORED_ANSWER } from '../documents.ts';
import { runQuery } from '../graphql.ts';
import type { KeyPlace } from '../key-store.ts';
import type { BatchRow } from './batch.ts';
import { isSameQuestion } from './plan.ts';

/** How long the service stores an answer, and this browser with it. */
export const STORED_MS = 86_400_000;

/** The most answers that a browser keeps. */
const KEPT_MAX = 100;

/** The largest difference between the clocks of browser and service at which an answer and a charge are the same check. */
const CLOCKS_APART_MS_MAX = 600_000;

const PLACE = 'assay.answers';

/** A check as the account lists it. */
export interface ListedCheck {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly sizeSol: string | null;
  readonly subject: string;
  readonly verdict: string;
  readonly chargedUsdc: string;
  readonly route: string;
  readonly documentKept: boolean;
}

/** An answer that this browser has kept, and when it came, in milliseconds. */
export interface KeptAnswer {
  readonly at: number;
  readonly request: CheckQuestion;
  readonly answer: Answer;
}

/** A row of the list of past checks: its answer, or the account's entry of it. */
export type EarlierRow = { readonly request: CheckQuestion; readonly at: number } & (
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'past'; readonly past: ListedCheck }
);

/** The answers that a browser keeps, newest first, without malformed ones and those older than the service's own. */
export function keptAnswers(place: KeyPlace | null, now: number): readonly KeptAnswer[] {
  try {
    const kept: unknown = JSON.parse(place?.getItem(PLACE) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => isKept(one) && one.at > now - STORED_MS) : [];
  } catch {
    return [];
  }
}

function isKept(one: unknown): one is KeptAnswer {
  const { at, request, answer } = (one ?? {}) as Partial<KeptAnswer>;
  const { kind, subject, verdict, metrics, reasons } = (answer?.document ?? {}) as Partial<SignedAnswer>;
  const isAnswer = typeof verdict === 'string' && typeof metrics === 'object' && Array.isArray(reasons);
  const isOfIt = request?.kind === kind && request?.subject === subject && typeof subject === 'string';
  return typeof at === 'number' && isAnswer && isOfIt && typeof answer?.billing === 'object';
}

/** Keeps answers, the newest of them where there is no room for all. Never throws: a full storage must not stop a page. */
export function keepAnswers(place: KeyPlace | null, kept: readonly KeptAnswer[]): void {
  let most = Math.min(kept.length, KEPT_MAX);
  for (; most > 0; most = Math.floor(most / 2)) {
    try {
      place?.setItem(PLACE, JSON.stringify(kept.slice(0, most)));
      return;
    } catch {
      // Full: half of them may fit.
    }
  }
  try {
    place?.removeItem(PLACE);
  } catch {
    // Refused: then nothing was kept either.
  }
}

/**
 * The past checks, newest first: the answers of this browser and the checks of the account, each check once. Answers in `batch` are left
 * out.
 */
export function earlierRows(
  kept: readonly KeptAnswer[],
  past: readonly ListedCheck[],
  batch: readonly BatchRow[],
): readonly EarlierRow[] {
  const shown = new Set(batch.flatMap((row) => (row.state === 'answered' ? [row.answer] : [])));
  const left = unmatched(kept, past);
  const rows: readonly EarlierRow[] = [
    ...kept
      .filter(({ answer }) => !shown.has(answer))
      .map(({ request, at, answer }) => ({ request, at, state: 'answered' as const, answer })),
    ...left.map((check) => ({
      request: questionOf(check),
      at: Date.parse(check.at),
      state: 'past' as const,
      past: check,
    })),
  ];
  return rows.toSorted((one, other) => other.at - one.at);
}

/** The checks that are none of the answers. The pairs with the least time between them are the same check, each in one pair. */
function unmatched(kept: readonly KeptAnswer[], past: readonly ListedCheck[]): readonly ListedCheck[] {
  const pairs = kept.flatMap((one) =>
    past
      .filter((check) => isOf(check, one))
      .map((check) => ({ one, check, apart: Math.abs(Date.parse(check.at) - one.at) })),
  );
  const taken = new Set<KeptAnswer | ListedCheck>();
  for (const { one, check } of pairs.toSorted((a, b) => a.apart - b.apart)) {
    if (taken.has(one) || taken.has(check)) continue;
    taken.add(one).add(check);
  }
  return past.filter((check) => !taken.has(check));
}

function isOf(check: ListedCheck, { at, request, answer }: KeptAnswer): boolean {
  const isNear = Math.abs(Date.parse(check.at) - at) < CLOCKS_APART_MS_MAX;
  return isNear && check.verdict === answer.document.verdict && isSameQuestion(questionOf(check), request);
}

function questionOf({ kind, subject, sizeSol }: ListedCheck): CheckQuestion {
  const name = kind.toLowerCase() as CheckQuestion['kind'];
  return sizeSol === null ? { kind: name, subject } : { kind: name, subject, sizeSol };
}

interface Stored {
  readonly node: { readonly document?: SignedAnswer | null } | null;
}

/** The stored answer of a past check, without a new charge; null once the service has deleted it. Throws `Troubled`. */
export async function storedAnswer({ id, route, chargedUsdc }: ListedCheck, key: string): Promise<Answer | null> {
  const { node } = await runQuery<Stored>({ query: STORED_ANSWER, variables: { id }, key });
  if (!node?.document) return null;
  const billing = { route, chargedUsdc, balanceUsdc: null, replayed: true, pass: null };
  return { document: node.document, billing, retryAfterSeconds: null };
}
