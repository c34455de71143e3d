import { afterAll, beforeAll, expect, it } from 'vitest';
import { funders, requestOf, STREAM } from '../graphql/graphql-batches.ts';
import { type Books, openBooks } from '../support/graphql-books.ts';

/*
 * Proxies hold a stream back until it ends: https://github.com/ChilliCream/graphql-platform/issues/7084. nginx lets each event through at
 * once where the answer says `X-Accel-Buffering: no` (its documentation of `proxy_buffering`).
 */

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books?.stop());

const ask = async (accept: string, query: string) => {
  const headers = { 'x-api-key': await books.key(100_000n), accept, 'content-type': 'application/json' };
  const body = JSON.stringify({ query, variables: { requests: funders(1).map(requestOf) } });
  const answer = await fetch(books.route.url, { method: 'POST', headers, body });
  await answer.text();
  return answer.headers;
};

it('a stream of results asks proxies to pass each of them on, and a whole answer does not', async () => {
  const stream = await ask('text/event-stream', STREAM);
  expect([stream.get('content-type'), stream.get('x-accel-buffering')]).toEqual(['text/event-stream', 'no']);
  expect((await ask('application/json', '{ __typename }')).get('x-accel-buffering')).toBeNull();
});
