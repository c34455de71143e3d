import { connect, type Socket } from 'node:net';

/** A connection that sends what it is told and keeps what it gets. */
export interface Wire {
  readonly socket: Socket;
  send(text: string): void;
  /** Everything that came so far. */
  said(): string;
  /** Resolves with everything that came once the other side has ended the connection. */
  readonly ended: Promise<string>;
}

/** Opens a raw connection to a port of loopback, from another of its addresses where one is given. */
export async function openWire(port: number, from = '127.0.0.1'): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let said = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    said += chunk;
  });
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(said)));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, send: (text) => socket.write(text), said: () => said, ended };
}

/** The status lines in what was said, in their order. */
export function statusesIn(said: string): readonly number[] {
  return [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
