import type { Address } from '#solana/address.ts';

/** An account as a venue reads it. `lamports` is its whole balance, rent included. */
export interface AccountBytes {
  readonly address: Address;
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

/** Accounts by address: null if the chain has none, absent if it was not requested. */
export type Accounts = ReadonlyMap<Address, AccountBytes | null>;

/** The moment that quotes are made for, as the chain gives it. `unixTime` in seconds. */
export interface Clock {
  readonly slot: bigint;
  readonly unixTime: bigint;
  readonly epoch: bigint;
}

/** Why a pool, or a trade in it, has no number. The list is closed; a refusal never hides a number that would be wrong. */
export type RefusalCode =
  /** The account belongs to another program than the venue's. */
  | 'foreign_owner'
  /** Length, discriminator or a field contradicts the layout. */
  | 'wrong_layout'
  /** A version, curve or mode that is not known here, so that its price is not known either. */
  | 'unknown_variant'
  /** Accounts of the pool contradict each other: a vault of another mint or owner. */
  | 'inconsistent'
  /** An account that the number needs was asked for and is not there. */
  | 'account_missing'
  /** The trade needs an account that was not requested, such as a tick array further away. */
  | 'not_read'
  /** The operator of the pool or venue switched swaps off. */
  | 'disabled'
  /** A vault is frozen, so that nothing leaves it. */
  | 'vault_frozen'
  /** Trading begins later. */
  | 'not_open'
  /** The curve is complete; its token trades elsewhere now, or soon. */
  | 'completed'
  /** The trade is larger than what the pool holds. */
  | 'insufficient_liquidity'
  /** So small that nothing comes out. */
  | 'amount_too_small'
  /** The mint keeps everything that a transfer of it moves, as its fee. No pool says this, but a route through it. */
  | 'fee_takes_all'
  /** Larger than what the program can compute. */
  | 'overflow';

/** `detail` is for people: which field, which account. It never decides anything. */
export interface Refused {
  readonly refused: RefusalCode;
  readonly detail: string;
}

/** `buy` gives the pool's other mint for the mint that was asked about; `sell` the reverse. */
export type Side = 'buy' | 'sell';

/** The recipient of a part of a fee. `lp` stays with the pool's liquidity. */
export type FeeShare = 'lp' | 'protocol' | 'creator';

/** A part of the venue's fee, in atomic units of the leg's input or output. */
export interface Fee {
  readonly share: FeeShare;
  readonly of: 'input' | 'output';
  readonly amount: bigint;
}

/**
 * The result of a swap with an exact input. Amounts are atomic units as they enter and leave the pool's vaults, without the fee that a
 * Token-2022 mint takes on a transfer. `spent` is the input that the program takes, at most the offered amount; `received` leaves the pool
 * after all venue fees, which `fees` splits: fees on the input are part of `spent`, fees on the output were taken from the pool's payment.
 */
export interface Quote {
  readonly spent: bigint;
  readonly received: bigint;
  /** Computed on request, as only a few of the compared quotes are inspected. */
  fees(): readonly Fee[];
  /** The same market after this swap, at the same moment; worked out when asked for. */
  afterwards(): Market;
}

/** A price as an exact fraction: atomic units of the other mint for one atomic unit of the mint. `denominator` > 0. */
export interface Price {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** A pool that can be quoted, at one moment. */
export interface Market {
  /** The price at the margin, before fees. */
  readonly price: Price;
  /** The pool's real and payable balances, in atomic units, without virtual reserves. */
  readonly depth: { readonly mint: bigint; readonly other: bigint };
  /** True where all of `depth` backs the price, as under a constant product; absent where liquidity lies in ranges or bins. */
  readonly constantProduct?: true;
  /** The parts of the number that are a bound and not exact, in words for people; empty for an exact quote. */
  readonly bounds: readonly string[];
  /**
   * The swap of exactly `amountIn` (more than 0) atomic units as they reach the vault. All of it is spent, but for units that a
   * venue's rounding leaves, which `spent` tells; or it is refused.
   */
  quote(side: Side, amountIn: bigint): Quote | Refused;
}

/** Facts of a pool that are no part of its price. Null: the venue does not give them, or they need accounts that were not requested. */
export interface PoolFacts {
  /** The pool's creator, or the recipient of the creator's fee. */
  readonly creator: Address | null;
  /** When trading opened or opens, in Unix seconds. */
  readonly openedAt: bigint | null;
  /**
   * Share of the liquidity that nobody can ever withdraw, in basis points rounded down. Each venue defines at its facts what counts: LP
   * tokens that were burned, or liquidity that the program itself holds locked. LP tokens held by a locker or a dead address do not count.
   */
  readonly lockedLiquidityBps: number | null;
}

/** The token account of a pool's shares of a vault, how many atomic units of its mint a share is worth, and all of them; 0: not read. */
export interface VaultShares {
  readonly account: Address;
  readonly worth: Price;
  readonly tokens: bigint;
}

/** A pool that was recognised by its bytes: its owner program is proven, and its price needs `needs`. */
export interface Pool {
  readonly venue: VenueId;
  readonly address: Address;
  /** The mint that was asked about, and the one it trades against. Native SOL counts as wrapped SOL. */
  readonly mint: Address;
  readonly other: Address;
  /** The coin that a launch curve sells, which `mint` may be bought with instead; absent for pools. */
  readonly launches?: Address;
  /** The token accounts that hold the two sides; null where the pool holds lamports itself. */
  readonly vaults: { readonly mint: Address; readonly other: Address | null };
  /** The pool's shares of `vaults`, where other pools keep tokens in these as well; absent where they are its own. */
  readonly shares?: { readonly mint: VaultShares; readonly other: VaultShares };
  /** Facts of it that the pool's own account lacks: the token programs of both mints, and the worth of shares at `clock`. */
  holdingsIn?(accounts: Accounts, clock: Clock): Partial<Pick<Pool, 'vaults' | 'shares'>>;
  /** The mint of the LP tokens, whose holders can withdraw their share; absent if liquidity lies in positions or belongs to the program. */
  readonly liquidity?: { readonly mint: Address };
  /** The accounts to read, beside the pool's own account, the configuration accounts and both mints, before it can be opened. */
  readonly needs: readonly Address[];
  /**
   * The market at `clock`. `accounts` holds the pool itself, `needs`, `configurations` of the venue and both mints, as
   * they stood at one slot where possible. The same bytes make the same market.
   */
  open(accounts: Accounts, clock: Clock): OpenPool | Refused;
}

/** A pool with its price. */
export interface OpenPool {
  readonly market: Market;
  readonly facts: PoolFacts;
}

/** The two mints of a searched pool. */
export interface Pair {
  readonly mint: Address;
  readonly other: Address;
}

/** The venues that are known. */
export type VenueId =
  | 'pump_curve'
  | 'pumpswap'
  | 'raydium_amm_v4'
  | 'raydium_cpmm'
  | 'raydium_clmm'
  | 'raydium_launchlab'
  | 'orca_whirlpool'
  | 'meteora_dlmm'
  | 'meteora_damm_v1'
  | 'meteora_damm_v2'
  | 'meteora_dbc';

/** A trading program. Pure: account bytes in, pools and quotes out; no clock, no chance, no I/O. */
export interface Venue {
  readonly id: VenueId;
  /** Its name for people. */
  readonly name: string;
  readonly program: Address;
  /**
   * The account under which vaults of all its pools stand, where there is one; null where each pool is the authority of
   * its own vaults. A large holder under it proves that liquidity exists here.
   */
  readonly authority: Address | null;
  /** A program whose accounts hold the tokens of its pools, and of others; none where pools hold their own. */
  readonly custodian?: Address;
  /** The mint of the shares of such an account, of which each pool has an account of its own. */
  shareMintOf?(account: Address): Address;
  /** True where the venue's swap hands a mint's transfer hook the accounts that it wants; absent where it cannot. */
  readonly forwardsHooks?: true;
  /** Accounts that are the same for all mints and change rarely: fees, tiers. Which of them exist decides what can be derived. */
  readonly configurations: readonly Address[];
  /** Where pools of the pair would be, likeliest first. Empty where the address does not follow from the pair. */
  candidates(pair: Pair, configurations: Accounts): readonly Address[];
  /**
   * The pool that an account holds, for who asks about `mint`; checked in the order owner, discriminator, length, fields.
   * A pool of other mints is `inconsistent`.
   */
  recognise(account: AccountBytes, mint: Address): Pool | Refused;
}

/** A refusal with its reason in words. */
export function refuse(refused: RefusalCode, detail: string): Refused {
  return { refused, detail };
}

/** True when there is no number. */
export function isRefused<T extends object>(result: T | Refused): result is Refused {
  return 'refused' in result;
}
