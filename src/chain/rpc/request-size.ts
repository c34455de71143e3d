import { now, type RpcLimits } from './limits.ts';

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
