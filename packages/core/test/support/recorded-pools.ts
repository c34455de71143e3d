import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { answerBody, RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { MAINNET_GENESIS_HASH, type RecordedAccount, type RecordedBody } from 'assay-sandbox/replay/world.ts';
import { type Address, address, parseAddress } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { Traffic } from './calm.ts';

/** Collected mainnet accounts of venues beside the project; suites over them run where they are there. */
const POOLS = join(import.meta.dirname, '../../../../../shared/data/pools');
export const hasPools = existsSync(join(POOLS, 'MANIFEST.json'));

const SYSVAR = address('Sysvar1111111111111111111111111111111111111');
const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const RENT = address('SysvarRent111111111111111111111111111111111');
const LARGEST_MAX = 20;
/** Dumps mostly lack balances: these are as if each account held plenty, within what JSON numbers say exactly. */
const PLENTY = 1_000_000_000_000_000n;

/** Accounts by address, as an endpoint would serve them. */
export type RecordedAccounts = Map<Address, RecordedAccount>;

interface Entry {
  readonly file: string;
  readonly address: string | null;
  readonly owner: string | null;
}

/** The dumps whose file begins with one of these, of every form that the collection has; the first reading of an address counts. */
export function recordedAccounts(...files: readonly string[]): RecordedAccounts {
  const accounts: RecordedAccounts = new Map();
  for (const file of files) {
    for (const entry of manifest().filter((one) => one.file.startsWith(file))) {
      const account = readDump(entry);
      if (account && !accounts.has(account.address)) accounts.set(account.address, account);
    }
  }
  return accounts;
}

/** An account that a test makes up, or a dump whose address is known otherwise. */
export function recordedAccount(
  at: Address,
  owner: Address,
  data: Uint8Array,
  lamports: bigint = PLENTY,
): RecordedAccount {
  return { address: at, owner, data, lamports, executable: false };
}

/** A file of the collection as JSON. */
export function recordedJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(POOLS, file), 'utf8')) as T;
}

let entries: readonly Entry[] | null = null;

function manifest(): readonly Entry[] {
  entries ??= recordedJson<{ entries: readonly Entry[] }>('MANIFEST.json').entries;
  return entries;
}

/** The four forms: raw bytes, `base64Data`, an account as the command line prints it, an answer of a node. */
function readDump({ file, address: listed, owner: listedOwner }: Entry): RecordedAccount | null {
  const bytes = readFileSync(join(POOLS, file));
  const raw = file.endsWith('.bin') ? {} : (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>);
  const result = raw.result as { value?: Record<string, unknown> } | undefined;
  const inner = (raw.account ?? result?.value ?? raw) as Record<string, unknown>;
  const text = raw.base64Data ?? (Array.isArray(inner.data) ? inner.data[0] : inner.data);
  const at = parseAddress(raw.address ?? raw.pubkey ?? listed);
  const owner = parseAddress(inner.owner ?? listedOwner);
  if (at === null || owner === null) return null;
  const data = file.endsWith('.bin') ? bytes : Buffer.from(String(text), 'base64');
  return recordedAccount(at, owner, new Uint8Array(data));
}

/** What the recorded node can do, and how it behaves. */
export interface RecordedRpcOptions {
  readonly slot?: number;
  readonly unixTime?: number;
  /** Whether it has the chain's clock as an account. */
  readonly clock?: boolean;
  /** Whether it knows the time of its slot. */
  readonly blockTime?: boolean;
  /** Methods that it does not know. */
  readonly lacking?: readonly string[];
  readonly arrays?: 'taken' | 'refused_by_error' | 'refused_by_status';
  /** How long each answer takes; absent: until all that was sent together has arrived. */
  readonly latencyMs?: number;
  readonly histories?: ReadonlyMap<Address, readonly string[]>;
  readonly transactions?: ReadonlyMap<string, RecordedBody>;
}

/** What was asked of the node since the last `forget`. */
interface Asked {
  /** HTTP requests, those apart that only ask for what no check asks for, as the slot. */
  readonly requests: number;
  readonly probes: number;
  /** How many requests had to wait for the answer of an earlier one, in the longest row. */
  readonly rounds: number;
  readonly methods: readonly (readonly string[])[];
}

/** A recorded chain over HTTP. */
export interface RecordedRpc {
  readonly url: string;
  asked(): Asked;
  forget(): void;
  /** From now on every request fails with this HTTP status; null answers again. */
  fail(status: number | null): void;
  /** Waits until everything is answered and nothing is asked for a moment. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

interface Call {
  readonly method: string;
}

/** Serves accounts as a node that stands still. `accounts` may change while it runs. */
export async function serveRecorded(
  accounts: RecordedAccounts,
  options: RecordedRpcOptions = {},
): Promise<RecordedRpc> {
  const methods = methodsOf(accounts, options);
  const traffic = new Traffic();
  const { latencyMs } = options;
  const seen: { methods: string[]; depth: number }[] = [];
  let answered = 0;
  let failing: number | null = null;
  const handle = async (text: string, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(text) as Call | readonly Call[];
    const calls = (Array.isArray(body) ? body : [body]) as readonly Call[];
    const one = { methods: calls.map(({ method }) => method), depth: answered + 1 };
    seen.push(one);
    await (latencyMs === undefined ? traffic.calm() : new Promise((resolve) => setTimeout(resolve, latencyMs)));
    const [status, answer] = failing ? [failing, ''] : await answerOf(methods, text, Array.isArray(body), options);
    if (!isProbe(one)) answered = Math.max(answered, one.depth);
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await bodyOf(request);
    const end = traffic.arrived();
    await handle(text, response).finally(end);
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${bound.port}`,
    asked() {
      const real = seen.filter((one) => !isProbe(one));
      return {
        requests: real.length,
        probes: seen.length - real.length,
        rounds: real.reduce((most, { depth }) => Math.max(most, depth), 0),
        methods: real.map((one) => one.methods),
      };
    },
    forget() {
      seen.length = 0;
      answered = 0;
    },
    fail(status) {
      failing = status;
    },
    quiet: () => traffic.quiet(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A transaction in which a program was called with these accounts, as a node stores it. */
export function tradeBody(signature: string, program: Address, accounts: readonly Address[]): RecordedBody {
  const keys = [SYSVAR, ...accounts, program];
  const balances = keys.map(() => 1_000_000);
  return {
    slot: 359_999_990,
    blockTime: 1_785_363_970,
    version: 'legacy',
    transaction: {
      signatures: [signature],
      message: {
        accountKeys: keys,
        header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
        recentBlockhash: SYSVAR,
        instructions: [{ programIdIndex: keys.length - 1, accounts: accounts.map((_, n) => n + 1), data: '' }],
      },
    },
    meta: {
      err: null,
      fee: 5_000,
      preBalances: [1_005_000, ...balances.slice(1)],
      postBalances: balances,
      preTokenBalances: [],
      postTokenBalances: [],
      innerInstructions: [],
      loadedAddresses: { writable: [], readonly: [] },
    },
  };
}

/** What no check asks for: the look at the network at start, probes of the slot, and the tip, which payments look at again and again. */
const nobodys = new Set([
  'getSlot',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getFirstAvailableBlock',
  'getRecentPerformanceSamples',
  'getAgGenesisCert',
]);

function isProbe({ methods }: { readonly methods: readonly string[] }): boolean {
  return methods.every((method) => nobodys.has(method));
}

async function answerOf(
  methods: RpcMethods,
  text: string,
  isArray: boolean,
  { arrays = 'taken' }: RecordedRpcOptions,
): Promise<readonly [number, string]> {
  if (isArray && arrays === 'refused_by_status') return [400, 'batch requests are not supported'];
  if (isArray && arrays === 'refused_by_error') {
    const error = { code: -32600, message: 'Batch requests are not supported' };
    return [200, JSON.stringify({ jsonrpc: '2.0', id: null, error })];
  }
  return [200, await answerBody(methods, text)];
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function methodsOf(recorded: RecordedAccounts, options: RecordedRpcOptions): RpcMethods {
  const { slot = 360_000_000, unixTime = 1_785_363_978, clock = true, blockTime = true } = options;
  if (clock) {
    const epoch = BigInt(Math.floor(slot / 432_000));
    const data = new Layout(40).u64(0, BigInt(slot)).u64(16, epoch).i64(32, BigInt(unixTime)).bytes();
    recorded.set(CLOCK, recordedAccount(CLOCK, SYSVAR, data));
    recorded.set(RENT, recordedAccount(RENT, SYSVAR, new Layout(17).u64(0, 3_480n).hex(8, '0000000000000040').bytes()));
  }
  const line = (signature: string) => {
    const body = options.transactions?.get(signature);
    const blockTime = typeof body?.blockTime === 'number' ? body.blockTime : unixTime;
    return { signature, slot: body?.slot ?? slot - 10, err: null, memo: null, blockTime };
  };
  const methods: RpcMethods = {
    ...replayMethods({
      genesisHash: MAINNET_GENESIS_HASH,
      slot,
      blockTimes: new Map([[slot, blockTime ? unixTime : null]]),
      accounts: recorded,
      histories: new Map([...(options.histories ?? [])].map(([of, signatures]) => [of, signatures.map(line)])),
      transactions: options.transactions ?? new Map(),
    }),
    getTokenLargestAccounts: ([mint]) => ({ context: { slot }, value: largest(recorded, mint) }),
    getRecentPrioritizationFees: () => [{ slot: slot - 1, prioritizationFee: 1_000 }],
  };
  return Object.fromEntries(Object.entries(methods).filter(([name]) => !options.lacking?.includes(name)));
}

function largest(recorded: RecordedAccounts, mint: unknown): readonly object[] {
  if (!recorded.has(mint as Address)) throw new RpcFault(-32602, 'Invalid param: could not find mint');
  const held = [...recorded.values()].flatMap((account) => {
    const token = readTokenAccount(account);
    return token && token.mint === mint ? [{ address: account.address, amount: token.amount }] : [];
  });
  return held
    .sort((a, b) => (a.amount > b.amount ? -1 : 1))
    .slice(0, LARGEST_MAX)
    .map(({ address: at, amount }) => ({ address: at, amount: amount.toString(), decimals: 6, uiAmount: null }));
}
