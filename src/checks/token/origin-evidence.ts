import type { Address } from '#lib/address.ts';

/** Since when the mint is proven to exist. Times in Unix seconds. */
export interface AgeFacts {
  readonly provenSince: number;
  /** True where that is the transaction that made the mint; else the mint is at least as old. */
  readonly exact: boolean;
  /** What proves it: the transaction, or the reviewed profile of a curated asset. */
  readonly proof: {
    readonly transaction: string | null;
    readonly slot: number | null;
    readonly what: 'creation' | 'use' | 'review';
  };
}

/** Who made the token, and what is left of it in that hand. */
export interface CreatorFacts {
  readonly address: Address;
  /** `launchpad`: named by the curve or pool; `fee_payer`: who paid for the creation, who need not be the developer. */
  readonly by: 'launchpad' | 'fee_payer';
  /** Atomic units in its associated accounts now. */
  readonly tokens: bigint;
}

/** Wallets whose first money came from one source. */
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

/** What the first minutes and the first money of a young token's holders show. */
export interface InsiderFacts {
  /** Owners that got tokens in the slots of the launch, pools and curves left out; `tokensNow` is what they hold now. */
  readonly launchBuyers: readonly { readonly owner: Address; readonly tokens: bigint; readonly tokensNow: bigint }[];
  readonly launchTransactions: number;
  /** How many of them tipped a block engine in the same transaction: a lower bound of bundles. */
  readonly tippedTransactions: number;
  /** Wallets whose first funder was looked for, and found. */
  readonly walletsAsked: number;
  readonly walletsTraced: number;
  /** Clusters of three wallets or more, labelled sources and hubs left out. */
  readonly clusters: readonly FunderCluster[];
  readonly creatorFunder: Address | null;
  /** Holders or launch buyers with the same first funder as the creator. */
  readonly sharesCreatorFunder: readonly Address[];
  /** Other mints that the creator made in the transactions that were read; null where they could not be. */
  readonly creatorOtherMints: readonly Address[] | null;
}
