import { setTimeout as pause } from 'node:timers/promises';
import { openLedger } from '#ledger/ledger.ts';
import { brokenRules } from '../soak/books.ts';
import type { Notes } from '../soak/notes.ts';
import { differences } from '../soak/reconciliation.ts';
import { letBlockhashesExpire, letLeasesLapse, type World } from '../soak/world.ts';
import type { Arrivals } from './arrivals.ts';

const REST_MS = 5_000;
const REST_TRIES_MAX = 30;

/** Waits until everybody knows the outcome of what he asked for. Time is made to pass for who waits for it. */
export async function letRest(arrivals: Arrivals, world: World): Promise<boolean> {
  for (let tries = 1; tries <= REST_TRIES_MAX && arrivals.underWay > 0; tries += 1) {
    const end = Date.now() + REST_MS;
    while (arrivals.underWay > 0 && Date.now() < end) await pause(20);
    if (arrivals.underWay > 0 && tries > 2) await letLeasesLapse(world);
    if (arrivals.underWay > 0 && tries > 3) await letBlockhashesExpire(world);
  }
  return arrivals.underWay === 0;
}

/** Contradictions in the books, on the chain, or between them and the clients' notes. */
export async function discrepancies(world: World, notes: Notes): Promise<readonly string[]> {
  await letLeasesLapse(world);
  const ledger = openLedger(world.database);
  await ledger.expireHolds();
  const audit = Object.entries(await ledger.audit()).filter(([, value]) => BigInt(value) !== 0n);
  const [held] = await world.sql<{ atomic: bigint }[]>`SELECT COALESCE(sum(held), 0)::bigint AS atomic FROM accounts`;
  return [
    ...audit.map(([what, value]) => `the audit finds ${what}: ${value}`),
    ...(held?.atomic === 0n ? [] : [`${held?.atomic} atomic units are held and nothing is under way`]),
    ...(await brokenRules(world.sql)),
    ...(await differences(world, notes)),
  ];
}
