import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { callerOf } from './caller.ts';

function responseOf(): EventEmitter & { getHeader(): string } {
  return Object.assign(new EventEmitter(), { getHeader: () => 'r' });
}

it('hangs one listener on the response, however many wait for its end, and calls each of them once', () => {
  const response = responseOf();
  const request = { headers: {}, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
  const caller = callerOf(request, response as unknown as ServerResponse, { resourceUrl: 'http://assay.test/graphql' });
  expect(response.listenerCount('finish')).toBe(0);
  const called: number[] = [];
  for (let n = 0; n < 50; n += 1) caller.whenFinished(() => called.push(n));
  expect(response.listenerCount('finish')).toBe(1);
  response.emit('finish');
  response.emit('finish');
  expect(called).toEqual(Array.from({ length: 50 }, (_, n) => n));
});
