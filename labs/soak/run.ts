import { chanceOf } from '../../packages/core/test/support/chance.ts';
import { Client } from './client.ts';
import { Gate } from './gate.ts';
import { Killer } from './killer.ts';
import { type Counted, Notes } from './notes.ts';
import { fullWallet } from './top-ups.ts';
import { openWorld } from './world.ts';

export interface SoakOptions {
  /** Repeats the decisions of clients and killer. */
  readonly seed: string;
  /** How many processes are killed. */
  readonly kills: number;
  /** More of them are killed until so much has happened; nothing when absent. */
  readonly least?: Readonly<Partial<Record<Counted, number>>>;
  readonly clients?: number;
  /** Gets a line when something happened. */
  readonly say?: (line: string) => void;
}

/** The result of a run. */
export interface SoakReport {
  /** Everything that must not have happened; a run that is sound has none. */
  readonly violations: readonly string[];
  readonly counts: Notes['counts'];
  readonly kills: number;
  /** How often every rule of the books was held against them. */
  readonly checks: number;
  readonly output: string;
}

const CLIENTS = 6;

/** Buyers at work on two replicas that are killed again and again; after each crash everything is held against everything. */
export async function soak({
  seed,
  kills,
  least = {},
  clients = CLIENTS,
  say = () => undefined,
}: SoakOptions): Promise<SoakReport> {
  const world = await openWorld();
  try {
    const notes = new Notes();
    const gate = new Gate(clients);
    const wallets = await Promise.all(Array.from({ length: clients }, () => fullWallet(world)));
    const running = wallets.map((wallet, n) =>
      new Client(world, notes, chanceOf(seed, `client ${n}`), wallet).run(gate),
    );
    const killer = new Killer({ world, notes, gate, chance: chanceOf(seed, 'killer'), say });
    const ended = killer.run(kills, least).finally(() => gate.end());
    await Promise.allSettled([ended, ...running]);
    await ended;
    return {
      violations: notes.violations,
      counts: notes.counts,
      kills: killer.kills,
      checks: killer.checks,
      output: world.output(),
    };
  } finally {
    await world.close();
  }
}
