import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#lib/process/log.ts';
import { openMember, type WorkerHandle } from './member.ts';
import type { FromWorker, Orders, ServiceFacts } from './messages.ts';

/** The number of workers and the orders that they get. `onMessage` is called with every message of a worker. */
export interface SupervisorParts {
  readonly count: number;
  readonly orders: Orders;
  readonly log: Logger;
  readonly onMessage: (member: WorkerHandle, message: FromWorker) => void;
}

/** A worker that lived this long is replaced at once when it dies. */
const SOUND_MS_MIN = 60_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 30_000;

/** Keeps a number of workers running. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #members = new Set<WorkerHandle>();
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';
  #filling = false;
  #replacing = false;
  #pauseMs = 0;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** All workers that were started and have not ended. */
  members(): readonly WorkerHandle[] {
    return [...this.#members];
  }

  /** Starts all workers. Rejects, with none left running, when one of them fails to start. */
  async start(): Promise<ServiceFacts> {
    try {
      // Starts one worker first, so that an error of all workers is reported once.
      const facts = await this.#hire();
      await Promise.all(Array.from({ length: this.#parts.count - 1 }, () => this.#hire()));
      this.#phase = 'serving';
      void this.#fill();
      return facts;
    } catch (error) {
      this.#phase = 'stopping';
      for (const member of this.#members) member.kill();
      await this.#gone();
      throw error;
    }
  }

  /** Replaces one worker after the other: the new one serves before the old one leaves. */
  async replaceAll(): Promise<void> {
    const { count, log } = this.#parts;
    if (this.#replacing || this.#phase !== 'serving') return;
    this.#replacing = true;
    log.info({ workers: count }, 'workers are replaced, one after another');
    try {
      for (const old of this.#staying()) await this.#replace(old);
      log.info({ workers: count }, 'all workers were replaced');
    } catch (err) {
      log.error({ err }, 'a new worker does not serve, so the old ones stay');
    }
    this.#replacing = false;
  }

  /** Lets all workers finish requests in flight; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#phase = 'stopping';
    for (const member of this.#members) member.send({ type: 'leave', announced: true });
    await this.#gone();
  }

  async #hire(): Promise<ServiceFacts> {
    const { orders, log, onMessage } = this.#parts;
    const member = openMember(orders);
    this.#members.add(member);
    member.listen((message) => onMessage(member, message));
    void member.ended.then((livedMs) => {
      this.#members.delete(member);
      if (livedMs > SOUND_MS_MIN) this.#pauseMs = 0;
      void this.#fill();
    });
    const facts = await member.ready;
    log.info({ worker: member.pid }, 'a worker serves');
    return facts;
  }

  async #replace(old: WorkerHandle): Promise<void> {
    // A worker that died meanwhile is replaced already.
    if (this.#phase !== 'serving' || !this.#members.has(old)) return;
    await this.#hire();
    old.send({ type: 'leave', announced: false });
    await old.ended;
  }

  /** Replaces dead workers, with growing pauses while new ones die as well. */
  async #fill(): Promise<void> {
    const { count, log } = this.#parts;
    if (this.#filling) return;
    this.#filling = true;
    while (this.#phase === 'serving' && this.#staying().length < count) {
      log.error({ workers: this.#staying().length, pauseMs: this.#pauseMs }, 'a worker has ended and is replaced');
      await pause(this.#pauseMs);
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, PAUSE_MS_MIN), PAUSE_MS_MAX);
      if (this.#phase === 'serving') await this.#hire().catch(() => undefined);
    }
    this.#filling = false;
  }

  #staying(): readonly WorkerHandle[] {
    return this.members().filter((member) => !member.leaving());
  }

  async #gone(): Promise<void> {
    await Promise.all(this.members().map(({ ended }) => ended));
  }
}
