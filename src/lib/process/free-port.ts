import { createServer } from 'node:net';

/** Below the ephemeral ports: Linux assigns ports from 32768, other systems from 49152. */
const FIRST = 10_000;
const END = 32_768;
const ATTEMPTS = 20;
/** Processes whose ids are within 21 of each other begin at least so many ports apart. */
const PORTS_APART = 1_013;

let last = FIRST + ((process.pid * PORTS_APART) % (END - FIRST));

/**
 * A port that is probably free. Each process counts up from a start that its id decides, so that processes started together never try the
 * same port.
 */
export function nextPort(): number {
  last = last + 1 < END ? last + 1 : FIRST;
  return last;
}

/**
 * A free TCP port of `host`. The operating system does not assign it by itself, so that no other process gets it before the caller
 * listens. Rejects with the last error if no port can be bound.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = nextPort();
    try {
      await bindOnce(host, port);
      return port;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Rejects with the system's error when the TCP port cannot be bound. */
export async function bindOnce(host: string, port: number): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
