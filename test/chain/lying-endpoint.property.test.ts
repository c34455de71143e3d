import { createHash } from 'node:crypto';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { openInspectors, openMarket } from 'assay-core/check/inspectors.ts';
import { loadIssuers } from 'assay-core/derive/token/issuers/issuer-table.ts';
import type { EffectStore } from 'assay-core/gather/effects/effect-store.ts';
import { gapFacts } from 'assay-core/lib/reading.ts';
import type { Judgement } from 'assay-core/rules/check.ts';
import { address } from 'assay-core/solana/address.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cases, runsAll } from '../../packages/core/test/support/cases.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { type WatchedSandbox, watchSandbox } from '../../packages/core/test/support/wallet-road.ts';
import { unhurried } from '../support/chains.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { keptSignatures, storeOf } from '../support/wallet-replicas.ts';

const labels = loadLabels();
const bounds = {
  windowSeconds: 90 * 86_400,
  signaturesMax: 3_000,
  signaturesWithBodiesMax: 20_000,
  tokenSignaturesMax: 1_500,
};

/** A busy machine reads a wallet of thousands of transactions twice in no less. */
const UNHURRIED_MS = 600_000;

type Kind = 'wallet' | 'funder' | 'token';

let road: WatchedSandbox;
let test: TestDatabase;
const served: FaultyRpc[] = [];
beforeAll(async () => {
  [road, test] = await Promise.all([watchSandbox(), openTestDatabase()]);
});
afterEach(() => Promise.all(served.splice(0).map((one) => one.close())));
afterAll(async () => {
  await road.close();
  await test.stop();
});

/** A process of the service that has just started, over these endpoints. */
async function open(tables: readonly RpcMethods[], store: EffectStore | null = null) {
  const rpcs = await Promise.all(tables.map((table) => serveFaultyRpc(table)));
  served.push(...rpcs);
  const chain = openChain({ urls: rpcs.map(({ url }) => url), limits: unhurried });
  const { usdcMint } = road;
  const inspectors = openInspectors({
    labels,
    issuers: loadIssuers(),
    market: openMarket(usdcMint),
    usdcMint,
    wallet: { bounds, store },
    overrides: {
      checkTimeMsMax: UNHURRIED_MS,
      rpcCallsPerCheckMax: null,
      rpcBytesPerCheckMax: null,
      rpcPicoUsdPerCheckMax: null,
    },
    warn: () => undefined,
  });
  return {
    rpcs,
    async judge(kind: Kind, subject: string): Promise<Judgement> {
      const inspector = inspectors[kind];
      if (!inspector) throw new Error(`no ${kind} check`);
      const session = chain.session();
      const ask = { kind, subject: address(subject), sizeLamports: null } as const;
      const { judgement } = await inspector.inspect(
        ask,
        session.reader({ ...inspector.bounds, timeMsMax: UNHURRIED_MS }),
      );
      session.close();
      return judgement;
    },
    close: () => chain.close(),
  };
}

async function judged(tables: readonly RpcMethods[], kind: Kind, subject: string, store: EffectStore | null = null) {
  const process = await open(tables, store);
  return await process.judge(kind, subject).finally(() => process.close());
}

const isFree = ({ decidedBy }: Judgement) => decidedBy.some(({ cause }) => gapFacts[cause].ours);
/** A worse fact may lie in what was not read, and the answer says so: what is proven beside it decides. */
const isLowerBound = ({ flags }: Judgement) => flags.includes('VERDICT_IS_LOWER_BOUND');
/** Ages, and the times of locks that end at a slot: they go on with the clock of the chain. */
const moving = ['age_seconds', 'market_age_seconds', 'liquidity_unlocks_at_unix', 'unlocks_at_unix'];
/** What is said, without what goes on with the clock of the chain. */
const summaryOf = ({ verdict, reasons, metrics }: Judgement) =>
  JSON.stringify([verdict, reasons.map(({ code }) => code), metrics], (key, value) =>
    moving.includes(key) ? null : value,
  );

interface Meta {
  err: unknown;
  status: unknown;
  fee: number;
  preBalances: number[];
  postBalances: number[];
  preTokenBalances: unknown[];
  postTokenBalances: unknown[];
}
interface Body {
  meta: Meta;
}
interface Entry {
  err: unknown;
}

const error = { InstructionError: [0, { Custom: 1 }] };

/** What an endpoint may say of a transaction that is not so. `list` is what its lists say. */
interface Lie {
  readonly body?: (meta: Meta) => void;
  readonly list?: (entry: Entry) => void;
}

const lies = {
  'success called an error': { body: (meta) => Object.assign(meta, { err: error }) },
  'error and status both': { body: (meta) => Object.assign(meta, { err: error, status: { Err: error } }) },
  'error dropped': {
    body: (meta) => {
      if (meta.err) meta.err = null;
      else meta.status = { Err: error };
    },
  },
  'failed in every respect': {
    body: (meta) => {
      const { preBalances, preTokenBalances, fee } = meta;
      const postBalances = preBalances.map((lamports, n) => (n === 0 ? lamports - fee : lamports));
      Object.assign(meta, { err: error, status: { Err: error }, postBalances, postTokenBalances: preTokenBalances });
    },
  },
  'outcome of the list': { list: (entry) => Object.assign(entry, { err: entry.err ? null : error }) },
  'lamports out of nothing': {
    body: (meta) => {
      meta.postBalances[0] = (meta.postBalances[0] ?? 0) + 1;
    },
  },
} satisfies Readonly<Record<string, Lie>>;
type LieName = keyof typeof lies;

/** What does not contradict itself, the second where a transaction moves nothing but its fee. */
const consistent: readonly LieName[] = ['failed in every respect', 'error and status both'];

/** An endpoint that says it of one in `among` transactions; `seed` decides of which. */
function lying(
  lie: Lie,
  { seed, among }: { readonly seed: number; readonly among: number },
  withBodies = false,
): RpcMethods {
  const isChosen = (signature: unknown) =>
    createHash('sha256').update(`${seed} ${signature}`).digest().readUInt32LE() % among === 0;
  const methods = withBodies ? road.methodsWithBodies : road.methods;
  const change = <T extends object>(answer: T, signature: unknown, how: ((one: T) => void) | undefined): T => {
    if (!how || !isChosen(signature)) return answer;
    const copy = structuredClone(answer);
    how(copy);
    return copy;
  };
  const ask = async (method: string, params: readonly unknown[]) => (await methods[method]?.(params)) as never;
  const bodyOf = (body: Body & { transaction: { signatures: string[] } }) =>
    change<Body>(body, body.transaction.signatures[0], lie.body && (({ meta }) => lie.body?.(meta)));
  return {
    ...methods,
    async getTransaction(params) {
      const body: (Body & { transaction: { signatures: string[] } }) | null = await ask('getTransaction', params);
      return body && bodyOf(body);
    },
    async getSignaturesForAddress(params) {
      const page: (Entry & { signature: string })[] = await ask('getSignaturesForAddress', params);
      return page.map((entry) => change(entry, entry.signature, lie.list));
    },
    ...(withBodies && {
      async getTransactionsForAddress(params: readonly unknown[]) {
        const page: { data: (Body & { transaction: { signatures: string[] } })[] } = await ask(
          'getTransactionsForAddress',
          params,
        );
        return { ...page, data: page.data.map(bodyOf) };
      },
    }),
  };
}

/** What is said of a subject when nobody lies. */
const truths = new Map<string, Promise<string>>();
function truthOf(kind: Kind, subject: string): Promise<string> {
  const name = `${kind} ${subject}`;
  const truth = truths.get(name) ?? judged([road.methods], kind, subject).then(summaryOf);
  truths.set(name, truth);
  return truth;
}

describe('an endpoint that lies about outcomes, beside an honest one', () => {
  const places = fc.record({
    name: fc.constantFrom(...(Object.keys(lies) as LieName[])),
    kind: fc.constantFrom<Kind>('wallet', 'funder', 'token'),
    pick: fc.nat(),
    seed: fc.nat(),
    among: fc.constantFrom(1, 3, 20),
    isFirst: fc.boolean(),
    withBodies: fc.boolean(),
  });

  it('changes no verdict that is charged and no lower bound, and no answer where it contradicts itself', async () => {
    await fc.assert(
      fc.asyncProperty(places, async ({ name, kind, pick, isFirst, withBodies, ...place }) => {
        const subjects = road.subjects(kind);
        const subject = subjects[pick % subjects.length]?.address ?? '';
        const liar = lying(lies[name], place, withBodies);
        const tables = isFirst ? [liar, road.methods] : [road.methods, liar];
        const judgement = await judged(tables, kind, subject);
        const [said, truth] = [summaryOf(judgement), await truthOf(kind, subject)];
        const isTrue = JSON.parse(truth)[0] === judgement.verdict;
        expect(isTrue || isFree(judgement) || isLowerBound(judgement)).toBe(true);
        // Who contradicts itself is caught, and then the honest one is read alone. Else one stands against one, which is a gap.
        if (!consistent.includes(name)) expect(said).toBe(truth);
        await Promise.all(served.splice(0).map((one) => one.close()));
      }),
      { numRuns: cases(80) },
    );
  });

  it.each(['TRUSTED', 'NEUTRAL', 'UNTRUSTED'])(
    'alone costs a wallet that is %s nothing but the answer',
    async (verdict) => {
      const subject = road.subjects('wallet').find((one) => one.verdict === verdict)?.address ?? '';
      for (const name of ['success called an error', 'error and status both', 'failed in every respect'] as const) {
        const judgement = await judged([lying(lies[name], { seed: 1, among: 1 })], 'wallet', subject);
        expect(isFree(judgement)).toBe(true);
      }
    },
  );
});

describe('a history that does not hold together', () => {
  it('because one endpoint withholds a part of it is read from the other', async () => {
    const subject = road.subject('forty round trips');
    const gone = (await road.listed(subject))[58];
    const withholding: RpcMethods = {
      ...road.methods,
      getTransaction: (params) => (params[0] === gone ? null : road.methods.getTransaction?.(params)),
      async getSignaturesForAddress(params) {
        const page = (await road.methods.getSignaturesForAddress?.(params)) as readonly { signature: string }[];
        return page.filter(({ signature }) => signature !== gone);
      },
    };
    expect((await judged([withholding], 'wallet', subject)).verdict).toBe('UNVERIFIABLE');
    expect(summaryOf(await judged([withholding, road.methods], 'wallet', subject))).toBe(
      await truthOf('wallet', subject),
    );
    expect((await judged([withholding, withholding], 'wallet', subject)).verdict).toBe('UNVERIFIABLE');
  });
});

describe('a history that one endpoint forged', () => {
  /** The same lie in lists and bodies: nothing that this endpoint says contradicts itself. */
  const forged: Lie = {
    body: lies['failed in every respect'].body,
    list: (entry) => Object.assign(entry, { err: error }),
  };
  const everywhere = { seed: 1, among: 1 };
  let chains = 0;

  it.each(['TRUSTED', 'NEUTRAL', 'UNTRUSTED'])(
    'is not stored beside another, and forgotten with the endpoint (%s)',
    async (verdict) => {
      const subject = road.subjects('wallet').find((one) => one.verdict === verdict)?.address ?? '';
      const chain = `forged ${++chains}`;
      const store = storeOf(test.database.sql, chain);
      expect(isFree(await judged([lying(forged, everywhere), road.methods], 'wallet', subject, store))).toBe(true);
      expect(await keptSignatures(test.database.sql, chain, address(subject))).toEqual([]);
      expect(summaryOf(await judged([road.methods], 'wallet', subject, store))).toBe(await truthOf('wallet', subject));
      expect(await keptSignatures(test.database.sql, chain, address(subject))).not.toEqual([]);
    },
  );

  it.each(['funder', 'token'] as const)('changes no verdict of a %s that is charged', async (kind) => {
    const best = road.subjects(kind).filter(({ verdict }) => runsAll || /^(CEX_FUNDED|LOW_RISK)$/.test(verdict));
    expect(best).not.toEqual([]);
    for (const { address: subject } of best) {
      const judgement = await judged([lying(forged, everywhere), road.methods], kind, subject);
      const [truth] = JSON.parse(await truthOf(kind, subject));
      // A proven fact comes before the gap that a worse one may hide behind, and the answer says that it is a bound.
      const isBound = truth === 'CRITICAL' && judgement.flags.includes('VERDICT_IS_LOWER_BOUND');
      // Powers are facts of the present; that the issuer signed for the mint, which excuses them, rests on its history.
      const isUnsigned = judgement.gaps.some(({ reading }) => reading === 'issuer');
      const accepted = isBound || isUnsigned ? [truth, 'HIGH_RISK'] : [truth];
      expect([subject, accepted.includes(isFree(judgement) ? truth : judgement.verdict)]).toEqual([subject, true]);
    }
  });

  it('is not stored while the second does not answer, and the verdict stands', async () => {
    const subject = road.subject('forty round trips');
    const chain = `forged ${++chains}`;
    const process = await open([road.methods, road.methods], storeOf(test.database.sql, chain));
    process.rpcs[1]?.fail(() => ({ kind: 'status', status: 500 }));
    expect(summaryOf(await process.judge('wallet', subject))).toBe(await truthOf('wallet', subject));
    expect(await keptSignatures(test.database.sql, chain, subject)).toEqual([]);
    process.rpcs[1]?.fail(null);
    await process.close();
  });

  // A token's check reads no body of what a list calls failed, so that the lie is in bodies alone there.
  it.each([
    ['funder', forged],
    ['token', lies['failed in every respect']],
  ] as const)('is not remembered for a %s once the endpoint has turned honest', async (kind, lie) => {
    const subjects = road.subjects(kind).slice(0, runsAll ? 10 : 3);
    expect(subjects).not.toEqual([]);
    for (const { address: subject } of subjects) {
      let isHonest = false;
      const liar = lying(lie, everywhere);
      const turning = Object.fromEntries(
        Object.keys(liar).map((name) => [
          name,
          (params: readonly unknown[]) => (isHonest ? road.methods : liar)[name]?.(params),
        ]),
      );
      const process = await open([turning, road.methods]);
      await process.judge(kind, subject);
      isHonest = true;
      expect(summaryOf(await process.judge(kind, subject))).toBe(await truthOf(kind, subject));
      await process.close();
    }
  });
});
