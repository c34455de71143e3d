import type { StateReader } from '#chain/model.ts';
import type { TrialReader } from '#chain/run-model.ts';
import type { Address } from '#lib/address.ts';
import type { ConfigurationBook } from './configurations.ts';
import type { PoolMemory } from './memory.ts';
import type { TrailReader } from './trail.ts';

/** What of the chain a trade check reads: the present, what can be tried out on it, and of the past what leads from a vault to its pool. */
export type TradeReader = StateReader & TrialReader & TrailReader;

/** What a trade check is gathered with: what the process knows, and the stable coins that count as a way to SOL. */
export interface TradeOptions {
  readonly configurations: ConfigurationBook;
  readonly memory: PoolMemory;
  readonly stableMints: readonly Address[];
  /** Bounds of the verdicts in basis points, best first: the largest size of each is looked for. */
  readonly costBoundsBps: readonly number[];
  /** The highest priority that is counted, and what is taken where recent ones cannot be read. */
  readonly highestPriorityMicroLamports: bigint;
}

/** What is asked: the mint, and the size of the purchase in lamports. */
export interface TradeQuestion {
  readonly subject: Address;
  readonly sizeLamports: bigint;
}
