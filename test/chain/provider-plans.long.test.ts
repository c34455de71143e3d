import { type Sandbox, startSandbox } from 'assay-sandbox/start.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pairs, plans } from '../../packages/core/test/support/plans/providers.ts';
import { hangMs } from '../support/pace.ts';
import { drawnPlans } from '../support/plans/drawn.ts';
import { type Case, casesOf, faultsOf, surveyAll } from '../support/plans/survey.ts';

/** More than twenty plans, over each of which some checks take all of their time. */
const LONGEST_MS = 1_800_000;

let sandbox: Sandbox;
let cases: readonly Case[];
beforeAll(async () => {
  sandbox = await startSandbox();
  cases = await casesOf(sandbox);
});
afterAll(() => sandbox.stop());

it.each([
  ['providers', plans.map((plan) => [plan])],
  ['pairs of providers', pairs],
  ['no provider', drawnPlans.map((plan) => [plan])],
] as const)(
  'over the plans of %s nothing wrong is charged, and nothing is free that a plan allows',
  { timeout: hangMs(LONGEST_MS) },
  async (_, groups) => {
    const surveyed = await surveyAll(sandbox, groups, cases);
    expect(surveyed.flatMap((one) => faultsOf(one).map((fault) => `${one.name}: ${fault}`))).toEqual([]);
  },
);
