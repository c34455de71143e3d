import type { ChainReader, StateReader, TrialReader } from '#chain/chain-reader.ts';
import type { Address } from '#solana/address.ts';
import type { ListReader } from '../sources/list-beginning.ts';
import type { ConfigurationBook } from './configurations.ts';
import type { PoolMemory } from './pool-memory.ts';

/** The chain reads of a market check: current state, simulated transfers, and the history that leads from a vault to its pool. */
export type MarketReader = StateReader & TrialReader & ListReader & Pick<ChainReader, 'closed'>;

/** What the process shares between market checks, and the stable coins through which a pool may lead to SOL. */
export interface MarketOptions {
  readonly configurations: ConfigurationBook;
  readonly memory: PoolMemory;
  readonly stableMints: readonly Address[];
}

/** The mint, and the trade size in lamports for which pools are chosen. */
export interface MarketQuestion {
  readonly subject: Address;
  readonly sizeLamports: bigint;
}
