import { curveMintAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { CheckBounds } from '#chain/chain-reader.ts';
import { type OpenedChain, openChain } from '#chain/open-chain.ts';
import { rpcLimits } from '#chain/rpc/rpc-limits.ts';
import type { Ask } from '#rules/check.ts';
import { cases } from '../support/cases.ts';
import { type FaultyRpc, type RpcFaultKind, serveFaultyRpc } from '../support/faulty-rpc.ts';
import { inspectorsFor } from '../support/inspectors.ts';
import { recordedTokens } from '../support/recorded-tokens.ts';
import { USDC } from '../support/recorded-worlds.ts';
import { type Recorded, tokenMethods, tokenWorld } from '../support/token-worlds.ts';
import { key } from '../support/transactions.ts';
import { youngWorld } from '../support/young-world.ts';

const MANY = cases(100);
/** Ten are enough for bodies that are several times too large. */
const SOME = cases(20);
const YOUNG = cases(25);
/** What a node of the reference client takes. */
const NODE_BODY_BYTES_MAX = 50 * 1024;
/** Nothing here is about time, and a busy machine may be slow. */
const bounds: CheckBounds = { timeMsMax: 600_000, callsMax: 1_000, bytesMax: 1e9 };

const own = Array.from({ length: MANY + 1 }, (_, n) =>
  curveMintAccount({ mint: key(`mint ${n}`), supply: 10n ** 15n }),
);
/** Recorded mints where they are there, each at an address of its own as well, until there are enough of them. */
const collected = distinct(recordedTokens('mint'));
const copied: readonly Recorded[] = Array.from({ length: MANY }, (_, n) => {
  const recorded = collected[n % Math.max(1, collected.length)] ?? own[n];
  if (!recorded) throw new Error('no mint');
  return n < collected.length ? recorded : { ...recorded, address: key(`copy ${n}`) };
});
const young = Array.from({ length: YOUNG }, (_, n) => `young ${n}`);
const world = tokenMethods(...young.map(youngWorld), ...[...own, ...copied].map((mint) => tokenWorld(mint)));

function distinct(mints: readonly Recorded[]): readonly Recorded[] {
  return [...new Map(mints.map((mint) => [mint.address, mint])).values()];
}

const check = (kind: Ask['kind'], subject: Ask['subject']): Ask => {
  return { kind, subject, sizeLamports: kind === 'trade' ? 500_000_000n : null };
};
const tokens = (mints: readonly Recorded[]) => mints.map(({ address }) => check('token', address));
const [first, ...ownChecks] = tokens(own);

interface Endpoint {
  readonly rpc: FaultyRpc;
  readonly chain: OpenedChain;
  readonly inspectors: ReturnType<typeof inspectorsFor>;
}

let open: Endpoint | null = null;
afterEach(async () => {
  await open?.chain.close();
  await open?.rpc.close();
  open = null;
});

function isLarge({ calls }: FaultyRpc['requests'][number]): boolean {
  return JSON.stringify(calls).length > NODE_BODY_BYTES_MAX;
}

/** An endpoint, and a process that has made its first check. `refusal` is what large bodies get. */
async function warmed(refusal: RpcFaultKind | null = null): Promise<Endpoint> {
  const rpc = await serveFaultyRpc(world);
  rpc.fail((request) => (refusal && isLarge(request) ? refusal : null));
  open = { rpc, chain: openChain({ urls: [rpc.url] }), inspectors: inspectorsFor(USDC) };
  if (first) await together(open, [first]);
  return open;
}

/** The checks in one session: what each found, and how many HTTP requests that took, those that only ask for the slot left out. */
async function together({ rpc, chain, inspectors }: Endpoint, asks: readonly Ask[]) {
  const before = rpc.requests.length;
  const session = chain.session();
  const found = await Promise.all(
    asks.map(async (ask) => {
      const { judgement } = (await inspectors[ask.kind]?.inspect(ask, session.reader(bounds))) ?? { judgement: null };
      const { verdict, reasons, flags, gaps } = judgement ?? { verdict: 'none', reasons: [], flags: [], gaps: [] };
      return [verdict, reasons.map(({ code }) => code), flags, gaps.map(({ reading, cause }) => [reading, cause])];
    }),
  );
  session.close();
  const requests = rpc.requests.slice(before).filter(({ calls }) => calls.some(({ method }) => method !== 'getSlot'));
  return { found, requests: requests.length };
}

/** The same, each in a session of its own. */
async function apart(endpoint: Endpoint, asks: readonly Ask[]) {
  const each = [];
  for (const ask of asks) each.push(await together(endpoint, [ask]));
  return { found: each.flatMap(({ found }) => found), requests: each.map(({ requests }) => requests) };
}

describe('many checks of one operation', () => {
  it('take three times the requests of one at most, where an endpoint takes arrays of a hundred', async () => {
    const endpoint = await warmed();
    const one = await together(endpoint, ownChecks.slice(0, 1));
    const all = await together(endpoint, ownChecks);
    expect(all.found).toEqual(ownChecks.map(() => one.found[0]));
    expect(all.requests).toBeLessThanOrEqual(3 * one.requests);
  });

  it('say of collected mints what each says alone, in three times the requests of the dearest at most', async () => {
    const endpoint = await warmed();
    const single = await apart(endpoint, tokens(copied));
    const all = await together(endpoint, tokens(copied));
    expect(all.found).toEqual(single.found);
    expect(all.requests).toBeLessThanOrEqual(3 * Math.max(...single.requests));
  });

  it('of all kinds, young tokens included, answer as each alone in a fifth of the requests', async () => {
    const wallets = young.map((_, n) => key(`wallet ${n}`));
    const asks = [
      ...young.map((name) => check('token', key(name))),
      ...ownChecks.slice(0, YOUNG).map(({ subject }) => check('trade', subject)),
      ...wallets.flatMap((wallet) => [check('wallet', wallet), check('funder', wallet)]),
    ];
    const endpoint = await warmed();
    const single = await apart(endpoint, asks);
    const all = await together(endpoint, asks);
    expect(all.found).toEqual(single.found);
    expect(all.requests).toBeLessThanOrEqual(single.requests.reduce((sum, one) => sum + one, 0) / 5);
  });
});

const refusals: Readonly<Record<string, RpcFaultKind>> = {
  'HTTP 413': { kind: 'status', status: 413 },
  'HTTP 400': { kind: 'status', status: 400 },
  'a closed connection': { kind: 'reset' },
  'an error': { kind: 'text', text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"too large"}}' },
};

describe.each(Object.entries(refusals))('where bodies above 50 KiB are answered with %s', (_name, refusal) => {
  it('checks of one operation say the same by smaller ones, and nothing large is tried again soon', async () => {
    const endpoint = await warmed(refusal);
    const { rpc } = endpoint;
    const large = () => rpc.requests.filter(isLarge).length;
    const one = await together(endpoint, ownChecks.slice(0, 1));
    const all = await together(endpoint, ownChecks.slice(0, SOME));
    expect(all.found).toEqual(ownChecks.slice(0, SOME).map(() => one.found[0]));
    const tried = large();
    expect(tried).toBeGreaterThan(0);
    expect(tried).toBeLessThanOrEqual(rpcLimits.lanes);
    const again = await together(endpoint, ownChecks.slice(0, SOME));
    expect(again.found).toEqual(all.found);
    expect(large()).toBe(tried);
    expect(endpoint.chain.health()).toMatchObject([{ healthy: true }]);
  });
});
