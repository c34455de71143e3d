import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Message, Task } from '@a2a-js/sdk';
import { callerOf, ignoredIn } from '#http/caller.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { type ConcurrencyLimit, withPermits } from '#http/limits/concurrency-limit.ts';
import { noteRefusal } from '#http/notes.ts';
import { requestIdOf } from '#http/preface.ts';
import { problemOf, retryAfterOf } from '#http/problems/problem.ts';
import { challengeOf, faultOf, type UnpaidCall } from '#http/problems/refusal.ts';
import { validCheck } from '#http/questions/check-call.ts';
import { resourceUrlOf } from '#http/questions/paid-resource.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { Fault } from '#lib/fault.ts';
import type { FaultEntry } from '#lib/fault-catalogue.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { type Credentials, withIgnored } from '#payments/bill.ts';
import { pricesUsdc } from '#payments/prices.ts';
import { requiredFrom } from '#payments/x402/presented.ts';
import { settleResponse } from '#payments/x402/receipt.ts';
import type { Caller, Delivered } from '#schema/contract.ts';
import { summaryOf } from '../summary.ts';
import { refusedPayment, type Submitted, x402Keys } from './extension.ts';
import { invalidOf } from './guide.ts';
import type { Question, TaskRef } from './members.ts';
import { dataPart, messageOf, type ReplyContent, states, taskOf, textPart } from './replies.ts';

const TASKS_MAX = 1_000;

const TEXT_CHARS_MAX = 16_000_000;

const KEPT_MS = 10 * 60 * 1000;

/** The parts for answering, and the HTTP request to answer. */
export interface AnsweringContext {
  readonly deps: HttpDeps;
  readonly concurrencyLimit: ConcurrencyLimit;
  /** Tasks with their answers. */
  readonly recent: RecentTasks;
  /** Cancelled tasks, in a cache of their own, because anybody may cancel any number. */
  readonly cancelled: RecentTasks;
  /** Ids of tasks that are being paid and answered now. */
  readonly running: Set<string>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** A question and its payment. `open`: the task existed before, so the answer belongs to it. */
interface Asked {
  readonly ref: TaskRef;
  readonly submitted: Submitted;
  readonly open: boolean;
}

/**
 * Answers one question: with a message if it came with a key or a payment header, else with a task. Never throws: a refusal is a
 * reply. A task is charged once even if it is sent twice, because its id is the idempotency key where there is no other.
 */
export async function answerQuestion(service: AnsweringContext, asked: Asked): Promise<Message | Task> {
  const { deps, response } = service;
  const paid = paidCall(deps, asked.ref.question);
  let caller: Caller | null = null;
  try {
    admit(asked);
    caller = callerFor(service, asked, paid.resourceUrl);
    const { apiKey, payment } = caller.credentials;
    if (apiKey === null && payment === null) throw unpaidFault(caller.credentials);
    await deps.rateLimit?.admit(caller.credentials, response);
    return delivered(service, asked, await run(service, asked.ref, caller));
  } catch (error) {
    const fault = faultOf(error);
    if (fault.code === 'internal_error') {
      deps.log.error({ request_id: requestIdOf(response), err: error }, 'request failed');
    }
    const isPaying = asked.submitted.is !== 'absent' || (caller !== null && caller.credentials.payment !== null);
    return refused(service, asked, paid, fault, isPaying);
  }
}

function unpaidFault(credentials: Pick<Credentials, 'ignored'>): Fault {
  return new Fault('payment_required', withIgnored(faults.payment_required.meaning, credentials));
}

/** The task of an unpaid question. Every replica builds the same one. */
export function pendingTask({ deps, request, response }: AnsweringContext, ref: TaskRef): Task {
  const about = { requestId: requestIdOf(response), taskId: ref.id };
  const paid = paidCall(deps, ref.question);
  const terms = termsOf(deps, paid, unpaidFault({ ignored: ignoredIn(request) }), about);
  tellWait(response, terms?.retryAfterSeconds);
  return taskOf(ref, states.inputRequired, terms ?? { parts: [] });
}

function admit({ ref, submitted }: Asked): void {
  const { kind } = ref.question;
  if (kind.state === 'planned') {
    throw new Fault('kind_not_available', `The ${kind.name} check does not run yet. It is never charged.`);
  }
  if (submitted.is === 'unreadable') {
    throw new Fault('payment_malformed', `${x402Keys.payload} must be an x402 payment payload or its base64.`);
  }
}

function paidCall(deps: HttpDeps, { kind, subject, query }: Question): UnpaidCall {
  const call = { kind, subject, query: new URLSearchParams() };
  return { kind, subject, query, resourceUrl: resourceUrlOf(call, query, deps.settings.baseUrl) };
}

function callerFor(
  { deps, request, response }: AnsweringContext,
  { ref, submitted, open }: Asked,
  resourceUrl: string,
): Caller {
  const caller = callerOf(request, response, { resourceUrl, trustProxyHops: deps.trustProxyHops });
  const { credentials } = caller;
  return {
    ...caller,
    credentials: {
      ...credentials,
      payment: submitted.is === 'payment' ? submitted.payment : credentials.payment,
      idempotencyKey: credentials.idempotencyKey ?? (open || submitted.is === 'payment' ? ref.id : null),
    },
  };
}

async function run(
  { deps, concurrencyLimit, running }: AnsweringContext,
  { id, question }: TaskRef,
  caller: Caller,
): Promise<Delivered> {
  // The ledger runs only one of two calls for a task; the first marks the task as running.
  const isFirst = !running.has(id);
  running.add(id);
  try {
    return await withPermits(concurrencyLimit, caller.credentials, () => deps.checks.run(validCheck(question), caller));
  } finally {
    if (isFirst) running.delete(id);
  }
}

/** Sets `Retry-After` where the body has a delay, or where the answer was free because of a temporary failure. */
function tellWait(response: ServerResponse, seconds: number | undefined): void {
  if (seconds !== undefined) response.setHeader('retry-after', seconds);
}

/** The complete body of REST, then a text. */
function delivered({ response, recent }: AnsweringContext, asked: Asked, result: Delivered): Message | Task {
  const { ref, submitted, open } = asked;
  const { document, billing, receipt, retryAfterSeconds } = result;
  for (const [name, value] of Object.entries(receiptHeaders(receipt))) response.setHeader(name, value ?? '');
  tellWait(response, retryAfterSeconds);
  response.setHeader('x-verdict', document.verdict);
  const words = textPart(summaryOf(document, billing));
  const answer = [dataPart({ ...document, billing }), words];
  const metadata = paymentOf(result, submitted);
  if (!open && submitted.is === 'absent') {
    return messageOf({ parts: answer, ...(receipt && { metadata }) }, asked.ref.contextId);
  }
  const task = taskOf(ref, states.completed, { parts: [words], metadata }, answer);
  recent.keep(task);
  return task;
}

/** The payment state: a payment that was not needed, or was released because the answer is free, has no receipt and is not completed. */
function paymentOf({ receipt, billing }: Delivered, submitted: Submitted): NonNullable<ReplyContent['metadata']> {
  if (receipt) {
    return { [x402Keys.status]: 'payment-completed', [x402Keys.receipts]: [settleResponse(receipt)] };
  }
  const isLetGo = submitted.is === 'payment' && billing.route === 'none';
  return { ...(isLetGo && { [x402Keys.status]: 'payment-verified' }), [x402Keys.receipts]: [] };
}

function refused(
  service: AnsweringContext,
  { ref, open }: Asked,
  paid: UnpaidCall,
  fault: Fault,
  isPaying: boolean,
): Message | Task {
  const { deps, response } = service;
  noteRefusal(response.req, fault.code);
  const { invalid } = fault.extra;
  const requestId = requestIdOf(response);
  const payment = isPaying ? refusedPayment(fault, deps.settings.network) : {};
  const terms = termsOf(deps, paid, fault, { requestId, taskId: ref.id });
  tellWait(response, terms ? terms.retryAfterSeconds : retryAfterOf(fault));
  if (terms) return taskOf(ref, states.inputRequired, { ...terms, metadata: { ...terms.metadata, ...payment } });
  const { parts } = invalid
    ? invalidOf(fault, invalid, deps.settings.baseUrl, requestId)
    : { parts: [textPart(fault.message), dataPart(problemOf(fault, deps.settings.baseUrl, requestId))] };
  const content = { parts, ...(isPaying && { metadata: payment }) };
  if (!open && !isPaying) return messageOf(content, ref.contextId);
  const entry: FaultEntry = faults[fault.code];
  const mayGoOn = entry.retryable || entry.retryAction === 'resign';
  return taskOf(ref, mayGoOn ? states.inputRequired : states.failed, content);
}

/** Payment terms of a task. `retryAfterSeconds` is present while payments are impossible. */
interface Terms extends ReplyContent {
  readonly retryAfterSeconds: number | undefined;
}

/**
 * The terms of an unpaid check, or null for a fault that payment does not lift. The metadata has the requirements for the payment
 * extension, in the form of x402 v1, and the whole object of the x402 v2 header, which a data part has as well. The last part is the
 * refusal of REST with the next call.
 */
function termsOf(
  deps: Pick<HttpDeps, 'settings'>,
  paid: UnpaidCall,
  fault: Fault,
  about: { readonly requestId: string; readonly taskId: string },
): Terms | null {
  const challenge = challengeOf(deps, paid, fault, about.requestId);
  if (challenge === null) return null;
  const { x402Version: _version, error, accepts, ...problem } = challenge.body;
  const newer = challenge.header === null ? null : requiredFrom(challenge.header);
  const required = accepts.length > 0 ? { x402Version: 1, error, accepts } : newer;
  const offered = required && { [x402Keys.status]: 'payment-required', [x402Keys.required]: required };
  return {
    parts: [
      textPart(sentenceOf(paid, problem.detail, newer !== null)),
      ...(newer ? [dataPart(newer)] : []),
      dataPart({ ...problem, ...(newer && { message_hint: messageHint(about.taskId) }) }),
    ],
    metadata: { ...offered, ...(newer && { [x402Keys.requiredV2]: newer }) },
    retryAfterSeconds: problem.retry_after_seconds,
  };
}

/** The message that pays for a task, with placeholders in angle brackets. */
function messageHint(taskId: string): object {
  return {
    taskId,
    metadata: { [x402Keys.status]: 'payment-submitted', [x402Keys.payload]: '<X402_PAYMENT_PAYLOAD>' },
  };
}

function sentenceOf({ kind, resourceUrl }: UnpaidCall, detail: string, isPayable: boolean): string {
  const price = `The ${kind.name} check costs ${pricesUsdc[kind.name]} USDC.`;
  const byMessage = `Send a message to this task whose metadata has ${x402Keys.status} "payment-submitted" and ${x402Keys.payload}, or send the header X-API-Key. Over HTTP the same check is GET ${resourceUrl}.`;
  const byKey = `Send the header X-API-Key with a message to this task. Over HTTP the same check is GET ${resourceUrl}.`;
  return `${detail} ${price} ${isPayable ? byMessage : byKey}`;
}

/** The newest tasks of one final state in this process. */
interface RecentTasks {
  keep(task: Task): void;
  find(id: string): Task | null;
}

/**
 * A cache of ended tasks, limited by number, size and age, so that a client can ask for one again. It belongs to one process; the
 * ledger keeps paid answers and repeats them for the same payment.
 */
export function openRecentTasks(now: () => number = () => performance.now()): RecentTasks {
  const kept = new Map<string, { readonly text: string; readonly until: number }>();
  let chars = 0;
  const drop = (id: string): void => {
    chars -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  };
  const trim = (): void => {
    // Entries are ordered by their end.
    for (const [id, { until }] of kept) {
      if (until > now() && kept.size <= TASKS_MAX && chars <= TEXT_CHARS_MAX) return;
      drop(id);
    }
  };
  return {
    keep(task) {
      const text = JSON.stringify(task);
      drop(task.id);
      kept.set(task.id, { text, until: now() + KEPT_MS });
      chars += text.length;
      trim();
    },
    find(id) {
      trim();
      const found = kept.get(id);
      return found ? (JSON.parse(found.text) as Task) : null;
    },
  };
}
