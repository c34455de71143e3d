import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type RpcFaultKind, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { openLedger } from '../../src/ledger/ledger.ts';
import { openTestDatabase } from '../support/database.ts';
import { openService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What the endpoint does from now on: the truth, an error with this message to each call, this page, or this text for every text. */
type Lie = { readonly is: 'none' } | { readonly is: 'error' | 'page' | 'texts'; readonly text: string };

/** A service that reads the sandbox's chain through an endpoint which says what it likes, and a key with money. */
export interface HostileService {
  readonly origin: string;
  readonly apiKey: string;
  /** Lets the endpoint say that these accounts are on chain. */
  pretend(accounts: readonly AccountBytes[]): void;
  lie(lie: Lie): void;
  /** Answers since the last call of `lie`, to more than how far the chain is. */
  lies(): number;
  /** Waits until the service takes the endpoint for good again. */
  recovered(): Promise<void>;
  close(): Promise<void>;
}

type Answer = Record<string, unknown>;

const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const PAY_TO = '2s7yUbq1vF9ZkNAdm4EUBhTzDxEVG7rTBPSmdp8VMQKh';
const CREDIT_ATOMIC = 100_000_000n;
const RECOVERY_POLL_MS = 100;
/** What the service asks of an endpoint. */
const METHODS = [
  'getAccountInfo',
  'getAgGenesisCert',
  'getBlock',
  'getBlockHeight',
  'getBlockTime',
  'getGenesisHash',
  'getHealth',
  'getLatestBlockhash',
  'getMultipleAccounts',
  'getProgramAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTransaction',
  'getVersion',
  'simulateTransaction',
];

export async function openHostileService(rpcUrl: string): Promise<HostileService> {
  const table = METHODS.map((method) => [method, (params: readonly unknown[]) => rpc(rpcUrl, method, params)] as const);
  const [endpoint, database] = await Promise.all([serveFaultyRpc(Object.fromEntries(table)), openTestDatabase()]);
  const pretended = new Map<string, AccountBytes>();
  let present: Lie = { is: 'none' };
  let answers = 0;
  endpoint.fail(({ calls }) => {
    if (calls.some(({ method }) => method !== 'getSlot')) answers += 1;
    return faultOf(present, pretended);
  });
  const service = await openService({
    DATABASE_URL: database.url,
    SOLANA_RPC_URLS: endpoint.url,
    SOLANA_NETWORK: DEVNET,
    PAY_TO,
    X402_FACILITATOR: 'off',
  });
  const { apiKey } = await openLedger(database.database).grant(CREDIT_ATOMIC);
  return {
    origin: service.url,
    apiKey: String(apiKey),
    pretend: (accounts) => {
      for (const account of accounts) pretended.set(account.address, account);
    },
    lie: (lie) => {
      present = lie;
      answers = 0;
    },
    lies: () => answers,
    recovered: () => until(async () => (await fetch(`${service.url}/health/ready`)).ok, RECOVERY_POLL_MS),
    async close() {
      await service.end();
      await Promise.all([endpoint.close(), database.stop()]);
    },
  };
}

function faultOf(lie: Lie, pretended: ReadonlyMap<string, AccountBytes>): RpcFaultKind {
  if (lie.is === 'page')
    return { kind: 'status', status: 500, headers: { 'content-type': 'text/html' }, body: lie.text };
  return {
    kind: 'items',
    spoil({ method, params }, answer) {
      if (lie.is === 'error')
        return { ...answer, result: undefined, error: { code: -32000, message: lie.text, data: lie.text } };
      if (lie.is === 'texts') return { ...answer, result: withTexts(answer.result, lie.text) };
      return method === 'getMultipleAccounts'
        ? withAccounts(answer, params[0] as readonly string[], pretended)
        : answer;
    },
  };
}

/** The same value with this text in the place of each text and of each name of an error. */
function withTexts(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => withTexts(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withTexts(one, text)]));
}

function withAccounts(
  answer: Answer,
  addresses: readonly string[],
  pretended: ReadonlyMap<string, AccountBytes>,
): Answer {
  const result = answer.result as { readonly value: readonly unknown[] } | undefined;
  if (!result) return answer;
  const value = result.value.map((one, at) => {
    const account = pretended.get(addresses[at] ?? '');
    return account ? encoded(account) : one;
  });
  return { ...answer, result: { ...result, value } };
}

function encoded({ owner, lamports, data }: AccountBytes): object {
  const told = { owner, lamports: Number(lamports), executable: false, rentEpoch: 0, space: data.length };
  return { ...told, data: [Buffer.from(data).toString('base64'), 'base64'] };
}
