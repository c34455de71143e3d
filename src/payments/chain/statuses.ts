import {
  getSignatureStatuses,
  type SignatureStatus,
  STATUSES_PER_CALL,
} from 'assay-core/chain/loaders/signature-statuses.ts';
import { confirmedTransaction, getTransaction } from 'assay-core/chain/loaders/transactions.ts';
import type { Rank, Wait } from 'assay-core/chain/rpc/call-wait.ts';
import type { Endpoint } from 'assay-core/chain/rpc/endpoint.ts';
import type { Transport } from 'assay-core/chain/rpc/rpc-transport.ts';
import { known, mapReading, missing, type Reading } from 'assay-core/lib/reading.ts';
import type { Signature } from 'assay-core/solana/address.ts';
import type DataLoader from 'dataloader';
import { BatchPace, type PacedKey, pacedLoader } from './batch-pace.ts';
import { type PaymentLimits, withinTime } from './payment-limits.ts';
import { firstThat, others } from './second-opinions.ts';

const READING = 'status';
/** How many endpoints must agree, where that many are configured. */
const OPINIONS_NEEDED = 2;
/** Signatures that an endpoint without statuses is asked for at once. Each takes one or two calls. */
const BODIES_PER_BATCH = 10;

type Status = SignatureStatus | null;

/** The status from the first endpoint: null where it knows none, undefined where no endpoint has the method. */
interface First {
  readonly status: Status | undefined;
  readonly from: Endpoint | undefined;
}

/** Loads the status from one endpoint: undefined where it could not be asked. */
type OpinionLoader = DataLoader<PacedKey<Signature>, Status | undefined>;

/** Both loaders share a pace: `byBody` for an endpoint that knows no statuses. */
interface Opinions {
  readonly byStatus: OpinionLoader;
  readonly byBody: OpinionLoader;
}

/**
 * Statuses of signatures. Questions that come while requests are under way share the next one. A status counts when two endpoints
 * agree, where as many are configured.
 */
export class Statuses {
  readonly #transport: Transport;
  readonly #limits: PaymentLimits;
  readonly #rank: Rank;
  readonly #firsts: DataLoader<PacedKey<Signature>, Reading<First>>;
  readonly #opinions = new Map<Endpoint, Opinions>();

  constructor(transport: Transport, limits: PaymentLimits, rank: Rank) {
    this.#transport = transport;
    this.#limits = limits;
    this.#rank = rank;
    const load = (signatures: readonly Signature[]) => this.#loadFirsts(signatures);
    const unasked = missing(READING, 'deadline', 'nobody waited any longer');
    this.#firsts = pacedLoader<Signature, Reading<First>>(this.#pace(), STATUSES_PER_CALL, load, unasked);
  }

  /** The status that enough endpoints agree on. */
  load(signature: Signature): Promise<Reading<Status>> {
    return withinTime(READING, this.#limits, this.#rank, (wait) => this.#statusOf(signature, wait));
  }

  async #statusOf(signature: Signature, { signal }: Wait): Promise<Reading<Status>> {
    const first = await this.#firsts.load({ key: signature, signal });
    if (!first.known) return first;
    const { status, from } = first.value;
    const needed = Math.min(OPINIONS_NEEDED, this.#transport.configured);
    const statuses = [status];
    const asked = others(this.#transport, from).map(async (endpoint) => {
      statuses.push(await this.#opinionsOf(endpoint).load({ key: signature, signal }));
      return agreedOutcome(statuses, needed);
    });
    const early = await firstThat(asked, (outcome) => outcome !== null);
    return early ? known(early) : agreedStatus(statuses, needed);
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

  #opinionsOf(endpoint: Endpoint): OpinionLoader {
    const { byStatus, byBody } = this.#opinions.get(endpoint) ?? this.#openOpinions(endpoint);
    return endpoint.limits.refusalOf(getSignatureStatuses.name) === null ? byStatus : byBody;
  }

  #openOpinions(endpoint: Endpoint): Opinions {
    const pace = this.#pace();
    const load = (signatures: readonly Signature[]) => this.#loadOpinions(endpoint, signatures);
    const loaderOf = (itemsMax: number): OpinionLoader => pacedLoader(pace, itemsMax, load, undefined);
    const opinions = { byStatus: loaderOf(STATUSES_PER_CALL), byBody: loaderOf(BODIES_PER_BATCH) };
    this.#opinions.set(endpoint, opinions);
    return opinions;
  }

  /** The statuses from one endpoint, read from transactions where it has no statuses. */
  async #loadOpinions(
    endpoint: Endpoint,
    signatures: readonly Signature[],
  ): Promise<(signature: Signature) => Status | undefined> {
    const { name } = getSignatureStatuses;
    if (endpoint.limits.refusalOf(name) === null) {
      const answer = await this.#within(async (wait) => {
        return (await this.#transport.callAt(endpoint, getSignatureStatuses, signatures, wait)).reading;
      });
      if (answer.known) return (signature) => byKey(signatures, answer.value).get(signature);
      if (endpoint.limits.refusalOf(name) === null) return () => undefined;
    }
    const asked = signatures.slice(0, BODIES_PER_BATCH);
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

  #pace(): BatchPace {
    return new BatchPace(this.#limits.statusRequestsMax, this.#limits.statusEveryMs);
  }
}

/** The outcome that `needed` endpoints agree on, at the commitment that as many confirm; null where fewer agree. */
function agreedOutcome(statuses: readonly (Status | undefined)[], needed: number): SignatureStatus | null {
  const settled = statuses.flatMap((status) => (status && status.commitment !== 'processed' ? [status] : []));
  const alike = [true, false].map((failed) => settled.filter(({ error }) => (error !== null) === failed));
  const [opinions = [], others = []] = alike.sort((a, b) => b.length - a.length);
  if (opinions.length < needed || others.length === opinions.length) return null;
  const lower = opinions.find((status) => !isFinal(status));
  return opinions.filter(isFinal).length < needed && lower ? lower : (opinions.find(isFinal) ?? null);
}

/**
 * The status from all endpoints that answered. Null where `needed` of them know no such signature and no other does. A transaction
 * that one has not seen and another calls confirmed at most is `processed`. Otherwise a gap: `rpc_disagrees`, or `rpc_unavailable`
 * where too few answered.
 */
function agreedStatus(statuses: readonly (Status | undefined)[], needed: number): Reading<Status> {
  const outcome = agreedOutcome(statuses, needed);
  if (outcome) return known(outcome);
  const opinions = statuses.filter((status) => status !== undefined);
  if (opinions.length < needed) {
    return missing(READING, 'rpc_unavailable', 'no second endpoint could be asked about the signature');
  }
  const [one, ...more] = opinions.filter((status) => status !== null);
  if (!one) return known(null);
  if (more.some(({ error }) => (error === null) !== (one.error === null)) || [one, ...more].some(isFinal)) {
    return missing(READING, 'rpc_disagrees', 'the endpoints tell different things of the signature');
  }
  return known({ ...one, commitment: 'processed' });
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
