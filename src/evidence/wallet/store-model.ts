import type { Effect } from '#checks/wallet/effect.ts';
import type { Address, Signature } from '#lib/address.ts';

/** An effect as it is kept. `listed`: the wallet's own list names its transaction; else only a token account's does. */
export interface KeptEffect {
  readonly effect: Effect;
  readonly listed: boolean;
}

/**
 * What is known of a wallet from earlier checks. Effects are of finalized transactions and never change; whether they are all
 * is another matter: `seam` is the newest transaction of the wallet's list up to which, from `provenFrom` (Unix seconds) on,
 * every link was whole when it was written; null where that was never so.
 */
export interface KeptHistory {
  readonly effects: readonly KeptEffect[];
  readonly seam: { readonly signature: Signature; readonly slot: number; readonly provenFrom: number } | null;
}

/** What a check leaves behind. `seam` null: what is kept of a seam stays as it is. */
export interface NewlyKnown {
  readonly effects: readonly KeptEffect[];
  readonly seam: KeptHistory['seam'];
  /** Effects before this moment (Unix seconds) are of no use any more. */
  readonly forgetBefore: number;
}

/**
 * Effects of finalized transactions by wallet, shared by all replicas. It saves calls and decides nothing: a store that fails,
 * or that is turned off, leaves every verdict as it is.
 */
export interface EffectStore {
  /** Everything kept of the wallet. Rejects when the store cannot be read. */
  read(wallet: Address): Promise<KeptHistory>;
  /** Adds what is new; what is there already stays. Two replicas that write the same at once leave it once. */
  write(wallet: Address, known: NewlyKnown): Promise<void>;
}
