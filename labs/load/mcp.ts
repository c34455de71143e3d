import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { type HttpAnswer, memberAt, requiredTextAt } from '../../src/operator/demo/calls.ts';
import { type PersistentCaller, shown } from '../soak/caller.ts';
import { type Checked, ownSubject } from '../soak/checks.ts';
import type { AccountNote, Notes } from '../soak/notes.ts';
import type { Measures } from './measures.ts';

const TRIES_MAX = 200;
const PAUSE_MS = 300;
/** A free caller's possible answers beside a verdict, all of which are free. */
const SOLD_OUT = ['payment_required', 'too_many_free_answers'];
/** Benchmarking networks (RFC 2544) and beyond: unowned addresses, each a caller of its own. */
const FIRST_OCTET = 10;

/** Checks by an agent, through the tool of a kind. Everything that is not as it must be is thrown. */
export class AgentChecks {
  readonly #notes: Notes;
  readonly #caller: PersistentCaller;
  readonly #chance: Chance;
  readonly #measures: Measures;

  constructor(notes: Notes, caller: PersistentCaller, chance: Chance, measures: Measures) {
    this.#notes = notes;
    this.#caller = caller;
    this.#chance = chance;
    this.#measures = measures;
  }

  async withKey(account: AccountNote): Promise<Checked> {
    const subject = ownSubject();
    const result = await this.#result(subject, { 'X-API-Key': account.key });
    const code = memberAt(result, 'code');
    if (code === 'insufficient_balance') return 'no money';
    if (code === 'too_many_free_answers') return 'no more free answers';
    if (code !== undefined) throw new Error(`a tool on a key gave ${JSON.stringify(result)}`);
    const free = memberAt(result, 'billing.route') === 'none' && memberAt(result, 'billing.replayed') !== true;
    const attestation = free ? null : requiredTextAt(result, 'attestation');
    this.#notes.checks.push({ account, subject, identifier: null, attestation });
    return 'answered';
  }

  /** Somebody who was never seen before, by the address that a proxy names. */
  async free(): Promise<'answered' | 'sold out'> {
    const octet = () => this.#chance.whole(1, 250);
    const address = `${FIRST_OCTET}.${octet()}.${octet()}.${octet()}`;
    const result = await this.#result(ownSubject(), { 'X-Forwarded-For': address });
    const code = memberAt(result, 'code');
    if (SOLD_OUT.includes(String(code))) return 'sold out';
    const route = memberAt(result, 'billing.route');
    if (route !== 'free' && route !== 'none') throw new Error(`a free tool gave ${JSON.stringify(result)}`);
    return 'answered';
  }

  /** The tool's answer: a verdict, or the problem that decides. */
  async #result(subject: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const params = { name: 'check_funder', arguments: { address: subject } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const accept = 'application/json, text/event-stream';
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const answer = await this.#caller.decided('/mcp', { method: 'POST', headers: { ...headers, accept }, body });
      const result = memberAt(answer.body, 'result.structuredContent');
      if (result === undefined) throw new Error(`a tool got ${shown(answer)}`);
      if (!isBusy(result, answer)) return result;
      this.#measures.problem(`tool: ${String(memberAt(result, 'code'))}`);
      await pause(PAUSE_MS);
    }
    throw new Error(`a tool was not answered in ${TRIES_MAX} tries`);
  }
}

/** A problem of ours, or of the moment. */
function isBusy(result: unknown, { body }: HttpAnswer): boolean {
  const status = Number(memberAt(result, 'status'));
  const isError = memberAt(body, 'result.isError') === true;
  return isError && (status === 503 || (status === 409 && memberAt(result, 'retryable') === true));
}
