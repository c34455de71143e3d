import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseOutage } from '#ledger/postgres/outage.ts';
import { type Chance, chanceOf } from '../../packages/core/test/support/chance.ts';
import type { Wallet } from '../../src/operator/demo/chain.ts';
import { brokenRules } from '../soak/books.ts';
import { Client } from '../soak/client.ts';
import { Gate } from '../soak/gate.ts';
import { Notes } from '../soak/notes.ts';
import { differences } from '../soak/reconciliation.ts';
import { fullWallet } from '../soak/top-ups.ts';
import { letBlockhashesExpire, letLeasesLapse, openWorld, type World } from '../soak/world.ts';
import { directUrl, FailoverCluster, within } from './cluster.ts';
import type { PatroniNode } from './node.ts';
import { OldPrimary } from './old-primary.ts';
import type { Programs } from './programs.ts';
import { Witness } from './witness.ts';

export interface DrillOptions {
  readonly programs: Programs;
  readonly seed: string;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

export interface DrillReport {
  readonly violations: readonly string[];
  /** Balances that were read from an older state of the books than one that was known. */
  readonly stale: readonly string[];
  /** The writes of an old primary after another one took its place. */
  readonly strayed: readonly string[];
  /** How many balances were read, and how often an old primary answered as one beside the new one. */
  readonly reads: number;
  readonly twice: number;
  readonly counts: Notes['counts'];
  readonly output: string;
}

const CLIENTS = 6;
const NEAR = { thereMs: 0, backMs: 0 };
const TRAFFIC_MS = [2_000, 5_000] as const;
/** The old primary is alone, and then comes back, while everybody works with the new one. */
const AFTERWARDS_MS = 2_000;
const REST_MS = 3_000;
const REST_TRIES_MAX = 30;

/** The fault of a primary, and its way back. */
const faults = [
  { name: 'killed', begin: (node: PatroniNode) => node.kill(), end: (node: PatroniNode) => node.start() },
  { name: 'frozen', begin: (node: PatroniNode) => node.freeze(), end: (node: PatroniNode) => node.thaw() },
  { name: 'cut off', begin: (node: PatroniNode) => node.cut(), end: () => undefined },
  { name: 'without etcd', begin: (node: PatroniNode) => node.links.etcd.cut(), end: () => undefined },
  {
    name: 'switched over',
    begin: (node: PatroniNode) => within('a switchover', () => node.switchOver()),
    end: () => undefined,
  },
] as const;

/**
 * Buyers at work on two replicas over three nodes, whose primary is taken away again and again. Both replicas have all nodes in their
 * URL. After each failover all that clients wrote down is compared with the books and the chain, one by one.
 */
export async function drill(options: DrillOptions): Promise<DrillReport> {
  const cluster = await FailoverCluster.open(options.programs);
  let world: World | null = null;
  try {
    world = await openWorld({
      databaseUrl: cluster.urls[0],
      toBooks: NEAR,
      envOf: (replica) => ({ DATABASE_URL: cluster.urls[replica] ?? '' }),
    });
    return await new Drill(cluster, world, options).run();
  } finally {
    await world?.close();
    await cluster.close();
  }
}

class Drill {
  readonly #cluster: FailoverCluster;
  readonly #world: World;
  readonly #options: DrillOptions;
  readonly #chance: Chance;
  readonly #notes = new Notes();
  readonly #gate = new Gate(CLIENTS + 1);
  readonly #strayed: string[] = [];
  #twice = 0;

  constructor(cluster: FailoverCluster, world: World, options: DrillOptions) {
    this.#cluster = cluster;
    this.#world = world;
    this.#options = options;
    this.#chance = chanceOf(options.seed, 'faults');
  }

  async run(): Promise<DrillReport> {
    const wallets = await Promise.all(Array.from({ length: CLIENTS }, () => fullWallet(this.#world)));
    const witness = await Witness.open(this.#world, this.#notes, chanceOf(this.#options.seed, 'witness'));
    const running = wallets.map((wallet, n) => this.#client(wallet, n).run(this.#gate));
    const ended = this.#rounds(witness).finally(() => this.#gate.end());
    await Promise.allSettled([ended, witness.run(this.#gate), ...running]);
    await ended;
    const { violations, counts } = this.#notes;
    const { stale, reads } = witness;
    return {
      violations,
      stale,
      strayed: this.#strayed,
      reads,
      twice: this.#twice,
      counts,
      output: this.#world.output(),
    };
  }

  #client(wallet: Wallet, n: number): Client {
    return new Client(this.#world, this.#notes, chanceOf(this.#options.seed, `client ${n}`), wallet);
  }

  /** Ends early after a violation: the consequences would only hide it. */
  async #rounds(witness: Witness): Promise<void> {
    for (let round = 1; round <= this.#options.rounds && this.#notes.violations.length === 0; round += 1) {
      await pause(this.#chance.whole(...TRAFFIC_MS));
      witness.silences();
      const done = `${await this.#failover(round)}; ${witness.silences()}`;
      this.#gate.shut();
      await this.#rest();
      await this.#check();
      this.#gate.open();
      const { claims, checks, payments, violations } = this.#notes;
      const seen = `${claims.length} claims, ${checks.length} checks on keys, ${payments.length} payments per call`;
      this.#options.say(`round ${round}: ${done}; ${seen}; ${violations.length} violations`);
    }
  }

  /** Takes the primary away, waits for another one, and brings the old one back while everybody works. */
  async #failover(round: number): Promise<string> {
    const fault = faults[(round - 1) % faults.length] as (typeof faults)[number];
    const before = await this.#cluster.primary();
    if (before === null) throw new Error('there is no primary');
    const old = new OldPrimary(directUrl(before));
    const start = performance.now();
    await fault.begin(before);
    const after = await this.#cluster.replaced(before);
    old.replaced();
    const seconds = ((performance.now() - start) / 1_000).toFixed(1);
    await pause(AFTERWARDS_MS);
    before.mend();
    await fault.end(before);
    await pause(AFTERWARDS_MS);
    await this.#cluster.whole();
    this.#strayed.push(...(await onceReachable(() => old.lost(this.#world.sql))));
    this.#twice += old.answers;
    const beside = `${before.name} answered ${old.answers} times as primary beside it`;
    return `${before.name} ${fault.name}, ${after.name} primary after ${seconds} s, ${beside}`;
  }

  /** Waits until every client knows the outcome of what it asked for. Time is made to pass for who waits for it. */
  async #rest(): Promise<void> {
    for (let tries = 1; tries <= REST_TRIES_MAX; tries += 1) {
      if (await this.#gate.atRest(REST_MS)) return;
      await letLeasesLapse(this.#world).catch(() => undefined);
      if (tries > 1) await letBlockhashesExpire(this.#world);
    }
    this.#notes.violated('the clients did not come to rest');
  }

  async #check(): Promise<void> {
    for (const broken of await onceReachable(() => brokenRules(this.#world.sql))) this.#notes.violated(broken);
    for (const found of await onceReachable(() => differences(this.#world, this.#notes))) this.#notes.violated(found);
  }
}

/** The result of `read`. The asked node may be an old primary that has not learned it yet. */
async function onceReachable<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === REST_TRIES_MAX || !isDatabaseOutage(error)) throw error;
      await pause(AFTERWARDS_MS);
    }
  }
}
