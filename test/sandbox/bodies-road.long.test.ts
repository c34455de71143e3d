import { openChain } from 'assay-core/chain/open-chain.ts';
import { address } from 'assay-core/solana/address.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { inspectorsFor } from '../../packages/core/test/support/inspectors.ts';
import { unhurried } from '../support/chains.ts';

const METHOD = 'getTransactionsForAddress';
const READ = [
  ...['getSlot', 'getBlockTime', 'getMultipleAccounts', 'getAccountInfo', 'getTokenAccountsByOwner'],
  ...['getSignaturesForAddress', 'getTransaction', 'getTokenLargestAccounts', 'getProgramAccounts'],
  ...['simulateTransaction', 'getRecentPrioritizationFees', 'getLatestBlockhash', 'getGenesisHash', 'getBlock'],
];

let sandbox: Sandbox;
let withBodies: FaultyRpc;
let byLists: FaultyRpc;
beforeAll(async () => {
  sandbox = await startSandbox();
  const standing = standingStill(sandbox.url);
  byLists = await serveFaultyRpc(standing);
  withBodies = await serveFaultyRpc({ ...standing, [METHOD]: (params) => rpc(sandbox.url, METHOD, params) });
});
afterAll(async () => {
  await Promise.all([withBodies.close(), byLists.close()]);
  await sandbox.stop();
});

/** The sandbox as it was when it was first asked something, so that two who ask the same are answered the same. */
function standingStill(url: string): RpcMethods {
  const answers = new Map<string, Promise<unknown>>();
  const still = (method: string): RpcMethods[string] => {
    return (params) => {
      const key = `${method} ${JSON.stringify(params)}`;
      const answer = answers.get(key) ?? rpc(url, method, params);
      answers.set(key, answer);
      return answer;
    };
  };
  return Object.fromEntries(READ.map((method) => [method, still(method)]));
}

type Kind = 'wallet' | 'funder' | 'token';

async function answerOf(kind: Kind, subject: string, { url }: FaultyRpc): Promise<string> {
  const inspector = inspectorsFor(address(sandbox.usdcMint))[kind];
  if (!inspector) throw new Error(`no ${kind} check`);
  const chain = openChain({ urls: [url], limits: unhurried });
  const session = chain.session();
  const answer = await inspector.inspect(
    { kind, subject: address(subject), sizeLamports: null },
    session.reader(inspector.bounds),
  );
  session.close();
  await chain.close();
  return JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
}

describe('an answer with lists that come with their bodies', () => {
  it.each<Kind>(['wallet', 'funder', 'token'])('is the same to the byte as by lists alone (%s)', async (kind) => {
    const subjects = sandbox.subjects.filter((subject) => subject.kind === kind);
    expect(subjects.length).toBeGreaterThan(5);
    for (const { address: subject, what } of subjects) {
      const lists = await answerOf(kind, subject, byLists);
      expect(await answerOf(kind, subject, withBodies), what).toBe(lists);
    }
    expect(withBodies.calls(METHOD)).toBeGreaterThan(0);
  });
});

interface Page {
  readonly data: readonly Listed[];
  readonly paginationToken: string | null;
}

interface Listed {
  readonly signature?: string;
  readonly slot: number;
  readonly err?: unknown;
  readonly blockTime: number;
  readonly transaction?: { readonly signatures: readonly string[] };
}

const signatureIn = ({ signature, transaction }: Listed) => signature ?? transaction?.signatures[0];

describe('getTransactionsForAddress of the sandbox', () => {
  const wallet = () => sandbox.subjects.find(({ what }) => what.startsWith('forty round trips'))?.address ?? '';
  const page = (options: object = {}) => rpc<Page>(sandbox.url, METHOD, [wallet(), options]);

  async function pagesOf(options: object): Promise<readonly Listed[]> {
    const all: Listed[] = [];
    let token: string | null = null;
    do {
      const next: Page = await page({ ...options, ...(token ? { paginationToken: token } : {}) });
      all.push(...next.data);
      token = next.paginationToken;
    } while (token !== null);
    return all;
  }

  it('lists what getSignaturesForAddress lists, in both orders, page after page', async () => {
    const listed = await rpc<readonly Listed[]>(sandbox.url, 'getSignaturesForAddress', [wallet()]);
    const signatures = listed.map(({ signature }) => signature);
    expect(signatures.length).toBeGreaterThan(50);
    expect((await pagesOf({ limit: 7 })).map(signatureIn)).toEqual(signatures);
    expect((await pagesOf({ limit: 7, sortOrder: 'asc' })).map(signatureIn)).toEqual(signatures.toReversed());
    expect(await pagesOf({})).toMatchObject(listed);
  });

  it('gives the bodies that getTransaction gives', async () => {
    const form = { encoding: 'json', maxSupportedTransactionVersion: 1 };
    const [entry] = (await page({ ...form, transactionDetails: 'full', limit: 1 })).data;
    const body = await rpc<object>(sandbox.url, 'getTransaction', [signatureIn(entry!), form]);
    expect(entry).toEqual({ ...body, transactionIndex: expect.any(Number) });
  });

  it('keeps to all filters together', async () => {
    const all = await pagesOf({});
    const [newer, older] = [all[10]!, all[40]!];
    const within = all.slice(11, 40);
    const bySignature = { signature: { lt: newer.signature, gt: older.signature } };
    expect(await pagesOf({ filters: bySignature })).toEqual(within);
    const bySlot = { slot: { gte: older.slot, lte: newer.slot }, blockTime: { gte: older.blockTime } };
    expect(await pagesOf({ filters: bySlot })).toEqual(all.slice(10, 41));
    const failed = await pagesOf({ filters: { status: 'failed' } });
    expect(failed).toEqual(all.filter(({ err }) => err !== null));
    expect((await pagesOf({ filters: { status: 'succeeded' } })).length + failed.length).toBe(all.length);
  });

  it('adds what changes token accounts of the address where that is asked for', async () => {
    const form = { encoding: 'json', maxSupportedTransactionVersion: 1, transactionDetails: 'full', limit: 50 };
    const subjects = sandbox.subjects.filter(({ kind }) => kind === 'token');
    const pages = await Promise.all(subjects.map((one) => rpc<FullPage>(sandbox.url, METHOD, [one.address, form])));
    const found = pages.flatMap(({ data }) => data).flatMap(changedBehind);
    const some = found.slice(0, 3);
    expect(some.length).toBeGreaterThan(2);
    for (const { owner, signature } of some) {
      const lists = async (tokenAccounts: string) => {
        // The authority of a venue's vaults has more than a page of them.
        const filters = { tokenAccounts, signature: { gte: signature } };
        const { data } = await rpc<Page>(sandbox.url, METHOD, [owner, { filters, sortOrder: 'asc', limit: 1 }]);
        return data[0]?.signature === signature;
      };
      const listed = [await lists('none'), await lists('balanceChanged'), await lists('all')];
      expect(listed).toEqual([false, true, true]);
    }
  });

  it.each([
    [{ limit: 0 }],
    [{ limit: 1_001 }],
    [{ sortOrder: 'up' }],
    [{ transactionDetails: 'accounts' }],
    [{ commitment: 'processed' }],
    [{ paginationToken: 'x' }],
    [{ filters: { slot: { above: 1 } } }],
    [{ filters: { slot: { gt: 'x' } } }],
    [{ filters: { signature: { gt: 'x' } } }],
    [{ filters: { status: 'fine' } }],
    [{ filters: { tokenAccounts: 'some' } }],
    [{ filters: { program: 'x' } }],
  ])('refuses %j', async (options) => {
    await expect(page(options)).rejects.toThrow('-32602');
  });
});

interface Balance {
  readonly accountIndex: number;
  readonly owner: string;
  readonly uiTokenAmount: { readonly amount: string };
}

interface FullPage {
  readonly data: readonly {
    readonly transaction: {
      readonly signatures: readonly string[];
      readonly message: { readonly accountKeys: string[] };
    };
    readonly meta: {
      readonly loadedAddresses: { readonly writable: string[]; readonly readonly: string[] };
      readonly preTokenBalances: readonly Balance[];
      readonly postTokenBalances: readonly Balance[];
    };
  }[];
}

/** Owners of token accounts that a transaction changed without naming them. */
function changedBehind({ transaction, meta }: FullPage['data'][number]) {
  const { writable, readonly } = meta.loadedAddresses;
  const keys = [...transaction.message.accountKeys, ...writable, ...readonly];
  const before = new Map(meta.preTokenBalances.map((one) => [one.accountIndex, one.uiTokenAmount.amount]));
  return meta.postTokenBalances
    .filter((one) => !keys.includes(one.owner) && before.get(one.accountIndex) !== one.uiTokenAmount.amount)
    .map(({ owner }) => ({ owner, signature: transaction.signatures[0] }));
}
