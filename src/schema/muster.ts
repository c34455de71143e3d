/**
 * Lets members that were enrolled together start together: each waits until every one has either arrived or been
 * struck off. Checks of one operation that start in step ask the chain in step, so that their loads share requests.
 */
export class Muster {
  #missing = 0;
  #waiting: (() => void)[] = [];

  /** Counts a member in; it must arrive or be struck off exactly once. */
  enrol(): void {
    this.#missing += 1;
  }

  /** Resolves when nobody is missing any more. */
  async arrive(): Promise<void> {
    const all = new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.strike();
    await all;
  }

  /** Takes a member off the roll. */
  strike(): void {
    this.#missing -= 1;
    if (this.#missing > 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
