import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { PublicResult } from './public-errors.ts';
import { EVENT_STREAM } from './server-context.ts';

/** The suffix of the stream's name in the id of its last event. */
export const STREAM_END = '-end';

/** How often a stream without events is sent a comment, so that no proxy takes it for dead. */
const COMMENT_MS = 12_000;

/** How often a caller who ended its side is sent a comment. */
const HALF_CLOSED_COMMENT_MS = 250;

/**
 * Sends results as events (GraphQL over server-sent events, the distinct connections mode). Each has the stream's name as id, and the last
 * the id of its end: clients that reconnect by themselves send their last id. So do the comments, one of which begins the stream, because a
 * stream may break before its first event: a client keeps an id without data, and dispatches no event (WHATWG HTML, 9.2.6). Resolves
 * when the stream is over, and never rejects.
 */
export async function sendEvents(
  response: ServerResponse,
  name: string,
  status: number,
  results: AsyncGenerator<PublicResult>,
): Promise<void> {
  // nginx would hold the events of a stream back without the last header.
  response.writeHead(status, { 'content-type': EVENT_STREAM, 'x-accel-buffering': 'no' });
  const comment = `:\nid: ${name}\n\n`;
  response.write(comment);
  const comments = setInterval(() => {
    if (!response.writableNeedDrain) response.write(comment);
  }, COMMENT_MS);
  const leave = (): void => void results.return(undefined).catch(() => undefined);
  response.once('close', leave);
  try {
    for await (const { body } of results) {
      if (response.closed) break;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      if (!response.write(`event: next\nid: ${name}\ndata: ${text}\n\n`)) await drained(response);
    }
    response.end(`event: complete\nid: ${name}${STREAM_END}\ndata:\n\n`);
  } catch {
    response.destroy();
  } finally {
    clearInterval(comments);
    response.off('close', leave);
  }
}

/** Resolves when the caller has read enough, or has left. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.closed) return;
  const over = new AbortController();
  const options = { signal: over.signal };
  await Promise.race([once(response, 'drain', options), once(response, 'close', options)]).finally(() => over.abort());
}

/**
 * Calls the listener once the caller of a stream has left. One that ended its side of the connection waits for events or is gone: only a
 * write tells, so it is sent comments.
 */
export function whenLeft(response: ServerResponse, listener: () => void): void {
  const { socket } = response.req;
  // It may have left while its request waited to be admitted.
  if (response.closed) {
    listener();
    return;
  }
  const comments = setInterval(() => {
    if (socket.readableEnded && response.headersSent && !response.writableEnded) response.write(':\n');
  }, HALF_CLOSED_COMMENT_MS);
  response.once('close', () => {
    clearInterval(comments);
    listener();
  });
}
