import type { SampleSubject } from 'assay-sandbox/identity.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { openChain } from '#chain/open-chain.ts';
import { openInspectors, openMarket } from '#check/inspectors.ts';
import { loadIssuers } from '#derive/token/issuers/issuer-table.ts';
import { gapFacts } from '#lib/reading.ts';
import type { Judgement } from '#rules/check.ts';
import { codes as funderCodes } from '#rules/funder/codes.ts';
import { verdictOrder as funderOrder } from '#rules/funder/policy.ts';
import { gapCodes } from '#rules/gap-codes.ts';
import { codes as tokenCodes } from '#rules/token/codes.ts';
import { categoryOf } from '#rules/token/gate.ts';
import { verdictOrder as tokenOrder } from '#rules/token/policy.ts';
import { codes as tradeCodes } from '#rules/trade/codes.ts';
import { verdictOrder as tradeOrder } from '#rules/trade/policy.ts';
import { codes as walletCodes } from '#rules/wallet/codes.ts';
import { verdictOrder as walletOrder } from '#rules/wallet/policy.ts';
import { address } from '#solana/address.ts';
import { post } from '../sandbox/rpc.ts';
import { cases, runsAll } from '../support/cases.ts';
import { serveFaultyRpc } from '../support/faulty-rpc.ts';
import { chooseBy, DAY, type Fault, METHODS, sides } from '../support/plans/faults.ts';
import { type CallAnswer, cutAt, slotSince } from '../support/plans/ledger-depth.ts';
import { virtualTime } from '../support/virtual-time.ts';

type Kind = SampleSubject['kind'];

/** Subjects by kind, verdict and a part of their story: good, middle and bad, and those whose verdicts rest on histories. */
const SEED = 46;

const wanted: readonly (readonly [Kind, string, string])[] = [
  ['funder', 'CEX_FUNDED', 'spent since'],
  ['funder', 'CEX_FUNDED', 'SAME_MINUTE_COHORT'],
  ['funder', 'WALLET_FUNDED', 'CEX_AT_HOP_2'],
  ['funder', 'WALLET_FUNDED', 'CEX_AT_HOP_3'],
  ['funder', 'WALLET_FUNDED', 'SIBLINGS'],
  ['funder', 'WALLET_FUNDED', 'TOKEN_ONLY'],
  ['funder', 'UNKNOWN_ORIGIN', 'SANCTIONED_SOURCE'],
  ['funder', 'UNKNOWN_ORIGIN', 'unlabelled hub'],
  ['funder', 'UNKNOWN', 'never used'],
  ['trade', 'ACCEPTABLE_COST', 'a deep pool'],
  ['trade', 'ACCEPTABLE_COST', 'quoted in USDC only'],
  ['trade', 'ACCEPTABLE_COST', "lets holders' tokens"],
  ['trade', 'HIGH_COST', 'DLMM'],
  ['trade', 'UNTRADEABLE', 'froze every ordinary holder'],
  ['trade', 'UNTRADEABLE', "refuses holders' tokens"],
  ['trade', 'NO_POOL', 'no pool'],
  ['token', 'LOW_RISK', 'five weeks old, both'],
  ['token', 'LOW_RISK', 'a mint of a reviewed issuer that no list has'],
  ['token', 'LOW_RISK', 'two wallets make its latest volume'],
  ['token', 'LOW_RISK', 'locked at UNCX'],
  ['token', 'ELEVATED', 'made three days ago'],
  ['token', 'ELEVATED', 'has not for a month'],
  ['token', 'ELEVATED', 'sold an earlier coin'],
  ['token', 'ELEVATED', 'another wallet make its volume'],
  ['token', 'HIGH_RISK', 'sold all that it bought'],
  ['token', 'HIGH_RISK', 'first money from one wallet'],
  ['token', 'HIGH_RISK', 'sold two earlier coins'],
  ['token', 'HIGH_RISK', 'on its curve, a fifth'],
  ['token', 'HIGH_RISK', 'all of its holders have it from its maker'],
  ['token', 'HIGH_RISK', 'none of them signed'],
  ['token', 'HIGH_RISK', 'sixty small holders'],
  ['token', 'CRITICAL', 'three small wallets bought last'],
  ['token', 'CRITICAL', 'raised from 1 %'],
  ['token', 'CRITICAL', 'refuses what holders'],
  ['token', 'UNKNOWN', 'there is no account'],
  ['wallet', 'TRUSTED', 'forty round trips'],
  ['wallet', 'NEUTRAL', 'no more than luck'],
  ['wallet', 'UNTRUSTED', 'thirty-one round trips'],
  ['wallet', 'UNTRUSTED', 'six coins that it made itself'],
  ['wallet', 'UNTRUSTED', 'paid by wallets of the same owner'],
  ['wallet', 'INSUFFICIENT', 'seven round trips'],
  ['wallet', 'UNVERIFIABLE', 'was sent to it'],
];

const orders: Readonly<Record<Kind, readonly string[]>> = {
  funder: funderOrder,
  trade: tradeOrder,
  token: tokenOrder,
  wallet: walletOrder,
};

/** Codes that say that something was not read, and no more. */
const ofGaps: ReadonlySet<string> = new Set([
  ...Object.keys(gapCodes),
  ...['META_MISSING', 'TOO_MANY_SIGNATURES', 'HISTORY_PRUNED', 'CONTINUITY_BROKEN', 'ACCOUNT_NOT_FOUND'],
  ...['LIMIT_REACHED', 'POOLS_NOT_READ', 'HOLDERS_UNAVAILABLE', 'TRANSFER_HOOK_UNPROVEN', 'AGE_UNAVAILABLE'],
  ...['LIQUIDITY_UNAVAILABLE', 'HISTORY_TRUNCATED', 'MAKERS_UNREAD', 'PAYERS_UNREAD'],
  ...[funderCodes, tradeCodes, tokenCodes, walletCodes].flatMap((codes) =>
    Object.entries(codes).flatMap(([code, entry]) => ('unread' in entry ? [code] : [])),
  ),
]);

const TRADE_LAMPORTS = 500_000_000n;

let sandbox: Sandbox;
let recorded: RpcMethods;
let subjects: readonly SampleSubject[];
beforeAll(async () => {
  sandbox = await startSandbox();
  recorded = await stillChain(sandbox.url);
  subjects = wanted.map(([kind, verdict, story]) => {
    const found = sandbox.subjects.find(
      (one) => one.kind === kind && one.verdict === verdict && one.what.includes(story),
    );
    return found ?? expect.unreachable(`no ${kind} ${verdict} ${story}`);
  });
});
afterAll(() => sandbox.stop());

/** The sandbox's chain as it is at its first answers: each question is asked of it once, each account by itself. */
async function stillChain(url: string): Promise<RpcMethods> {
  const kept = new Map<string, Promise<CallAnswer>>();
  const ask = (method: string, asked: readonly unknown[]): Promise<CallAnswer> => {
    // The slot of the first answers is behind what the sandbox has reached, or before what is final of it.
    const params = asked.map((one) => (isObject(one) && !Array.isArray(one) ? withoutSlot(one) : one));
    const key = JSON.stringify([method, params]);
    const once = () => post(url, { jsonrpc: '2.0', id: 1, method, params }) as Promise<CallAnswer>;
    // The sandbox closes a connection that is idle, which a client on the clock of a test learns from a failure only.
    const answer = kept.get(key) ?? once().catch(once);
    kept.set(key, answer);
    return answer;
  };
  const slot = (await ask('getSlot', [{ commitment: 'confirmed' }])).result;
  const answered = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { result, error } = await ask(method, params);
    if (error) throw new RpcFault(error.code, error.message);
    return isObject(result) && 'context' in result ? { ...result, context: { slot } } : result;
  };
  const plain = METHODS.map((method) => [method, (params: readonly unknown[]) => answered(method, params)] as const);
  return {
    ...Object.fromEntries(plain),
    async getMultipleAccounts([addresses, options]) {
      const all = (addresses as readonly string[]).map((one) => answered('getAccountInfo', [one, options]));
      return { context: { slot }, value: (await Promise.all(all)).map((one) => (one as { value: unknown }).value) };
    },
  };
}

const withoutSlot = ({ minContextSlot: _, ...others }: Readonly<Record<string, unknown>>) => others;
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The chain as an endpoint with these faults has it. */
async function methodsWith(fault: Fault, methods: RpcMethods): Promise<RpcMethods> {
  if (fault.kind !== 'ledger') return methods;
  const ask = (method: string, params: readonly unknown[]) =>
    post(sandbox.url, { jsonrpc: '2.0', id: 1, method, params }) as Promise<CallAnswer>;
  const first = await slotSince(ask, fault.seconds);
  const cut = (method: string) => async (params: readonly unknown[]) => {
    const answer = cutAt(first, { id: 0, method, params }, { result: await methods[method]?.(params) });
    if (answer.error) throw new RpcFault(answer.error.code, answer.error.message);
    return answer.result;
  };
  const { getFirstAvailableBlock: _, ...others } = methods;
  return {
    ...others,
    ...(fault.tells && { getFirstAvailableBlock: () => first }),
    ...(!fault.lists && { getSignaturesForAddress: cut('getSignaturesForAddress') }),
    getTransaction: cut('getTransaction'),
    getBlockTime: cut('getBlockTime'),
  };
}

interface Outcome {
  readonly judgement: Judgement;
  /** By the clock of the test, and what the check may take. */
  readonly tookMs: number;
  readonly timeMsMax: number;
}

/** What a process that has just started says of subjects, one after the other. */
async function outcomes(
  side: readonly (readonly Fault[])[],
  asked: readonly SampleSubject[],
): Promise<readonly Outcome[]> {
  const rpcs = await Promise.all(
    side.map(async (wrong) => {
      let methods = recorded;
      for (const fault of wrong) methods = await methodsWith(fault, methods);
      const rpc = await serveFaultyRpc(methods);
      const choices = wrong.map(chooseBy);
      rpc.fail((request) => choices.map((choose) => choose(request)).find((one) => one !== null) ?? null);
      return rpc;
    }),
  );
  const realTime = await virtualTime(rpcs.map(({ url }) => url));
  const chain = openChain({ urls: rpcs.map(({ url }) => url) });
  const usdcMint = address(sandbox.usdcMint);
  const inspectors = openInspectors({
    labels,
    issuers,
    market: openMarket(usdcMint),
    usdcMint,
    wallet: { bounds, store: null },
    overrides: {
      checkTimeMsMax: 28_000,
      rpcCallsPerCheckMax: null,
      rpcBytesPerCheckMax: null,
      rpcPicoUsdPerCheckMax: null,
    },
    warn: () => undefined,
  });
  try {
    const all: Outcome[] = [];
    for (const { kind, address: subject } of asked) {
      const inspector = inspectors[kind] ?? expect.unreachable(kind);
      const session = chain.session();
      const startedMs = performance.now();
      const ask = { kind, subject: address(subject), sizeLamports: kind === 'trade' ? TRADE_LAMPORTS : null };
      const { judgement } = await inspector.inspect(ask, session.reader(inspector.bounds));
      all.push({ judgement, tookMs: performance.now() - startedMs, timeMsMax: inspector.bounds.timeMsMax });
      session.close();
    }
    return all;
  } finally {
    await chain.close();
    await Promise.all(rpcs.map((rpc) => rpc.close()));
    realTime();
  }
}

const labels = loadLabels();
const issuers = loadIssuers();
const bounds = {
  windowSeconds: 90 * DAY,
  signaturesMax: 3_000,
  signaturesWithBodiesMax: 20_000,
  tokenSignaturesMax: 1_500,
};

/** What is said of a subject where nothing is refused. */
const truths = new Map<SampleSubject, Promise<Judgement>>();
function truthOf(subject: SampleSubject): Promise<Judgement> {
  const truth = truths.get(subject) ?? read();
  truths.set(subject, truth);
  return truth;

  async function read(): Promise<Judgement> {
    const [one] = await outcomes([[]], [subject]);
    expect([subject.what, one?.judgement.verdict]).toEqual([subject.what, subject.verdict]);
    return one?.judgement ?? expect.unreachable();
  }
}

const isFree = ({ decidedBy }: Judgement) => decidedBy.some(({ cause }) => gapFacts[cause].ours);

/** Whether a verdict may stand where less was read than the truth rests on, charged or free. */
function mayStand(kind: Kind, truth: Judgement, { verdict, flags, reasons }: Judgement): boolean {
  if (verdict === truth.verdict) return true;
  const rank = (one: string) => orders[kind].indexOf(one);
  const isBound = flags.includes('VERDICT_IS_LOWER_BOUND');
  // A proven fact stands though a worse one may lie in what was not read, and the answer says so.
  if (kind === 'token' && ['UNKNOWN', 'CRITICAL'].includes(truth.verdict) && verdict === 'HIGH_RISK') return isBound;
  // Who made its mints, or who paid, can be all that proves a wallet bad: without it there is no proof, and no praise.
  if (kind === 'wallet' && truth.verdict === 'UNTRUSTED' && ['NEUTRAL', 'INSUFFICIENT'].includes(verdict))
    return reasons.some(({ code }) => code === 'MAKERS_UNREAD' || code === 'PAYERS_UNREAD');
  if (kind === 'wallet' && truth.verdict === 'UNTRUSTED') return verdict === 'UNVERIFIABLE';
  if (kind === 'wallet' && verdict === 'UNTRUSTED') return false;
  return rank(verdict) >= rank(truth.verdict);
}

/** The faults of the answer about a subject, in words. */
function wrongs(kind: Kind, truth: Judgement, { judgement, tookMs, timeMsMax }: Outcome): readonly string[] {
  const codes = truth.reasons.map(({ code }) => code);
  // The record of a part of the time that was asked about is what is told then, free, and says of itself that it is cut.
  const isCut = isFree(judgement) && judgement.reasons.some(({ code }) => code === 'WINDOW_CUT');
  const isMarketUnread = judgement.gaps.some(({ reading }) => reading === 'market');
  const accusing = judgement.reasons.filter(
    (reason) =>
      reason.severity !== 'info' &&
      // The lesser code of a fact of which a part was read, as COMMON_FUNDER_CLUSTER of COMMON_FUNDER_CLUSTER_LARGE.
      !codes.some((code) => code.startsWith(reason.code)) &&
      !(reason.code === 'DEV_DUMPED_ONCE' && codes.includes('DEV_DUMPED_BEFORE')) &&
      !ofGaps.has(reason.code) &&
      !isCut &&
      // Holders are separated from markets by the markets' own transactions. Shares may count a market while these are unread.
      !(kind === 'token' && isMarketUnread && categoryOf(reason) === 'holders'),
  );
  const stands = mayStand(kind, truth, judgement);
  const { verdict } = judgement;
  const isCharged = !isFree(judgement);
  return [
    ...(stands ? [] : [`${verdict} is better than ${truth.verdict}`]),
    ...(isCharged && verdict !== truth.verdict && !isProvenBound(kind, truth, judgement)
      ? [`${verdict} is charged where ${truth.verdict} is right`]
      : []),
    ...accusing.map(({ code }) => `${code} is no fact`),
    ...(tookMs > timeMsMax ? [`it took ${tookMs} of ${timeMsMax} ms`] : []),
  ];
}

/** Whether another verdict than the truth is charged because a fact proves it as a lower bound. */
function isProvenBound(kind: Kind, truth: Judgement, judgement: Judgement): boolean {
  return kind === 'token' && truth.verdict === 'CRITICAL' && judgement.verdict === 'HIGH_RISK';
}

/** Whether all answers about subjects over these endpoints stand. */
async function expectTrue(side: readonly (readonly Fault[])[], asked: readonly SampleSubject[]): Promise<void> {
  for (const [index, answer] of (await outcomes(side, asked)).entries()) {
    const subject = asked[index] ?? expect.unreachable();
    const { gaps } = answer.judgement;
    const found = wrongs(subject.kind, await truthOf(subject), answer);
    expect([subject.what, gaps, found]).toEqual([subject.what, gaps, []]);
  }
}

describe('an endpoint that refuses, in whatever words and wherever in a check', () => {
  it('improves nothing, accuses nobody and changes no verdict that is charged', async () => {
    const asked = fc.array(fc.nat(), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(sides, asked, async (side, picks) => {
        await expectTrue(
          side,
          picks.map((pick) => subjects[pick % subjects.length] ?? expect.unreachable()),
        );
      }),
      // The same cases each time, of those that `npm test` runs. What is rare is looked for by `npm run properties`.
      { numRuns: cases(100), ...(!runsAll && { seed: SEED }) },
    );
  });

  it('accuses no mint of an issuer whose signature a short ledger hides', async () => {
    const mint = subjects.filter(({ what }) => what.startsWith('a mint of a reviewed issuer'));
    expect(mint).toHaveLength(1);
    await expectTrue([[{ kind: 'ledger', seconds: 4 * DAY, tells: false, lists: false }]], mint);
  });

  it('holds nothing of a young token against an old one whose market cannot be dated', async () => {
    const old = subjects.filter(({ kind, verdict }) => kind === 'token' && verdict === 'LOW_RISK');
    const refusal = { status: 200, code: -32000, message: 'Internal error', inArray: { status: 200 } } as const;
    for (const seed of [1, 2, 3, 4]) {
      const target = {
        methods: ['getTransaction'],
        among: 2,
        seed,
        after: 0,
        every: 1,
        times: Number.POSITIVE_INFINITY,
      };
      await expectTrue([[{ kind: 'refusal', refusal, target }]], old);
    }
  });
});
