import type { GapCause, Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';
import type { IssuerFacts } from '#solana/token/issuers.ts';
import type { ProgramPower } from '#solana/token/powers/program-power.ts';
import type { AsOf } from '../check.ts';
import type { AuthorityFacts, HookFacts } from './authority-facts.ts';
import type { SaleQuote, TrialSale } from './evidence/sale.ts';
import type { TreasuryFacts, VestingFacts } from './holdings/evidence.ts';

/** A lock that ends within 30 days of the answer counts as none: today's buyer may still hold then. Own choice. */
export const LOCK_SECONDS_MIN = 30 * 86_400;

/** The classified account of the subject. */
export type TokenCheckSubject =
  | { readonly is: 'nothing' }
  /** An account that is no mint. `what` is for people and for the answer's evidence. */
  | {
      readonly is: 'other';
      readonly what: 'wallet' | 'program' | 'token_account' | 'multisig' | 'account';
      readonly owner: Address;
      /** The mint that a token account holds; null for another account. */
      readonly mint: Address | null;
      /** True for the data of an initialized mint under an unknown token program. */
      readonly looksLikeMint: boolean;
    }
  | { readonly is: 'uninitialized'; readonly owner: Address }
  | { readonly is: 'malformed'; readonly owner: Address; readonly why: string }
  | { readonly is: 'mint'; readonly mint: TokenMintFacts };

/** A decoded mint, with the epoch of its fees. */
export interface TokenMintFacts extends FullMint {
  readonly epoch: bigint;
}

/** The metadata of the mint. Texts are untrusted and have at most 256 bytes each. */
export interface MetadataFacts {
  /** Where the name comes from; `none`: there is no metadata. */
  readonly source: 'metaplex' | 'token_2022' | 'none';
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  readonly updateAuthority: Address | null;
  readonly mutable: boolean;
  /** Metaplex's token standard; null where it is not set. */
  readonly tokenStandard: number | null;
  /** The names in the other record, where both the mint and Metaplex have one, because wallets may show either. */
  readonly alsoCalled: { readonly name: string; readonly symbol: string } | null;
  /** True where the two have different names or symbols. */
  readonly conflict: boolean;
  /** The account that the mint's metadata pointer names, where that is neither the mint nor its Metaplex account. */
  readonly foreignPointer: Address | null;
}

/** The role of a token account's owner: the first that matches, in this order. */
export type HolderRole =
  | 'burn'
  | 'pool'
  | 'curve'
  | 'launch_system'
  | 'locker'
  | 'custody'
  | 'exchange'
  | 'program'
  | 'wallet';

/** One of the largest accounts of the mint. Amounts in atomic units. */
export interface HolderAccount {
  readonly account: Address;
  readonly owner: Address;
  readonly tokens: bigint;
  readonly frozen: boolean;
  readonly role: HolderRole;
  /** A name for the owner or its program, from the labels; null where there is none. */
  readonly label: string | null;
  /** The program that owns the owner's account; null where the owner has no account. */
  readonly program: Address | null;
  /** Decides about the tokens in place of the owner: the recipient of a lock, the key that can cancel it, or the sender to several. */
  readonly controller?: Address;
  /** The part of a decoded lock that stays for at least `LOCK_SECONDS_MIN`, and its first unlock in Unix seconds; null: never. */
  readonly lock?: { readonly tokens: bigint; readonly unlocksAtUnix: number | null };
  /** The decoded locks on the account; absent for none. */
  readonly vestings?: readonly VestingFacts[];
  /** The multisig or governance that the owner is proven to be a vault of. Its tokens count as held all the same. */
  readonly treasury?: TreasuryFacts;
}

/** The largest accounts of the mint, largest first. */
export interface HolderFacts {
  readonly accounts: readonly HolderAccount[];
  /** The sum of the list, and the sum of its accounts, which may change between two reads. */
  readonly listedTokens: bigint;
  readonly readTokens: bigint;
}

/** A part of a pool's liquidity and who can withdraw it. The parts add up to at most 10,000 basis points. */
export interface LiquidityPart {
  /** `program`: no key can withdraw; `wallet`: `owner` can; `unknown`: an account that is not understood. */
  readonly how: 'burned' | 'locked' | 'program' | 'wallet' | 'unknown';
  readonly owner: Address | null;
  readonly bps: number;
  /**
   * For a lock: the first moment at which some of it can be withdrawn, in Unix seconds; absent for a lock without an end. The part that
   * opens within `LOCK_SECONDS_MIN` and the later part are two parts.
   */
  readonly unlocksAtUnix?: number;
}

/** A pool that trades the mint. */
export interface TokenPool {
  readonly venue: string;
  readonly address: Address;
  readonly other: Address | null;
  /**
   * How much of the other side trades until the price has fallen by a tenth, as the balance of a constant product that pays as
   * much, in lamports and in millionths of a US dollar; null where it is unknown.
   */
  readonly depthLamports: bigint | null;
  readonly depthUsdMicros: bigint | null;
  /** Why it has no price, in the words of `packages/core/src/venues`; null for a pool with one. */
  readonly refused: string | null;
  readonly isCurve: boolean;
  readonly creator: Address | null;
  readonly openedAtUnix: number | null;
  /** The owners who can withdraw the liquidity, largest part first; null if unread. The rest up to 10,000 was not read either. */
  readonly parts: readonly LiquidityPart[] | null;
  /** Its account of the mint, and how much of the mint backs its liquidity, in atomic units; absent for a pool without a price. */
  readonly vault?: Address;
  readonly tokens?: bigint;
}

/** The markets of the mint. */
export interface LiquidityFacts {
  /** Deepest first, then those without a price. */
  readonly pools: readonly TokenPool[];
  /** Large accounts of venues' authorities outside of these pools: liquidity that was not measured. */
  readonly unmeasured: readonly { readonly account: Address; readonly venue: string; readonly tokens: bigint }[];
  /** The failure of ours that left out a part of who can withdraw the liquidity; absent where there is none. */
  readonly unreadControl?: GapCause;
  /** Millionths of a US dollar for one SOL, from the pool of SOL and USDC; null where the chain has none. */
  readonly usdMicrosPerSol: bigint | null;
}

/**
 * Every reading of the token check for one subject. A null value means that an earlier reading made this one needless. For other
 * accounts than mints all but `asOf` and `mint` are null or empty.
 */
export interface TokenEvidence {
  readonly subject: Address;
  readonly asOf: Reading<AsOf>;
  readonly mint: Reading<TokenCheckSubject>;
  readonly authorities: Reading<readonly AuthorityFacts[]>;
  /** The powers that programs of fixed rules are proven to have. */
  readonly programs: Reading<readonly ProgramPower[]>;
  /** Null: no list has the mint, and its powers are not those of a reviewed issuer. */
  readonly issuer: Reading<IssuerFacts | null>;
  /** Null: no transfer hook. */
  readonly hook: Reading<HookFacts | null>;
  readonly metadata: Reading<MetadataFacts | null>;
  readonly holders: Reading<HolderFacts | null>;
  readonly liquidity: Reading<LiquidityFacts | null>;
  /** Null: there is no pool with a price to sell to. */
  readonly saleQuote: Reading<SaleQuote | null>;
  readonly trialSale: Reading<TrialSale>;
  readonly age: Reading<AgeFacts | null>;
  /** Null: there is no market. */
  readonly market: Reading<MarketFacts | null>;
  /** Null: there is no market. */
  readonly trades: Reading<TradeFacts | null>;
  /** Null: a complete list shows no maker of the mint, or none was searched, because the asset was reviewed. */
  readonly creator: Reading<CreatorFacts | null>;
  /** Null: not read, because the market is proven to be older than 30 days, or no wallet is named as the creator. */
  readonly developer: Reading<DeveloperFacts | null>;
  /** Null: not read, because the market is proven to be older than 30 days. */
  readonly launch: Reading<LaunchFacts | null>;
  /** Null: not read, because the market is proven to be older and its largest holders have little together. */
  readonly insiders: Reading<InsiderFacts | null>;
}

/** Since when the mint is proven to exist. Times in Unix seconds. */
export interface AgeFacts {
  readonly provenSince: number;
  /** True for the transaction that created the mint; else the mint is at least as old. */
  readonly exact: boolean;
  /** The proof: the transaction, the reviewed profile of a curated asset, or only the present state of the mint. */
  readonly proof: {
    readonly transaction: string | null;
    readonly slot: number | null;
    readonly what: 'creation' | 'use' | 'review' | 'state';
  };
}

/**
 * Since when the market is proven to be deep: the oldest moment that was read from which on its pool held half of its present depth,
 * or as much as counts as enough, and at every later moment that was read. A curve and the pool that it became are one market. Times
 * in Unix seconds.
 */
export interface MarketFacts {
  /** The moment of the answer where nothing older is proven. */
  readonly provenSince: number;
  /** True where all transactions of the market are listed; else it may be older. */
  readonly exact: boolean;
  /** The account where the market began. */
  readonly account: Address;
  readonly venue: string;
  /** Its pool now; absent where only the account is known. */
  readonly pool?: Address;
  /** The same of other pools that may be the market where this one is not counted. */
  readonly beside?: readonly MarketFacts[];
  /** Null: only its present state shows the depth. */
  readonly proof: { readonly transaction: string; readonly slot: number } | null;
  /** Prices at the moments that were read since then, oldest first. */
  readonly prices: readonly MarketPrice[];
}

/** A price that a transaction left behind: lamports for 10^12 atomic units of the mint. `time` in Unix seconds. */
export interface MarketPrice {
  readonly time: number;
  readonly lamportsPerTrillion: bigint;
}

/** The prices of one pool, oldest first, and the present one. */
export interface PoolPrices {
  readonly pool: Address;
  readonly prices: readonly MarketPrice[];
  readonly lamportsPerTrillion: bigint;
}

/** An owner's trades in the transactions that were read. Tokens in atomic units, money in lamports. */
export interface MarketTrader {
  readonly owner: Address;
  readonly buys: number;
  readonly sells: number;
  readonly tokensBought: bigint;
  readonly tokensSold: bigint;
  readonly lamportsPaid: bigint;
  readonly lamportsGot: bigint;
  /** How often it went over from buying to selling, or back. */
  readonly turns: number;
}

/** The newest transactions of the deepest pool, and a few that are spread over its list, which show prices and buyers. */
export interface TradeFacts {
  readonly pool: Address;
  /** How many of the newest ones were read, and when the oldest of them happened; null where there is none. */
  readonly transactions: number;
  readonly since: number | null;
  /** How many are listed, as far as was read, how many failed, how many were read, and how many of these leave the pool alone. */
  readonly seen: { readonly listed: number; readonly failed: number; readonly read: number; readonly idle: number };
  /** True where all that is older is listed, too, and balances show that what was not read left the pool as it was. */
  readonly whole: boolean;
  /** The traders in them, the largest volume first. Sales from one market to another are separate, because no trader kept them. */
  readonly traders: readonly MarketTrader[];
  readonly arbitrageLamports: bigint;
  /** Prices at the moments that were read, oldest first, and the present one. */
  readonly prices: readonly MarketPrice[];
  readonly lamportsPerTrillion: bigint;
  /** The same of other deep pools: each fell by itself, since anybody may open one at any price. */
  readonly beside?: readonly PoolPrices[];
  /** Owners of accounts that bought in any of these, have tokens and are frozen; null: nobody can freeze, so it was not read. */
  readonly frozenBuyers: readonly Address[] | null;
}

/** Earlier launches of the people behind the creation. */
export interface DeveloperFacts {
  /** The creator, or who administrates it where a fee-sharing account is named as one. */
  readonly wallet: Address;
  /** Other tokens whose launch it signed or paid, as far as read. */
  readonly launches: number;
  /** True where there may be more than were read. */
  readonly isLowerBound: boolean;
  /** True where all transactions of the wallet were read, or all that moved its earlier tokens, so that each of its sales was seen. */
  readonly isHistoryWhole: boolean;
  /** The failure of ours that left out the search for launches, where the wallet's own list is whole; absent where there is none. */
  readonly unsearched?: GapCause;
  /** Launchpads' accounts that name the wallet and whose launcher was not found; absent for none. They accuse nobody. */
  readonly unproven?: { readonly ended: number; readonly trading: number };
  /** The failure of ours for which not all transactions of the wallet were read; absent where there is none. */
  readonly unread?: GapCause;
  /** Of the examined ones, the number that still trade, and the number that the creator sold into a fall of more than 90 percent. */
  readonly looked: number;
  readonly trading: number;
  readonly dumped: number;
  /** Since when the wallet is proven to exist, in Unix seconds, and its first funder; null where that was not read. */
  readonly since: number | null;
  readonly funder: Address | null;
}

/** The creator of the token, and its remaining balance. */
export interface CreatorFacts {
  readonly address: Address;
  /** `launchpad`: named by the curve or pool; `fee_payer`: the payer of the creation, perhaps not the developer. */
  readonly by: 'launchpad' | 'fee_payer';
  /** Atomic units that it has now, or who administrates it, or who paid for the creation. */
  readonly tokens: bigint;
  /** Atomic units that large holders have from it or from the payer of the creation, directly or through others. */
  readonly handed: bigint;
  /** Large holders of whom it is unknown whether they have their tokens from it. */
  readonly unfollowed: readonly UntracedHolder[];
}

/**
 * How a buyer of the launch belongs to it, the closest first. `developer`: it created the token or paid for that; `insider`: the
 * creator or the creator's funder gave it its first money or its tokens; `bundle`: it bought in the slot of the opening, or with a
 * tip to a block engine; `sniper`: it bought in the slots after that.
 */
export type LaunchRole = 'developer' | 'insider' | 'bundle' | 'sniper';

/** Somebody who got tokens in the slots of the launch. Amounts in atomic units. */
export interface LaunchBuyer {
  readonly owner: Address;
  readonly role: LaunchRole;
  readonly tokens: bigint;
  /** Its present balance in the accounts of the launch. */
  readonly tokensNow: bigint;
  /** The part that is not proven to be sold to a market or burned: its balance, and its transfers to others. */
  readonly tokensKept: bigint;
}

/** The launch: the opening of the market and the slots after it. Pools and curves are no buyers. */
export interface LaunchFacts {
  /** The account whose history shows the opening. */
  readonly account: Address;
  readonly buyers: readonly LaunchBuyer[];
  readonly transactions: number;
  /** How many of them tipped a block engine in the same transaction: a lower bound of bundles. */
  readonly tippedTransactions: number;
}

/**
 * The link between wallets. `funder`: one wallet gave them their first money; `funders_funder`: the same one step further back;
 * `token_source`: their tokens came from one wallet; `funded_together`: like first amounts in the same minute; `sink`: they paid lamports
 * to one wallet lately.
 */
export type ClusterLink = 'funder' | 'funders_funder' | 'token_source' | 'funded_together' | 'sink';

/** Wallets that count as one holder. */
export interface HolderCluster {
  /** Every kind of link among them, strongest first. */
  readonly by: readonly ClusterLink[];
  /** The common wallet of the strongest link; null where there is none. */
  readonly source: Address | null;
  readonly wallets: readonly { readonly wallet: Address; readonly tokens: bigint }[];
  /** Their holdings, and their transfers soon after the launch, in atomic units. */
  readonly tokens: bigint;
}

/** Wallets with the same first funder. */
export interface FunderCluster {
  readonly funder: Address;
  readonly wallets: readonly {
    readonly wallet: Address;
    readonly tokens: bigint;
    readonly lamports: bigint;
    readonly time: number | null;
  }[];
  /** True where amounts lie within 15 percent of each other, or all payments within six hours. */
  readonly alike: boolean;
}

/** A holder of unknown ownership. `limit_reached`: its history, or the path of its money, is too long; else it could not be read. */
export interface UntracedHolder {
  readonly wallet: Address;
  readonly tokens: bigint;
  readonly why: GapCause;
}

/** The owners behind the largest holders and the launch buyers. */
export interface InsiderFacts {
  /** Wallets whose first funder was searched, and those where it was found. None in older markets that are not concentrated. */
  readonly walletsAsked: number;
  readonly walletsTraced: number;
  readonly untraced: readonly UntracedHolder[];
  readonly clusters: readonly HolderCluster[];
  /** Wallets with one personal first funder; labelled sources and hubs left out. */
  readonly funderClusters: readonly FunderCluster[];
  readonly creatorFunder: Address | null;
  /** Holders or launch buyers with the same first funder as the creator. */
  readonly sharesCreatorFunder: readonly Address[];
  /** Other mints that the creator made in the transactions that were read; null where they could not be. */
  readonly creatorOtherMints: readonly Address[] | null;
}
