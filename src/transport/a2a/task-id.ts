import { randomBytes } from 'node:crypto';
import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import { isKind, validateCall } from '#http/questions/check-call.ts';

/** A check that a message asks for, validated. `query` holds what was given beside the subject, as REST names it. */
export interface Question {
  readonly kind: Kind;
  readonly subject: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A task of ours: what its id says. */
export interface TaskRef {
  readonly id: string;
  readonly contextId: string;
  readonly question: Question;
}

const RANDOM_BYTES = 16;
const CONTEXT = /^[\w.:-]{1,64}$/;

/** `kind.subject[.size].random[~context]`: the longest one has 188 characters. */
const TASK_ID = /^([a-z]{1,16})\.([^.~]{1,64})(?:\.(\d{1,5}(?:\.\d{1,9})?))?\.([0-9a-f]{32})(?:~([\w.:-]{1,64}))?$/;

/** Whether a context that a client made up can be kept: it travels in the ids of its tasks. */
export function isContext(contextId: string): boolean {
  return CONTEXT.test(contextId);
}

/**
 * A new task. Its id says what was asked, so that nothing is stored for a question that is not paid, and every replica
 * knows the task. The random part keeps its answer from everybody who was not told the id.
 */
export function newTask(question: Question, contextId: string): TaskRef {
  const random = randomBytes(RANDOM_BYTES).toString('hex');
  const { kind, subject, query } = question;
  const asked = [kind.name, subject, ...(query.size_sol === undefined ? [] : [query.size_sol]), random].join('.');
  return contextId === ''
    ? { id: asked, contextId: random, question }
    : { id: `${asked}~${contextId}`, contextId, question };
}

/** The task that an id names, or null where it is none of ours. An id that somebody made up names its question as well. */
export function readTask(id: string): TaskRef | null {
  const [, name = '', subject = '', size, random = '', contextId] = TASK_ID.exec(id) ?? [];
  if (!isKind(name)) return null;
  const kind = kinds[name];
  if (size !== undefined && !kind.sized) return null;
  try {
    const call = { kind, subject, query: new URLSearchParams(size === undefined ? {} : { size_sol: size }) };
    const query = validateCall(call, false);
    return { id, contextId: contextId ?? random, question: { kind, subject, query } };
  } catch {
    return null;
  }
}
