import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Plan } from '../../packages/core/test/support/plans/plan.ts';
import {
  agaveNoHistory,
  agaveShort,
  alchemyFree,
  drpcFree,
  heliusFree,
  publicEndpoint,
  quicknodeFree,
} from '../../packages/core/test/support/plans/providers.ts';
import { drawnPlans } from '../support/plans/drawn.ts';
import { casesOf, faultsOf, type Surveyed, surveyAll } from '../support/plans/survey.ts';

/** Plans of the most different shapes, and what is drawn but the slowest of it. The long suite takes all. */
const groups: readonly (readonly Plan[])[] = [
  [heliusFree],
  [quicknodeFree],
  [drpcFree],
  [publicEndpoint, heliusFree],
  [agaveNoHistory],
  [agaveShort, alchemyFree],
  ...drawnPlans.slice(1).map((plan) => [plan]),
];
/** Subjects that take few calls. */
const NAMES = [
  'paid by an exchange',
  'over a hop',
  'deep pool',
  'hook',
  'plain',
  'old authority',
  'new of an issuer',
  'losses',
  'few trades',
];

let sandbox: Sandbox;
let surveyed: readonly Surveyed[];
beforeAll(async () => {
  sandbox = await startSandbox();
  const cases = (await casesOf(sandbox)).filter(({ name }) => NAMES.includes(name));
  surveyed = await surveyAll(sandbox, groups, cases);
});
afterAll(() => sandbox.stop());

/** Faults but for checks that ran out of time, which a busy machine takes: the long suite counts these. */
const faults = (surveyed: Surveyed) =>
  faultsOf(surveyed).filter((fault) => !fault.includes(' missing: ') || !fault.includes(' deadline'));

it.each(groups.map((side, index) => [side.map(({ name }) => name).join(' + '), index] as const))(
  'over %s each verdict that is charged is that of an endpoint without limits, and nothing is free that the plan allows in the time',
  (_, index) => {
    expect(surveyed[index]?.outcomes).toHaveLength(NAMES.length);
    expect(surveyed.slice(index, index + 1).flatMap(faults)).toEqual([]);
  },
);
