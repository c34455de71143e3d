import { BatchWindow } from './batch-window.ts';
import { BoundedReader, type Cursors, type Sources } from './bounded-reader.ts';
import type { ChainReader, ChainSession, CheckBounds } from './chain-reader.ts';
import { type CaughtLog, Trust } from './endpoint-trust.ts';
import { type Loaders, openLoaders, type SharedReadings } from './loaders/loaders.ts';
import type { PriceOf } from './rpc/prices.ts';
import type { RpcCaller } from './rpc/rpc-caller.ts';
import type { SharedWork } from './shared-work.ts';

/** What sessions share. `open` counts them: readings of the present are dropped with the last one. */
export interface SharedBySessions extends SharedReadings {
  readonly work: SharedWork;
  readonly caught: CaughtLog;
  readonly priceOf: PriceOf;
  open: number;
}

/** Opens the loaders of one operation, over the readings that other open sessions share. */
export function openSession(rpc: RpcCaller, shared: SharedBySessions): ChainSession {
  shared.open += 1;
  return new Session(rpc, shared);
}

/** Calls that left for endpoints. */
function sentBy(reader: ChainReader): number {
  const sent = reader.cost?.().calls.values() ?? [];
  return [...sent].reduce((sum, calls) => sum + calls, 0);
}

class Session implements ChainSession {
  readonly #shared: SharedBySessions;
  readonly #rpc: RpcCaller;
  /** Made for the first reader: a session that shares the work of others opens none. */
  #sourcesOfReaders: Sources | null = null;
  /** Readers whose calls count for this session, including those of work that others began. */
  readonly #counted: ChainReader[] = [];
  readonly #leaves: (() => void)[] = [];
  #made = 0;
  #closed = false;

  constructor(rpc: RpcCaller, shared: SharedBySessions) {
    this.#shared = shared;
    this.#rpc = rpc;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get calls(): number {
    // Kept answers count as questions, and calls that were repeated count each time.
    return this.#counted.reduce((sum, reader) => sum + Math.max(reader.spent().calls, sentBy(reader)), 0);
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
    const part = this.#shared.work.share(key, () => this.#open(bounds), work);
    this.#counted.push(part.reader);
    this.#untilClosed(part.leave);
    return await part.answer;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const leave of this.#leaves.splice(0)) leave();
    this.#shared.open -= 1;
    if (this.#shared.open > 0) return;
    this.#shared.present.clear();
    this.#shared.work.clear();
  }

  #open(bounds: CheckBounds): BoundedReader {
    this.#sourcesOfReaders ??= this.#sources(new Trust(this.#shared.caught), new BatchWindow());
    return new BoundedReader(this.#sourcesOfReaders, bounds);
  }

  /** The sources of readers that trust the same endpoints. After an endpoint was caught, everything is read again. */
  #sources(trust: Trust, batchWindow: BatchWindow): Sources {
    let loaders: Loaders | null = null;
    let cursors: Cursors = new Map();
    let distrusted = 0;
    return {
      trust,
      batchWindow,
      priceOf: this.#shared.priceOf,
      now: () => {
        if (!loaders || distrusted !== trust.distrusted.size) {
          loaders = openLoaders(this.#rpcOf(trust), this.#shared, trust, batchWindow.schedule);
          cursors = new Map();
          distrusted = trust.distrusted.size;
        }
        return { loaders, cursors };
      },
      without: (endpoint) => {
        const others = new Trust(() => undefined, [...trust.distrusted, endpoint]);
        return others.distrusted.size < this.#rpc.trusted.length ? this.#sources(others, batchWindow) : null;
      },
    };
  }

  #rpcOf(trust: Trust): RpcCaller {
    const rpc = this.#rpc;
    const counted = async <T>(call: Promise<T>) => {
      try {
        return await call;
      } finally {
        this.#made += 1;
      }
    };
    const trusted = () => rpc.trusted.filter((endpoint) => !trust.distrusted.has(endpoint));
    return {
      get trusted() {
        return trusted();
      },
      call: (method, input, wait, choice) =>
        counted(rpc.call(method, input, wait, { ...choice, without: trust.distrusted })),
      callAt: (endpoint, method, input, wait) => counted(rpc.callAt(endpoint, method, input, wait)),
      lacks: (method) => trusted().every(({ limits }) => limits.refusalOf(method) !== null),
    };
  }

  #untilClosed(leave: () => void): void {
    if (this.#closed) leave();
    else this.#leaves.push(leave);
  }
}
