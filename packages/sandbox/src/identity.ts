/** The genesis hash of devnet: unmodified payment clients accept it, and no client takes the sandbox for mainnet. */
export const GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

/** Devnet's USDC mint. In the sandbox its mint authority is a key of the sandbox. */
export const USDC_MINT = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';

/** The seed from which every key, block hash and unsigned signature of the sample world follows. */
export const WORLD_SEED = 'assay sandbox world 1';

/** A sample address, the check and verdict that it is there for, and what was done to it. A trade is of 0.5 SOL. */
export interface SampleSubject {
  readonly kind: 'funder' | 'trade' | 'token' | 'wallet';
  readonly verdict: string;
  readonly address: string;
  /** One clause for people, such as "2 SOL from a Binance hot wallet". */
  readonly what: string;
}
