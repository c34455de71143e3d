import { type BatchClass, now, type RpcLimits } from './rpc-limits.ts';

/**
 * How large a request an endpoint accepts. Nodes refuse more than 50 KiB; proxies in front of them often accept it. A larger
 * request is tried where enough calls wait. A refused size is remembered, with the largest size that was accepted.
 */
export class RequestSizeMemory {
  readonly #limits: RpcLimits;
  #passed: number;
  #until = 0;

  constructor(limits: RpcLimits) {
    this.#limits = limits;
    this.#passed = limits.requestBytesMax;
  }

  /** Bytes that the next request may have. */
  get bytesMax(): number {
    return this.#until > now() ? this.#passed : Math.max(this.#passed, this.#limits.requestBytesTried);
  }

  /** True for a request that is longer than what every endpoint accepts, so that its size may be why it failed. */
  isLarge(bytes: number): boolean {
    return bytes > this.#limits.requestBytesMax;
  }

  pass(bytes: number): void {
    this.#passed = Math.max(this.#passed, bytes);
  }

  /** A size that was accepted before and is refused now proves nothing any more. */
  refuse(bytes: number): void {
    if (bytes <= this.#passed) this.#passed = this.#limits.requestBytesMax;
    this.#until = now() + this.#limits.arrayMemoryMs;
  }
}

const REDUCED_ITEMS = 10;
const LEARNING_SHARE = 0.3;

/** Which JSON-RPC arrays an endpoint accepts, and how large its answers are. */
export class ArrayMemory {
  readonly #limits: RpcLimits;
  #itemsMax = Number.POSITIVE_INFINITY;
  #until = 0;
  /** Until when long arrays of a class are not sent. Providers bound each class by itself. */
  readonly #reducedUntil: Record<BatchClass, number> = { state: 0, history: 0, transaction: 0, bodies: 0, scan: 0 };
  readonly #bytes: Record<BatchClass, number> = {
    state: 4_096,
    history: 65_536,
    transaction: 10_240,
    bodies: 1_048_576,
    scan: 65_536,
  };

  constructor(limits: RpcLimits) {
    this.#limits = limits;
  }

  /** False while only single calls are sent to the endpoint. */
  get accepted(): boolean {
    return this.#cap() > 1;
  }

  /** How many calls of the class the next request may hold, by what the endpoint accepts and how large answers are. */
  itemsMax(batch: BatchClass): number {
    const byBytes = Math.max(1, Math.floor(this.#limits.answerBytesTarget / this.#bytes[batch]));
    const reduced = this.#reducedUntil[batch] > now() ? reducedItems(batch) : Number.POSITIVE_INFINITY;
    return Math.min(this.#cap(), reduced, this.#limits.arrayItemsMax[batch], byBytes);
  }

  /**
   * Notes that the endpoint refused an array of `items` calls. A long one may have been too long; a short one means that it accepts
   * none.
   */
  refuse(batch: BatchClass, items: number): void {
    const until = now() + this.#limits.arrayMemoryMs;
    if (items > reducedItems(batch)) {
      this.#reducedUntil[batch] = until;
      return;
    }
    this.#itemsMax = 1;
    this.#until = until;
  }

  /** Notes that the answer to an array of `items` calls was too large: the next array has a quarter of them. */
  outgrew(batch: BatchClass, items: number): void {
    const bytes = this.#limits.answerBytesTarget / Math.max(1, Math.floor(items / 4));
    this.#bytes[batch] = Math.max(this.#bytes[batch], bytes);
  }

  /** Notes that arrays failed repeatedly for no stated reason. Single calls show whether arrays are the reason. */
  doubt(): void {
    if (this.#cap() <= 1) return;
    this.#itemsMax = 1;
    this.#until = now() + this.#limits.arrayDoubtMs;
  }

  /** Updates the expected answer size of one call of the class. */
  learn(batch: BatchClass, bytesPerItem: number): void {
    this.#bytes[batch] += (bytesPerItem - this.#bytes[batch]) * LEARNING_SHARE;
  }

  #cap(): number {
    return this.#until > now() ? this.#itemsMax : Number.POSITIVE_INFINITY;
  }
}

/** Many endpoints refuse arrays of searches only, which says nothing about other calls. */
function reducedItems(batch: BatchClass): number {
  return batch === 'scan' ? 1 : REDUCED_ITEMS;
}
