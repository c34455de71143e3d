import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChain } from '#chain/open-chain.ts';
import { address } from '#solana/address.ts';
import { rpc } from '../sandbox/rpc.ts';
import { serveFaultyRpc } from '../support/faulty-rpc.ts';
import { inspectorsFor } from '../support/inspectors.ts';

const METHODS = [
  ...['getSlot', 'getMultipleAccounts', 'getTokenLargestAccounts', 'getProgramAccounts', 'simulateTransaction'],
  ...['getSignaturesForAddress', 'getTransaction', 'getBlock', 'getBlockTime', 'getRecentPrioritizationFees'],
];
const bounds = { timeMsMax: 600_000, callsMax: 1_000, bytesMax: 1e9 };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

/** A check of a token that was bought by several in the slots of its launch, over the sandbox with other answers of some methods. */
async function checked(others: RpcMethods) {
  const served = METHODS.map((method) => [method, (params: readonly unknown[]) => rpc(sandbox.url, method, params)]);
  const endpoint = await serveFaultyRpc({ ...Object.fromEntries(served), ...others });
  const chain = openChain({ urls: [endpoint.url] });
  const sample = sandbox.subjects.find(({ what }) => what.startsWith('five hours old, on its curve'));
  const ask = { kind: 'token', subject: address(sample?.address ?? ''), sizeLamports: null } as const;
  const reader = chain.session().reader(bounds);
  const inspected = await inspectorsFor(address(sandbox.usdcMint)).token?.inspect(ask, reader);
  await chain.close();
  await endpoint.close();
  const { verdict, gaps, decidedBy } = inspected?.judgement ?? {};
  const calls = [...(reader.cost?.().calls.values() ?? [])].reduce((sum, one) => sum + one, 0);
  return { verdict, gaps: gaps?.map(({ reading }) => reading), causes: decidedBy?.map(({ cause }) => cause), calls };
}

it('no buyer of a launch is followed where no endpoint lists holders: the answer is free whatever they did', async () => {
  const whole = await checked({});
  expect(whole).toMatchObject({ verdict: 'HIGH_RISK', gaps: [] });
  const refused = () => {
    throw new RpcFault(-32_601, 'Method not found');
  };
  const unlisted = await checked({ getTokenLargestAccounts: refused });
  expect(unlisted.verdict).toBe('UNKNOWN');
  expect(unlisted.causes).toContain('plan_refuses');
  expect(unlisted.gaps).toEqual(expect.arrayContaining(['holders', 'launch', 'insiders']));
  // It took 73 when the launch was read as well.
  expect(unlisted.calls).toBeLessThanOrEqual(50);
});
