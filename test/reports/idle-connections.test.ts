/*
 * A balancer keeps idle connections for longer than the service, and sends a request into one that is being closed: the request is lost
 * without a byte. The time is the operator's to set above the balancer's: https://github.com/nodejs/node/issues/20256.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '#http/listen.ts';
import { openWire, statusesIn } from '../protection/wire.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openService } from '../support/service.ts';

const GET = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.stop());

it.each([
  [{}, 65],
  [{ KEEP_ALIVE_SECONDS: '620' }, 620],
  [{ KEEP_ALIVE_SECONDS: '7200' }, 7_200],
])('a service started with %j tells its clients that an idle connection lives for %i s', async (env, seconds) => {
  const service = await openService({ DATABASE_URL: database.url, ...env });
  const one = await openWire(Number(new URL(service.url).port));
  one.send(GET);
  await expect
    .poll(() => one.said())
    .toMatch(new RegExp(`^HTTP/1\\.1 200 [\\s\\S]*keep-alive: timeout=${seconds}\r\n`, 'i'));
  one.socket.destroy();
  await service.end();
});

it('a service keeps an idle connection for as long as it is told, and no longer', async () => {
  const service = await openService({ DATABASE_URL: database.url, KEEP_ALIVE_SECONDS: '1' });
  const one = await openWire(Number(new URL(service.url).port));
  one.send(GET);
  const begun = performance.now();
  expect(statusesIn(await one.ended)).toEqual([200]);
  // By default it would be 65 s.
  expect(performance.now() - begun).toBeLessThan(45_000);
  await service.end();
});

it('an idle connection outlives the times that one request has', async () => {
  const limits = { headersMsMax: 100, requestMsMax: 150, checkMs: 20, keepAliveMs: 600_000 };
  const listening = await listen((_request, response) => void response.end('hi'), {
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'http://a',
    limits,
  });
  const one = await openWire(listening.port);
  for (let n = 1; n <= 2; n += 1) {
    one.send(GET);
    await expect.poll(() => statusesIn(one.said()).length).toBe(n);
    // Another, whose request never gets whole, is refused when its time is up.
    const slow = await openWire(listening.port);
    slow.send('GET / HTTP/1.1\r\n');
    expect(statusesIn(await slow.ended)).toEqual([408]);
  }
  expect(one.socket.closed).toBe(false);
  one.socket.destroy();
  await listening.close(0);
});
