import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask, at, type Request } from '../../src/operator/demo/calls.ts';
import type { Chance } from './chance.ts';
import type { Notes } from './notes.ts';
import type { World } from './world.ts';

/** Longer than a lease, a wait inside the service and a restart together. */
const DECIDED_MS_MAX = 150_000;
/** At least as long as a statement of a process that was killed may still run in the database. */
const PAUSE_MS = [150, 500] as const;
/** Refusals that say: the same again, later. */
const AGAIN = ['transaction_not_final', 'request_in_flight', 'too_many_payments', 'too_many_requests'];

/** How a careful client asks: the very same request again, on the other replica, until the outcome is known. */
export class PersistentCaller {
  readonly #world: Pick<World, 'urls'>;
  readonly #notes: Notes;
  readonly #chance: Chance;

  constructor(world: Pick<World, 'urls'>, notes: Notes, chance: Chance) {
    this.#world = world;
    this.#notes = notes;
    this.#chance = chance;
  }

  /** The first answer that is no request to ask again. `first` names the replica to begin with. */
  async decided(path: string, request: Request = {}, first = this.#chance.whole(0, 1)): Promise<Answer> {
    const end = Date.now() + DECIDED_MS_MAX;
    let last = 'no answer';
    let lost = false;
    for (let replica = first; Date.now() < end; replica = 1 - replica) {
      const answer = await ask(`${this.#world.urls[replica]}${path}`, request).catch((error: unknown) => {
        const refused = isRefused(error);
        lost ||= !refused;
        this.#notes.count(refused ? 'connection refused' : 'connection lost');
        return null;
      });
      if (answer !== null && !isUndecided(answer)) {
        if (lost) this.#notes.count('answered again after a lost connection');
        return answer;
      }
      if (answer !== null) last = `${answer.status} ${JSON.stringify(answer.body)}`;
      await pause(this.#chance.whole(...PAUSE_MS));
    }
    throw new Error(`${path} was not decided in ${DECIDED_MS_MAX / 1_000} s: ${last}`);
  }
}

function isUndecided(answer: Answer): boolean {
  return answer.status === 503 || AGAIN.includes(String(codeOf(answer)));
}

/** Nobody listened, so nothing was asked. Everything else may have been carried out. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && at(error.cause, 'code') === 'ECONNREFUSED';
}

/** The code of a refusal, over REST or GraphQL; null for an answer. */
export function codeOf({ status, body }: Answer): string | null {
  if (status === 200) return null;
  return String(at(body, 'code') ?? at(body, 'errors.0.extensions.code')).toLowerCase();
}

/** A short text of an answer that must not have come. */
export function shown({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body).slice(0, 600)}`;
}
