import { createServer } from 'node:http';
import bs58 from 'bs58';

/**
 * A JSON-RPC endpoint in a process of its own: the chain of one wallet with so many transactions of 8 KB in its window and one before it,
 * each a swap that moves its lamports and one of its token accounts. Arguments: latency in ms, transactions, `bodies` where lists have them,
 * and the number of those of a stranger, who sends one lamport. Prints its port. `benchmarkReset` returns requests and bytes since the last.
 */
const latencyMs = Number(process.argv[2] ?? '0');
const count = Number(process.argv[3] ?? '1000');
const offersBodies = process.argv[4] === 'bodies';
const dust = Number(process.argv[5] ?? '0');
const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const SLOT = 300_000_000;
const TIME = 1_760_000_000;
const DAY_SECONDS = 86_400;
const WINDOW_DAYS = 90;
const RENT = 2_039_280;
const COST = 7_000;
const LAMPORTS = 50_000_000_000;

function key(n: number, size = 32): string {
  const bytes = new Uint8Array(size);
  for (let i = 0; i < size; i++) bytes[i] = (n * 31 + i * 17 + 5) & 255;
  return bs58.encode(bytes);
}

const accountKeys = [...Array.from({ length: 22 }, (_, n) => key(n + 1)), SYSTEM, TOKEN];
const wallet = accountKeys[0] ?? SYSTEM;

/** Transaction 0 lies before the window. */
function signatureOf(n: number): string {
  const bytes = new Uint8Array(64).fill(11);
  new DataView(bytes.buffer).setUint32(0, n + 1);
  return bs58.encode(bytes);
}

const signatures = Array.from({ length: count + 1 }, (_, n) => signatureOf(n));
const places = new Map(signatures.map((signature, n) => [signature, n]));
const slotOf = (n: number) => SLOT - (count - n) * 10;
const timeOf = (n: number) =>
  n === 0 ? TIME - 200 * DAY_SECONDS : TIME - Math.floor(((count - n) * 80 * DAY_SECONDS) / count);

function tokenBalance(accountIndex: number, owner: string, amount: number): object {
  const uiTokenAmount = { amount: `${amount}`, decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' };
  return { accountIndex, mint: key(90 + (accountIndex % 3)), owner, programId: TOKEN, uiTokenAmount };
}

/** Dust is spread evenly, none of it before the window. */
const dustUpTo = (n: number) => Math.floor((n * dust) / (count + 1));
const ownLamports = (n: number) => LAMPORTS - (n - dustUpTo(n)) * COST + dustUpTo(n);
const ownTokens = (n: number) => (n - dustUpTo(n)) * 5;
/** Who pays for a transaction comes first. */
const strangerFirst = [accountKeys[1], accountKeys[0], ...accountKeys.slice(2)];

const tokensAt = (n: number) => [
  tokenBalance(2, wallet, ownTokens(n)),
  ...[3, 4, 5, 6].map((index) => tokenBalance(index, key(80 + index), 1_000_000 * index)),
];

function transaction(n: number): object {
  const isDust = dustUpTo(n + 1) > dustUpTo(n);
  const both = [ownLamports(n), LAMPORTS];
  const pre = [...(isDust ? both.reverse() : both), RENT, ...accountKeys.slice(3).map((_, k) => 1_000_000_000 + k)];
  const [paid, got] = isDust ? [5_001, 1] : [COST, 2_000];
  const post = pre.map((lamports, k) => (k === 0 ? lamports - paid : k === 1 ? lamports + got : lamports));
  const transfer = (k: number) => ({
    programIdIndex: 23,
    accounts: [k, k + 1, k + 2],
    data: bs58.encode(Uint8Array.from([3, k, 1, 2, 3, 0, 0, 0, 0])),
    stackHeight: 2,
  });
  const log = (k: number) => [
    `Program ${accountKeys[k % 20]} invoke [${(k % 3) + 1}]`,
    'Program log: Instruction: TransferChecked',
    `Program ${accountKeys[k % 20]} consumed ${4_000 + k} of 200000 compute units`,
    `Program ${accountKeys[k % 20]} success`,
  ];
  const meta = {
    err: null,
    status: { Ok: null },
    fee: 5_000,
    preBalances: pre,
    postBalances: post,
    innerInstructions: [2, 3].map((index) => ({ index, instructions: [1, 4, 7, 10].map(transfer) })),
    logMessages: Array.from({ length: 8 }, (_, k) => log(k)).flat(),
    preTokenBalances: tokensAt(n),
    postTokenBalances: tokensAt(n + 1),
    rewards: [],
    loadedAddresses: { writable: [], readonly: [] },
    computeUnitsConsumed: 61_234,
  };
  const message = {
    accountKeys: isDust ? strangerFirst : accountKeys,
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 },
    recentBlockhash: key(77),
    addressTableLookups: [],
    instructions: [0, 1, 2, 3, 4].map((k) => ({
      programIdIndex: k < 2 ? 21 : 20,
      accounts: Array.from({ length: k * 4 }, (_, i) => i),
      data: key(60 + k, 24),
      stackHeight: null,
    })),
  };
  const placed = { slot: slotOf(n), blockTime: timeOf(n), version: 0 };
  return { ...placed, meta, transaction: { signatures: [signatures[n]], message } };
}

// Answers are written before anybody asks, so that this process is never what is waited for.
const bodies = signatures.map((_, n) => Buffer.from(JSON.stringify(transaction(n))));

/** A page with bodies, newest first: its token is the number of the oldest in it. */
function bodiesPage({ paginationToken, limit = 1_000 }: { paginationToken?: string; limit?: number }): string {
  const newest = paginationToken === undefined ? count + 1 : Number(paginationToken);
  const oldest = Math.max(0, newest - limit);
  const data = bodies.slice(oldest, newest).reverse().join(',');
  return `{"data":[${data}],"paginationToken":${oldest > 0 ? `"${oldest}"` : 'null'}}`;
}

function page({ before, until, limit = 1_000 }: { before?: string; until?: string; limit?: number }): string {
  const newest = before === undefined ? count + 1 : (places.get(before) ?? 0);
  const oldest = until === undefined ? -1 : (places.get(until) ?? -1);
  const entries: object[] = [];
  for (let n = newest - 1; n > oldest && entries.length < limit; n--) {
    entries.push({ signature: signatures[n], slot: slotOf(n), blockTime: timeOf(n), err: null, memo: null });
  }
  return JSON.stringify(entries);
}

function tokenAccount(): object {
  const data = Buffer.alloc(165);
  data.set(bs58.decode(key(92)), 0);
  data.set(bs58.decode(wallet), 32);
  data.writeBigUInt64LE(BigInt(ownTokens(count + 1)), 64);
  const account = { lamports: RENT, owner: TOKEN, executable: false, data: [data.toString('base64'), 'base64'] };
  return { pubkey: accountKeys[2], account };
}

const seen = { requests: 0, bodies: 0, bytes: 0 };

function result(method: string, params: readonly unknown[]): string {
  const at = (value: unknown) => JSON.stringify({ context: { slot: SLOT + 1 }, value });
  switch (method) {
    case 'getTransaction':
      return bodies[places.get(String(params[0])) ?? -1]?.toString() ?? 'null';
    case 'getTransactionsForAddress':
      return bodiesPage(params[1] as { limit?: number });
    case 'getSignaturesForAddress':
      return page(params[1] as { limit?: number });
    case 'getMultipleAccounts': {
      const lamports = ownLamports(count + 1);
      return at([{ lamports, owner: SYSTEM, executable: false, data: ['', 'base64'] }]);
    }
    case 'getTokenAccountsByOwner':
      return at((params[1] as { programId: string }).programId === TOKEN ? [tokenAccount()] : []);
    case 'getBlockTime':
      return String(TIME);
    case 'benchmarkReset': {
      const now = JSON.stringify({ ...seen, wallet, windowSeconds: WINDOW_DAYS * DAY_SECONDS });
      Object.assign(seen, { requests: 0, bodies: 0, bytes: 0 });
      return now;
    }
    default:
      return String(SLOT + 1);
  }
}

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params?: readonly unknown[];
}

const answer = ({ id, method, params = [] }: Call) => {
  const isMissing = method === 'getTransactionsForAddress' && !offersBodies;
  const what = isMissing ? '"error":{"code":-32601,"message":"x"}' : `"result":${result(method, params)}`;
  return `{"jsonrpc":"2.0",${what},"id":${JSON.stringify(id)}}`;
};

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | Call[];
    const isControl = !Array.isArray(body) && body.method === 'benchmarkReset';
    if (!isControl) seen.requests += 1;
    if (!Array.isArray(body) && body.method === 'getTransactionsForAddress') seen.bodies += 1;
    const text = Array.isArray(body) ? `[${body.map(answer).join(',')}]` : answer(body);
    if (!isControl) seen.bytes += text.length;
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      isControl ? 0 : latencyMs,
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.stdout.write(`${typeof bound === 'object' && bound ? bound.port : 0}\n`);
});
// The parent's end of the pipe closes when it is done or gone.
process.stdin.on('end', () => process.exit(0)).resume();
