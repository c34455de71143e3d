import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsAll } from '../../packages/core/test/support/cases.ts';
import { type KeyScenario, keyScenarios, newTally, playKeys, type Tally } from './scheduled-keys.ts';
import { newPaymentTally, paymentScenarios, playPayments } from './scheduled-payments.ts';

/*
 * Money rules in many orders of events. The code of billing, batches and deliveries is the service's, for two replicas; the
 * books are in memory and obey the contract of PostgreSQL's (`test/ledger/memory.property.test.ts`); the scheduler chooses what
 * happens next: a statement is carried out or answered, a connection is lost, a process is killed, the clock goes on. A failure
 * prints its seed, its path and the order of events.
 *
 * `npm test` tries 1,000 orders. `SCHEDULES=20000` tries as many.
 */

const SCHEDULES = Number(process.env.SCHEDULES ?? (runsAll ? 2_000 : 1_000));
const PROPERTIES = 4;
const RUNS = Math.ceil(SCHEDULES / PROPERTIES);
/** In so many orders everything comes up that is to be tried. */
const RUNS_THAT_TELL = 250;

async function inEveryOrder<S, T>(
  scenarios: fc.Arbitrary<S>,
  tally: T,
  play: (scheduler: fc.Scheduler, scenario: S, tally: T) => Promise<readonly string[]>,
): Promise<T> {
  const property = fc.asyncProperty(fc.scheduler(), scenarios, async (scheduler, scenario) => {
    expect(await play(scheduler, scenario, tally)).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS });
  return tally;
}

const onKeys = (scenarios: fc.Arbitrary<KeyScenario>): Promise<Tally> => inEveryOrder(scenarios, newTally(), playKeys);

/** What a property is about came up, so that it proves something. */
function expectTried<T extends object>(tally: T, ...names: readonly (keyof T)[]): void {
  if (RUNS < RUNS_THAT_TELL) return;
  expect(names.filter((name) => tally[name] === 0)).toEqual([]);
}

describe('in every order of statements, losses, kills and clocks', () => {
  it('a bill on a key is charged once for a stored answer, and its callers know', async () => {
    const tally = await onKeys(
      keyScenarios({
        calls: 4,
        lines: 3,
        workMs: [0, 0, 500],
        identifiers: [null, 'one', 'one', 'two'],
        waits: [50, 1_000, 6_000],
        outages: [100, 2_000],
        locks: 0,
      }),
    );
    expectTried(tally, 'served', 'replayed', 'lost', 'killed', 'refused');
  });

  it('a hold whose lease lapsed is given back or charged, never both, however late its work ends', async () => {
    const tally = await onKeys(
      keyScenarios({
        calls: 3,
        lines: 2,
        workMs: [0, 25_000, 59_000, 70_000, 130_000],
        identifiers: [null, 'one'],
        waits: [6_000, 21_000, 61_000, 61_000],
        outages: [2_000, 45_000, 70_000],
        locks: 0,
      }),
    );
    expectTried(tally, 'served', 'expired', 'lost', 'killed');
  });

  it('calls of one moment share statements and mean what single ones mean, also when rows are locked', async () => {
    const tally = await onKeys(
      keyScenarios({
        calls: 10,
        lines: 1,
        workMs: [0],
        identifiers: [null, null, null, null, 'one'],
        waits: [400, 600, 3_000, 6_000],
        outages: [100, 2_000],
        locks: 2,
      }),
    );
    expectTried(tally, 'served', 'replayed', 'shared', 'skipped', 'lost');
  });

  it('a payment is settled once, its answer leaves to who paid, and its change is credited once', async () => {
    const scenarios = paymentScenarios({
      workMs: [0, 0, 500, 70_000],
      waits: [300, 1_000, 6_000, 61_000],
      outages: [100, 2_000, 70_000],
      says: ['submitted', 'submitted', 'submitted', 'submitted', 'unknown', 'refused', 'ours', 'throws'],
    });
    const tally = await inEveryOrder(scenarios, newPaymentTally(), playPayments);
    expectTried(tally, 'served', 'replayed', 'takenOver', 'killed', 'late', 'changed');
  });
});
