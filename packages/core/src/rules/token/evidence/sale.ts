import type { Address } from '#solana/address.ts';

/** The proceeds of a sale of tokens worth `sizeLamports` at the margin, through the best pool. Exact amounts. */
export interface SaleQuote {
  readonly sizeLamports: bigint;
  readonly tokens: bigint;
  /** Null where no pool buys; then `refused` lists the refusal of each. */
  readonly lamportsBack: bigint | null;
  readonly venue: string | null;
  readonly pool: Address | null;
  readonly refused: readonly { readonly venue: string; readonly pool: Address; readonly why: string }[];
}

/** The result of trial transfers of real holders into pools; null without a holder or a pool. */
export type TrialSale = {
  readonly sold: boolean;
  readonly by: 'hook' | 'token_program' | null;
  readonly error: string | null;
} | null;
