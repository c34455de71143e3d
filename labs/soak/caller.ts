import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { callHttp, type DemoRequest, type HttpAnswer, memberAt } from '../../src/operator/demo/calls.ts';
import { hangMs } from '../../test/support/pace.ts';
import type { Notes } from './notes.ts';
import type { World } from './world.ts';

const REFUSED = 'connection refused';
const LOST = 'connection lost';
/** Longer than a lease, a wait inside the service and a restart together. */
const DECIDED_MS_MAX = hangMs(150_000);
/** At least as long as a statement of a process that was killed may still run in the database. */
const PAUSE_MS = [150, 500] as const;
/** Refusals that say: the same again, later. */
const AGAIN = ['transaction_not_final', 'request_in_flight', 'too_many_payments', 'too_many_requests', 'rate_limited'];

/** Called after each request: its duration, and its answer. */
export type Observer = (sent: {
  readonly path: string;
  readonly request: DemoRequest;
  readonly ms: number;
  /** Null where no answer came; `problem` then says what became of the connection. */
  readonly answer: HttpAnswer | null;
  /** The kind of failure after which the request is sent again; null for an answer that decides. */
  readonly problem: string | null;
}) => void;

/** How a careful client asks: the very same request again, on the other replica, until the outcome is known. */
export class PersistentCaller {
  readonly #world: Pick<World, 'urls'>;
  readonly #notes: Notes;
  readonly #chance: Chance;
  readonly #observe: Observer;

  constructor(world: Pick<World, 'urls'>, notes: Notes, chance: Chance, observe: Observer = () => undefined) {
    this.#world = world;
    this.#notes = notes;
    this.#chance = chance;
    this.#observe = observe;
  }

  /** The first answer that is no request to ask again. `first` names the replica to begin with. */
  async decided(path: string, request: DemoRequest = {}, first?: number): Promise<HttpAnswer> {
    const { urls } = this.#world;
    const end = Date.now() + DECIDED_MS_MAX;
    let last = 'no answer';
    let lost = false;
    let replica = first ?? this.#chance.whole(0, urls.length - 1);
    for (; Date.now() < end; replica = (replica + 1) % urls.length) {
      const { answer, problem } = await this.#sent(`${urls[replica]}`, path, request);
      lost ||= problem === LOST;
      if (answer !== null && problem === null) {
        if (lost) this.#notes.count('answered again after a lost connection');
        return answer;
      }
      if (answer !== null) last = shown(answer);
      await pause(this.#chance.whole(...PAUSE_MS));
    }
    throw new Error(`${path} was not decided in ${DECIDED_MS_MAX / 1_000} s: ${last}`);
  }

  async #sent(url: string, path: string, request: DemoRequest) {
    const startedAt = performance.now();
    let problem: string | null = null;
    const answer = await callHttp(`${url}${path}`, request).catch((error: unknown) => {
      const what = isRefused(error) ? REFUSED : LOST;
      this.#notes.count(what);
      problem = what;
      return null;
    });
    if (answer !== null && isUndecided(answer)) problem = `${answer.status} ${codeOf(answer)}`;
    this.#observe({ path, request, ms: performance.now() - startedAt, answer, problem });
    return { answer, problem };
  }
}

function isUndecided(answer: HttpAnswer): boolean {
  return answer.status === 503 || AGAIN.includes(String(codeOf(answer)));
}

/** Nobody listened, so nothing was asked. Everything else may have been carried out. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && memberAt(error.cause, 'code') === 'ECONNREFUSED';
}

/** The code of a refusal, over REST or GraphQL; null for an answer. */
export function codeOf({ status, body }: HttpAnswer): string | null {
  if (status === 200) return null;
  return String(memberAt(body, 'code') ?? memberAt(body, 'errors.0.extensions.code')).toLowerCase();
}

/** A short text of an answer that must not have come. */
export function shown({ status, body }: HttpAnswer): string {
  return `${status} ${JSON.stringify(body).slice(0, 600)}`;
}
