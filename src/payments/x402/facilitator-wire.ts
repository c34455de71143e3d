import { type Dispatcher, Pool } from 'undici';

/** What stands in an answer beyond this is not read: `/supported` of a facilitator for many networks takes some ten kilobytes. */
const ANSWER_BYTES_MAX = 1 << 20;
/** Above the number of payments that may be unsettled at once, so that none of them waits for a connection. */
const CONNECTIONS_MAX = 256;

/** An HTTP answer of a facilitator, with the JSON of its body; `body` is undefined where that is none. */
export interface Told {
  readonly status: number;
  readonly body: unknown;
}

/** Speaks HTTP with one facilitator. */
export interface FacilitatorWire {
  /**
   * Posts `body`, or gets where it is null. Rejects, with a message that may be shown, when no whole answer came within
   * `timeoutMs` or when it was a redirect: whoever follows those carries our headers and the payment to a stranger.
   */
  ask(path: '/supported' | '/verify' | '/settle', body: object | null, timeoutMs: number): Promise<Told>;
  close(): void;
}

/** Opens the way to the facilitator at `url`. `headers` go with every request, to that origin and to no other. */
export function openFacilitatorWire(url: string, headers: Readonly<Record<string, string>>): FacilitatorWire {
  const { origin, pathname, search } = new URL(url);
  const base = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, { connections: CONNECTIONS_MAX, pipelining: 1 });
  const all = headersOf(headers);
  return {
    async ask(path, body, timeoutMs) {
      const told = await exchange(pool, {
        path: `${base}${path}${search}`,
        method: body === null ? 'GET' : 'POST',
        headers: all,
        body: body === null ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (told.status >= 300 && told.status < 400) throw new Error(`a redirect (HTTP ${told.status})`);
      return told;
    },
    close: () => void pool.destroy().catch(() => undefined),
  };
}

/** The pool follows no redirect by itself, and undoes no compression, which is declined. */
async function exchange(pool: Pool, request: Dispatcher.RequestOptions): Promise<Told> {
  try {
    const { statusCode, body } = await pool.request(request);
    return { status: statusCode, body: parsed(await textOf(body)) };
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

/** One spelling of each name: an operator's own `Content-Type` must not go beside ours. */
function headersOf(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const lower = Object.entries(own).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'assay',
    ...Object.fromEntries(lower),
  };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error(`an answer of more than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The error's code where it has one: messages of connections may repeat addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `no answer (${code})` : error.message;
}
