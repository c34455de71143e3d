import type { SampleSubject } from 'assay-sandbox/identity.ts';
import { RpcFault } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChain } from '#chain/open-chain.ts';
import { gapFacts } from '#lib/reading.ts';
import type { Judgement } from '#rules/check.ts';
import { type Address, address } from '#solana/address.ts';
import { rpc } from '../sandbox/rpc.ts';
import { serveFaultyRpc } from '../support/faulty-rpc.ts';
import { inspectorsFor } from '../support/inspectors.ts';

const METHODS = [
  ...['getSlot', 'getMultipleAccounts', 'getAccountInfo', 'getTokenLargestAccounts', 'getProgramAccounts'],
  ...['getSignaturesForAddress', 'getTransaction', 'getTransactionsForAddress', 'getBlock', 'getBlockTime'],
  ...['getTokenAccountsByOwner', 'simulateTransaction', 'getRecentPrioritizationFees'],
];
const bounds = { timeMsMax: 600_000, callsMax: 4_000, bytesMax: 1e9 };

/** The codes of what could not be read. */
const GAP_CODES = [
  ...['PLAN_REFUSES', 'RPC_UNAVAILABLE', 'AGE_UNAVAILABLE', 'HOLDERS_UNAVAILABLE', 'LIQUIDITY_UNAVAILABLE'],
  ...['HOLDER_HISTORY_UNREAD', 'LP_CONTROL_UNREAD'],
];

/** Tokens that a refusal once accused or acquitted, and some whose verdict rests on no refused method. */
const TOKENS = [
  'five weeks old, both authorities given up',
  'a liquid staking token',
  'a vote can have more of it minted',
  'its maker can withdraw 30 % of the liquidity',
  'its only pool, of Meteora DAMM v2',
  'five days old, and its maker launched five others',
  'all liquidity of its pool of 250 SOL is locked at UNCX',
  'its mint is forty days old, its market three',
  'its maker may mint more of it',
  'new accounts are frozen',
];

let sandbox: Sandbox;
let wholeTokens: readonly Judgement[];
beforeAll(async () => {
  sandbox = await startSandbox();
  wholeTokens = await judged('token', TOKENS, null);
});
afterAll(() => sandbox.stop());

/** The judgements of these samples, each named by the beginning of what was done to it, over an endpoint that lacks one method. */
async function judged(kind: 'token' | 'wallet', named: readonly string[], refused: string | null) {
  const served = METHODS.filter((method) => method !== refused).map(
    (method) => [method, (params: readonly unknown[]) => rpc(sandbox.url, method, params)] as const,
  );
  const refusing = () => {
    throw new RpcFault(-32_601, 'Method not found');
  };
  const endpoint = await serveFaultyRpc({ ...Object.fromEntries(served), ...(refused && { [refused]: refusing }) });
  const chain = openChain({ urls: [endpoint.url] });
  const samples = named.map((what) => sampleOf(kind, what));
  const inspector = inspectorsFor(address(sandbox.usdcMint))[kind];
  const all = await Promise.all(
    samples.map(async (subject) =>
      inspector?.inspect({ kind, subject, sizeLamports: null }, chain.session().reader(bounds)),
    ),
  );
  await chain.close();
  await endpoint.close();
  return all.flatMap((one) => one?.judgement ?? []);
}

function sampleOf(kind: SampleSubject['kind'], what: string): Address {
  const sample = sandbox.subjects.find((one) => one.kind === kind && one.what.startsWith(what));
  if (!sample) throw new Error(`no sample of ${what}`);
  return address(sample.address);
}

const isFree = ({ decidedBy }: Judgement) => decidedBy.some(({ cause }) => gapFacts[cause].ours);
const adverse = ({ reasons }: Judgement) =>
  reasons.filter(({ severity }) => severity !== 'info').map(({ code }) => code);

describe('a token over an endpoint that lacks one method', () => {
  it.each([
    'getProgramAccounts',
    'getSignaturesForAddress',
    'getTransaction',
    'getTokenLargestAccounts',
    'getTransactionsForAddress',
    'simulateTransaction',
  ])('is charged with its own verdict and accused of nothing new: %s', async (method) => {
    const read = await judged('token', TOKENS, method);
    const wrong = read.flatMap((one, at) => {
      const whole = wholeTokens[at];
      if (!whole) throw new Error('one judgement each');
      const added = adverse(one).filter((code) => !adverse(whole).includes(code) && !GAP_CODES.includes(code));
      const isLower = one.flags.includes('VERDICT_IS_LOWER_BOUND') && whole.verdict === 'CRITICAL';
      const isRight = one.verdict === whole.verdict || (one.verdict === 'HIGH_RISK' && isLower);
      return added.length > 0 || !(isFree(one) || isRight) ? [[TOKENS[at], whole.verdict, one.verdict, added]] : [];
    });
    expect(wrong).toEqual([]);
    expect(read).toHaveLength(TOKENS.length);
  });

  it('lists the search that it lacks where the verdict stays', async () => {
    const [series] = await judged('token', ['five days old, and its maker launched five others'], 'getProgramAccounts');
    expect(series?.gaps).toEqual([expect.objectContaining({ reading: 'developer', cause: 'plan_refuses' })]);
    expect(series?.flags).toContain('VERDICT_IS_LOWER_BOUND');
  });
});

it('a wallet whose record ended is not trusted over an endpoint that tells no time of a slot', async () => {
  const record = ['a good record that ended five weeks ago'];
  const [[whole], [timeless]] = await Promise.all([
    judged('wallet', record, null),
    judged('wallet', record, 'getBlockTime'),
  ]);
  expect(whole?.verdict).toBe('NEUTRAL');
  expect([timeless?.verdict, timeless?.flags]).toEqual([whole?.verdict, whole?.flags]);
});
