import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;

/** Lets clients through one piece of work at a time, so that all of them can be brought to rest. */
export class Gate {
  readonly #clients: number;
  #resting = 0;
  #shut = false;
  #over = false;
  #open: () => void = () => undefined;
  #opened: Promise<void> = Promise.resolve();

  constructor(clients: number) {
    this.#clients = clients;
  }

  /** Awaited by a client before each piece of work; false when the run is over. */
  async enter(): Promise<boolean> {
    this.#resting += 1;
    while (this.#shut) await this.#opened;
    this.#resting -= 1;
    return !this.#over;
  }

  shut(): void {
    this.#shut = true;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#shut = false;
    this.#open();
  }

  /** Sends everybody home. */
  end(): void {
    this.#over = true;
    this.open();
  }

  /** Whether all clients rest within this time. */
  async atRest(msMax: number): Promise<boolean> {
    const end = Date.now() + msMax;
    while (this.#resting < this.#clients) {
      if (Date.now() > end) return false;
      await pause(POLL_MS);
    }
    return true;
  }
}
