import { plainArray } from '../postgres/arrays.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { REDELIVERY_SECONDS } from './limits.ts';
import { partsOf } from './name.ts';
import { assigned } from './states.ts';

const WRITTEN_AT_ONCE_MAX = 1_000;
const WAITING_MAX = 100_000;
const RETRY_MS = 1_000;
/** So long a note waits for others, which then share its statement and commit. */
const GATHER_MS = 10;

/** Responses that were finished and that are not written as such yet. */
export interface Deliveries {
  /** Notes that the response with the hold's answer was finished. */
  finish(holdId: string): void;
  /** Whether the hold is noted and not written. */
  has(holdId: string): boolean;
  /** The oldest `max` holds that are noted and not written. */
  noted(max: number): readonly string[];
  /** Whether any is. */
  readonly waiting: boolean;
  /** Resolves when all that is noted now is written. Rejects when it cannot be written; it stays noted then. */
  written(): Promise<void>;
  /** Writes what can be written and stops. */
  close(): Promise<void>;
}

/**
 * Writes what was noted within a moment, with at most one statement under way. While the database is away it retries every second; a note
 * is dropped once the time of redelivery is over.
 */
export function openDeliveries(sql: Sql): Deliveries {
  return queueDeliveries((holdIds) => write(sql, holdIds));
}

/** The same over any books: `write` enters the responses of some holds as finished, in one statement. */
export function queueDeliveries(write: (holdIds: readonly string[]) => Promise<unknown>): Deliveries {
  return new Queue(write);
}

class Queue implements Deliveries {
  readonly #enter: (holdIds: readonly string[]) => Promise<unknown>;
  /** Names of holds in the order in which they were noted, with the time of the process's own clock in milliseconds. */
  readonly #noted = new Map<string, number>();
  #underWay: Promise<void> | null = null;
  #next: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(enter: (holdIds: readonly string[]) => Promise<unknown>) {
    this.#enter = enter;
  }

  get waiting(): boolean {
    return this.#noted.size > 0;
  }

  has(holdId: string): boolean {
    return this.#noted.has(holdId);
  }

  noted(max: number): readonly string[] {
    const holdIds: string[] = [];
    for (const holdId of this.#noted.keys()) {
      if (holdIds.length >= max) break;
      holdIds.push(holdId);
    }
    return holdIds;
  }

  finish(holdId: string): void {
    if (this.#closed || this.#noted.size >= WAITING_MAX) return;
    this.#noted.set(holdId, performance.now());
    this.#later(GATHER_MS);
  }

  async written(): Promise<void> {
    let last: string | undefined;
    for (const holdId of this.#noted.keys()) last = holdId;
    while (last !== undefined && this.#noted.has(last)) await (this.#underWay ?? this.#writeOnce());
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#next) clearTimeout(this.#next);
    // A note that cannot be written now is lost with the process. Then a repeat is answered free of charge.
    await this.written().catch(() => undefined);
  }

  #start(): void {
    if (!this.waiting) return;
    (this.#underWay ?? this.#writeOnce()).then(
      () => this.waiting && this.#later(GATHER_MS),
      () => this.#later(RETRY_MS),
    );
  }

  #later(ms: number): void {
    if (this.#next || this.#closed) return;
    this.#next = setTimeout(() => {
      this.#next = null;
      this.#start();
    }, ms).unref();
  }

  #writeOnce(): Promise<void> {
    const writing = this.#write().finally(() => {
      this.#underWay = null;
    });
    this.#underWay = writing;
    return writing;
  }

  async #write(): Promise<void> {
    this.#forgetOld();
    const holdIds = this.noted(WRITTEN_AT_ONCE_MAX);
    if (holdIds.length === 0) return;
    await this.#enter(holdIds);
    for (const holdId of holdIds) this.#noted.delete(holdId);
  }

  #forgetOld(): void {
    const useful = performance.now() - REDELIVERY_SECONDS * 1_000;
    for (const [holdId, at] of this.#noted) {
      if (at > useful) return;
      this.#noted.delete(holdId);
    }
  }
}

async function write(sql: Sql, holdIds: readonly string[]): Promise<void> {
  const names = holdIds.map(partsOf);
  // The limit keeps the planner to the index (see `forSeveral` in hold.ts).
  await unlessDown(sql`
    WITH noted AS MATERIALIZED (
      SELECT id, token FROM unnest(${plainArray(names.map(({ id }) => id))}::text::bigint[],
        ${plainArray(names.map(({ token }) => token ?? 'NULL'))}::text::bigint[]
      ) AS noted (id, token) LIMIT ${WRITTEN_AT_ONCE_MAX}
    )
    UPDATE holds SET ${assigned(sql, 'finish')} FROM noted
    WHERE holds.id = noted.id AND holds.token IS NOT DISTINCT FROM noted.token
      AND answer_id IS NOT NULL AND finished_at IS NULL`);
}
