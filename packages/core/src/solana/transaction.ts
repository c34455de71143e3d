import type { Address, Signature } from './address.ts';
import type { InstructionPosition, Move } from './move.ts';

/** A token balance before or after a transaction. `owner` is null in old metadata, which lacks it. */
export interface TokenBalance {
  readonly keyIndex: number;
  readonly account: Address;
  readonly mint: Address;
  readonly owner: Address | null;
  readonly program: Address | null;
  readonly amount: bigint;
  readonly decimals: number;
}

/**
 * An instruction in execution order. `data` is null where the endpoint sent only its parsed form. It may be a getter that decodes,
 * so a copy has to name the members. `height`: the depth of a call, 1 at the top; absent where the endpoint does not tell it.
 */
export interface Instruction {
  readonly at: InstructionPosition;
  readonly height?: number | undefined;
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array | null;
}

/**
 * A transaction with everything that balances need. `keys` are the static keys, then the loaded writable and read-only ones.
 * `preBalances` and `postBalances` (lamports) have the same length. Lamports are conserved: post - pre = -fee - rents.
 * `signatures` has one for each of `signers`, in their order; the first is `signature`.
 */
export interface Transaction {
  readonly signature: Signature;
  readonly signatures: readonly Signature[];
  readonly slot: number;
  /** Its place in its block, where the endpoint gives it. */
  readonly index: number | null;
  readonly blockTime: number | null;
  readonly version: 'legacy' | number;
  readonly failed: boolean;
  readonly fee: bigint;
  readonly feePayer: Address;
  readonly signers: readonly Address[];
  readonly keys: readonly Address[];
  readonly preBalances: readonly bigint[];
  readonly postBalances: readonly bigint[];
  /** Lamports of rent that the transaction took from keys, as until March 2025; absent where it took none. */
  readonly rents?: ReadonlyMap<Address, bigint>;
  readonly preTokens: readonly TokenBalance[];
  readonly postTokens: readonly TokenBalance[];
  readonly instructions: readonly Instruction[];
  readonly moves: readonly Move[];
  /** SHA-256 of the message, where the signatures were verified over it. */
  readonly messageHash?: Uint8Array;
}
