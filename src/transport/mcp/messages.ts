import { isDeeper } from '#http/nesting.ts';
import { Fault } from '#lib/fault.ts';

/** Messages of one JSON array, which revisions before 2025-06-18 may send. */
const MESSAGES_MAX = 10;

/** How deep a message may nest: more than any payment or list of checks does. The library's recursion ends somewhere. */
const DEPTH_MAX = 64;

/** What may stand in one array more than once; what lists or reads is long, and the same each time. */
const REPEATABLE = new Set(['tools/call', 'ping']);

/** The library never answers a request that another message of its array cancelled, and waits for the answer for ever. */
const CANCELLED = 'notifications/cancelled';

/** The parsed body as it is handed on. Throws `body_not_json` and `bad_request`. */
export function admittedMessages(body: unknown): unknown {
  if (body === undefined) throw new Fault('body_not_json');
  if (isDeeper(body, DEPTH_MAX)) throw new Fault('bad_request', `Nested more than ${DEPTH_MAX} levels deep.`);
  return Array.isArray(body) ? admittedArray(body) : body;
}

function admittedArray(messages: readonly unknown[]): readonly unknown[] {
  if (messages.length > MESSAGES_MAX)
    throw new Fault('bad_request', `More than ${MESSAGES_MAX} messages in one request.`);
  const waits = messages.some((message) => memberOf(message, 'id') !== undefined);
  const kept = waits ? messages.filter((message) => memberOf(message, 'method') !== CANCELLED) : messages;
  const ids = kept.map((message) => memberOf(message, 'id')).filter((id) => id !== undefined);
  if (new Set(ids).size < ids.length) {
    throw new Fault('bad_request', 'Two requests of one array have the same id, so that only one could be answered.');
  }
  const others = kept.map((message) => memberOf(message, 'method')).filter((method) => isOnce(method));
  if (new Set(others).size < others.length) {
    throw new Fault('bad_request', `In one array only ${[...REPEATABLE].join(' and ')} may stand more than once.`);
  }
  return kept;
}

function isOnce(method: unknown): boolean {
  return typeof method === 'string' && !REPEATABLE.has(method) && !method.startsWith('notifications/');
}

function memberOf(message: unknown, name: 'id' | 'method'): unknown {
  return typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : undefined;
}
