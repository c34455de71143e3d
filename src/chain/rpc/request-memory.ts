import { type BatchClass, now, type RpcLimits } from './rpc-limits.ts';

/**
 * How large a request an endpoint takes. Nodes refuse what is above 50 KiB, and what stands before them often does not: a larger
 * request is sent where so much waits, and what was refused is remembered with what is known to pass.
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

  /** True for a request whose failure may be due to its size: it is longer than what every endpoint takes. */
  isLarge(bytes: number): boolean {
    return bytes > this.#limits.requestBytesMax;
  }

  pass(bytes: number): void {
    this.#passed = Math.max(this.#passed, bytes);
  }

  /** What passed before and is refused now proves nothing any more. */
  refuse(bytes: number): void {
    if (bytes <= this.#passed) this.#passed = this.#limits.requestBytesMax;
    this.#until = now() + this.#limits.arrayMemoryMs;
  }
}

const REDUCED_ITEMS = 10;
const LEARNING_SHARE = 0.3;

/** What an endpoint was found to take as JSON-RPC arrays, and how large its answers are. */
export class ArrayMemory {
  readonly #limits: RpcLimits;
  #itemsMax = Number.POSITIVE_INFINITY;
  #until = 0;
  /** Classes of which long arrays were refused, and until when that is remembered: providers bound each class by itself. */
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

  /** False while the endpoint is known to take single calls only. */
  get accepted(): boolean {
    return this.#cap() > 1;
  }

  /** How many calls of the class the next request may carry, by what the endpoint takes and what an answer weighs. */
  itemsMax(batch: BatchClass): number {
    const byBytes = Math.max(1, Math.floor(this.#limits.answerBytesTarget / this.#bytes[batch]));
    const reduced = this.#reducedUntil[batch] > now() ? reducedItems(batch) : Number.POSITIVE_INFINITY;
    return Math.min(this.#cap(), reduced, this.#limits.arrayItemsMax[batch], byBytes);
  }

  /** The endpoint did not take an array of `items` of the class: a long one may have been too long, a short one means none at all. */
  refuse(batch: BatchClass, items: number): void {
    const until = now() + this.#limits.arrayMemoryMs;
    if (items > reducedItems(batch)) {
      this.#reducedUntil[batch] = until;
      return;
    }
    this.#itemsMax = 1;
    this.#until = until;
  }

  /** The answer to an array of `items` of the class was given up as too large: the next one asks for a quarter of them. */
  outgrew(batch: BatchClass, items: number): void {
    const bytes = this.#limits.answerBytesTarget / Math.max(1, Math.floor(items / 4));
    this.#bytes[batch] = Math.max(this.#bytes[batch], bytes);
  }

  /** Arrays failed again and again without a word about arrays: single calls show whether it is them. */
  doubt(): void {
    if (this.#cap() <= 1) return;
    this.#itemsMax = 1;
    this.#until = now() + this.#limits.arrayDoubtMs;
  }

  /** Learns from an answer what one call of the class weighs. */
  learn(batch: BatchClass, bytesPerItem: number): void {
    this.#bytes[batch] += (bytesPerItem - this.#bytes[batch]) * LEARNING_SHARE;
  }

  #cap(): number {
    return this.#until > now() ? this.#itemsMax : Number.POSITIVE_INFINITY;
  }
}

/** Many endpoints take searches one by one only, which says nothing of other calls. */
function reducedItems(batch: BatchClass): number {
  return batch === 'scan' ? 1 : REDUCED_ITEMS;
}
