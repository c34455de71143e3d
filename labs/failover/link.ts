import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/** A port of loopback that leads to another one, and can be cut: then no byte passes, and no side gets an error. */
export interface Link {
  readonly port: number;
  cut(): void;
  /** Connections that were cut are over; new ones pass. */
  mend(): void;
  close(): Promise<void>;
}

/** The links of a node: all that goes in and out of it passes one of them. */
export interface Links {
  /** The port of clients and the balancer. */
  readonly books: Link;
  /** The port of its standbys. */
  readonly replication: Link;
  readonly rest: Link;
  readonly etcd: Link;
}

export async function openLink(target: number): Promise<Link> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const server = createServer((near) => {
    const pair = [near, dial(target, '127.0.0.1')] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [...pair].reverse() as [Socket, Socket]]) {
      from.setNoDelay(true);
      from.on('data', (chunk) => isCut || to.destroyed || to.write(chunk));
      // An end that comes as an error is an end: `close` follows.
      from.on('error', () => undefined);
      from.once('close', () => {
        if (isCut) return;
        pairs.delete(pair);
        to.destroy();
      });
    }
  });
  const end = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
    },
    mend() {
      end();
      isCut = false;
    },
    async close() {
      isCut = false;
      const closed = new Promise((resolve) => server.close(resolve));
      end();
      await closed;
    },
  };
}
