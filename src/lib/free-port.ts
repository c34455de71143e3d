import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that a system gives to whoever asks for any: Linux gives those from 32768, others those from 49152. */
const FIRST = 10_000;
const END = 32_768;
const ATTEMPTS = 20;

/** A port for whoever tries another one when somebody listens on this one. */
export function randomPort(): number {
  return randomInt(FIRST, END);
}

/**
 * A TCP port of `host` on which nobody listens. The caller listens later: of the ports that the system gives away, another
 * server or connection would get this one in the meantime now and then. Throws why the last of some ports could not be bound.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomPort();
    try {
      await bindOnce(host, port);
      return port;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Throws why a TCP port cannot be listened on. */
export async function bindOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
