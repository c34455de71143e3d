// Callers without a key, in a process of their own: they send in their pace, however slowly they are answered.
import { setTimeout as pause } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { aliases, batch, introspection, invented, type RequestKind, varied } from './keyless-requests.ts';

const CONNECTIONS = 64;
const THOUSAND = 1_000;

/** What is asked, how often in a second, and from how many addresses. */
interface Flood {
  readonly name: string;
  readonly kind: RequestKind;
  readonly perSecond: number;
  readonly addresses: number;
}

export const floods: readonly Flood[] = [
  { name: 'introspection from one address', kind: introspection, perSecond: 100, addresses: 1 },
  { name: 'varied introspection from one address', kind: varied, perSecond: 100, addresses: 1 },
  { name: 'aliases from one address', kind: aliases, perSecond: 200, addresses: 1 },
  { name: 'unpaid batches from one address', kind: batch, perSecond: 200, addresses: 1 },
  { name: 'varied introspection from 1,000 addresses', kind: varied, perSecond: 150, addresses: THOUSAND },
  {
    name: 'introspection with invented keys from 1,000 addresses',
    kind: invented,
    perSecond: 150,
    addresses: THOUSAND,
  },
];

/** Sends one request of a kind from an address that a proxy forwards; the status of its answer. */
export async function send(pool: Pool, kind: RequestKind, n: number, address: string): Promise<number> {
  const { path, body, headers } = kind.ask(n);
  const sent: Dispatcher.RequestOptions = {
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'x-forwarded-for': address },
    ...(body !== undefined && { body }),
  };
  const response = await pool.request(sent);
  await response.body.dump({ limit: Number.POSITIVE_INFINITY });
  return response.statusCode;
}

async function flood(url: string, { kind, perSecond, addresses }: Flood, network: string): Promise<never> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const count = { answered: 0, refused: 0 };
  process.on('message', () => process.send?.(count));
  const startedAt = performance.now();
  for (let n = 0; ; n += 1) {
    await pause(Math.max(0, startedAt + (n * 1_000) / perSecond - performance.now()));
    const one = n % addresses;
    void send(pool, kind, n, `${network}.${one >> 8}.${one & 255}`).then((status) => {
      if (count.answered === 0) process.send?.('begun');
      count.answered += 1;
      if (status === 429) count.refused += 1;
    });
  }
}

const [url, index, network] = process.argv.slice(2);
const chosen = floods[Number(index)];
if (process.send && url !== undefined && network !== undefined && chosen) await flood(url, chosen, network);
