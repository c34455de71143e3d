import { openChain } from 'assay-core/chain/open-chain.ts';
import type { Ask } from 'assay-core/rules/check.ts';
import { address } from 'assay-core/solana/address.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnchargedAnswer } from '#schema/check-service.ts';
import { openAnswers } from '#schema/operation/answers.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { type FaultyRpc, serveFaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { inspectorsFor } from '../../packages/core/test/support/inspectors.ts';
import { virtualTime } from '../../packages/core/test/support/virtual-time.ts';
import { testNetwork, testSigner } from '../support/inspection.ts';

const METHODS = [
  ...['getMultipleAccounts', 'getAccountInfo', 'getTokenAccountsByOwner', 'getProgramAccounts', 'getBlockTime'],
  ...['getSignaturesForAddress', 'getTransaction', 'getTokenLargestAccounts', 'getSlot', 'getRecentPrioritizationFees'],
  ...['simulateTransaction', 'getBlock'],
];
/** What an endpoint sends where a number belongs. */
const WRONG: readonly unknown[] = [0, -1, 1.5, 1e15, 2 ** 53 - 1, 2 ** 63, null, []];
/** Members whose numbers are replaced; every number where it is null. `result` is that of `getBlockTime` and `getSlot`. */
const MEMBERS = [
  ...[null, 'result', 'slot', 'blockTime', 'lamports', 'fee', 'preBalances', 'postBalances', 'accountIndex'],
  ...['decimals', 'amount', 'programIdIndex', 'index'],
];
const KINDS: readonly Ask['kind'][] = ['wallet', 'token', 'trade', 'funder'];
const HALF_A_SOL = 500_000_000n;
const TIME = /^20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

let sandbox: Sandbox;
let front: FaultyRpc;
let realTime: () => void;

beforeAll(async () => {
  sandbox = await startSandbox();
  const { url } = sandbox;
  const passing: RpcMethods = Object.fromEntries(
    METHODS.map((method) => [method, (params: readonly unknown[]) => kept(url, method, params)]),
  );
  front = await serveFaultyRpc(passing);
  realTime = await virtualTime([front.url]);
});
afterAll(async () => {
  realTime?.();
  await front?.close();
  await sandbox?.stop();
});

const answers = new Map<string, Promise<unknown>>();

/** What the sandbox answered when it was asked for the first time: every check reads the same chain. */
function kept(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const name = JSON.stringify([method, params]);
  const known = answers.get(name) ?? rpc(url, method, params);
  answers.set(name, known);
  return known;
}

/** The value with the numbers of `member` replaced, at any depth. Texts of digits are numbers as well. */
function mutated(value: unknown, member: string | null, wrong: unknown, name: string): unknown {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,20}$/.test(value));
  if (isNumber) return member === null || name === member ? wrong : value;
  if (Array.isArray(value)) return value.map((one) => mutated(one, member, wrong, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([to, inside]) => [to, mutated(inside, member, wrong, to)]));
}

/** What every kind answers of a subject of its own that is judged well where numbers are true, by a chain that knows nothing yet. */
async function answersOfAll(): Promise<readonly UnchargedAnswer[]> {
  const limits = { restMsMin: 1, restMsMax: 1, requestTimeoutMs: 5_000 };
  const chain = openChain({ urls: [front.url], limits });
  const inspectors = inspectorsFor(address(sandbox.usdcMint));
  const answers = openAnswers({ inspectors, signer: testSigner, network: testNetwork, sandbox: true });
  const session = chain.session();
  const asked = KINDS.map((kind) => {
    const subject = address(sandbox.subjects.find((one) => one.kind === kind)?.address ?? '');
    return answers({ kind, subject, sizeLamports: kind === 'trade' ? HALF_A_SOL : null }, session);
  });
  try {
    return await Promise.all(asked);
  } finally {
    session.close();
    await chain.close();
  }
}

it('where numbers are true, every kind is judged', async () => {
  front.fail(null);
  expect((await answersOfAll()).map(({ free }) => free)).toEqual([false, false, false, false]);
});

/** Every member with every wrong number, in an order in which all members come once before one comes again. */
const PAIRS = WRONG.flatMap((_, step) =>
  MEMBERS.map((member, place) => ({ member, wrong: WRONG[(place + step) % WRONG.length] })),
);

describe('an endpoint that sends something else where a number belongs', () => {
  it.each(PAIRS.slice(0, cases(PAIRS.length)))(
    'is answered by a verdict or free of charge, of a moment that can be, and never by a failure: $wrong as $member',
    async ({ member, wrong }) => {
      front.fail(() => ({
        kind: 'items',
        spoil: (_, answer) => ({ ...answer, result: mutated(answer.result, member, wrong, 'result') }),
      }));
      for (const { document, free } of await answersOfAll()) {
        expect(document.verdict).toMatch(/^[A-Z_]+$/);
        expect(free).toBe(document.attestation === undefined);
        const time = document.as_of?.time ?? null;
        if (time !== null) expect(time).toMatch(TIME);
      }
    },
  );
});
