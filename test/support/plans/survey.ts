import { rmSync } from 'node:fs';
import type { SampleSubject } from 'assay-sandbox/identity.ts';
import type { Sandbox } from 'assay-sandbox/start.ts';
import { openLedger } from '#ledger/ledger.ts';
import { type LimitingProxy, limitBefore } from '../../../packages/core/test/support/plans/limiting-proxy.ts';
import { allows, type Needs, needsOf } from '../../../packages/core/test/support/plans/needs.ts';
import type { Plan } from '../../../packages/core/test/support/plans/plan.ts';
import { unknownMethod } from '../../../packages/core/test/support/plans/refusals.ts';
import { devnetSettings } from '../app.ts';
import { openTestDatabase, temporaryDataDir } from '../database.ts';
import { openService, type Service } from '../service.ts';

/** A sample subject, its verdict over an endpoint without limits, and what its check asked there. */
export interface Case {
  readonly name: string;
  readonly subject: SampleSubject;
  readonly verdict: string;
  readonly needs: Needs;
}

/**
 * How an answer over limits compares: the same verdict; free, where a plan does not allow the check; free although it does; or
 * another verdict that was charged.
 */
type Comparison = 'same' | 'gap' | 'missing' | 'wrong';

/** One check over a plan. */
export interface Outcome {
  readonly of: Case;
  readonly comparison: Comparison;
  readonly verdict: string | null;
  /** The causes of what could not be read. */
  readonly gaps: readonly string[];
  readonly seconds: number;
  readonly calls: number;
  readonly refused: number;
  readonly nanoUsd: bigint;
}

/** All checks over plans side by side. */
export interface Surveyed {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}

/** One subject by kind, verdict and, where several have it, a part of its story. */
interface Wanted {
  readonly name: string;
  readonly kind: SampleSubject['kind'];
  readonly verdict: string;
  readonly story: string;
}

const wanted: readonly Wanted[] = [
  { name: 'paid by an exchange', kind: 'funder', verdict: 'CEX_FUNDED', story: 'spent since' },
  { name: 'over a hop', kind: 'funder', verdict: 'WALLET_FUNDED', story: 'CEX_AT_HOP_2' },
  { name: 'from a bridge', kind: 'funder', verdict: 'UNKNOWN_ORIGIN', story: "a bridge's account" },
  { name: 'deep pool', kind: 'trade', verdict: 'ACCEPTABLE_COST', story: 'a deep pool' },
  { name: 'frozen accounts', kind: 'trade', verdict: 'UNTRADEABLE', story: 'new token accounts' },
  { name: 'hook', kind: 'trade', verdict: 'UNTRADEABLE', story: 'a transfer hook refuses' },
  { name: 'plain', kind: 'token', verdict: 'LOW_RISK', story: 'five weeks old, both' },
  { name: 'young', kind: 'token', verdict: 'ELEVATED', story: 'made three days ago' },
  { name: 'dumped', kind: 'token', verdict: 'HIGH_RISK', story: 'sold all that it bought' },
  // Their verdicts rest on what histories show: one that cannot be read must not make them worse.
  { name: 'old authority', kind: 'token', verdict: 'ELEVATED', story: 'can withdraw 30 %' },
  {
    name: 'new of an issuer',
    kind: 'token',
    verdict: 'LOW_RISK',
    story: 'a mint of a reviewed issuer that no list has',
  },
  { name: 'buyers frozen', kind: 'token', verdict: 'CRITICAL', story: 'three small wallets bought last' },
  { name: 'good record', kind: 'wallet', verdict: 'TRUSTED', story: '' },
  { name: 'losses', kind: 'wallet', verdict: 'UNTRUSTED', story: 'thirty-one round trips' },
  { name: 'few trades', kind: 'wallet', verdict: 'INSUFFICIENT', story: 'seven round trips' },
  { name: 'long', kind: 'wallet', verdict: 'UNTRUSTED', story: '5,000 transactions' },
];

/** An endpoint without limits that has what every provider offers. */
const plain: Plan = {
  name: 'plain',
  limits: [],
  refused: [{ methods: ['getTransactionsForAddress'], refusal: unknownMethod }],
  price: { nanoUsd: 0n, units: { each: 1 } },
};

const AT_ONCE = 5;
const CREDIT_ATOMIC = 1_000_000_000n;

/** The subjects with their verdicts over an endpoint without limits. Throws where one is not the printed one. */
export async function casesOf(sandbox: Sandbox): Promise<readonly Case[]> {
  return await withService(sandbox, [plain], async (ask, proxies) => {
    const cases: Case[] = [];
    for (const { name, kind, verdict, story } of wanted) {
      const found = (one: SampleSubject) => one.kind === kind && one.verdict === verdict && one.what.includes(story);
      const subject = sandbox.subjects.find(found);
      if (!subject) throw new Error(`no sample ${kind} ${verdict} ${story}`);
      takeAll(proxies);
      const answer = await ask(subject);
      if (answer.verdict !== verdict) throw new Error(`${kind} ${name}: ${answer.verdict} where ${verdict} is right`);
      cases.push({ name, subject, verdict, needs: needsOf(kind, takeAll(proxies)) });
    }
    return cases;
  });
}

/** Asks all subjects once, one after the other, of a new service over plans side by side. */
async function survey(sandbox: Sandbox, side: readonly Plan[], cases: readonly Case[]): Promise<Surveyed> {
  const name = side.map((plan) => plan.name).join(' + ');
  const outcomes = await withService(sandbox, side, async (ask, proxies) => {
    const all: Outcome[] = [];
    for (const of of cases) {
      takeAll(proxies);
      const startedAt = performance.now();
      const answer = await ask(of.subject);
      const seconds = (performance.now() - startedAt) / 1_000;
      const calls = takeAll(proxies);
      const comparison = compared(
        of,
        answer,
        side.map((plan, index) => ({ plan, firstSlot: proxies[index]?.firstSlot ?? 0 })),
      );
      all.push({
        of,
        comparison,
        verdict: answer.verdict,
        gaps: answer.gaps,
        seconds,
        calls: calls.length,
        refused: calls.filter(({ isRefused }) => isRefused).length,
        nanoUsd: calls.reduce((sum, one) => sum + one.nanoUsd, 0n),
      });
    }
    return all;
  });
  return { name, outcomes };
}

/** Surveys each group of plans, some at once: they wait for their plans most of the time. Keeps their order. */
export async function surveyAll(
  sandbox: Sandbox,
  groups: readonly (readonly Plan[])[],
  cases: readonly Case[],
): Promise<readonly Surveyed[]> {
  const surveyed: Surveyed[] = [];
  const left = groups.entries();
  const one = async (): Promise<void> => {
    for (const [index, side] of left) surveyed[index] = await survey(sandbox, side, cases);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return surveyed;
}

/** The deviations, in words. */
export function faultsOf({ outcomes }: Surveyed): readonly string[] {
  return outcomes
    .filter(({ comparison }) => comparison === 'missing' || comparison === 'wrong')
    .map(({ of, comparison, verdict, gaps }) => {
      const fault = `${of.subject.kind} ${of.name} ${comparison}: ${verdict} instead of ${of.verdict}`;
      return gaps.length > 0 ? `${fault} (${gaps.slice(0, 2).join(', ')})` : fault;
    });
}

/** The results: no verdict if the service refused or did not start. */
interface Answer {
  readonly verdict: string | null;
  readonly isCharged: boolean;
  /** Whether it says that it would be no better with what could not be read. */
  readonly isLowerBound: boolean;
  readonly gaps: readonly string[];
}

/** Asks for one check. */
export type Ask = (subject: Pick<SampleSubject, 'kind' | 'address'>) => Promise<Answer>;

function compared(of: Case, answer: Answer, endpoints: Parameters<typeof allows>[0]): Comparison {
  if (answer.verdict === of.verdict) return 'same';
  // A proven bad fact stands, and the answer says that what was not read may be worse.
  if (answer.isLowerBound && answer.verdict === 'HIGH_RISK' && of.verdict === 'CRITICAL') return 'gap';
  if (answer.isCharged) return 'wrong';
  return allows(endpoints, of.needs) ? 'missing' : 'gap';
}

function takeAll(proxies: readonly LimitingProxy[]) {
  return proxies.flatMap((proxy) => proxy.take().calls);
}

/** A new service with books of its own over an endpoint for each plan. All of it ends with `use`. */
export async function withService<T>(
  sandbox: Sandbox,
  side: readonly Plan[],
  use: (ask: Ask, proxies: readonly LimitingProxy[]) => Promise<T>,
): Promise<T> {
  const proxies = await Promise.all(side.map((plan) => limitBefore(sandbox.url, plan)));
  const books = await openTestDatabase();
  const dataDir = temporaryDataDir();
  const env = {
    ...devnetSettings,
    DATA_DIR: dataDir,
    DATABASE_URL: books.url,
    SOLANA_RPC_URLS: proxies.map(({ url }) => url).join(','),
  };
  const service = await openService(env).catch((error: unknown) => String(error));
  try {
    const key = String((await openLedger(books.database).grant(CREDIT_ATOMIC)).apiKey);
    const isOpen = typeof service !== 'string';
    const ask: Ask = isOpen
      ? (subject) => asked(service, key, subject)
      : async () => ({ verdict: null, isCharged: false, isLowerBound: false, gaps: [service] });
    return await use(ask, proxies);
  } finally {
    if (typeof service !== 'string') await service.end();
    await books.stop();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function asked(service: Service, key: string, { kind, address }: Parameters<Ask>[0]): Promise<Answer> {
  const size = kind === 'trade' ? '?size_sol=0.5' : '';
  const response = await fetch(`${service.url}/check/${kind}/${address}${size}`, { headers: { 'x-api-key': key } });
  const body = await response.json();
  const gaps: readonly { readonly reading: string; readonly cause: string }[] = body.gaps ?? [];
  return {
    verdict: body.verdict ?? null,
    isCharged: body.billing !== undefined && body.billing.charged_usdc !== '0.00',
    isLowerBound: body.flags?.includes('VERDICT_IS_LOWER_BOUND') ?? false,
    gaps: [...gaps.map(({ reading, cause }) => `${reading} ${cause}`), ...(body.code ? [String(body.code)] : [])],
  };
}
