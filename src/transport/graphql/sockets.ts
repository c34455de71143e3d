import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ExecutionArgs, GraphQLError, type GraphQLFormattedError, parse } from 'graphql';
import { type Context, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CallLimits } from '#http/http-deps.ts';
import { mayGoOn, measureTurn } from '#http/limits/processor-time.ts';
import { keyIn } from '#http/preface.ts';
import { Fault } from '#lib/fault.ts';
import { networkGroup } from '#lib/network-group.ts';
import type { Caller } from '#schema/contract.ts';
import type { MaybePromise } from '#schema/operation/field-run.ts';
import { schema } from '#schema/schema.ts';
import type { OperationAnswer } from './engine.ts';
import { type PublicResult, publicResult } from './public-errors.ts';
import type { Asking, ErrorContext } from './server-context.ts';

/** Limits of sockets. Times are in milliseconds. */
const socketLimits = {
  /** Sockets of one network (an IPv6 one by /64): the caller is known only when its first message has come. */
  ofNetworkMax: 1_000,
  /** Operations of one socket at the same time. */
  operationsMax: 100,
  /** The largest message, as the largest body of a request. */
  messageBytesMax: 100_000,
  /** Until the first message. */
  initMsMax: 3_000,
  /** Between two pings. A client that has not answered one until the next is cut, also if it reads nothing. */
  pingMs: 12_000,
};

/** The close code for a caller that used up what it may use; graphql-transport-ws leaves it to the server. */
const TOO_MANY = 4_429;
const GOING_AWAY = 1_001;

/** The library executes a document; the engine has answered by then. */
const ANSWERED = parse('{ __typename }');

type Members = Readonly<Record<string, unknown>>;

/** Answers an operation of a socket. */
export type AnswerMembers = (members: Members, asking: Asking) => MaybePromise<OperationAnswer>;

/** A connection that becomes a socket. */
interface Arriving {
  readonly request: IncomingMessage;
  readonly connection: Duplex;
  readonly head: Buffer;
  /** The caller by the headers. */
  readonly caller: Caller;
  readonly gate: CallLimits;
  readonly errors: ErrorContext;
}

/** An operation of a socket that runs. */
interface Running {
  readonly id: string;
  /** Called once when its caller has left it. */
  readonly left: (() => void)[];
  /** Called once when its whole answer was written. */
  readonly finished: (() => void)[];
  isLeft: boolean;
}

/** A socket, and what runs on it. */
interface Session extends Arriving {
  readonly socket: WebSocket;
  /** By the members of each, because a client may use an id again while an operation that it left goes on. */
  readonly running: Map<SubscribePayload, Running>;
  key: string | null;
  isLeaving: boolean;
}

/**
 * Takes a connection over as a socket, or throws the fault for which it is refused. Returns what makes it go away as soon as nothing runs
 * on it.
 */
export type TakeSocket = (arriving: Arriving) => () => void;

/**
 * GraphQL over sockets (graphql-transport-ws): the operations of a socket are limited, billed and counted as those of requests. A page of
 * another site may open one, because there are no cookies: it would have to know a key.
 */
export function openSockets(answer: AnswerMembers): TakeSocket {
  const { messageBytesMax: maxPayload, ofNetworkMax } = socketLimits;
  const upgrades = new WebSocketServer({ noServer: true, maxPayload, handleProtocols, perMessageDeflate: false });
  const open = new Map<string, number>();
  const server = serverOf(answer);
  return (arriving) => {
    const network = networkGroup(arriving.caller.credentials.address);
    const count = open.get(network) ?? 0;
    if (count >= ofNetworkMax) throw new Fault('too_many_requests', undefined, { retryAfterSeconds: 1 });
    open.set(network, count + 1);
    arriving.connection.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    let session: Session | null = null;
    upgrades.handleUpgrade(arriving.request, arriving.connection, arriving.head, (socket) => {
      const { apiKey: key } = arriving.caller.credentials;
      session = { ...arriving, socket, running: new Map(), key, isLeaving: false };
      begin(server, session);
    });
    return () => {
      if (!session) return;
      session.isLeaving = true;
      leaveIfIdle(session);
    };
  };
}

function leaveIfIdle({ isLeaving, running, socket }: Session): void {
  if (isLeaving && running.size === 0) socket.close(GOING_AWAY, 'Going away');
}

type Server = ReturnType<typeof serverOf>;

/** Hands the messages of a socket to the protocol, and pings it. */
function begin(server: Server, session: Session): void {
  const { socket, request, connection } = session;
  socket.on('error', () => socket.terminate());
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  /** Whether what came is read; the turn counts as work of the caller. */
  const isRead = (): boolean => {
    measureTurn(request);
    if (mayGoOn(request)) return true;
    if (socket.readyState === socket.OPEN) socket.close(TOO_MANY, 'Too many requests');
    else socket.terminate();
    return false;
  };
  // Before the library reads them: frames that are no message cost time as well.
  connection.prependListener('data', isRead);
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    return socket.ping();
  }, socketLimits.pingMs);
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => sent(socket, text),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => {
        takeInTurns(socket, (text) => {
          if (!isRead() || socket.readyState !== socket.OPEN) return;
          // What the protocol throws is a mistake in the message.
          take(text).catch(() => socket.close(4_400, 'Invalid message received'));
        });
      },
    },
    session,
  );
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    for (const one of session.running.values()) leave(one);
    closed(code, String(reason)).catch(() => undefined);
  });
}

/** Takes one message in each turn of the event loop: otherwise all that one socket sent would be answered before anybody else. */
function takeInTurns(socket: WebSocket, take: (text: string) => void): void {
  const waiting: string[] = [];
  let isTaking = false;
  const next = (): void => {
    const text = waiting.shift();
    isTaking = text !== undefined;
    if (text === undefined) {
      socket.resume();
      return;
    }
    take(text);
    setImmediate(next);
  };
  socket.on('message', (data) => {
    waiting.push(String(data));
    if (isTaking) socket.pause();
    else next();
  });
}

/** Resolves when the text was written, or never will be. */
function sent(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(text, () => resolve());
    else resolve();
  });
}

function leave(running: Running): void {
  running.isLeft = true;
  for (const listener of running.left.splice(0)) listener();
}

type Params = Members | undefined;

function serverOf(answer: AnswerMembers) {
  /** What is told of errors for which nothing was executed. */
  const refusals = new WeakMap<object, readonly GraphQLFormattedError[]>();
  const refused = (result: PublicResult): readonly GraphQLError[] => {
    const errors = [new GraphQLError('refused')];
    refusals.set(errors, (result.body as { readonly errors: readonly GraphQLFormattedError[] }).errors);
    return errors;
  };
  return makeServer<Members, Session>({
    connectionInitWaitTimeout: socketLimits.initMsMax,
    onConnect: ({ extra: session, connectionParams }) => {
      const key = keyOfParams(connectionParams);
      if (key !== null && session.key !== null && key !== session.key) return false;
      session.key ??= key;
      return true;
    },
    onSubscribe: async (context, id, payload) => {
      const running: Running = { id, left: [], finished: [], isLeft: false };
      const given = await answered(context.extra, running, payload, answer);
      if ('results' in given) return argsOf(leavable(given.results, running));
      // The library tells of no end of a refused operation that its client left.
      if (given.isRefusal && !(id in context.subscriptions)) ended(context, id, payload);
      return given.isRefusal ? refused(given) : argsOf(given);
    },
    execute: ({ contextValue }) => contextValue as never,
    onNext: (_context, _id, _payload, _args, result) => {
      const { body } = result as unknown as PublicResult;
      return typeof body === 'string' ? JSON.parse(body) : body;
    },
    onError: (context, id, payload, errors) => {
      ended(context, id, payload);
      return refusals.get(errors);
    },
    onComplete: ended,
  });
}

/** What the library executes: the answer that is there already. */
function argsOf(contextValue: unknown): ExecutionArgs {
  return { schema, document: ANSWERED, contextValue };
}

/** Answers an operation, unless the socket has too many already or goes away. */
async function answered(
  session: Session,
  running: Running,
  payload: SubscribePayload,
  answer: AnswerMembers,
): Promise<OperationAnswer> {
  const { gate, errors, socket, caller: arrived } = session;
  const caller: Caller = {
    ...arrived,
    // A payment belongs to one request.
    credentials: { ...arrived.credentials, apiKey: session.key, payment: null, idempotencyKey: null },
    whenFinished: (listener) => void running.finished.push(listener),
    left: () => (running.isLeft ? async () => true : null),
  };
  try {
    if (session.isLeaving) throw new Fault('not_ready');
    if (session.running.size >= socketLimits.operationsMax) throw new Fault('too_many_requests');
    // The library would send the answer of the operation before as that of this one.
    if ([...session.running.values()].some(({ id }) => id === running.id)) throw new Fault('too_many_requests');
    session.running.set(payload, running);
    await gate.rateLimit?.admit(caller.credentials, null);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return publicResult({ result: { errors: [new GraphQLError(error.message, { originalError: error })] } }, errors);
  }
  if (socket.readyState !== socket.OPEN) leave(running);
  const { concurrencyLimit } = gate;
  return await answer(
    { ...payload },
    {
      caller,
      concurrencyLimit,
      isSafe: false,
      takesEvents: true,
      prefersEvents: false,
      stream: `stream-${randomUUID()}`,
      resumes: false,
      whenLeft: (listener) => {
        if (running.isLeft) listener();
        else running.left.push(listener);
      },
      errors,
    },
  );
}

/** Results that end at once when their caller leaves, while a check that has begun goes on. */
function leavable(results: AsyncGenerator<PublicResult>, running: Running): AsyncGenerator<PublicResult> {
  const over = { done: true, value: undefined } as const;
  const left = new Promise<typeof over>((resolve) => running.left.push(() => resolve(over)));
  const end = async (): Promise<typeof over> => {
    leave(running);
    results.return(undefined).catch(() => undefined);
    return over;
  };
  return {
    next: () => (running.isLeft ? end() : Promise.race([results.next(), left])),
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  } as AsyncGenerator<PublicResult>;
}

/** Ends an operation: its answer was written as a whole, or its caller left it. */
function ended(
  { extra: session, subscriptions }: Context<Members, Session>,
  id: string,
  payload: SubscribePayload,
): void {
  const running = session.running.get(payload);
  session.running.delete(payload);
  const isWhole = id in subscriptions && session.socket.readyState === session.socket.OPEN;
  if (isWhole) for (const listener of running?.finished.splice(0) ?? []) listener();
  // The library sends the end of the operation after this.
  setImmediate(() => leaveIfIdle(session));
}

/** The key in the first message: `apiKey`, or under the name of a header. */
function keyOfParams(params: Params): string | null {
  const given = Object.entries(params ?? {}).find(([name]) => KEY_NAMES.has(name.toLowerCase()));
  return keyIn(given?.[1]);
}

const KEY_NAMES: ReadonlySet<string> = new Set(['apikey', 'x-api-key', 'authorization']);
