import type { TransactionInstruction } from '@solana/web3.js';
import type { Address } from 'assay-core/solana/address.ts';
import type { AccountBytes, Quote, Side, Venue } from 'assay-core/venues/venue.ts';
import { associatedTokenAddress } from '#chain/derivation.ts';
import type { ExactInputSwap, PoolSide } from '#program/venues/trade.ts';
import type { Coin } from './coin.ts';

/** Reads an account as it stands when a trade is about to be made. */
export type ReadAccount = (address: Address) => AccountBytes | null;

/** A swap to be made; amounts are atomic units. */
export interface SwapOrder {
  readonly wallet: Address;
  readonly side: Side;
  readonly amountIn: bigint;
  readonly minimumOut: bigint;
}

/** A swap with the venue's quote for it. */
export interface QuotedOrder extends SwapOrder {
  readonly quote: Quote;
}

/** A pool of the sample world: its accounts at the beginning, and how one swaps with it. */
export interface SamplePool {
  readonly venue: Venue;
  readonly address: Address;
  readonly coin: Coin;
  /** The token that the coin trades against. */
  readonly other: Coin;
  /** True for a curve, which takes lamports themselves. They count as wrapped SOL. */
  readonly isNative: boolean;
  /** Tokens of the coin that the pool begins with, in atomic units. */
  readonly pooled: bigint;
  readonly accounts: readonly AccountBytes[];
  swap(order: QuotedOrder, readAccount: ReadAccount): TransactionInstruction;
}

/** A pool whose program computes all changes of a swap, so that its market need not be opened first. */
export interface PlainPool extends SamplePool {
  swap(order: SwapOrder, readAccount: ReadAccount): TransactionInstruction;
}

/** When pools of the sample world opened, in Unix seconds: the first of June 2025. Longer ago than any block of it. */
export const OPENED_UNIX = 1_748_736_000n;

/** A side of a pool as the sandbox's program knows it. */
export function sideOf({ mint, program, decimals }: Coin, vault: Address): PoolSide {
  return { mint, program, decimals, vault };
}

/** The order between the wallet's associated accounts. */
export function walletSides(
  { wallet, side, amountIn, minimumOut }: SwapOrder,
  coin: Coin,
  other: Coin,
): ExactInputSwap {
  const held = associatedTokenAddress(wallet, coin.mint, coin.program);
  const paid = associatedTokenAddress(wallet, other.mint, other.program);
  return { wallet, ...(side === 'buy' ? { from: paid, to: held } : { from: held, to: paid }), amountIn, minimumOut };
}

/** The data of an account that has to be there. */
export function dataAt(readAccount: ReadAccount, address: Address): Uint8Array {
  const account = readAccount(address);
  if (!account) throw new Error(`the sample world has no account ${address}`);
  return account.data;
}
