/** A caller, or the wider network around callers, and how many free calls it may take a day. */
export interface FreeNetwork {
  /** 1 to 64 bytes. */
  readonly name: string;
  readonly callsMax: number;
  /** It takes nothing more once its free calls made so many calls of the chain's endpoints in a day; no bound when absent. */
  readonly rpcCallsMax?: number;
}

/** What is taken at once: all of it, or nothing. */
export interface FreeRequest {
  /** Each counts all calls. A wider network stands behind those within it, because they are locked in this order. */
  readonly networks: readonly FreeNetwork[];
  readonly calls: number;
  /** Nothing more is taken once the free calls of everybody made so many calls of the chain's endpoints in a day. */
  readonly rpcCallsMax: number;
  /** What the work is reckoned at while it is under way: for the last network, and for everybody. Nothing when absent. */
  readonly reserve?: { readonly amount: number; readonly allAmount: number };
}

/** What is kept of both budgets for work that is under way, until it is given back or lapses. */
export interface FreeReservation {
  readonly network: string;
  readonly at: string;
  readonly amount: number;
  readonly allAmount: number;
}

/** Where a day stands. Days are those of UTC by the database's clock, so that replicas agree about them. */
export interface FreeDay {
  /** The calls of each network that was asked about, in that order. */
  readonly calls: readonly number[];
  /** Calls of the chain's endpoints that the free calls of each of them made, as far as they were noted. */
  readonly networkRpcCalls: readonly number[];
  /** Those that the free calls of everybody made. */
  readonly rpcCalls: number;
  /** When the day ends. */
  readonly resetsAt: Date;
}

/**
 * `calls` of each network, with those that were taken. `busy`: work under way may yet use up what is left of a budget, so
 * that nothing can be taken now.
 */
export type FreeTaken =
  | { readonly taken: true; readonly calls: readonly number[]; readonly reservation?: FreeReservation }
  | { readonly taken: false; readonly day: FreeDay; readonly busy?: true };

/** Counts the free calls of a day, exactly, for all replicas. Every method throws not_ready while the database is away. */
export interface FreeCallBook {
  take(request: FreeRequest): Promise<FreeTaken>;
  /** Reads only. At least one name. */
  today(networks: readonly string[]): Promise<FreeDay>;
  /** Notes what free calls asked of the chain's endpoints, for the network named and for everybody, and gives back the rest. */
  spend(network: string, rpcCalls: number, reservation?: FreeReservation): Promise<void>;
  /** Deletes what is of days before today; returns how many callers and networks went. */
  forgetPastDays(): Promise<number>;
}
