import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type SentChunks, writeInChunks } from './response-chunks.ts';

let server: Server;
let client: Socket;
let socket: Socket;
let sent: SentChunks;

beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  [socket] = (await once(server, 'connection')) as [Socket];
  sent = writeInChunks(socket);
});
afterEach(() => {
  client.destroy();
  socket.destroy();
  server.close();
});

async function taken(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

it('sends the bytes that were written in their order, whatever their size, form and company', async () => {
  const parts: [string | Buffer, BufferEncoding][] = [
    ['head', 'latin1'],
    [Buffer.alloc(32 * 1024, 'b'), 'utf8'],
    ['€'.repeat(50_000), 'utf8'],
    ['é'.repeat(70_000), 'latin1'],
    ['', 'utf8'],
    [Buffer.from('tail'), 'utf8'],
    ['ff'.repeat(40_000), 'hex'],
  ];
  const expected: Buffer[] = [];
  for (const isTogether of [true, false, true]) {
    if (isTogether) socket.cork();
    for (const [chunk, encoding] of parts) {
      socket.write(chunk, encoding);
      expected.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    }
    if (isTogether) socket.uncork();
  }
  socket.end();
  expect((await taken()).equals(Buffer.concat(expected))).toBe(true);
});

it('tells of a long text how much is gone before the whole of it is, and calls back once that is', async () => {
  let isWritten = false;
  client.pause();
  socket.write('x'.repeat(32 * 1024 * 1024), () => {
    isWritten = true;
  });
  while (sent.chunks <= 1) await turn();
  const before = sent.chunks;
  expect([isWritten, socket.writableLength]).toEqual([false, 32 * 1024 * 1024]);
  client.resume();
  while (!isWritten) await turn();
  expect(sent.chunks).toBeGreaterThan(before);
  expect(sent.chunks).toBe(1024);
});

it('ends what it writes when the other side goes away in the middle', async () => {
  client.pause();
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const outcome = new Promise((resolve) => socket.write(Buffer.alloc(32 * 1024 * 1024), resolve));
  while (sent.chunks <= 1) await turn();
  client.destroy();
  expect(await outcome).toBeInstanceOf(Error);
  await closed;
});
