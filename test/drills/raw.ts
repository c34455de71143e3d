import { connect } from 'node:net';

/** What came back on a connection before it was closed, or before time was up. */
export interface RawReply {
  readonly text: string;
  /** The status codes of the answers, in order. */
  readonly statuses: readonly number[];
  readonly closed: boolean;
}

const WAIT_MS_MAX = 10_000;
const QUIET_MS = 1_500;

/**
 * Writes pieces to a new connection, a moment apart, and collects what comes back until the server closes it, is quiet after
 * an answer, or has had its time. `end`: the client says that nothing more will come.
 */
export async function sendRaw(port: number, pieces: readonly (string | Buffer)[], end = false): Promise<RawReply> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let closed = false;
  const done = new Promise<void>((resolve) => {
    let quiet: NodeJS.Timeout | undefined;
    const late = setTimeout(resolve, WAIT_MS_MAX);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(quiet);
      quiet = setTimeout(resolve, QUIET_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed = true;
      clearTimeout(quiet);
      clearTimeout(late);
      resolve();
    });
  });
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (end) socket.end();
  await done;
  socket.destroy();
  const text = Buffer.concat(chunks).toString('latin1');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  return { text, statuses, closed };
}
