import type { StateReader, TrialReader } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import type { ConfigurationBook } from './configurations.ts';
import type { PoolMemory } from './memory.ts';
import type { VaultHistoryReader } from './vault-pools.ts';

/** What of the chain a look at a mint's market reads: the present, what can be tried out on it, and of the past what leads from a vault to its pool. */
export type MarketReader = StateReader & TrialReader & VaultHistoryReader;

/** What a market is read with: what the process knows, and the stable coins that count as a way to SOL. */
export interface MarketOptions {
  readonly configurations: ConfigurationBook;
  readonly memory: PoolMemory;
  readonly stableMints: readonly Address[];
}

/** Whose market, and the size of the trade in lamports for which pools are chosen. */
export interface MarketQuestion {
  readonly subject: Address;
  readonly sizeLamports: bigint;
}
