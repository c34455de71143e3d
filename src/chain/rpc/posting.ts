import { type AnswerSize, answerSizeMax } from './answer-size.ts';
import { type BatchClass, now, type RpcLimits } from './limits.ts';
import type { Failure } from './outcome.ts';
import type { Item } from './queue.ts';
import { type Posted, post, type Target } from './wire.ts';

/** One HTTP request: the calls in it and its body. */
export interface Parcel {
  readonly batch: BatchClass;
  readonly items: readonly Item[];
  readonly text: string;
  /** How long the most patient of its callers waits for the answer, as they were when it left. */
  readonly patienceMs: number;
}

/** What a request failed with that was cancelled because nobody waited for it any longer. */
export const abandoned: Failure = { kind: 'broken', detail: 'nobody waits for it', retryAfterMs: null };

/** The body of one call, or of an array of them. */
export function parcelOf(batch: BatchClass, items: readonly Item[]): Parcel {
  const [only] = items;
  const text = items.length === 1 && only ? only.text : `[${items.map((item) => item.text).join(',')}]`;
  const patienceMs = items.reduce((most, { interest }) => Math.max(most, interest.patienceMs), 0);
  return { batch, items, text, patienceMs };
}

/** Posts, and cancels the request when the last of its callers leaves or the most patient one has waited enough. */
export async function postWhileWanted(target: Target, parcel: Parcel, limits: RpcLimits): Promise<Posted> {
  const { items, text, patienceMs } = parcel;
  const controller = new AbortController();
  const sentAt = now();
  let wanted = items.filter(({ interest }) => interest.wanted).length;
  for (const { interest } of items) {
    interest.sentAt = sentAt;
    interest.onAbandon = () => {
      wanted -= 1;
      if (wanted === 0) controller.abort('abandoned');
    };
  }
  const timeoutMs = Math.max(1, Math.min(limits.requestTimeoutMs, patienceMs));
  const timer = setTimeout(() => controller.abort('timeout'), timeoutMs);
  const posted = await post(target, text, controller.signal, sizeMaxOf(parcel, limits));
  clearTimeout(timer);
  for (const { interest } of items) interest.onAbandon = null;
  return controller.signal.reason === 'abandoned' ? { ok: false, status: 0, failure: abandoned } : posted;
}

function sizeMaxOf({ batch, items }: Parcel, limits: RpcLimits): AnswerSize {
  if (batch === 'scan') return { bytes: limits.scanBytesMax, values: limits.scanValuesMax };
  if (batch === 'bodies') return { bytes: limits.bodiesBytesMax, values: limits.bodiesValuesMax };
  return answerSizeMax(
    items.map(({ method }) => method),
    limits,
  );
}
