import { isRecord } from '../../assay-client/src/json.ts';
import { at, textAt } from './answer.ts';
import type { ExitCode } from './classes.ts';
import { exitCodes } from './classes.ts';
import { printable } from './terminal.ts';
import type { CommandWorld } from './world.ts';

/** Where messages are forwarded to. */
interface Service {
  readonly url: string;
  readonly apiKey: string | null;
}

type Message = Readonly<Record<string, unknown>>;

/** Errors of JSON-RPC that are told here, because nobody else can. */
const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;

/** By this member a message says which version it speaks; before it was in use, `initialize` said so for the connection. */
const VERSION = 'io.modelcontextprotocol/protocolVersion';
/** What is named once more in a header, so that gateways need not read the body (SEP-2243). */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};
const CANCELLED = 'notifications/cancelled';

/**
 * An MCP server on standard input and output. Each line is one JSON-RPC message, which goes to the service's streamable HTTP endpoint
 * as it is, and so do its answers come back: tools, resources, prompts and errors are the service's own. Every request is answered: with
 * an error where the service sends no answer to it. It ends with its input, once every request is answered.
 */
export async function bridge(service: Service, world: CommandWorld): Promise<ExitCode> {
  const running = new Map<unknown, AbortController>();
  const answers = new Set<Promise<void>>();
  const endpoint = openEndpoint(service);
  const write = (message: Message): void => world.out.write(`${JSON.stringify(message)}\n`);

  const silence = (error: unknown): string =>
    `The service at ${service.url} did not answer: ${whyOf(error)}. ASSAY_URL is its address, without /mcp.`;

  async function ask(message: Message, line: string): Promise<void> {
    const ended = new AbortController();
    let answered = false;
    running.set(message.id, ended);
    try {
      for await (const answer of endpoint(message, line, ended.signal)) {
        write(answer);
        answered ||= isResponse(answer);
      }
      if (!answered) throw new Error('its response ended without an answer');
    } catch (error) {
      // Nobody waits for the answer to a request that was cancelled.
      if (!answered && !ended.signal.aborted) write(failure(message.id, INTERNAL_ERROR, silence(error)));
    } finally {
      running.delete(message.id);
    }
  }

  async function tell(message: Message, line: string): Promise<void> {
    try {
      for await (const said of endpoint(message, line)) write(said);
    } catch (error) {
      world.err.write(`assay mcp: ${printable(silence(error))}\n`);
    }
  }

  for await (const line of world.lines()) {
    if (line.trim() === '') continue;
    const message = parsed(line);
    if (message === null) write(failure(null, PARSE_ERROR, 'a line is one JSON-RPC message'));
    // To streamable HTTP a request is cancelled by closing its connection.
    else if (message.method === CANCELLED) running.get(at(message, 'params.requestId'))?.abort();
    else {
      const forward = isRequest(message) ? ask : tell;
      const answer = forward(message, line).finally(() => answers.delete(answer));
      answers.add(answer);
    }
  }
  await Promise.all(answers);
  return exitCodes.good;
}

/** Answers every request with an error that says why nothing is forwarded, because hosts show errors, and few show standard error. */
export async function refuseRequests(why: string, world: CommandWorld): Promise<void> {
  for await (const line of world.lines()) {
    const message = parsed(line);
    if (message !== null && isRequest(message))
      world.out.write(`${JSON.stringify(failure(message.id, INTERNAL_ERROR, why))}\n`);
  }
}

/** Whether it says how a request went. */
function isResponse(message: Message): boolean {
  return message.method === undefined && ('result' in message || 'error' in message);
}

/** Whether its sender waits for an answer to it. */
function isRequest(message: Message): boolean {
  return message.id !== undefined && !isResponse(message);
}

function parsed(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return isRecord(message) ? message : null;
  } catch {
    return null;
  }
}

function failure(id: unknown, code: number, message: string): Message {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function whyOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return textAt(cause, 'message') ?? textAt(cause, 'code') ?? 'the connection failed';
}

/** What sends one message and yields what comes back. It remembers the version that `initialize` agreed on. */
function openEndpoint({ url, apiKey }: Service) {
  let agreed: string | null = null;
  return async function* send(message: Message, line: string, signal?: AbortSignal): AsyncGenerator<Message> {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(apiKey !== null && { 'x-api-key': apiKey }),
        ...versionHeaders(message, agreed),
      },
      body: line,
      redirect: 'manual',
      ...(signal && { signal }),
    });
    for await (const answer of messagesIn(response)) {
      if (message.method === 'initialize') agreed = textAt(answer, 'result.protocolVersion') ?? agreed;
      const own = ownAnswer(answer, message);
      if (own !== null) yield own;
    }
  };
}

/** What comes back, as the sender of `message` gets it: null for a response to anything else. */
function ownAnswer(answer: Message, message: Message): Message | null {
  if (!isResponse(answer)) return answer;
  // A refusal of the request as a whole names no id, and nobody would know whose it is.
  const id = 'error' in answer && answer.id == null ? message.id : answer.id;
  return isRequest(message) && id === message.id ? { ...answer, id } : null;
}

function versionHeaders(message: Message, agreed: string | null): Readonly<Record<string, string>> {
  const meta = at(message, 'params._meta');
  const own = isRecord(meta) ? meta[VERSION] : undefined;
  if (typeof own !== 'string') return agreed === null ? {} : { 'mcp-protocol-version': agreed };
  const method = String(message.method);
  const name = Object.hasOwn(NAMED_BY, method) ? at(message, `params.${NAMED_BY[method]}`) : undefined;
  return {
    'mcp-protocol-version': own,
    'mcp-method': method,
    ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
  };
}

/** A text as a header carries it: as it is where that is visible ASCII, else in base64 between marks. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** The JSON-RPC messages in a response: none, one, or those of a stream of events. Throws for anything else. */
async function* messagesIn(response: Response): AsyncGenerator<Message> {
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  if (type.startsWith('text/event-stream')) return yield* eventsIn(response);
  const text = await response.text();
  if (response.ok && text === '') return;
  const message = parsed(text);
  if (message === null || !isRpc(message)) throw new Error(`it is no MCP endpoint (status ${response.status})`);
  yield message;
}

/** Whether it is a message of JSON-RPC: one with a method, or a response. */
function isRpc(message: Message): boolean {
  return message.jsonrpc === '2.0' && (typeof message.method === 'string' || isResponse(message));
}

/** The messages in server-sent events; other data is left out. */
async function* eventsIn(response: Response): AsyncGenerator<Message> {
  let kept = '';
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const events = (kept + part).replaceAll('\r\n', '\n').split('\n\n');
    kept = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').filter((line) => line.startsWith('data:'));
      const message = data.length === 0 ? null : parsed(data.map((line) => line.slice('data:'.length)).join('\n'));
      if (message !== null && isRpc(message)) yield message;
    }
  }
}
