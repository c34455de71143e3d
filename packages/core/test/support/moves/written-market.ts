import type { EncodedAccount } from 'assay-sandbox/pools/layout.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenChange } from './chain.ts';

/** A market to write: what it holds, whose it is, and lamports that lie further from the price than anybody trades. */
export interface MarketSpec {
  readonly mint: Address;
  readonly program: Address;
  readonly tokens: bigint;
  readonly lamports: bigint;
  readonly parkedLamports: bigint;
  /** Tells pools of one venue and mint apart. */
  readonly index: number;
  readonly creator: Address;
  /** Who opened the pool, where that is not the creator. */
  readonly opener?: Address;
  readonly openedAtUnix: number;
  /** A curve that has sold everything. */
  readonly complete: boolean;
  /** Liquidity that the venue itself keeps for good, in basis points. */
  readonly lockedBps: number;
}

/** A market with the accounts that make it, and the accounts that show its liquidity. */
export interface WrittenMarket {
  readonly accounts: readonly EncodedAccount[];
  readonly pool: Address;
  readonly program: Address;
  readonly vaults: { readonly mint: Address; readonly other: Address };
  readonly vaultOwners: { readonly mint: Address; readonly other: Address };
  /** The market's shares of the vaults, where others use these as well. */
  readonly vaultShares?: { readonly owner: Address; readonly mint: ShareAccount; readonly other: ShareAccount };
  readonly shares:
    | { readonly by: 'lp'; readonly mint: Address; readonly issued: bigint; readonly authority: Address }
    | { readonly by: 'position'; readonly write: WritePosition; readonly liquidity: bigint }
    | { readonly by: 'program' };
  /** Liquidity far from the price. */
  readonly parked?: { readonly liquidity: bigint; readonly write: WritePosition };
}

interface ShareAccount {
  readonly account: Address;
  readonly mint: Address;
}

/** The accounts of what a market holds. */
export function holdingsOf({ vaults, vaultShares: shares }: Pick<WrittenMarket, 'vaults' | 'vaultShares'>) {
  return [vaults.mint, vaults.other, ...(shares ? [shares.mint.account, shares.other.account] : [])];
}

/** What the accounts of a market gain with these tokens and lamports. */
export function gainsOf(
  { vaults, vaultOwners, vaultShares }: WrittenMarket,
  mint: Address,
  { tokens, lamports }: { readonly tokens: bigint; readonly lamports: bigint },
): readonly TokenChange[] {
  const shares = vaultShares && [
    { ...vaultShares.mint, owner: vaultShares.owner, by: tokens },
    { ...vaultShares.other, owner: vaultShares.owner, by: lamports },
  ];
  return [
    { account: vaults.mint, owner: vaultOwners.mint, mint, by: tokens },
    { account: vaults.other, owner: vaultOwners.other, mint: WRAPPED_SOL, by: lamports },
    ...(shares ?? []),
  ];
}

/** The account of a position with this much liquidity, whose token has this mint, or which names its owner. */
export type WritePosition = (position: {
  readonly at: Address;
  readonly nftMint: Address;
  readonly owner: Address;
  readonly liquidity: bigint;
  /** True for one that the venue keeps for good, where a position says so itself. */
  readonly isKept: boolean;
}) => EncodedAccount;

/** One owner of both vaults. */
export function both(owner: Address): WrittenMarket['vaultOwners'] {
  return { mint: owner, other: owner };
}

/** The vaults of the mint and of the other one. */
export function sidesOf(
  mint: Address,
  vaults: readonly { readonly address: Address; readonly mint: Address }[],
): WrittenMarket['vaults'] {
  const own = vaults.find((vault) => vault.mint === mint);
  const other = vaults.find((vault) => vault.mint !== mint);
  if (!own || !other) throw new Error('a pool without vaults');
  return { mint: own.address, other: other.address };
}
