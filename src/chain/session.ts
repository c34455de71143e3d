import { Convoy } from './convoy.ts';
import { openLoaders, type Shared } from './loaders/loaders.ts';
import type { ChainReader, ChainSession, CheckBounds } from './model.ts';
import { BoundedReader, type Cursors } from './reader.ts';
import type { Asking } from './rpc/transport.ts';
import type { SharedWork } from './shared-work.ts';

/** What sessions share. `open` counts them: what is shared of the present is dropped with the last one. */
export interface Together extends Shared {
  readonly work: SharedWork;
  open: number;
}

/** The loaders of one operation, over what is shared with others that are under way. */
export function openSession(asking: Asking, together: Together): ChainSession {
  together.open += 1;
  return new Session(asking, together);
}

class Session implements ChainSession {
  readonly #together: Together;
  readonly #open: (bounds: CheckBounds) => BoundedReader;
  /** Readers whose calls count as this session's, those of work that others began among them. */
  readonly #counted: ChainReader[] = [];
  readonly #leaves: (() => void)[] = [];
  #made = 0;
  #closed = false;

  constructor(asking: Asking, together: Together) {
    this.#together = together;
    const counting: Asking = {
      call: async (method, input, interest) => {
        try {
          return await asking.call(method, input, interest);
        } finally {
          this.#made += 1;
        }
      },
      lacks: (method) => asking.lacks(method),
    };
    const loaders = openLoaders(counting, together);
    const cursors: Cursors = new Map();
    const convoy = new Convoy();
    this.#open = (bounds) => new BoundedReader(loaders, cursors, bounds, convoy);
  }

  get closed(): boolean {
    return this.#closed;
  }

  get calls(): number {
    return this.#counted.reduce((sum, reader) => sum + reader.spent().calls, 0);
  }

  get made(): number {
    return this.#made;
  }

  reader(bounds: CheckBounds): ChainReader {
    const reader = this.#open(bounds);
    this.#counted.push(reader);
    this.#untilClosed(() => reader.close());
    return reader;
  }

  async share<T>(key: string, bounds: CheckBounds, work: (reader: ChainReader) => Promise<T>): Promise<T> {
    if (this.#closed) return await work(this.reader(bounds));
    const part = this.#together.work.share(key, () => this.#open(bounds), work);
    this.#counted.push(part.reader);
    this.#untilClosed(part.leave);
    return await part.answer;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const leave of this.#leaves.splice(0)) leave();
    this.#together.open -= 1;
    if (this.#together.open > 0) return;
    this.#together.slot.clear();
    this.#together.work.clear();
  }

  #untilClosed(leave: () => void): void {
    if (this.#closed) leave();
    else this.#leaves.push(leave);
  }
}
