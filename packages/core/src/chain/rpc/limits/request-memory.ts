import { type BatchClass, now, type RpcLimits } from '../rpc-limits.ts';

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

const LEARNING_SHARE = 0.3;

/** How large an endpoint's answers are, by class of call, so that arrays are cut before their answers are too large. */
export class AnswerSizeMemory {
  readonly #limits: RpcLimits;
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

  /** How many calls of the class the next request may hold, by how large their answers are. */
  itemsMax(batch: BatchClass): number {
    const byBytes = Math.max(1, Math.floor(this.#limits.answerBytesTarget / this.#bytes[batch]));
    return Math.min(this.#limits.arrayItemsMax[batch], byBytes);
  }

  /** Notes that the answer to an array of `items` calls was too large: the next array has a quarter of them. */
  outgrew(batch: BatchClass, items: number): void {
    const bytes = this.#limits.answerBytesTarget / Math.max(1, Math.floor(items / 4));
    this.#bytes[batch] = Math.max(this.#bytes[batch], bytes);
  }

  /** Updates the expected answer size of one call of the class. */
  learn(batch: BatchClass, bytesPerItem: number): void {
    this.#bytes[batch] += (bytesPerItem - this.#bytes[batch]) * LEARNING_SHARE;
  }
}
