import type { ChainReader, CheckCost } from 'assay-core/chain/chain-reader.ts';
import type { Inspected, Inspector, Inspectors } from 'assay-core/check/inspectors.ts';
import { type Gap, gapFacts, isRetryable } from 'assay-core/lib/reading.ts';
import { type Ask, orderReasons } from 'assay-core/rules/check.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import type { Signer } from '#lib/signing/attestation.ts';
import type { Answers, UnchargedAnswer } from '../check-service.ts';
import type { AnswerDocument } from '../contract.ts';

/** The dependencies of answers. `now` gives milliseconds of a monotonic clock, which only ages free answers. */
export interface AnswersDeps {
  readonly inspectors: Inspectors;
  readonly signer: Signer;
  readonly network: string;
  readonly sandbox: boolean;
  readonly now?: () => number;
}

/** When a free answer may be asked for again: later each time that it ends free again, while the cause lasts. */
const RETRY_SECONDS_MIN = 2;
const RETRY_SECONDS_MAX = 60;
const FREE_ANSWERS_MAX = 10_000;

interface FreeAnswer {
  readonly answered: UnchargedAnswer;
  readonly retrySeconds: number;
  readonly until: number;
}

/**
 * Opens the answers, with a cache of free ones: a failing check that is repeated before its retry time gets the same free answer, and
 * costs no work.
 */
export function openAnswers(deps: AnswersDeps): Answers {
  const now = deps.now ?? (() => performance.now());
  const remembered = new Map<string, FreeAnswer>();
  return async (ask, session) => {
    const key = `${ask.kind} ${ask.subject} ${ask.sizeLamports}`;
    forget(remembered, now());
    const before = remembered.get(key);
    if (before && before.until > now()) return waiting(before, now());
    const inspector = deps.inspectors[ask.kind];
    if (!inspector) throw new Error(`no inspector for ${ask.kind}`);
    let cost: CheckCost | undefined;
    const work = async (reader: ChainReader): Promise<UnchargedAnswer> => {
      const retrySeconds = before ? Math.min(RETRY_SECONDS_MAX, 2 * before.retrySeconds) : RETRY_SECONDS_MIN;
      const answered = await answer(deps, inspector, ask, reader, retrySeconds);
      cost = reader.cost?.();
      // A check that ended early because its caller left is no result for others.
      if (reader.closed ?? session.closed) return answered;
      remembered.delete(key);
      if (answered.free) remembered.set(key, { answered, retrySeconds, until: now() + retrySeconds * 1000 });
      return answered;
    };
    const { bounds } = inspector;
    const answered = await (session.share ? session.share(key, bounds, work) : work(session.reader(bounds)));
    // Of several who share the work, only the one that began it has a cost.
    return { ...answered, cost };
  };
}

/** The answer with the time that is left until it may be asked for again. */
function waiting({ answered, until }: FreeAnswer, now: number): UnchargedAnswer {
  const secondsLeft = Math.ceil((until - now) / 1000);
  return { ...answered, retryAfterSeconds: answered.retryAfterSeconds === null ? null : secondsLeft };
}

/** Entries stand in the order in which they were made. One that ended stays for a while, so that the next waits longer. */
function forget(remembered: Map<string, FreeAnswer>, now: number): void {
  for (const [key, { until }] of remembered) {
    if (until + RETRY_SECONDS_MAX * 1000 > now && remembered.size <= FREE_ANSWERS_MAX) return;
    remembered.delete(key);
  }
}

async function answer(
  deps: AnswersDeps,
  inspector: Inspector,
  ask: Ask,
  reader: ChainReader,
  retrySeconds: number,
): Promise<UnchargedAnswer> {
  // The other checks of the operation wait for no further question of this one.
  const inspected = await inspector.inspect(ask, reader).finally(() => reader.leave?.());
  const ours = inspected.judgement.decidedBy.filter((gap) => gapFacts[gap.cause].ours);
  const document = documentOf(deps, ask, inspected);
  if (ours.length > 0) {
    const passing = ours.some(isRetryable);
    const bare: AnswerDocument = { ...document, flags: [], reasons: [], metrics: {} };
    return { document: bare, free: true, retryAfterSeconds: passing ? retrySeconds : null };
  }
  const signed: AnswerDocument = { ...document, attestation: deps.signer.sign(document) };
  return { document: signed, free: false, retryAfterSeconds: null, text: JSON.stringify(signed) };
}

/** The answer in the order of members of every transport. */
function documentOf(deps: AnswersDeps, { kind, subject }: Ask, { judgement, asOf }: Inspected): AnswerDocument {
  const reasons = orderReasons(judgement.reasons);
  return {
    schema_version: SCHEMA_VERSION,
    kind,
    subject,
    network: deps.network,
    ...(deps.sandbox && { sandbox: true }),
    verdict: judgement.verdict,
    reason_codes: [...new Set(reasons.map((reason) => reason.code))],
    confidence: judgement.confidencePercent / 100,
    flags: judgement.flags,
    reasons,
    metrics: judgement.metrics,
    as_of: asOf && { slot: asOf.slot, commitment: asOf.commitment, time: rfc3339(asOf.time) },
    gaps: judgement.gaps.map(publicGap),
  };
}

/**
 * A gap's detail is for the operator's log. The answer has the reading, the cause, whether to retry, and the subject. For a refusal by a
 * plan that is the method, with publishable words.
 */
function publicGap({ reading, cause, detail, about = cause === 'plan_refuses' ? detail : undefined }: Gap) {
  return { reading, cause, retryable: gapFacts[cause].retryable, ...(about !== undefined && { about }) };
}

function rfc3339(unixSeconds: number | null): string | null {
  return unixSeconds === null ? null : new Date(unixSeconds * 1000).toISOString().replace('.000Z', 'Z');
}
