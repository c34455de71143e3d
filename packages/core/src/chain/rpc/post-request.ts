import type { Failure, RpcOutcome } from './call-outcome.ts';
import { onAbort } from './call-wait.ts';
import { type Posted, postJson, type Target } from './json-rpc.ts';
import {
  type AnswerSize,
  answerSizeMax,
  answerSizeOfClass,
  type BatchClass,
  now,
  type RpcLimits,
} from './rpc-limits.ts';
import type { Item } from './send-queue.ts';

/** So many calls are settled in the first turn of the event loop. */
const GROUP = 8;

/** The work that follows from the answers of one turn should take no longer, in milliseconds. */
const GROUP_MS_MAX = 4;

/** One HTTP request: the calls in it and its body. */
export interface RpcRequest {
  readonly batch: BatchClass;
  readonly items: readonly Item[];
  readonly text: string;
  /** The longest time in milliseconds that one of its callers grants the answer, when the request leaves. */
  readonly answerTimeoutMs: number;
}

/** The failure of a request that was cancelled because no caller waited any longer. */
export const abandoned: Failure = { kind: 'broken', detail: 'nobody waits for it' };

/** The body of one call, or of an array of them. */
export function rpcRequestOf(batch: BatchClass, items: readonly Item[]): RpcRequest {
  const [only] = items;
  const text = items.length === 1 && only ? only.text : `[${items.map((item) => item.text).join(',')}]`;
  const answerTimeoutMs = items.reduce((most, { wait }) => Math.max(most, wait.answerTimeoutMs), 0);
  return { batch, items, text, answerTimeoutMs };
}

/** Posts the request. Cancels it when the last caller leaves or the longest granted time is over. */
export async function postWhileWanted(target: Target, request: RpcRequest, limits: RpcLimits): Promise<Posted> {
  const { items, text, answerTimeoutMs } = request;
  const controller = new AbortController();
  const sentAt = now();
  for (const { wait, method } of items) {
    wait.sentAt = sentAt;
    wait.sent?.(method, target.origin);
  }
  const waiting = items.filter(({ wait }) => !wait.isBackground);
  let wanted = waiting.length;
  const stops = waiting.map(({ wait }) =>
    onAbort(wait.signal, () => {
      wanted -= 1;
      if (wanted === 0) controller.abort('abandoned');
    }),
  );
  const timeoutMs = Math.max(1, Math.min(limits.requestTimeoutMs, answerTimeoutMs));
  const timer = setTimeout(() => controller.abort('timeout'), timeoutMs);
  const posted = await postJson(target, text, controller.signal, sizeMaxOf(request, limits));
  clearTimeout(timer);
  for (const stop of stops) stop();
  return controller.signal.reason === 'abandoned' ? { is: 'failure', failure: abandoned } : posted;
}

function sizeMaxOf({ batch, items }: RpcRequest, limits: RpcLimits): AnswerSize {
  const methods = items.map(({ method }) => method);
  return answerSizeOfClass(batch, limits) ?? answerSizeMax(methods, limits);
}

/**
 * Settles calls in groups, one group in each turn of the event loop; the next group follows from how many milliseconds the last one
 * took. A caller continues in the turn in which its call is settled, so a hundred answers at once would block the event loop for
 * all checks. Calls that cause little work are settled at once.
 */
export async function settleInGroups(items: readonly Item[], outcomes: readonly RpcOutcome[]): Promise<void> {
  let settled = 0;
  for (let group = isMuch(items, outcomes) ? GROUP : items.length; settled < items.length; ) {
    const since = now();
    for (const item of items.slice(settled, settled + group)) {
      item.settle(outcomes[settled] ?? { kind: 'returned' });
      settled += 1;
    }
    if (settled < items.length) await new Promise(setImmediate);
    group = now() - since > GROUP_MS_MAX ? Math.ceil(group / 2) : group * 2;
  }
}

/**
 * Answers about the present cause much work. Those about history lead to more questions, which belong together, as do calls that
 * return to a queue.
 */
function isMuch([first]: readonly Item[], outcomes: readonly RpcOutcome[]): boolean {
  return first?.batch === 'state' && outcomes.some(({ kind }) => kind === 'result');
}
