import type { Address } from './address.ts';

/** Where an instruction ran: `outer` is its top-level index, `inner` its index among the calls of that one (-1: top level). */
export interface InstructionPosition {
  readonly outer: number;
  readonly inner: number;
}

/** What an instruction does to lamports and token accounts, in any encoding. Amounts in atomic units. */
export type Move = { readonly at: InstructionPosition; readonly program: Address } & (
  | { readonly kind: 'transfer'; readonly from: Address; readonly to: Address; readonly lamports: bigint }
  | {
      readonly kind: 'create_account';
      readonly from: Address;
      readonly to: Address;
      readonly lamports: bigint;
      readonly space: bigint;
      readonly owner: Address;
    }
  | { readonly kind: 'allocate'; readonly account: Address; readonly space: bigint }
  | {
      readonly kind: 'withdraw_nonce' | 'withdraw_stake' | 'withdraw_vote';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
      readonly lamports: bigint;
    }
  | {
      /** All lamports of a token account, mint or multisig beyond its rent today. */
      readonly kind: 'withdraw_excess';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
    }
  | {
      /** Wrapped lamports that leave their token account as lamports; null: all of them. */
      readonly kind: 'unwrap';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
      readonly lamports: bigint | null;
    }
  | { readonly kind: 'close_token_account'; readonly from: Address; readonly to: Address; readonly owner: Address }
  | {
      readonly kind: 'open_token_account';
      readonly account: Address;
      readonly owner: Address;
      readonly mint: Address;
      /** Who pays the rent, where the instruction names it (the associated-token program does). */
      readonly payer: Address | null;
    }
  | {
      readonly kind: 'token_transfer';
      readonly from: Address;
      readonly to: Address;
      readonly authority: Address;
      readonly mint: Address | null;
      readonly amount: bigint;
    }
  | { readonly kind: 'hand_over'; readonly account: Address; readonly owner: Address }
  | { readonly kind: 'create_mint'; readonly mint: Address }
  | {
      readonly kind: 'mint_tokens';
      readonly to: Address;
      readonly mint: Address;
      readonly authority: Address;
      readonly amount: bigint;
    }
  | {
      readonly kind: 'burn_tokens';
      readonly from: Address;
      readonly mint: Address;
      readonly authority: Address;
      readonly amount: bigint;
    }
);
