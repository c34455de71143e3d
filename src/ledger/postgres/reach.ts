import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';

/** One server of a URL, as the driver reads it. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** A Unix socket, which goes before host and port. */
  readonly path: string | null;
}

/** Encryption settings of the driver: the values of `sslmode`, or options of its own. */
export interface Encryption {
  readonly ssl: boolean | string | ConnectionOptions;
  readonly sslnegotiation?: string | null;
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ACCEPTED = 'S'.charCodeAt(0);
/** The driver verifies no certificate under these names. */
const UNVERIFIED = new Set<unknown>(['require', 'allow', 'prefer']);

/** A connection to a server, encrypted as the driver would do it. Throws what the system says, or that it took too long. */
export async function reach(address: ServerAddress, encryption: Encryption, msMax: number): Promise<Socket> {
  const { host, port, path } = address;
  const signal = AbortSignal.timeout(msMax);
  const socket = path === null ? connect(port, host) : connect(path);
  try {
    await once(socket, 'connect', { signal });
    const ready = encryption.ssl ? await secured(socket, host, encryption, signal) : socket;
    // The driver's errors name them.
    return Object.assign(ready, { host, port });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? coded('CONNECT_TIMEOUT', `connect CONNECT_TIMEOUT ${path ?? `${host}:${port}`}`) : error;
  }
}

async function secured(
  socket: Socket,
  host: string,
  { ssl, sslnegotiation }: Encryption,
  signal: AbortSignal,
): Promise<Socket> {
  const direct = sslnegotiation === 'direct';
  if (!direct) {
    socket.write(SSL_REQUEST);
    const [answer]: Buffer[] = await once(socket, 'data', { signal });
    if (answer?.[0] !== ACCEPTED) {
      if (ssl === 'prefer') return socket;
      throw coded('CONNECTION_CLOSED', `${host} does not encrypt connections`);
    }
    // What follows belongs to the encryption.
    socket.removeAllListeners('data');
  }
  const secure = connectSecurely({
    socket,
    ...(isIP(host) ? {} : { servername: host }),
    ...(direct ? { ALPNProtocols: ['postgresql'] } : {}),
    ...(UNVERIFIED.has(ssl) ? { rejectUnauthorized: false } : {}),
    ...(typeof ssl === 'object' ? ssl : {}),
  });
  await once(secure, 'secureConnect', { signal });
  return secure;
}

/** An error that carries a code as the driver's do. */
export function coded(code: string, message: string): Error & { readonly code: string } {
  return Object.assign(new Error(message), { code });
}
