import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import type { OwnServer } from '../../test/drills/own-server.ts';
import type { Notes } from '../soak/notes.ts';
import type { World } from '../soak/world.ts';
import type { Gateway } from './gateway.ts';

/** The faults, each as often as its weight says. */
const faults = {
  'chain fails': 3,
  'chain is slow': 2,
  'database restarts': 2,
  'database is killed': 1,
  'rows are locked': 1,
  'replica is killed': 3,
  'rolling restart': 2,
} as const;
type FaultName = keyof typeof faults;

const QUIET_MS = [5_000, 12_000] as const;
const WEATHER_MS = [4_000, 8_000] as const;
const DOWN_MS = [200, 1_500] as const;
const FAILING = 0.2;
const DELAY_MS = 400;
/** Beyond the time that the service gives a statement. */
const LOCK_MS = 6_500;

/** The means of a run's faults. */
export interface FaultParts {
  readonly world: World;
  readonly server: OwnServer;
  readonly gateway: Gateway;
  readonly notes: Notes;
  readonly chance: Chance;
  readonly say: (line: string) => void;
}

/** Breaks things one after the other until `over` is aborted, and leaves everything mended. How often each was done. */
export async function breakThings(parts: FaultParts, over: AbortSignal): Promise<Readonly<Record<string, number>>> {
  const done: Record<string, number> = {};
  const { chance, notes, say } = parts;
  // Everything once, so that a short run has done it all; then as chance has it.
  const first = Object.keys(faults) as FaultName[];
  while (await waited(chance.whole(...QUIET_MS), over)) {
    const fault = first.splice(chance.whole(0, first.length - 1), 1)[0] ?? chance.pick(faults);
    const lostBefore = notes.counts['connection lost'];
    await acts[fault](parts);
    done[fault] = (done[fault] ?? 0) + 1;
    const lost = notes.counts['connection lost'] - lostBefore;
    say(`fault: ${fault}${lost > 0 ? `, ${lost} connections lost` : ''}`);
    if (fault === 'rolling restart' && lost > 0) notes.violated(`a rolling restart lost ${lost} connections`);
  }
  return done;
}

const acts: Readonly<Record<FaultName, (parts: FaultParts) => Promise<void>>> = {
  'chain fails': (parts) => weather(parts, { failing: FAILING, delayMs: 0 }),
  'chain is slow': (parts) => weather(parts, { failing: 0, delayMs: DELAY_MS }),
  'database restarts': (parts) => restart(parts, 'fast'),
  'database is killed': (parts) => restart(parts, 'kill'),
  'rows are locked': lockRows,
  async 'replica is killed'({ world, chance }) {
    const replica = chance.whole(0, world.urls.length - 1);
    await world.kill(replica);
    await pause(chance.whole(...DOWN_MS));
    await world.restart(replica);
  },
  async 'rolling restart'({ world }) {
    for (const replica of world.urls.keys()) {
      await world.terminate(replica);
      await world.restart(replica);
    }
  },
};

async function weather({ gateway, chance }: FaultParts, now: { failing: number; delayMs: number }): Promise<void> {
  gateway.weather(now);
  await pause(chance.whole(...WEATHER_MS));
  gateway.weather({ failing: 0, delayMs: 0 });
}

async function restart({ server, chance }: FaultParts, how: 'fast' | 'kill'): Promise<void> {
  await server.stop(how);
  await pause(chance.whole(...DOWN_MS));
  await server.start();
}

/** As an operator does who forgets a transaction in another window. */
async function lockRows({ world }: FaultParts): Promise<void> {
  await world.sql.begin(async (tx) => {
    await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await tx`SELECT FROM accounts ORDER BY name NULLS FIRST, id FOR UPDATE`;
    await pause(LOCK_MS);
  });
}

/** False when `over` came before the time was up. */
async function waited(ms: number, over: AbortSignal): Promise<boolean> {
  return await pause(ms, true, { signal: over }).catch(() => false);
}
