import { ask, KEY, type Reply, type Service } from '../rest/service.ts';

/** Shapes of both wire forms, as far as tests name them. */
export type Wire = '1.0' | '0.3';

// biome-ignore lint/suspicious/noExplicitAny: tests read members of answers whose shape is what they assert.
export type Json = any;

/** What a message says beside its parts. */
interface More {
  readonly taskId?: string;
  readonly contextId?: string;
  readonly metadata?: object;
}

export const withKey = { 'x-api-key': KEY };

/** A part with an object or with a text, in a wire form. */
function part(wire: Wire, content: object | string): object {
  if (typeof content === 'string') return wire === '1.0' ? { text: content } : { kind: 'text', text: content };
  return wire === '1.0' ? { data: content } : { kind: 'data', data: content };
}

/** The body that sends one message with these contents. */
export function sending(wire: Wire, contents: readonly (object | string)[], more: More = {}): object {
  const parts = contents.map((content) => part(wire, content));
  const role = wire === '1.0' ? 'ROLE_USER' : 'user';
  const message = { ...(wire === '0.3' && { kind: 'message' }), messageId: 'm-1', role, parts, ...more };
  return { jsonrpc: '2.0', id: 7, method: wire === '1.0' ? 'SendMessage' : 'message/send', params: { message } };
}

/** Posts a JSON-RPC body. */
export function post(
  service: Pick<Service, 'port'>,
  wire: Wire,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return ask(service, '/a2a', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'a2a-version': wire, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** What a call came to, the same for both wire forms. */
export interface Said {
  readonly is: 'message' | 'task' | 'error';
  readonly value: Json;
  /** State in the words of 0.3; null for a message. */
  readonly state: string | null;
  readonly texts: readonly string[];
  readonly objects: readonly Json[];
  readonly metadata: Json;
  /** The objects of the artifact. */
  readonly answers: readonly Json[];
}

/** Reads an answer of either wire form. */
export function said({ body }: Pick<Reply, 'body'>): Said {
  if (body.error)
    return { is: 'error', value: body.error, state: null, texts: [], objects: [], metadata: null, answers: [] };
  const { result } = body;
  const message = result.message ?? (result.kind === 'message' ? result : null);
  const value = message ?? result.task ?? result;
  const parts = message ? message.parts : value.status.message.parts;
  const artifact = message ? [] : (value.artifacts ?? []).flatMap((one: Json) => one.parts);
  const state = message ? null : value.status.state.replace('TASK_STATE_', '').toLowerCase().replace('_', '-');
  const dataIn = (list: Json[]) => list.filter((one) => 'data' in one).map((one) => one.data);
  return {
    is: message ? 'message' : 'task',
    value,
    state,
    texts: parts.filter((one: Json) => 'text' in one).map((one: Json) => one.text),
    objects: dataIn(parts),
    metadata: message ? message.metadata : value.status.message.metadata,
    answers: dataIn(artifact),
  };
}
