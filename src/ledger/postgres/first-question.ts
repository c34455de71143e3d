import type { Socket } from 'node:net';

/** What a server answered: the columns of its only row, or the SQLSTATE of its refusal. */
export type PostgresAnswer = { readonly row: readonly (string | null)[] } | { readonly code: string };

/** What comes of an answer: the connection is the driver's, another question is asked, or nothing goes on. */
export type Next = 'ready' | 'over' | { readonly ask: string };

const READY = 'Z';
const ROW = 'D';
const ERROR = 'E';
/** Messages that are the answer to the question, and nothing to the driver, which did not ask. */
const ANSWERS = new Set([ROW, ERROR, 'T', 'C', 'I']);
const HEADER_BYTES = 5;

/**
 * Asks the server a question on a new connection before the driver uses it: delays the server's first "ready for query" until
 * `judge` accepts the answer. The driver (postgres.js 3.4.9) has no hook for that, and sends no statement before it.
 */
export function askFirst(socket: Socket, question: string, judge: (answer: PostgresAnswer) => Next): void {
  const emit = socket.emit.bind(socket) as (event: string, ...args: unknown[]) => boolean;
  let unread: Buffer = Buffer.alloc(0);
  let ready: Buffer | null = null;
  let answer: PostgresAnswer = { row: [] };
  const pass = (bytes: Buffer) => emit('data', bytes);
  const ask = (text: string) => {
    answer = { row: [] };
    socket.write(message('Q', text));
  };
  const judged = () => {
    const next = judge(answer);
    if (typeof next === 'object') ask(next.ask);
    if (next !== 'ready') return;
    Reflect.deleteProperty(socket, 'emit');
    pass(Buffer.concat([ready as Buffer, unread]));
    unread = Buffer.alloc(0);
  };
  const take = (bytes: Buffer) => {
    const kind = String.fromCharCode(bytes[0] ?? 0);
    if (ready === null && kind === READY) {
      ready = bytes;
      ask(question);
    } else if (ready === null || !(kind === READY || ANSWERS.has(kind))) pass(bytes);
    else if (kind === ROW) answer = { row: columnsOf(bytes) };
    else if (kind === ERROR) answer = { code: fieldOf(bytes, 'C') };
    else if (kind === READY) judged();
  };
  const hear = (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= HEADER_BYTES && unread.length > unread.readUInt32BE(1)) {
      const end = unread.readUInt32BE(1) + 1;
      const bytes = unread.subarray(0, end);
      unread = unread.subarray(end);
      take(bytes);
    }
    return true;
  };
  socket.emit = (event: string, ...args: unknown[]) =>
    event === 'data' ? hear(args[0] as Buffer) : emit(event, ...args);
}

/** A message of the protocol with one string. */
function message(kind: string, text: string): Buffer {
  const body = Buffer.from(`${kind}\0\0\0\0${text}\0`);
  body.writeUInt32BE(body.length - 1, 1);
  return body;
}

function columnsOf(bytes: Buffer): (string | null)[] {
  let at = HEADER_BYTES + 2;
  return Array.from({ length: bytes.readUInt16BE(HEADER_BYTES) }, () => {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length < 0) return null;
    at += length;
    return bytes.toString('utf8', at - length, at);
  });
}

function fieldOf(bytes: Buffer, name: string): string {
  const fields = bytes.toString('utf8', HEADER_BYTES).split('\0');
  return fields.find((field) => field.startsWith(name))?.slice(1) ?? '';
}
