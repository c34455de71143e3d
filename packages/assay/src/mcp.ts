import { at, isObject, textAt } from './answer.ts';
import type { ExitCode } from './classes.ts';
import { exitCodes } from './classes.ts';
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
 * as it is, and so do its answers come back: tools, resources, prompts and errors are the service's own. It ends with its input, once
 * every request is answered.
 */
export async function bridge(service: Service, world: CommandWorld): Promise<ExitCode> {
  const running = new Map<unknown, AbortController>();
  const answers = new Set<Promise<void>>();
  const endpoint = openEndpoint(service);
  const write = (message: Message): void => world.out.write(`${JSON.stringify(message)}\n`);

  async function forward(message: Message, line: string): Promise<void> {
    const { id } = message;
    const ended = new AbortController();
    if (id !== undefined) running.set(id, ended);
    try {
      for await (const answer of endpoint(message, line, ended.signal)) write(answer);
    } catch (error) {
      // Nobody waits for the answer to a request that was cancelled, or to a notification.
      const why = `the service at ${service.url} did not answer: ${whyOf(error)}`;
      if (id === undefined) world.err.write(`assay mcp: ${why}\n`);
      else if (!ended.signal.aborted) write(failure(id, INTERNAL_ERROR, why));
    } finally {
      running.delete(id);
    }
  }

  for await (const line of world.lines()) {
    if (line.trim() === '') continue;
    const message = parsed(line);
    if (message === null) write(failure(null, PARSE_ERROR, 'a line is one JSON-RPC message'));
    // To streamable HTTP a request is cancelled by closing its connection.
    else if (message.method === CANCELLED) running.get(at(message, 'params.requestId'))?.abort();
    else {
      const answer = forward(message, line).finally(() => answers.delete(answer));
      answers.add(answer);
    }
  }
  await Promise.all(answers);
  return exitCodes.good;
}

function parsed(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}

function failure(id: unknown, code: number, message: string): Message {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function whyOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return textAt(cause, 'code') ?? (cause instanceof Error ? cause.message : 'the connection failed');
}

/** What sends one message and yields what comes back. It remembers the version that `initialize` agreed on. */
function openEndpoint({ url, apiKey }: Service) {
  let agreed: string | null = null;
  return async function* send(message: Message, line: string, signal: AbortSignal): AsyncGenerator<Message> {
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
      signal,
    });
    for await (const answer of messagesIn(response)) {
      if (message.method === 'initialize') agreed = textAt(answer, 'result.protocolVersion') ?? agreed;
      // A refusal of the request as a whole names no id, and nobody would know whose it is.
      yield 'error' in answer && answer.id == null && message.id !== undefined ? { ...answer, id: message.id } : answer;
    }
  };
}

function versionHeaders(message: Message, agreed: string | null): Readonly<Record<string, string>> {
  const meta = at(message, 'params._meta');
  const own = isObject(meta) ? meta[VERSION] : undefined;
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
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) return yield* eventsIn(response);
  const text = await response.text();
  if (response.ok && text === '') return;
  const message = parsed(text);
  if (message?.jsonrpc !== '2.0') throw new Error(`it is no MCP endpoint (status ${response.status})`);
  yield message;
}

/** The data of server-sent events. */
async function* eventsIn(response: Response): AsyncGenerator<Message> {
  let kept = '';
  for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const events = (kept + part).replaceAll('\r\n', '\n').split('\n\n');
    kept = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').filter((line) => line.startsWith('data:'));
      const message = data.length === 0 ? null : parsed(data.map((line) => line.slice('data:'.length)).join('\n'));
      if (message !== null) yield message;
    }
  }
}
