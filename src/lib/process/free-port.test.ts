import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { bindOnce, freePort } from './free-port.ts';

test('a free port can be listened on, and is none that a system gives away by itself', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThanOrEqual(10_000);
  expect(port).toBeLessThan(32_768);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await expect(bindOnce('127.0.0.1', port)).rejects.toThrow('EADDRINUSE');
  server.close();
  await once(server, 'close');
  await bindOnce('127.0.0.1', port);
});

test('an address that is none of this machine has no free port, for the reason of the system', async () => {
  await expect(freePort('192.0.2.1')).rejects.toThrow('EADDRNOTAVAIL');
});
