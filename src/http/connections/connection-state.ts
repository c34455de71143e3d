import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Given } from './response-chunks.ts';

/** What is known of an open connection. */
export interface Standing {
  /** Whose it is, as callers are counted: known with its first request. */
  network: string;
  /** Of these, those in `queue` are not begun. */
  readonly underWay: Set<ServerResponse>;
  readonly queue: (() => void)[];
  readonly given: Given;
  /** What was read when nothing was under way any more. */
  bytesRead: number;
  /** The answer after which the connection ends, as it says itself, because the service ends. */
  last: ServerResponse | null;
  /**
   * The pieces that were given when it was last looked at, and for how long since then there were no more of them though there
   * was something to give. Of the time between two looks no more counts than there should be: while the process is busy no
   * client can take anything.
   */
  pieces: number;
  idleMs: number;
  /** Requests that came after too many others. Nobody will answer them. */
  beyond: number;
  /** What becomes of the connection once the requests under way are answered: what came after them is refused. */
  refusal: (() => void) | null;
}

/** Says in the last answer under way, and in none before it, that the connection ends: nothing behind that would be sent. */
export function tellLast(standing: Standing): void {
  const last = [...standing.underWay].at(-1);
  if (!last || last.headersSent) return;
  if (standing.last && !standing.last.headersSent) standing.last.removeHeader('connection');
  standing.last = last;
  last.setHeader('connection', 'close');
}

/** Whether an answer that has begun says that it is the last: what came behind it must not be worked (RFC 9112, 9.6). */
export function isEnding({ underWay }: Standing): boolean {
  for (const response of underWay) {
    if (response.headersSent && String(response.getHeader('connection')).toLowerCase() === 'close') return true;
  }
  return false;
}

/** Ends a connection on which something was asked, all of it was answered, and nothing came since. */
export function endIdle(socket: Duplex, { underWay, bytesRead }: Standing): void {
  if (underWay.size === 0 && bytesRead > 0 && 'bytesRead' in socket && socket.bytesRead === bytesRead) socket.destroy();
}

/** Has what is under way answered and nothing more. What is there of the connection's next bytes may come all the same. */
export function endAfterThese(socket: Socket, standing: Standing): void {
  standing.beyond += 1;
  // Node reads on after each request that it has read: only what comes after all of them lasts.
  queueMicrotask(() => void socket.pause());
  if (standing.beyond > 1) return;
  const last = [...standing.underWay].at(-1);
  if (last && !last.headersSent) last.setHeader('connection', 'close');
  standing.refusal ??= () => socket.destroySoon();
}
