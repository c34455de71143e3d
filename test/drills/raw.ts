import { connect } from 'node:net';

/** What came back on a connection before it was closed. */
export interface RawReply {
  readonly text: string;
  /** The status codes of the answers, in order. */
  readonly statuses: readonly number[];
}

const PIECE_MS = 5;

/**
 * Writes pieces to a new connection, a moment apart, and collects what comes back until the server closes it. `end`: the client
 * says that nothing more will come.
 */
export async function sendRaw(port: number, pieces: readonly (string | Buffer)[], end = false): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, PIECE_MS));
  }
  if (end) socket.end();
  await closed;
  const text = Buffer.concat(chunks).toString('latin1');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses };
}
