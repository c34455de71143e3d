import DataLoader from 'dataloader';
import type { Signature } from '#lib/address.ts';
import { known, mapReading, missing, type Reading } from '#lib/reading.ts';
import { confirmedTransaction } from '../loaders/confirmed.ts';
import { getSignatureStatuses, STATUSES_PER_CALL } from '../loaders/signature-statuses.ts';
import { getTransaction } from '../loaders/transaction.ts';
import type { SignatureStatus } from '../payments-model.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import type { Transport } from '../rpc/transport.ts';
import type { PaymentLimits } from './limits.ts';
import { firstThat, others } from './opinions.ts';
import { Term } from './term.ts';

const READING = 'status';
/** What must have answered before a signature counts as unknown to the chain, where that many are configured. */
const ABSENCES = 2;

type Status = SignatureStatus | null;

/** What one endpoint says, by signature; one that is not in it could not be asked about. */
type Opinion = ReadonlyMap<Signature, Status>;

/** What the first endpoint said, and what the others are asked about the nulls in it. `voices` counts the first. */
interface Round {
  readonly first: Opinion;
  readonly voices: number;
  readonly others: readonly Promise<Opinion>[];
}

/** Statuses of signatures: what is asked in one turn of the event loop shares a request, and a null needs two endpoints. */
export class Statuses {
  readonly #transport: Transport;
  readonly #limits: PaymentLimits;
  readonly #loader: DataLoader<Signature, { readonly answer: Promise<Reading<Status>> }>;

  constructor(transport: Transport, limits: PaymentLimits) {
    this.#transport = transport;
    this.#limits = limits;
    this.#loader = new DataLoader(async (signatures) => this.#ask(signatures), {
      cache: false,
      maxBatchSize: STATUSES_PER_CALL,
    });
  }

  /** The status as far as any endpoint knows it. */
  async load(signature: Signature): Promise<Reading<Status>> {
    return (await this.#loader.load(signature)).answer;
  }

  /** Answers at once with what is under way, so that a signature which needs another opinion delays no other. */
  #ask(signatures: readonly Signature[]): { answer: Promise<Reading<Status>> }[] {
    const term = new Term(this.#limits);
    const round = this.#begin(signatures, term);
    const answers = signatures.map((signature) => term.bound(READING, this.#statusOf(signature, round)));
    void Promise.all(answers).then(() => term.end());
    return answers.map((answer) => ({ answer }));
  }

  async #begin(signatures: readonly Signature[], term: Term): Promise<Reading<Round>> {
    const { name } = getSignatureStatuses;
    const { reading, from } = await this.#transport.call(getSignatureStatuses, signatures, term.interest());
    if (!reading.known && !this.#transport.lacks(name)) return reading;
    const first = reading.known ? opinionOf(signatures, reading.value) : new Map<Signature, Status>();
    const open = signatures.filter((signature) => !first.get(signature));
    const asked = open.length === 0 ? [] : others(this.#transport, from);
    return known({
      first,
      voices: reading.known ? 1 : 0,
      others: asked.map((endpoint) => this.#opinion(endpoint, open, term)),
    });
  }

  async #statusOf(signature: Signature, begun: Promise<Reading<Round>>): Promise<Reading<Status>> {
    const round = await begun;
    if (!round.known) return round;
    const { first, voices, others: asked } = round.value;
    const told =
      first.get(signature) ?? (await firstThat(asked, (opinion) => !!opinion.get(signature)))?.get(signature);
    if (told) return known(told);
    const opinions = await Promise.all(asked);
    const absences = voices + opinions.filter((opinion) => opinion.has(signature)).length;
    if (absences >= Math.min(ABSENCES, this.#transport.endpoints.length)) return known(null);
    return missing(
      READING,
      'rpc_unavailable',
      'no second endpoint could be asked about a signature that one does not know',
    );
  }

  /** What the endpoint says about the signatures, by their transactions where it knows no statuses. */
  async #opinion(endpoint: Endpoint, signatures: readonly Signature[], term: Term): Promise<Opinion> {
    const { name } = getSignatureStatuses;
    if (!endpoint.lacking.has(name)) {
      const { reading } = await this.#transport.callAt(endpoint, getSignatureStatuses, signatures, term.interest());
      if (reading.known) return opinionOf(signatures, reading.value);
      if (!endpoint.lacking.has(name)) return new Map();
    }
    const statuses = await Promise.all(signatures.map((signature) => this.#byBody(endpoint, signature, term)));
    return new Map(
      signatures.flatMap((signature, index) => {
        const status = statuses[index];
        return status?.known ? [[signature, status.value]] : [];
      }),
    );
  }

  async #byBody(endpoint: Endpoint, signature: Signature, term: Term): Promise<Reading<Status>> {
    const confirmed = await this.#transport.callAt(endpoint, confirmedTransaction, signature, term.interest());
    if (!confirmed.reading.known || confirmed.reading.value === null) return mapReading(confirmed.reading, () => null);
    const { slot, failed } = confirmed.reading.value;
    const final = await this.#transport.callAt(endpoint, getTransaction, signature, term.interest());
    const commitment = final.reading.known ? 'finalized' : 'confirmed';
    return known({ slot, commitment, error: failed ? 'the transaction failed' : null });
  }
}

function opinionOf(signatures: readonly Signature[], statuses: readonly Status[]): Opinion {
  return new Map(signatures.map((signature, index) => [signature, statuses[index] ?? null]));
}
