import type { ChainParts } from '../chain-source.ts';

/*
 * What a primary and its workers tell each other. A primary that runs on while the service is replaced talks to workers of a
 * newer version: members are added here, never changed.
 */

/** What the primary has opened for all workers. A worker gets it when it asks for its orders. */
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

/** The worker shall let requests in flight finish and end. `announced`: the whole service stops, and readiness says so. */
interface Leave {
  readonly type: 'leave';
  readonly announced: boolean;
}

/** What is still in flight shall be cut. */
interface Cut {
  readonly type: 'cut';
}

/** The primary wants the worker's figures, or brings those of all workers that a worker asked for; null: there are none. */
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

/** The worker is there; what is sent to a process before it listens may be lost. */
interface OrdersWanted {
  readonly type: 'orders-wanted';
}

/** The worker serves, and how the service presents itself. */
interface Ready {
  readonly type: 'ready';
  readonly facts: ServiceFacts;
}

/** Facts of a running service that are the same in every worker. */
export interface ServiceFacts {
  readonly version: string;
  readonly listening: string;
  readonly url: string;
  readonly network: string;
}

/** A worker's figures as its registry writes them, and the question for those of all workers. */
interface Figures {
  readonly type: 'figures';
  readonly id: number;
  readonly figures: readonly object[];
}
interface AllFiguresWanted {
  readonly type: 'all-figures-wanted';
  readonly id: number;
}

/** What a worker had counted when it had nothing left to do. Nobody asked, and nothing of it follows. */
interface LastFigures {
  readonly type: 'last-figures';
  readonly figures: readonly object[];
}

export type FromWorker = OrdersWanted | Ready | Figures | AllFiguresWanted | LastFigures;
