import { randomUUID } from 'node:crypto';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { type HttpAnswer, memberAt, requiredTextAt } from '../../src/operator/demo/calls.ts';
import { makeWallet } from '../../src/operator/demo/chain.ts';
import { codeOf, type PersistentCaller, shown } from './caller.ts';
import type { AccountNote, Notes } from './notes.ts';
import type { Sample } from './world.ts';

/** The result of a check on a key. */
export type Checked = 'answered' | 'no money' | 'no more free answers';

const LINES = [2, 5] as const;
const OPERATION_TRIES_MAX = 20;

/**
 * A subject of one caller only, so that a charge in the books belongs to one call. It is unknown on chain, which is a fact and is charged.
 */
export function ownSubject(): string {
  return makeWallet().address;
}

/** Checks on keys. Everything that is not as it must be is thrown. */
export class KeyChecks {
  readonly #samples: readonly Sample[];
  readonly #notes: Notes;
  readonly #caller: PersistentCaller;
  readonly #chance: Chance;

  constructor(samples: readonly Sample[], notes: Notes, caller: PersistentCaller, chance: Chance) {
    this.#samples = samples;
    this.#notes = notes;
    this.#caller = caller;
    this.#chance = chance;
  }

  async one(account: AccountNote): Promise<Checked> {
    const identifier = this.#chance.happens(0.5) ? randomUUID() : null;
    // An identifier identifies a charge as well as a subject does, so these may ask about the sample world.
    const sample = this.#samples[this.#chance.whole(0, this.#samples.length - 1)];
    const known = identifier !== null && sample !== undefined;
    const { kind, address: subject } = known ? sample : { kind: 'funder', address: ownSubject() };
    const path = `/check/${kind}/${subject}`;
    const request = { headers: headersOf(account, identifier) };
    const answer = await this.#caller.decided(path, request);
    const refused = refusalOf(answer);
    if (refused) return refused;
    this.#note(account, subject, identifier, answer.body, memberAt(answer.body, 'billing'));
    if (identifier !== null && isCharged(answer) && this.#chance.happens(0.4)) {
      this.#notes.count('retry with an Idempotency-Key after the answer');
      mustRepeat(answer, await this.#caller.decided(path, request));
    }
    return 'answered';
  }

  /** Several checks in one GraphQL operation: one bill with several lines, charged or given back one by one. */
  async several(account: AccountNote): Promise<Checked> {
    const identifier = this.#chance.happens(0.5) ? randomUUID() : null;
    const asked = Array.from({ length: this.#chance.whole(...LINES) }, ownSubject);
    const delivered = new Map<string, unknown>();
    for (let tries = 0; tries < OPERATION_TRIES_MAX; tries += 1) {
      // An identifier names the whole bill; without one, a delivered check must not be asked for again.
      const subjects = identifier === null ? asked.filter((subject) => !delivered.has(subject)) : asked;
      const refused = await this.#operation(account, identifier, subjects, delivered);
      if (refused && delivered.size === 0) return refused;
      if (refused || delivered.size === asked.length) return this.#noteAll(account, identifier, delivered);
    }
    throw new Error(`an operation was not answered whole in ${OPERATION_TRIES_MAX} tries`);
  }

  /** Puts the lines that were answered into `delivered`. */
  async #operation(
    account: AccountNote,
    identifier: string | null,
    subjects: readonly string[],
    delivered: Map<string, unknown>,
  ): Promise<Checked | null> {
    const body = { query: `{ ${subjects.map(field).join(' ')} }` };
    const request = { method: 'POST', headers: headersOf(account, identifier), body } as const;
    const answer = await this.#caller.decided('/graphql', request);
    for (const [n, subject] of subjects.entries()) {
      const line = memberAt(answer.body, `data.a${n}`);
      if (line) delivered.set(subject, line);
    }
    return refusalOf(answer);
  }

  #noteAll(account: AccountNote, identifier: string | null, lines: ReadonlyMap<string, unknown>): 'answered' {
    for (const [subject, line] of lines) {
      const route = String(memberAt(line, 'billing.route')).toLowerCase();
      const replayed = memberAt(line, 'billing.replayed') === true;
      this.#note(account, subject, identifier, memberAt(line, 'document'), { route, ...(replayed && { replayed }) });
    }
    this.#notes.count('operation of several checks');
    return 'answered';
  }

  #note(account: AccountNote, subject: string, identifier: string | null, document: unknown, billing: unknown): void {
    const route = memberAt(billing, 'route');
    const free = route === 'none' && memberAt(billing, 'replayed') !== true;
    if (free) this.#notes.count('free check');
    if (route === 'credit') this.#notes.count('check on a balance');
    if (route === 'pass') this.#notes.count('check on a pass');
    const attestation = free ? null : requiredTextAt(document, 'attestation');
    this.#notes.checks.push({ account, subject, identifier, attestation });
  }
}

function headersOf({ key }: AccountNote, identifier: string | null): Record<string, string> {
  return { 'X-API-Key': key, ...(identifier !== null && { 'Idempotency-Key': identifier }) };
}

function field(subject: string, n: number): string {
  return `a${n}: funderCheck(address: "${subject}") { document billing { route replayed } }`;
}

function isCharged({ body }: HttpAnswer): boolean {
  return memberAt(body, 'billing.route') !== 'none' || memberAt(body, 'billing.replayed') === true;
}

/** Null for an answer; throws what must not come. */
function refusalOf(answer: HttpAnswer): Checked | null {
  if (answer.status === 200) return null;
  const code = codeOf(answer);
  if (code === 'insufficient_balance') return 'no money';
  if (code === 'too_many_free_answers') return 'no more free answers';
  throw new Error(`a check on a key got ${shown(answer)}`);
}

/** The retry of an answered call: the same answer, for nothing. */
function mustRepeat(first: HttpAnswer, again: HttpAnswer): void {
  const same = memberAt(again.body, 'attestation') === memberAt(first.body, 'attestation');
  const free =
    memberAt(again.body, 'billing.replayed') === true && memberAt(again.body, 'billing.charged_usdc') === '0.00';
  if (again.status !== 200 || !same || !free) throw new Error(`a retry after the answer got ${shown(again)}`);
}
