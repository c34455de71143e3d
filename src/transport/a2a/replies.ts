import { randomUUID } from 'node:crypto';
import type { Message, Part, Role, Task, TaskState } from '@a2a-js/sdk';
import { X402_EXTENSION } from './extension.ts';
import type { TaskRef } from './members.ts';

/** The package, loaded at the first call, because it loads slowly and few instances need it. */
export const protocol = loadedOnce(load);

/** The protocol's state numbers. Its package loads at the first call, so its enumeration is not available here. */
export const states = {
  completed: 3 satisfies TaskState.TASK_STATE_COMPLETED,
  failed: 4 satisfies TaskState.TASK_STATE_FAILED,
  canceled: 5 satisfies TaskState.TASK_STATE_CANCELED,
  inputRequired: 6 satisfies TaskState.TASK_STATE_INPUT_REQUIRED,
} as const;

type State = (typeof states)[keyof typeof states];

const AGENT: Role.ROLE_AGENT = 2;

/** The content of a reply: parts for reading, metadata for the payment extension. */
export interface ReplyContent {
  readonly parts: readonly Part[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export function textPart(text: string): Part {
  return { content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' };
}

/** A part that holds a JSON object. */
export function dataPart(data: object): Part {
  return { content: { $case: 'data', value: data }, metadata: undefined, filename: '', mediaType: 'application/json' };
}

/** A message that belongs to no task. */
export function messageOf({ parts, metadata }: ReplyContent, contextId: string): Message {
  return agentMessage({ parts, ...(metadata && { metadata }) }, contextId || randomUUID(), '');
}

/** A task in a state, with a reply and, where there is one, its answer. */
export function taskOf(ref: TaskRef, state: State, content: ReplyContent, answer: readonly Part[] = []): Task {
  const { id, contextId, question } = ref;
  const artifact = {
    artifactId: 'answer',
    name: `check_${question.kind.name}`,
    description: 'The answer as REST gives it, and what it says in words.',
    parts: [...answer],
    metadata: undefined,
    extensions: [],
  };
  return {
    id,
    contextId,
    status: { state, message: agentMessage(content, contextId, id), timestamp: new Date().toISOString() },
    artifacts: answer.length > 0 ? [artifact] : [],
    history: [],
    metadata: undefined,
  };
}

/** Removes extensions from an answer of a service without x402 payments, whose card does not declare them. */
export function withoutExtensions<T extends Message | Task>(answer: T): T {
  const message: Message | undefined = 'messageId' in answer ? answer : answer.status?.message;
  if (message) message.extensions = [];
  return answer;
}

function agentMessage({ parts, metadata }: ReplyContent, contextId: string, taskId: string): Message {
  return {
    messageId: randomUUID(),
    contextId,
    taskId,
    role: AGENT,
    parts: [...parts],
    metadata: metadata && { ...metadata },
    extensions: Object.keys(metadata ?? {}).length > 0 ? [X402_EXTENSION] : [],
    referenceTaskIds: [],
  };
}

/** The parts of the protocol's package that the endpoint uses. */
export type Protocol = Awaited<ReturnType<typeof load>>;

/** A load that runs once for all callers. A failed load is repeated by the next call. */
export function loadedOnce<T>(loading: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= loading().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

async function load() {
  const [{ JsonRpcTransportHandler, ServerCallContext }, { LegacyJsonRpcTransportHandler }, errors] = await Promise.all(
    [import('@a2a-js/sdk/server'), import('@a2a-js/sdk/compat/v0_3/server'), import('@a2a-js/sdk/errors')],
  );
  return { JsonRpcTransportHandler, LegacyJsonRpcTransportHandler, ServerCallContext, errors };
}
