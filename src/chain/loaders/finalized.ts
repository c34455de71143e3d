import type { Signature } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { ByteCache } from '../cache.ts';
import type { Transaction } from '../model.ts';
import type { Transport } from '../rpc/transport.ts';
import { Flight, landed, type Pending } from './flight.ts';
import { getTransaction } from './transaction.ts';

/** A decoded transaction takes about 1.7 times the memory of its JSON text, measured over real ones. */
const MEMORY_PER_BYTE = 2;

/**
 * Finalized transactions across all sessions: one that is under way is asked for once, and one that was read is kept
 * decoded. Its weight follows the length of the answer that held it; a cached one costs a reader the same calls and bytes as
 * a fresh one, so that a limit does not depend on what was asked before.
 */
export class FinalizedTransactions {
  readonly #transport: Transport;
  readonly #cache: ByteCache<Signature, { readonly transaction: Transaction; readonly bytes: number }>;
  readonly #underWay = new Map<Signature, Flight<Transaction>>();

  constructor(transport: Transport, bytesMax: number) {
    this.#transport = transport;
    this.#cache = new ByteCache(bytesMax);
  }

  /** The transaction for somebody who looks at it once: what is there already is used, and nothing is kept. */
  pass(signature: Signature): Pending<Transaction> {
    return (
      this.#present(signature) ?? new Flight((interest) => this.#transport.call(getTransaction, signature, interest))
    );
  }

  get(signature: Signature): Pending<Transaction> {
    const present = this.#present(signature);
    if (present) return present;
    const flight: Flight<Transaction> = new Flight(async (interest) => {
      const answer = await this.#transport.call(getTransaction, signature, interest);
      const { reading, bytes } = answer;
      if (reading.known) this.#cache.set(signature, { transaction: reading.value, bytes }, bytes * MEMORY_PER_BYTE);
      if (this.#underWay.get(signature) === flight) this.#underWay.delete(signature);
      return answer;
    });
    this.#underWay.set(signature, flight);
    return flight;
  }
  /** What is kept of it, or under way for somebody else. */
  #present(signature: Signature): Pending<Transaction> | null {
    const cached = this.#cache.get(signature);
    if (cached) return landed({ reading: known(cached.transaction), bytes: cached.bytes });
    const shared = this.#underWay.get(signature);
    return shared && !shared.abandoned ? shared : null;
  }
}
