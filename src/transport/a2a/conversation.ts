import type { Message, SendMessageRequest, Task } from '@a2a-js/sdk';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { hasCredential } from '#http/caller.ts';
import { requestIdOf } from '#http/preface.ts';
import { Fault } from '#lib/fault.ts';
import { type AnsweringContext, answerQuestion, pendingTask } from './answering.ts';
import { type Submitted, submittedIn, x402Keys } from './extension.ts';
import { guideOf, invalidOf } from './guide.ts';
import { isContext, newTask, readTask, type TaskRef } from './members.ts';
import { asksElse, readQuestion } from './question.ts';
import type { Protocol } from './replies.ts';
import { messageOf, states, taskOf, textPart, withoutExtensions } from './replies.ts';

/** The methods that the A2A package calls for one HTTP request. `broke` is called with an error that is no refusal. */
export interface Conversation {
  readonly handler: A2ARequestHandler;
  broke(): boolean;
}

/**
 * Opens the methods of one request. The package's own handler keeps every task that waits for input, with the listeners of its events.
 * This one keeps no unpaid question, and any replica continues it by the id of the task.
 */
export function openConversation(service: AnsweringContext, { errors }: Protocol): Conversation {
  let broken = false;
  const guarded = async <T extends Message | Task>(work: () => T | Promise<T>): Promise<T> => {
    try {
      const answer = await work();
      return service.deps.settings.enabled ? answer : withoutExtensions(answer);
    } catch (error) {
      if (error instanceof errors.A2AError) throw error;
      broken = true;
      service.deps.log.error({ request_id: requestIdOf(service.response), err: error }, 'request failed');
      throw new Fault('internal_error');
    }
  };
  const unsupported = (what: string): never => {
    throw new errors.UnsupportedOperationError(what);
  };
  const noPush = async (): Promise<never> => {
    throw new errors.PushNotificationNotSupportedError();
  };
  const refOf = (id: string): TaskRef => {
    if (typeof id !== 'string' || id === '') throw new errors.RequestMalformedError('The id of a task is required.');
    const ref = readTask(id);
    if (ref === null) throw new errors.TaskNotFoundError();
    return ref;
  };
  const handler: A2ARequestHandler = {
    sendMessage: (params) => guarded(() => receive(service, errors, refOf, params)),
    getTask: ({ id }) => guarded(() => ended(service, refOf(id)) ?? pendingTask(service, refOf(id))),
    cancelTask: ({ id }) => guarded(() => cancel(service, errors, refOf(id))),
    listTasks: async () => unsupported('Tasks are not listed: whoever holds the id of one may ask for it.'),
    sendMessageStream: () => unsupported('Answers are not streamed; send the message without streaming.'),
    resubscribe: () => unsupported('Answers are not streamed; ask for the task.'),
    // The package reads the card before it streams, so a client that asks for a stream gets this error.
    getAgentCard: async () => unsupported('Answers are not streamed; the card stands at /.well-known/agent-card.json.'),
    getAuthenticatedExtendedAgentCard: async () => unsupported('There is one card for all callers.'),
    createTaskPushNotificationConfig: noPush,
    getTaskPushNotificationConfig: noPush,
    listTaskPushNotificationConfigs: noPush,
    deleteTaskPushNotificationConfig: noPush,
  };
  return { handler, broke: () => broken };
}

type Errors = Protocol['errors'];

async function receive(
  service: AnsweringContext,
  errors: Errors,
  refOf: (id: string) => TaskRef,
  { message, metadata }: SendMessageRequest,
): Promise<Message | Task> {
  if (message === undefined || message.messageId === '') {
    throw new errors.RequestMalformedError('message and message.messageId are required.');
  }
  const { contextId, taskId } = message;
  if (contextId !== '' && !isContext(contextId)) {
    throw new errors.RequestMalformedError('contextId must have 1 to 64 characters of A-Z a-z 0-9 . _ : -');
  }
  const submitted = submittedIn(message.metadata, metadata);
  if (taskId !== '') {
    const ref = refOf(taskId);
    const elsewhere = submitted.is === 'rejected' ? null : otherQuestion(service, message, ref);
    return elsewhere ?? (await goOn(service, errors, { ref, contextId, submitted }));
  }
  const asked = questionOf(service, message, metadata);
  if ('reply' in asked) return asked.reply;
  // No terms were sent that could be rejected.
  const paying: Submitted = submitted.is === 'rejected' ? { is: 'absent' } : submitted;
  return await answerQuestion(service, { ref: newTask(asked.question, contextId), submitted: paying, open: false });
}

/** Continues a task. The text of the message is not read, because the task's id contains the question. */
async function goOn(
  service: AnsweringContext,
  errors: Errors,
  { ref, contextId, submitted }: { readonly ref: TaskRef; readonly contextId: string; readonly submitted: Submitted },
): Promise<Message | Task> {
  if (contextId !== '' && contextId !== ref.contextId) {
    throw new errors.RequestMalformedError('contextId is not that of the task.');
  }
  if (submitted.is === 'rejected') return cancel(service, errors, ref, 'payment-rejected');
  // The ledger answers every payer, also after the task is gone: a repeat of a paid call is free.
  if (submitted.is === 'absent' && !hasCredential(service.request)) {
    const state = ended(service, ref)?.status?.state;
    if (state === states.canceled) {
      throw new errors.UnsupportedOperationError('The task was cancelled; ask in a new one.');
    }
    if (state === states.completed) {
      throw new errors.UnsupportedOperationError('The task has its answer; ask for the task by its id.');
    }
  }
  return await answerQuestion(service, { ref, submitted, open: true });
}

/** The question of a first message, or the free reply to an unclear or malformed one, without a task. */
function questionOf(service: AnsweringContext, message: Message, metadata: SendMessageRequest['metadata']) {
  try {
    const read = readQuestion(message, metadata);
    if ('question' in read) return read;
    return { reply: messageOf(guideOf(service.deps, read), message.contextId) };
  } catch (error) {
    return { reply: malformed(service, error, message.contextId) };
  }
}

/** The reply to a message that asks a task another question, because it would be charged for the task's own question. */
function otherQuestion(service: AnsweringContext, message: Message, { contextId, question }: TaskRef): Message | null {
  try {
    if (!asksElse(message, question)) return null;
    const { kind, subject } = question;
    const why = `The task is about another question, the ${kind.name} check of ${subject}; ask without a taskId.`;
    return messageOf(guideOf(service.deps, { why, kinds: [], address: null }), contextId);
  } catch (error) {
    return malformed(service, error, contextId);
  }
}

function malformed({ deps, response }: AnsweringContext, error: unknown, contextId: string): Message {
  if (!(error instanceof Fault && error.extra.invalid)) throw error;
  return messageOf(invalidOf(error, error.extra.invalid, deps.settings.baseUrl, requestIdOf(response)), contextId);
}

/** An ended task of this process's cache. An answer takes precedence over a cancellation. */
function ended({ recent, cancelled }: AnsweringContext, { id }: TaskRef): Task | null {
  return recent.find(id) ?? cancelled.find(id);
}

/**
 * Cancels a task and undoes nothing: another replica, or this one earlier, may have taken a payment. So the reply only describes
 * this call.
 */
function cancel(service: AnsweringContext, errors: Errors, ref: TaskRef, status?: string): Task {
  const known = ended(service, ref);
  if (known?.status?.state === states.canceled) return known;
  if (known) throw new errors.TaskNotCancelableError('The task has its answer already.');
  if (service.running.has(ref.id)) throw new errors.TaskNotCancelableError('The task is paid or being paid.');
  const words =
    'Cancelled. No work was begun by this call. A payment that was sent before counts: send it again for its answer.';
  const metadata = status === undefined ? {} : { [x402Keys.status]: status };
  const task = taskOf(ref, states.canceled, { parts: [textPart(words)], metadata });
  service.cancelled.keep(task);
  return task;
}
