import { createHash } from 'node:crypto';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#start.ts';
import { Cast } from '#world/actors.ts';
import { scenes } from '#world/scenes/index.ts';
import { post, rpc } from '../../core/test/sandbox/rpc.ts';

interface Listed {
  readonly signature: string;
  readonly slot: number;
}

interface Body {
  readonly slot: number;
  readonly blockTime: number;
  readonly transaction: { message: { accountKeys: string[] } };
  readonly meta: {
    err: unknown;
    fee: number;
    preBalances: number[];
    postBalances: number[];
    preTokenBalances: { mint: string; uiTokenAmount: { amount: string } }[];
    postTokenBalances: { mint: string; uiTokenAmount: { amount: string } }[];
    loadedAddresses: { writable: string[]; readonly: string[] };
  };
}

const EVERYWHERE = [
  '11111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
];
/** A sale that asked for more than the curve paid, and purchases that asked for more than it had. */
const SLIPPAGE = [
  { InstructionError: [0, { Custom: 6003 }] },
  { InstructionError: [0, { Custom: 6042 }] },
  { InstructionError: [1, { Custom: 6042 }] },
];
/** The wallet with thousands of transactions, of which every fiftieth is looked at. */
const LONG = '5,000 transactions';
const SAMPLED = 50;
/** Two worlds with such a history each. */
const TEST_TIMEOUT_MS = 180_000;
const ANCHOR_MS = Date.UTC(2026, 0, 1);

async function wholeHistory(url: string, address: string): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let page: Listed[]; ; all.push(...page)) {
    const before = all.at(-1)?.signature;
    page = await rpc<Listed[]>(url, 'getSignaturesForAddress', [address, before ? { before } : {}]);
    if (page.length === 0) return all;
  }
}

async function everyBody({ url, subjects }: Sandbox): Promise<Map<string, Body>> {
  const long = await wholeHistory(url, subjects.find(({ what }) => what.startsWith(LONG))?.address ?? '');
  const passed = new Set(long.flatMap(({ signature }, index) => (index % SAMPLED === 0 ? [] : [signature])));
  const lists = await Promise.all(EVERYWHERE.map((program) => wholeHistory(url, program)));
  const listed = new Set(lists.flat().map((one) => one.signature));
  const signatures = [...listed].filter((one) => !passed.has(one)).sort();
  const bodies = new Map<string, Body>();
  for (let at = 0; at < signatures.length; at += 100) {
    const some = signatures.slice(at, at + 100);
    const params = (signature: string) => [signature, { maxSupportedTransactionVersion: 1 }];
    const calls = some.map((id) => ({ jsonrpc: '2.0', id, method: 'getTransaction', params: params(id) }));
    for (const { id, result } of await post<{ id: string; result: Body }[]>(url, calls)) bodies.set(id, result);
  }
  return bodies;
}

function sum(list: readonly number[]): number {
  return list.reduce((total, one) => total + one, 0);
}

let first: Sandbox;
let second: Sandbox;
let bodies: Map<string, Body>;

beforeAll(async () => {
  [first, second] = await Promise.all([startSandbox({ anchorMs: ANCHOR_MS }), startSandbox({ anchorMs: ANCHOR_MS })]);
  bodies = await everyBody(first);
}, TEST_TIMEOUT_MS);
afterAll(() => Promise.all([first.stop(), second.stop()]));

describe('the sample world', () => {
  test('is executed, succeeds but for trades that slipped, and conserves lamports and tokens', async () => {
    let minted = 0;
    const failures = [...bodies.values()].flatMap(({ meta }) => (meta.err === null ? [] : [meta.err]));
    for (const failure of failures) expect(SLIPPAGE).toContainEqual(failure);
    expect(failures.length).toBeGreaterThanOrEqual(5);
    expect(bodies.size).toBeGreaterThan(2_000);
    for (const { meta, transaction } of bodies.values()) {
      expect(sum(meta.preBalances) - sum(meta.postBalances)).toBe(meta.fee);
      const keys = transaction.message.accountKeys.length;
      const loaded = meta.loadedAddresses.writable.length + meta.loadedAddresses.readonly.length;
      expect(meta.preBalances).toHaveLength(keys + loaded);
      const usdc = (list: Body['meta']['preTokenBalances']) =>
        sum(list.filter((one) => one.mint === first.usdcMint).map((one) => Number(one.uiTokenAmount.amount)));
      const made = usdc(meta.postTokenBalances) - usdc(meta.preTokenBalances);
      expect(made).toBeGreaterThanOrEqual(0);
      minted += made;
    }
    const supply = await rpc<{ value: { amount: string } }>(first.url, 'getTokenSupply', [first.usdcMint]);
    expect(supply.value.amount).toBe(String(minted));
  });

  test(
    'is the same in every process',
    async () => {
      const digest = (of: Map<string, Body>) =>
        createHash('sha256')
          .update(JSON.stringify([...of]))
          .digest('hex');
      expect(digest(await everyBody(second))).toBe(digest(bodies));
      expect(second.subjects).toEqual(first.subjects);
    },
    TEST_TIMEOUT_MS,
  );

  test('lies in the hundred days before its anchor, oldest first', () => {
    const times = [...bodies.values()].map((body) => body.blockTime * 1000);
    expect(Math.max(...times)).toBeLessThan(ANCHOR_MS);
    expect(Math.min(...times)).toBeGreaterThan(ANCHOR_MS - 100 * 86_400_000);
  });

  test('has a subject for every verdict of each kind, each at one address', () => {
    const verdicts = (of: string) =>
      [...new Set(first.subjects.filter(({ kind }) => kind === of).map(({ verdict }) => verdict))].sort();
    for (const of of ['funder', 'trade', 'token', 'wallet'] as const)
      expect(verdicts(of)).toEqual(Object.keys(kinds[of].verdicts).sort());
    expect(new Set(first.subjects.map((one) => one.address)).size).toBe(first.subjects.length);
  });

  test('lets every known origin be read to its birth, and shows a cut history as one', async () => {
    const origins = first.subjects.filter((one) => one.kind === 'funder' && one.verdict !== 'UNKNOWN');
    for (const { address, verdict } of origins) {
      const oldest = (await wholeHistory(first.url, address)).at(-1);
      const body = bodies.get(oldest?.signature ?? '');
      const { writable = [], readonly = [] } = body?.meta.loadedAddresses ?? {};
      const index = [...(body?.transaction.message.accountKeys ?? []), ...writable, ...readonly].indexOf(address);
      const before = body?.meta.preBalances[index];
      if (verdict === 'UNVERIFIABLE_ORIGIN') expect(before).toBeGreaterThan(0);
      else expect(before).toBe(0);
    }
  });

  test('changes its addresses with the seed, and nothing else', () => {
    const other = scenes.flatMap((write) => write(new Cast('another')).subjects);
    expect(other.map((one) => [one.verdict, one.what])).toEqual(first.subjects.map((one) => [one.verdict, one.what]));
    const own = first.subjects.filter((one) => one.verdict === 'WALLET_FUNDED').map((one) => one.address);
    expect(other.some((one) => own.includes(one.address))).toBe(false);
  });
});
