import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A port of loopback that leads elsewhere, over a distance. */
export interface SlowLink {
  readonly port: number;
  close(): Promise<void>;
}

/** How long bytes travel, in milliseconds: `thereMs` from who connects, `backMs` to him. */
export interface Distance {
  readonly thereMs: number;
  readonly backMs: number;
}

/**
 * A connection that takes time, so that a process can be killed between cause and effect: bytes that have not arrived when it ends never
 * arrive, and effects that it has not learned of have happened all the same.
 */
export async function openSlowLink(target: URL, { thereMs, backMs }: Distance): Promise<SlowLink> {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = dial(Number(target.port), target.hostname);
    connect(near, far, { thereMs, backMs });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Timers of one length fire in the order in which they were set, so bytes keep theirs. */
function connect(near: Socket, far: Socket, { thereMs, backMs }: Distance): void {
  near.on('data', (chunk) => after(thereMs, () => near.destroyed || far.write(chunk)));
  far.on('data', (chunk) => after(backMs, () => near.destroyed || near.write(chunk)));
  near.once('close', () => far.destroy());
  far.once('close', () => after(backMs, () => near.destroy()));
  for (const socket of [near, far]) {
    socket.setNoDelay(true);
    // An end that comes as an error is an end: `close` follows.
    socket.on('error', () => undefined);
  }
}

function after(ms: number, act: () => unknown): void {
  if (ms === 0) act();
  else setTimeout(act, ms);
}
