/**
 * How many items an endpoint takes at once: calls in an array, or addresses in a call. There is no bound until an endpoint refuses. Then
 * it is the number that the endpoint named, or half of the refused number. Times are milliseconds of a clock that never goes back.
 */
export class SizeLimit {
  readonly #memoryMs: number;
  #most = Number.POSITIVE_INFINITY;
  #refused = Number.POSITIVE_INFINITY;
  #accepted = 0;
  #until = 0;
  #aloneUntil = 0;

  /** After `memoryMs` a size that was refused may be tried again. */
  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  /** The most items to send; infinite where no bound is known. */
  get most(): number {
    return this.#most;
  }

  /** The most items that were accepted at once. */
  get accepted(): number {
    return this.#accepted;
  }

  kept(): number | null {
    return Number.isFinite(this.#most) ? this.#most : null;
  }

  restore(kept: number, time: number): void {
    this.#most = kept;
    this.#refused = kept + 1;
    this.#until = time + this.#memoryMs;
  }

  /** Notes that `items` were refused. `next`: how many to send instead, where that is known. */
  refuse(items: number, next: number | null, time: number): void {
    const half = Math.floor(items / 2);
    this.#most = Math.max(1, Math.min(this.#most, items - 1, next ?? half));
    this.#refused = next === null ? Math.min(this.#refused, items) : this.#most + 1;
    this.#until = time + this.#memoryMs;
  }

  /**
   * Notes that `items` were refused for a reason that size may not be: one is sent next, and more where that is accepted, but not for
   * `aloneMs`.
   */
  doubt(items: number, time: number, aloneMs: number): void {
    this.#most = 1;
    this.#refused = Math.min(this.#refused, items);
    this.#until = time + this.#memoryMs;
    this.#aloneUntil = time + aloneMs;
  }

  /** Notes that `items` were accepted. Twice as many are tried next, below a size that was refused. */
  accept(items: number, time: number): void {
    this.#accepted = Math.max(this.#accepted, items);
    if (items < this.#most || time < this.#aloneUntil) return;
    if (time >= this.#until) this.#refused = Number.POSITIVE_INFINITY;
    if (items * 2 < this.#refused) this.#most = items * 2;
  }

  /** Forgets the bound: something else was the reason. */
  forget(): void {
    this.#most = Number.POSITIVE_INFINITY;
    this.#refused = Number.POSITIVE_INFINITY;
  }
}
