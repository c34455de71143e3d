import type { Signature } from '#lib/address.ts';
import { known, mapReading, missing, type Reading } from '#lib/reading.ts';
import { confirmedTransaction, getTransaction } from '../loaders/confirmed.ts';
import { getSignatureStatuses, STATUSES_PER_CALL } from '../loaders/signature-statuses.ts';
import type { SignatureStatus } from '../payment-chain.ts';
import { onAbort, type Rank, type Wait } from '../rpc/call-wait.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import { now } from '../rpc/rpc-limits.ts';
import type { Transport } from '../rpc/rpc-transport.ts';
import { type PaymentLimits, withinTime } from './payment-limits.ts';
import { firstThat, others } from './second-opinions.ts';

/**
 * Puts questions together over time: one that comes alone is asked in the same turn of the event loop, and while rounds are under
 * way, or one has just begun, all others wait for the next. However many ask, the rounds are few.
 */
export class Rounds<K, V> {
  readonly #options: RoundsOptions<K, V>;
  readonly #waiting = new Set<Waiting<K, V>>();
  #underWay = 0;
  #begunAt = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(options: RoundsOptions<K, V>) {
    this.#options = options;
  }

  /** The answer; never where `wait` ends before its round begins. */
  ask(key: K, wait: Wait): Promise<V> {
    return new Promise((answer) => {
      const waiting = { key, answer };
      this.#waiting.add(waiting);
      onAbort(wait.signal, () => this.#waiting.delete(waiting));
      this.#schedule();
    });
  }

  #schedule(): void {
    const { underWayMax, everyMs } = this.#options;
    if (this.#isDue || this.#waiting.size === 0 || this.#underWay >= underWayMax) return;
    this.#isDue = true;
    const pauseMs = this.#begunAt + everyMs - now();
    if (pauseMs > 0) setTimeout(() => this.#begin(), pauseMs);
    else setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isDue = false;
    const { itemsMax, load } = this.#options;
    const round = [...this.#waiting].slice(0, itemsMax());
    if (round.length === 0) return;
    for (const waiting of round) this.#waiting.delete(waiting);
    this.#begunAt = now();
    this.#underWay += 1;
    void load(round.map(({ key }) => key)).then((answerTo) => {
      this.#underWay -= 1;
      for (const { key, answer } of round) answer(answerTo(key));
      this.#schedule();
    });
    this.#schedule();
  }
}

const READING = 'status';
/** How many must say the same before it counts, where that many are configured. */
const VOICES = 2;
/** Signatures that an endpoint without statuses is asked about at once, because each is a call or two of its own. */
const BODIES_PER_ROUND = 10;

type Status = SignatureStatus | null;

/** What the first endpoint says of a signature: null where it knows none, undefined where no endpoint knows statuses. */
interface First {
  readonly status: Status | undefined;
  readonly from: Endpoint | undefined;
}

/** Statuses of signatures: what is asked while requests are under way shares the next, and what counts needs two endpoints, where as many are configured. */
export class Statuses {
  readonly #transport: Transport;
  readonly #limits: PaymentLimits;
  readonly #rank: Rank;
  readonly #firsts: Rounds<Signature, Reading<First>>;
  /** What single endpoints say; undefined where one could not be asked. */
  readonly #opinions = new Map<Endpoint, Rounds<Signature, Status | undefined>>();

  constructor(transport: Transport, limits: PaymentLimits, rank: Rank) {
    this.#transport = transport;
    this.#limits = limits;
    this.#rank = rank;
    const load = (signatures: readonly Signature[]) => this.#loadFirsts(signatures);
    this.#firsts = new Rounds({ ...this.#bounds(), load, itemsMax: () => STATUSES_PER_CALL });
  }

  /** The status that enough endpoints tell alike. */
  load(signature: Signature): Promise<Reading<Status>> {
    return withinTime(READING, this.#limits, this.#rank, (wait) => this.#statusOf(signature, wait));
  }

  async #statusOf(signature: Signature, wait: Wait): Promise<Reading<Status>> {
    const first = await this.#firsts.ask(signature, wait);
    if (!first.known) return first;
    const { status, from } = first.value;
    const needed = Math.min(VOICES, this.#transport.configured);
    const told = [status];
    const asked = others(this.#transport, from).map(async (endpoint) => {
      told.push(await this.#roundsOf(endpoint).ask(signature, wait));
      return agreedOutcome(told, needed);
    });
    const early = await firstThat(asked, (outcome) => outcome !== null);
    return early ? known(early) : agreedStatus(told, needed);
  }

  async #loadFirsts(signatures: readonly Signature[]): Promise<(signature: Signature) => Reading<First>> {
    const { name } = getSignatureStatuses;
    if (this.#transport.lacks(name)) return () => known({ status: undefined, from: undefined });
    const answer = await this.#within(async (wait) => {
      const { reading, from } = await this.#transport.call(getSignatureStatuses, signatures, wait);
      return mapReading(reading, (statuses) => ({ from, statuses: byKey(signatures, statuses) }));
    });
    if (!answer.known && this.#transport.lacks(name)) return () => known({ status: undefined, from: undefined });
    return (signature) =>
      mapReading(answer, ({ from, statuses }) => ({ from, status: statuses.get(signature) ?? null }));
  }

  #roundsOf(endpoint: Endpoint): Rounds<Signature, Status | undefined> {
    const present = this.#opinions.get(endpoint);
    if (present) return present;
    const rounds = new Rounds({
      ...this.#bounds(),
      load: (signatures: readonly Signature[]) => this.#loadOpinions(endpoint, signatures),
      itemsMax: () => (endpoint.lacking.has(getSignatureStatuses.name) ? BODIES_PER_ROUND : STATUSES_PER_CALL),
    });
    this.#opinions.set(endpoint, rounds);
    return rounds;
  }

  /** What the endpoint says about the signatures, by their transactions where it knows no statuses. */
  async #loadOpinions(
    endpoint: Endpoint,
    signatures: readonly Signature[],
  ): Promise<(signature: Signature) => Status | undefined> {
    const { name } = getSignatureStatuses;
    if (!endpoint.lacking.has(name)) {
      const answer = await this.#within(async (wait) => {
        return (await this.#transport.callAt(endpoint, getSignatureStatuses, signatures, wait)).reading;
      });
      if (answer.known) return (signature) => byKey(signatures, answer.value).get(signature);
      if (!endpoint.lacking.has(name)) return () => undefined;
    }
    const asked = signatures.slice(0, BODIES_PER_ROUND);
    const statuses = await Promise.all(
      asked.map((signature) => this.#within((wait) => this.#byBody(endpoint, signature, wait))),
    );
    const known = byKey(asked, statuses);
    return (signature) => {
      const status = known.get(signature);
      return status?.known ? status.value : undefined;
    };
  }

  async #byBody(endpoint: Endpoint, signature: Signature, wait: Wait): Promise<Reading<Status>> {
    const confirmed = await this.#transport.callAt(endpoint, confirmedTransaction, signature, wait);
    if (!confirmed.reading.known || confirmed.reading.value === null) return mapReading(confirmed.reading, () => null);
    const { slot, failed } = confirmed.reading.value;
    const final = await this.#transport.callAt(endpoint, getTransaction, signature, wait);
    const commitment = final.reading.known ? 'finalized' : 'confirmed';
    return known({ slot, commitment, error: failed ? 'the transaction failed' : null });
  }

  #within<T>(work: (wait: Wait) => Promise<Reading<T>>): Promise<Reading<T>> {
    return withinTime(READING, this.#limits, this.#rank, work);
  }

  #bounds() {
    return { underWayMax: this.#limits.statusRequestsMax, everyMs: this.#limits.statusEveryMs };
  }
}

/** What became of a transaction by the word of so many, as far as that many know it; null where fewer say the same. */
function agreedOutcome(told: readonly (Status | undefined)[], needed: number): SignatureStatus | null {
  const settled = told.flatMap((status) => (status && status.commitment !== 'processed' ? [status] : []));
  const alike = [true, false].map((failed) => settled.filter(({ error }) => (error !== null) === failed));
  const [voices = [], others = []] = alike.sort((a, b) => b.length - a.length);
  if (voices.length < needed || others.length === voices.length) return null;
  const lower = voices.find((status) => !isFinal(status));
  return voices.filter(isFinal).length < needed && lower ? lower : (voices.find(isFinal) ?? null);
}

/**
 * What all that could be asked say together. Null where so many know no such signature and nobody else does. What one has not heard
 * of yet, and another calls confirmed at most, is `processed`. The rest is a gap: `rpc_disagrees`, or `rpc_unavailable` where too few spoke.
 */
function agreedStatus(told: readonly (Status | undefined)[], needed: number): Reading<Status> {
  const outcome = agreedOutcome(told, needed);
  if (outcome) return known(outcome);
  const voices = told.filter((status) => status !== undefined);
  if (voices.length < needed) {
    return missing(READING, 'rpc_unavailable', 'no second endpoint could be asked about the signature');
  }
  const [heard, ...more] = voices.filter((status) => status !== null);
  if (!heard) return known(null);
  if (more.some(({ error }) => (error === null) !== (heard.error === null)) || [heard, ...more].some(isFinal)) {
    return missing(READING, 'rpc_disagrees', 'the endpoints tell different things of the signature');
  }
  return known({ ...heard, commitment: 'processed' });
}

function isFinal({ commitment }: SignatureStatus): boolean {
  return commitment === 'finalized';
}

function byKey<V>(signatures: readonly Signature[], values: readonly V[]): ReadonlyMap<Signature, V> {
  return new Map(
    signatures.flatMap((signature, index) => {
      const value = values[index];
      return value === undefined ? [] : [[signature, value] as const];
    }),
  );
}

/** How questions are put together. `load` answers all of a round; it must not reject. */
interface RoundsOptions<K, V> {
  readonly load: (keys: readonly K[]) => Promise<(key: K) => V>;
  readonly itemsMax: () => number;
  readonly underWayMax: number;
  /** Between the starts of two rounds, in milliseconds. */
  readonly everyMs: number;
}

interface Waiting<K, V> {
  readonly key: K;
  readonly answer: (value: V) => void;
}
