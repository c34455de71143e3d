import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { brokenRules, RULES } from './books.ts';
import type { Gate } from './gate.ts';
import type { Counted, Notes } from './notes.ts';
import { differences } from './reconciliation.ts';
import { letBlockhashesExpire, letLeasesLapse, type World } from './world.ts';

const TRAFFIC_MS = [400, 2_500] as const;
const DOWN_MS = [0, 600] as const;
const BOTH_SHARE = 0.15;
const REST_MS = 3_000;
const REST_TRIES_MAX = 20;
/** The share of crashes after which leases run out by themselves, which takes a minute. */
const REAL_LEASES_EVERY = 25;
const REAL_LEASES_MS = 75_000;
const AIM_MS_MAX = 1_500;

const paymentsIn = (state: string): string => `SELECT FROM payments WHERE state = '${state}'`;

/** Remains that a crash may leave behind, with the query that finds them. */
const open = {
  'hold open at a crash': `SELECT FROM holds WHERE state = 'held'`,
  'charge at a crash whose response was not finished': `
    SELECT FROM holds WHERE state = 'posted' AND finished_at IS NULL AND closed_at > now() - interval '50 milliseconds'`,
  'claim at a crash whose key was not presented': `
    SELECT FROM claims JOIN api_keys USING (account_id)
    WHERE opened AND presented_at IS NULL AND claims.created_at > now() - interval '50 milliseconds'`,
  'payment reserved at a crash': paymentsIn('reserved'),
  'payment worked at a crash': paymentsIn('worked'),
  'payment sent at a crash': paymentsIn('sent'),
} as const satisfies Partial<Record<Counted, string>>;

const moments = {
  any: null,
  hold: open['hold open at a crash'],
  charge: open['charge at a crash whose response was not finished'],
  claim: open['claim at a crash whose key was not presented'],
  reserved: open['payment reserved at a crash'],
  worked: open['payment worked at a crash'],
  sent: open['payment sent at a crash'],
} as const;
const aims = { any: 6, hold: 1, charge: 2, claim: 1, reserved: 1, worked: 1, sent: 2 } as const;

type Least = Readonly<Partial<Record<Counted, number>>>;

interface KillerParts {
  readonly world: World;
  readonly notes: Notes;
  readonly gate: Gate;
  readonly chance: Chance;
  readonly say: (line: string) => void;
}

/** Kills replicas at random moments, starts them again, and looks at everything after each time. */
export class Killer {
  kills = 0;
  checks = 0;
  readonly #parts: KillerParts;

  constructor(parts: KillerParts) {
    this.#parts = parts;
  }

  /** Ends early after a violation: the consequences would only hide it. */
  async run(kills: number, least: Least): Promise<void> {
    const { world, notes, gate, chance, say } = this.#parts;
    const isLacking = (): boolean => Object.entries(least).some(([name, min]) => notes.counts[name as Counted] < min);
    for (let crash = 1; (this.kills < kills || isLacking()) && notes.violations.length === 0; crash += 1) {
      await pause(chance.whole(...TRAFFIC_MS));
      await this.#aim();
      const victims = await this.#kill(kills - this.kills);
      await this.#countOpen();
      await this.#checkRules();
      await pause(chance.whole(...DOWN_MS));
      const patient = crash % REAL_LEASES_EVERY === 0;
      if (!patient) await letLeasesLapse(world);
      await Promise.all(victims.map((victim) => world.restart(victim)));
      gate.shut();
      await this.#rest(patient);
      await this.#checkRules();
      for (const found of await differences(world, notes)) notes.violated(found);
      gate.open();
      const { claims, checks, payments, violations } = notes;
      const seen = `${claims.length} claims, ${checks.length} checks on keys, ${payments.length} payments per call`;
      say(`crash ${crash}: killed ${victims.join(' and ')}; ${seen}; ${violations.length} violations`);
    }
  }

  /** Half of the time a moment at which something is under way that lasts for milliseconds, as far as it can be met. */
  async #aim(): Promise<void> {
    const { world, chance } = this.#parts;
    const moment = moments[chance.pick(aims)];
    const end = Date.now() + AIM_MS_MAX;
    while (moment !== null && Date.now() < end) {
      const rows = await world.sql.unsafe(moment);
      if (rows.length > 0) return;
    }
  }

  async #kill(left: number): Promise<readonly number[]> {
    const { world, chance } = this.#parts;
    const one = chance.whole(0, 1);
    const victims = left > 1 && chance.happens(BOTH_SHARE) ? [one, 1 - one] : [one];
    await Promise.all(victims.map((victim) => world.kill(victim)));
    this.kills += victims.length;
    return victims;
  }

  async #countOpen(): Promise<void> {
    const { world, notes } = this.#parts;
    for (const [what, query] of Object.entries(open)) {
      const rows = await world.sql.unsafe(query);
      notes.count(what as keyof typeof open, rows.length);
    }
  }

  /** Waits until every client knows the outcome of what it asked for. Time is made to pass for who waits for it. */
  async #rest(patient: boolean): Promise<void> {
    if (patient && (await this.#parts.gate.atRest(REAL_LEASES_MS))) return;
    for (let tries = 1; tries <= REST_TRIES_MAX; tries += 1) {
      if (await this.#parts.gate.atRest(REST_MS)) return;
      await letLeasesLapse(this.#parts.world);
      if (tries > 1) await letBlockhashesExpire(this.#parts.world);
    }
    this.#parts.notes.violated('the clients did not come to rest');
  }

  async #checkRules(): Promise<void> {
    for (const broken of await brokenRules(this.#parts.world.sql)) this.#parts.notes.violated(broken);
    this.checks += RULES;
  }
}
