/** What stood in one of the wallet's token accounts on one side of a transaction. `amount` in atomic units of the mint. */
export interface HeldBalance {
  readonly amount: bigint;
  /** Everything in the account; with wrapped SOL that is its rent and its amount. 0 for the wallet itself, whose lamports are `native`. */
  readonly lamports: bigint;
}

/**
 * One token account as a transaction found and left it while it belonged to the wallet. Null on a side on which it was not
 * there or belonged to somebody else.
 */
export interface HeldAccount {
  readonly account: string;
  readonly mint: string;
  readonly decimals: number;
  readonly before: HeldBalance | null;
  readonly after: HeldBalance | null;
}

/** Atomic units of a mint, in or out of an account that the wallet does not own. */
export interface Moved {
  readonly account: string;
  readonly mint: string;
  readonly amount: bigint;
}

/** Tokens of one mint that moved beside a trade, by the transaction itself or a program that is no venue, or in accounts handed over. */
export interface PlainTokens {
  readonly mint: string;
  readonly in: bigint;
  readonly out: bigint;
}

/** An account of somebody else that held nothing before, and the lamports that the wallet gave it. */
export interface FundedAccount {
  readonly account: string;
  readonly lamports: bigint;
}

/** What a pool in the transaction paid for a coin of a stable value: `lamports` against `units` (atomic) of `mint`. */
export interface PoolRate {
  readonly mint: string;
  readonly units: bigint;
  readonly lamports: bigint;
}

/** Tokens of one mint that were made or burned. */
export interface MadeTokens {
  readonly mint: string;
  readonly amount: bigint;
  /** A program did it, not an instruction of the transaction itself. */
  readonly byProgram: boolean;
  /** A launchpad or a program without a label did it, under no pool, loan or stake program, so that it may be a curve. */
  readonly byCurve: boolean;
}

/**
 * What kind of program moved the wallet's money. `trade`: a known venue, router, launchpad or trading bot, or a program
 * without a label that moved both sides of an exchange. `other`: a program that is none of these, such as a bridge.
 */
export type Service = 'trade' | 'lending' | 'staking' | 'nft' | 'other';

/**
 * What one transaction did to a wallet, from balances alone: no knowledge of a venue goes into an amount. Lamports unless said
 * otherwise. `native` is null where the wallet is not among the keys. Attributions (fees, tips, rent, gifts) are parts of the
 * change in `native` and `accounts`, never added to it.
 */
export interface Effect {
  readonly signature: string;
  readonly slot: number;
  /** The place in its block, where the endpoint tells it. */
  readonly index: number | null;
  /** Unix seconds. */
  readonly time: number | null;
  readonly failed: boolean;
  readonly signed: boolean;
  readonly native: { readonly before: bigint; readonly after: bigint } | null;
  /** In the order of the transaction's keys. */
  readonly accounts: readonly HeldAccount[];
  /** The network fee, where the wallet paid it; else 0. */
  readonly fee: bigint;
  /** Plain system transfers to accounts that are labelled as takers of tips, at any depth. */
  readonly tips: bigint;
  /** The same to labelled fee accounts of bots, wallets, routers and launchpads. */
  readonly platformFees: bigint;
  /** Rent of own token accounts that others paid: it must not look like income. */
  readonly rentFromOthers: bigint;
  /** Rent that the wallet paid for accounts that are not its own. */
  readonly rentForOthers: bigint;
  /**
   * Lamports that came from others beside a trade: by a transfer, a creation, or the closing or unwrapping of a token account, which
   * the transaction itself or a program that is no venue ran.
   */
  readonly givenIn: bigint;
  /** The same to others without a label: a tip or fee of a taker that nobody knows, or a trade's proceeds that leave. */
  readonly givenOut: bigint;
  /** Accounts that could be wallets and that got their first lamports from the wallet. */
  readonly funded: readonly FundedAccount[];
  readonly plain: readonly PlainTokens[];
  /** Mints of which a program, or the wallet itself, made or burned tokens in the wallet's accounts. Amounts in atomic units. */
  readonly minted: readonly MadeTokens[];
  readonly burned: readonly MadeTokens[];
  /** Mints that the transaction initialised, where the wallet signed it. */
  readonly created: readonly string[];
  /** The programs called by the transaction itself, without those of the runtime, of tokens and of notes. */
  readonly programs: readonly string[];
  readonly service: Service | null;
  /** Tokens (wrapped SOL too) that programs took from the wallet into accounts of others. */
  readonly deposits: readonly Moved[];
  /**
   * The deposits of a mint that came to the wallet in the same transaction, by an instruction that paid the wallet nothing: what
   * was bought and put to work at once. Without wrapped SOL.
   */
  readonly onward: readonly Moved[];
  /** What left accounts of others, where the wallet gained without having signed: what an order was filled with. At most 8. */
  readonly released: readonly Moved[];
  /** Signers other than the wallet that gained one of the mints that it gained. */
  readonly cobuyers: number;
  /** The largest share of its lamports (wrapped or not) or stable coins that an account of others lost, in basis points; for sales. */
  readonly poolImpactBps: number | null;
  /** Others put something of their own into a trade, so that what came for what was given is no price of a market. */
  readonly joint: boolean;
  /** True where exchanges with a label took and paid all that a trade moved beside plain transfers, so that these did not pay for it. */
  readonly atMarket: boolean;
  /** The other party of a fill by an order engine, who signed it and gave what the wallet got; null without such a fill. */
  readonly counterparty: string | null;
  readonly rate: PoolRate | null;
}

/** The facts of a mint that decide whether its trades count. */
export interface MintTraits {
  readonly mint: string;
  /** Decimals 0 and a supply of 1. */
  readonly nft: boolean;
  /** Balances of the mint can be hidden. */
  readonly confidential: boolean;
}

/** The mint of wrapped lamports. */
export const WRAPPED_SOL_MINT = 'So11111111111111111111111111111111111111112';

const amountOf = (held: HeldBalance | null) => held?.amount ?? 0n;

/**
 * The change of everything that the wallet holds in lamports: native, wrapped, and rent of its own token accounts. Wrapping,
 * unwrapping, opening and closing accounts leave it alone.
 */
export function worthOf({ native, accounts }: Effect): bigint {
  let change = native ? native.after - native.before : 0n;
  for (const { before, after } of accounts) {
    if (after !== null) change += after.lamports;
    if (before !== null) change -= before.lamports;
  }
  return change;
}

/** The change of each mint but wrapped SOL, in atomic units, without mints that did not change. */
export function tokensOf({ accounts }: Effect): ReadonlyMap<string, bigint> {
  const deltas = new Map<string, bigint>();
  for (const { mint, before, after } of accounts) {
    if (mint === WRAPPED_SOL_MINT) continue;
    deltas.set(mint, (deltas.get(mint) ?? 0n) + amountOf(after) - amountOf(before));
  }
  return new Map([...deltas].filter(([, amount]) => amount !== 0n));
}
