import type { ShownService } from '../banner.ts';
import type { ChainParts } from '../chain-source.ts';

/*
 * The messages between a primary and its workers. A primary may run workers of a newer version during an update, so members are
 * added here and never changed.
 */

/** What the primary opened for all workers. A worker gets it on request. */
export interface Orders {
  readonly type: 'orders';
  /** The port that all workers share. */
  readonly port: number;
  /** The embedded database, with credentials; null where the configuration names another. */
  readonly databaseUrl: string | null;
  readonly chain: Omit<ChainParts, 'close'>;
  /** The sandbox's key with credit, which the primary made; null on a real network. */
  readonly apiKey: string | null;
}

/** The worker finishes requests in flight and ends. `announced`: the whole service stops, and readiness reports it. */
interface Leave {
  readonly type: 'leave';
  readonly announced: boolean;
}

/** The worker aborts what is still in flight. */
interface Cut {
  readonly type: 'cut';
}

/** The primary asks for the worker's metrics, or sends those of all workers that the worker asked for; null: there are none. */
interface FiguresWanted {
  readonly type: 'figures-wanted';
  readonly id: number;
}
interface FiguresOfAll {
  readonly type: 'figures-of-all';
  readonly id: number;
  readonly text: string | null;
}

export type ToWorker = Orders | Leave | Cut | FiguresWanted | FiguresOfAll;

/** The worker listens. Messages sent to a process before that may be lost. */
interface OrdersWanted {
  readonly type: 'orders-wanted';
}

/** The worker serves, with the facts of the service. */
interface Ready {
  readonly type: 'ready';
  readonly facts: ServiceFacts;
}

/** Facts of a running service, the same in every worker. */
export type ServiceFacts = Pick<ShownService, 'version' | 'listening' | 'url' | 'network'>;

/** A worker's metrics as its registry writes them, or the request for those of all workers. */
interface Figures {
  readonly type: 'figures';
  readonly id: number;
  readonly figures: readonly object[];
}
interface AllFiguresWanted {
  readonly type: 'all-figures-wanted';
  readonly id: number;
}

/** The final metrics of a worker, sent unasked. */
interface LastFigures {
  readonly type: 'last-figures';
  readonly figures: readonly object[];
}

export type FromWorker = OrdersWanted | Ready | Figures | AllFiguresWanted | LastFigures;
