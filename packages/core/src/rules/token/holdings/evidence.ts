import type { Address } from '#solana/address.ts';

/** A decoded lock on an account of the mint. Amounts in atomic units, at most what the account holds; moments in Unix seconds. */
export interface VestingFacts {
  /** The name of its program, for people. */
  readonly program: string;
  /** The depositor of the tokens, and their recipient; null if the account does not say, or several do. */
  readonly sender: Address | null;
  readonly recipient: Address | null;
  /** The keys that can end it early. */
  readonly cancelableBy: readonly Address[];
  /** The locked part, and the part of it that opens within 30 days. */
  readonly locked: bigint;
  readonly opensSoon: bigint;
  /** The next and the last moment at which something opens; null: never. */
  readonly nextAtUnix: number | null;
  readonly endsAtUnix: number | null;
}

/** The deciders about a vault. */
export interface TreasuryFacts {
  readonly kind: 'squads_v3' | 'squads_v4' | 'realms';
  /** The multisig, or the governance. */
  readonly account: Address;
  /** How many of how many keys have to sign; null for a governance, which votes by tokens. */
  readonly threshold: number | null;
  readonly members: number | null;
  /** The key that can change the members alone; null: none. */
  readonly configAuthority: Address | null;
  /** Seconds from the approval of a transfer to the transfer. */
  readonly delaySeconds: number;
}
