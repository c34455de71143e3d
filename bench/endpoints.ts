import { fileURLToPath } from 'node:url';
import { startSandbox } from 'assay-sandbox/start.ts';
import { pairs, plans } from '../packages/core/test/support/plans/providers.ts';
import { drawnPlans } from '../test/support/plans/drawn.ts';
import { casesOf, faultsOf, type Surveyed, surveyAll } from '../test/support/plans/survey.ts';
import { flood } from './endpoints-flood.ts';
import { endpointsTable } from './endpoints-table.ts';
import { report } from './report.ts';

/*
 * Sample subjects of all kinds over the plans of providers, alone and in pairs, each behind a proxy that lets through what the plan
 * allows: what works, what it costs, how long it takes. Then many checks at once over plans of 50 calls a second.
 */

function reportComparisons(what: string, surveyed: readonly Surveyed[]): void {
  const outcomes = surveyed.flatMap((one) => one.outcomes);
  const count = (wanted: string) => outcomes.filter(({ comparison }) => comparison === wanted).length;
  const [wrong, missing] = [count('wrong'), count('missing')];
  const ours = `${outcomes.length - wrong - missing} of ${outcomes.length} as they should be, ${count('gap')} of them free`;
  report({ what: `${what}: charged and wrong`, budget: 'wrong over a plan', ours, beside: null, ratios: [wrong] });
  report({
    what: `${what}: free where the plan serves`,
    budget: 'missing over a plan',
    ours,
    beside: null,
    ratios: [missing],
  });
}

/** Prints the tables, and the figures of the floods. */
export async function run(): Promise<void> {
  const sandbox = await startSandbox();
  try {
    const cases = await casesOf(sandbox);
    const alone = await surveyAll(
      sandbox,
      plans.map((plan) => [plan]),
      cases,
    );
    const together = await surveyAll(sandbox, pairs, cases);
    const drawn = await surveyAll(
      sandbox,
      drawnPlans.map((plan) => [plan]),
      cases,
    );
    console.log(`\nMeasured on ${new Date().toISOString().slice(0, 10)}.\n\n${endpointsTable(alone)}`);
    console.log(`Two endpoints side by side:\n\n${endpointsTable(together)}`);
    console.log(`Plans that nobody sells:\n\n${endpointsTable(drawn)}`);
    for (const one of [...alone, ...together, ...drawn])
      for (const fault of faultsOf(one)) console.log(`${one.name}: ${fault}`);
    reportComparisons('checks over plans', alone);
    reportComparisons('checks over pairs of plans', together);
    reportComparisons('checks over drawn plans', drawn);
    await flood(sandbox);
  } finally {
    await sandbox.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
