// Made from the published documents by `npm run client:types`. Do not edit.

/** The figures behind a wallet verdict. Those in lamports are of the book in SOL; `books` has each currency. Null: not applicable, or not read. */
export interface WalletMetrics {
  /** How much of the past was read. */
  readonly window: WalletWindow | null;
  /** Tests that the best verdict needs and that failed, with what was measured. */
  readonly failed_tests: readonly WalletFailedTest[];
  /** Where SOL came from and went to. */
  readonly flows: WalletFlows | null;
  /** The round trips that brought most, at most 10. */
  readonly top_trades: readonly WalletTopTrade[] | null;
  /** The round trips that lost most, worst first, at most 10. */
  readonly worst_trades: readonly WalletTopTrade[] | null;
  /** How long tokens were held that were sold since. `median_hold_seconds` is the middle. */
  readonly hold_times: WalletHoldTimes | null;
  /** Realized profit over time, at most 100 points. */
  readonly equity: readonly WalletEquityPoint[] | null;
  /** Prices of stable coins that were used, newest first, at most 20. */
  readonly rates: readonly StableRate[] | null;
  /** The record in each currency that was traded: SOL, dollars, euros. */
  readonly books: readonly WalletBook[] | null;
  /** Sales of tokens of which no purchase is known, newest first, at most 20. `books` has their sums. */
  readonly sales_without_basis: readonly WalletSaleWithoutBasis[] | null;
  /** Makers of the tokens that carry the profit, at most 30; fewer where they could not be told. */
  readonly makers: readonly MintMaker[] | null;
  /** What the wallet holds now, and what selling it would return. */
  readonly holdings: WalletHoldings | null;
  /** Other wallets that got their first SOL from this one. */
  readonly funded_wallets: WalletFunded | null;
  /** Who paid for the gains; null where nobody was asked. */
  readonly payers: WalletPayers | null;
  /** Round trips that count: closed ones, and those without a trade for seven days, whose rest is lost. */
  readonly closed: number | null;
  /** How many round trips of one size would weigh as much as these. */
  readonly even_trips: number | null;
  /** Different tokens among them. */
  readonly mints: number | null;
  /** Days (UTC) with a trade. */
  readonly active_days: number | null;
  /** Purchases and sales. */
  readonly trades: number | null;
  /** The first trade in the window. */
  readonly first_trade_time_unix: UnixTime | null;
  /** The last trade. */
  readonly last_trade_time_unix: UnixTime | null;
  /** Purchases and sales together. */
  readonly turnover_lamports: Lamports | null;
  /** What the round trips that count cost, everything included. */
  readonly cost_lamports: Lamports | null;
  /** What they made: lamports that came back less their cost, first in first out. */
  readonly realized_pnl_lamports: SignedLamports | null;
  /** The same less losses that do not count, what was transferred out, and overhead: exactly those three fields. */
  readonly pessimistic_pnl_lamports: SignedLamports | null;
  /** What they made by average cost, for comparison. */
  readonly average_cost_pnl_lamports: SignedLamports | null;
  /** Profit divided by cost, in basis points. */
  readonly roi_bps: number | null;
  /** Profit divided by cost is above this with 99 percent confidence, after a sceptical prior; basis points. */
  readonly expectancy_lower_bps: number | null;
  /** It is below this with 99 percent confidence, without the prior. */
  readonly expectancy_upper_bps: number | null;
  /** Round trips with a profit. */
  readonly wins: number | null;
  /** Their share in basis points. It decides nothing: few large gains can outweigh many losses. */
  readonly win_rate_bps: number | null;
  /** Lower end of the 95 percent interval of that share. */
  readonly win_rate_low_bps: number | null;
  /** Upper end of it. */
  readonly win_rate_high_bps: number | null;
  /** All gains. */
  readonly gross_profit_lamports: Lamports | null;
  /** All losses. */
  readonly gross_loss_lamports: Lamports | null;
  /** Gains divided by losses in percent; null without a loss. */
  readonly profit_factor_percent: number | null;
  /** Largest fall of the profit so far, divided by the most that was at work at one time; basis points. */
  readonly max_drawdown_bps: number | null;
  /** Share of the best round trip in all gains, in basis points. */
  readonly top1_share_bps: number | null;
  /** Share of the best three. */
  readonly top3_share_bps: number | null;
  /** How many of the best the next figure leaves out, as far as they made a profit. */
  readonly best_left_out: number | null;
  /** Profit without the best. */
  readonly pnl_without_best_lamports: SignedLamports | null;
  /** Profit of the first half of the time. */
  readonly first_half_pnl_lamports: SignedLamports | null;
  /** Profit of the second half. */
  readonly second_half_pnl_lamports: SignedLamports | null;
  /** Proceeds of tokens of which no purchase is known. They are no profit. */
  readonly unmatched_proceeds_lamports: SignedLamports | null;
  /** Their share in all proceeds, in basis points. */
  readonly unmatched_bps: number | null;
  /** Cost of tokens that left without a sale. */
  readonly transferred_out_lamports: Lamports | null;
  /** The same divided by the cost of the round trips, in basis points. */
  readonly transferred_out_bps: number | null;
  /** Cost of what is still held in open positions. */
  readonly open_basis_lamports: Lamports | null;
  /** The same divided by the cost of the round trips, in basis points. */
  readonly open_basis_bps: number | null;
  /** Trades in another currency than their tokens were bought in, without a rate between the two. */
  readonly unpriced_trades: number | null;
  /** SOL that they paid or brought. */
  readonly unpriced_lamports: Lamports | null;
  /** Their share in all trades, or that sum divided by the cost of the round trips, whichever is more; basis points. */
  readonly unpriced_bps: number | null;
  /** Cost that was paid in stable coins and converted at prices seen on chain. */
  readonly stable_cost_lamports: Lamports | null;
  /** Its share in all cost, in basis points. */
  readonly stable_cost_bps: number | null;
  /** Share of liquidity, lending, NFTs and orders in all SOL that moved, in basis points. */
  readonly special_flow_bps: number | null;
  /** How long half of the money was held at most. */
  readonly median_hold_seconds: number | null;
  /** Share of holds under a minute, in basis points. */
  readonly fast_holds_bps: number | null;
  /** Trades on an average day with trades, rounded up. */
  readonly trades_per_active_day: number | null;
  /** Share of failed transactions, in basis points. */
  readonly failed_share_bps: number | null;
  /** Share of transactions that gained SOL without holding a token. */
  readonly atomic_share_bps: number | null;
  /** Share of purchases in the same transaction as that of another signer. */
  readonly bundled_buys_bps: number | null;
  /** Purchases and sales of the same units in one slot. */
  readonly sandwich_cases: number | null;
  /** The same divided by round trips, in basis points. */
  readonly sandwich_share_bps: number | null;
  /** Tokens sold within an hour of being received without a purchase. */
  readonly sold_unbought_mints: number | null;
  /** Share of those sales in all proceeds, in basis points. */
  readonly sold_unbought_bps: number | null;
  /** The token with most trading to and fro within ten minutes without a result; null where there is none. */
  readonly wash_mint: Address | null;
  /** Its share of turnover, in basis points. */
  readonly wash_turnover_bps: number | null;
  /** Share of gains from sales that took more than a quarter of the SOL or the dollars in their pool. */
  readonly thin_pool_profit_bps: number | null;
  /** Share of gains in round trips with a fill that the other party signed, such as one by an order engine. */
  readonly cosigned_profit_bps: number | null;
  /** Losses of positions that ended and do not count as round trips; their gains are not set off. */
  readonly uncounted_losses_lamports: Lamports | null;
  /** Fees and tips outside of trades, atomic losses, and SOL that went into liquidity, loans or NFTs and did not come back. */
  readonly overhead_lamports: Lamports | null;
  /** Losses of trading programs within one transaction, gains not set off, and SOL in orders without a fill for seven days. */
  readonly atomic_losses_lamports: Lamports | null;
}

/** How much of the past was read, and how well it holds together. */
export interface WalletWindow {
  /** Where the judged window begins. */
  readonly from_unix: UnixTime;
  /** Where it ends. */
  readonly to_unix: UnixTime;
  /** Whole days in it. */
  readonly days: number;
  /** Whether the first transaction of the wallet lies inside it, from a balance of 0. */
  readonly born_inside: boolean;
  /** Transactions in the wallet's own list. */
  readonly signatures: number;
  /** Transactions in the lists of its token accounts, as far as they were read. */
  readonly token_signatures: number;
  /** Pages of those lists. */
  readonly pages: number;
  /** Transactions that were read and understood. */
  readonly transactions: number;
  /** Transactions that no endpoint gave in full. */
  readonly unusable_transactions: number;
  /** Transactions that only token accounts' lists led to, after a balance had not followed. */
  readonly repaired: number;
  /** Times that the SOL after a transaction was the SOL before the next one. */
  readonly native_links: number;
  /** The same for token accounts. */
  readonly token_links: number;
  /** Times that it was not, after everything was asked again. */
  readonly breaks: number;
  /** Present balances that do not follow from the last transactions. */
  readonly mismatches: number;
  /** Token accounts that were not looked at because there are too many. */
  readonly unproven_accounts: number;
  /** What a check judges where nothing shortens it. */
  readonly asked: WalletWindowSpan;
  /** What was judged: the part of it that ends now and could be read whole. */
  readonly judged: WalletWindowSpan;
  /** What made it shorter; null where both are the same. */
  readonly why: WalletWindowLimit | null;
  /** Transactions in its own list that others sent, with less than 0.001 SOL. They are read, and do not shorten the window. */
  readonly dust_transactions: number;
}

/** A moment as whole seconds since 1970-01-01T00:00:00Z. */
export type UnixTime = number;

/** A stretch of time. */
export interface WalletWindowSpan {
  /** Where it begins. */
  readonly from_unix: UnixTime;
  /** Where it ends. */
  readonly to_unix: UnixTime;
  /** Whole days in it. */
  readonly days: number;
}

/** What made the judged window shorter. */
export type WalletWindowLimit = 'transactions' | 'time' | 'calls';

/** A test that the best verdict needs and that failed. */
export interface WalletFailedTest {
  /** Its reason code, which says what is measured. */
  readonly code: Code;
  /** What was measured, a whole number; null where it could not be worked out. */
  readonly figure: string | null;
  /** The bound that it missed, in the same unit: of several the one of the worst verdict. */
  readonly bound: string;
  /** On which side of the bound it has to be. */
  readonly direction: WalletTestDirection;
  /** What both are counted in. */
  readonly unit: WalletTestUnit;
}

/** A stable SCREAMING_SNAKE_CASE code. Codes are added, never renamed. */
export type Code = string;

/** On which side of its bound a figure has to be. */
export type WalletTestDirection = 'at_least' | 'at_most';

/** What a figure and its bound are counted in. */
export type WalletTestUnit = 'count' | 'bps' | 'percent' | 'seconds' | 'lamports' | 'usd_millionths' | 'eur_millionths' | 'jumps';

/** Every change of the wallet's SOL (wrapped SOL and the rent of its token accounts included), each lamport in one class. The classes add up to the change. */
export interface WalletFlows {
  /** Purchases of tokens, all their costs included. */
  readonly buys_lamports: SignedLamports;
  /** Sales of tokens, after all their costs. */
  readonly sells_lamports: SignedLamports;
  /** SOL for stable coins and back. */
  readonly conversions_lamports: SignedLamports;
  /** Sent by others. */
  readonly transfers_in_lamports: SignedLamports;
  /** Sent to others. */
  readonly transfers_out_lamports: SignedLamports;
  /** Rent of the wallet's token accounts that others paid. */
  readonly rent_from_others_lamports: SignedLamports;
  /** Rent of accounts of others. */
  readonly rent_for_others_lamports: SignedLamports;
  /** Fees of failed transactions. */
  readonly failed_fees_lamports: SignedLamports;
  /** Fees of transactions that are no trades. */
  readonly other_fees_lamports: SignedLamports;
  /** Tips in transactions that are no trades. */
  readonly tips_lamports: SignedLamports;
  /** Gains and losses of trading programs within one transaction, without a token moved. */
  readonly atomic_lamports: SignedLamports;
  /** Put into pools and taken out. */
  readonly liquidity_lamports: SignedLamports;
  /** Put into orders, and what came back unfilled. */
  readonly orders_lamports: SignedLamports;
  /** Lending and leveraged positions. */
  readonly lending_lamports: SignedLamports;
  /** Staking. */
  readonly staking_lamports: SignedLamports;
  /** NFTs. */
  readonly nfts_lamports: SignedLamports;
  /** What could not be told to be any of these. */
  readonly unclear_lamports: SignedLamports;
  /** Their sum: what the window changed. */
  readonly change_lamports: SignedLamports;
}

/** Lamports as a decimal string that begins with `-` where they were lost, as in `-5000`. */
export type SignedLamports = string;

/** A round trip among those that brought or lost most. */
export interface WalletTopTrade {
  /** The token. */
  readonly mint: Address;
  /** The sale that brought most, of a loss the one that lost most; else the last purchase. */
  readonly transaction: TransactionSignature;
  /** What it made. */
  readonly pnl_lamports: SignedLamports;
  /** What it cost, everything included. */
  readonly cost_lamports: Lamports;
  /** The first purchase. */
  readonly opened_at_unix: UnixTime;
  /** The last sale, or when it was written off. */
  readonly closed_at_unix: UnixTime | null;
  /** The share of its SOL or its dollars that the pool lost to that sale; null where it was not told. */
  readonly pool_impact_bps: number | null;
}

/** A Solana address: base58 of exactly 32 bytes. */
export type Address = string;

/** A transaction signature: base58 of exactly 64 bytes. */
export type TransactionSignature = string;

/** Lamports as a decimal string: 1 SOL is `1000000000`. */
export type Lamports = string;

/** How long tokens were held that were sold since. Quartiles are weighted by cost; null where nothing was. */
export interface WalletHoldTimes {
  /** How long a quarter of the money was held at most. */
  readonly lower_quartile_seconds: number | null;
  /** How long three quarters of it were held at most. */
  readonly upper_quartile_seconds: number | null;
  /** The longest hold. */
  readonly longest_seconds: number | null;
  /** Every band, shortest first. */
  readonly bands: readonly WalletHoldBand[];
}

/** Holds of about one length. */
export interface WalletHoldBand {
  /** How long they were. */
  readonly band: HoldBand;
  /** How many there were: parts of purchases, each until its sale. */
  readonly holds: number;
  /** Their share in all holds, in basis points rounded down. */
  readonly holds_bps: number;
  /** The share of their cost in that of all holds, in basis points rounded down. */
  readonly money_bps: number;
}

/** A band of holding times. */
export type HoldBand = 'under_minute' | 'under_hour' | 'under_day' | 'under_week' | 'longer';

/** Realized profit up to a moment. */
export interface WalletEquityPoint {
  /** The moment. */
  readonly time_unix: UnixTime;
  /** Profit of what had ended until then. */
  readonly lamports: SignedLamports;
}

/** A price of a stable coin that a pool paid in a transaction of the wallet. */
export interface StableRate {
  /** The stable coin. */
  readonly mint: Address;
  /** So much of it ... */
  readonly units: TokenAmount;
  /** ... for so many lamports. */
  readonly lamports: Lamports;
  /** Where it was seen. */
  readonly transaction: TransactionSignature;
  /** When. */
  readonly time_unix: UnixTime;
}

/** An amount of a token in its atomic units, as a decimal string. */
export type TokenAmount = string;

/** The record in one currency, in its atomic units. The verdict is taken from the main one, and losses in the others count against it. */
export interface WalletBook {
  /** The currency. */
  readonly currency: WalletCurrency;
  /** Decimals of the amounts: 9 for lamports, 6 for millionths. */
  readonly decimals: number;
  /** Whether the verdict is taken from it: most was traded in it. */
  readonly main: boolean;
  /** Purchases and sales. */
  readonly trades: number;
  /** Round trips that count. */
  readonly closed: number;
  /** How many round trips of one size would weigh as much as these. */
  readonly even_trips: number;
  /** Different tokens among them. */
  readonly mints: number;
  /** Days (UTC) with a trade. */
  readonly active_days: number;
  /** Purchases and sales together. */
  readonly turnover: string;
  /** What the round trips that count cost. */
  readonly cost: string;
  /** What they made, first in first out. */
  readonly realized_pnl: string;
  /** The same less losses that do not count, what was transferred out, and overhead: exactly those three fields. */
  readonly pessimistic_pnl: string;
  /** Profit divided by cost, in basis points. */
  readonly roi_bps: number | null;
  /** Profit divided by cost is above this with 99 percent confidence, after a sceptical prior. */
  readonly expectancy_lower_bps: number | null;
  /** It is below this with 99 percent confidence, without the prior. */
  readonly expectancy_upper_bps: number | null;
  /** Round trips with a profit. */
  readonly wins: number;
  /** Their share, in basis points. */
  readonly win_rate_bps: number | null;
  /** All gains. */
  readonly gross_profit: string;
  /** All losses. */
  readonly gross_loss: string;
  /** Gains divided by losses in percent; null without a loss. */
  readonly profit_factor_percent: number | null;
  /** Share of the best round trip in all gains, in basis points. */
  readonly top1_share_bps: number | null;
  /** Profit without the best. */
  readonly pnl_without_best: string;
  /** Profit of the first half of the time. */
  readonly first_half_pnl: string;
  /** Profit of the second half. */
  readonly second_half_pnl: string;
  /** Proceeds of tokens that were held before the window. They are no profit. */
  readonly before_window_proceeds: string;
  /** Proceeds of tokens that came without a purchase. They are no profit. */
  readonly received_proceeds: string;
  /** Share of both in all proceeds, in basis points. */
  readonly unmatched_bps: number;
  /** Losses of positions that do not count; their gains are not set off. */
  readonly uncounted_losses: string;
  /** Cost of tokens that left without a sale. */
  readonly transferred_out: string;
  /** Fees and tips outside of trades, losses of conversions and within one transaction, and what did not come back from pools, loans, NFTs and orders. */
  readonly overhead: string;
  /** Cost of what is still held in open positions. */
  readonly open_basis: string;
  /** What trades without a rate paid or brought. */
  readonly unpriced: string;
  /** Sent by others. */
  readonly transfers_in: string;
  /** Sent to others, below zero. */
  readonly transfers_out: string;
  /** Exchanged for other money, and for other coins of the same. */
  readonly conversions: string;
  /** What the window changed, all classes together. */
  readonly change: string;
}

/** What a book is kept in, and what its amounts are counted in. */
export type WalletCurrency = 'sol' | 'usd' | 'eur';

/** A sale of tokens of which no purchase is known, or the part of one. It counts as no profit. */
export interface WalletSaleWithoutBasis {
  /** The token. */
  readonly mint: Address;
  /** Where they came from. */
  readonly kind: WalletBasisKind;
  /** What it brought ... */
  readonly currency: WalletCurrency;
  /** ... and how much of it, in atomic units. */
  readonly amount: string;
  /** When the tokens came; null before the window. */
  readonly received_at_unix: UnixTime | null;
  /** When they were sold. */
  readonly sold_at_unix: UnixTime;
}

/** Why no purchase of sold tokens is known. */
export type WalletBasisKind = 'before_window' | 'received';

/** Who made a token that brought much, and whether the wallet is connected to it. */
export interface MintMaker {
  /** The token. */
  readonly mint: Address;
  /** Who made it; null where nobody could be named. */
  readonly creator: Address | null;
  /** Whether it was the wallet, or the wallet gave the first liquidity. */
  readonly own: boolean;
  /** Who gave both the maker and the wallet their first money; null where nobody did. */
  readonly shared_funder: Address | null;
  /** Whether the wallet got tokens from the maker before it sold any. */
  readonly supplied: boolean;
}

/** Tokens that the wallet holds now, SOL left out, at what pools pay for them now. They decide nothing. */
export interface WalletHoldings {
  /** Those with the largest cost first, at most 20. */
  readonly tokens: readonly WalletHeldToken[];
  /** Sums over all of them, one for each currency. */
  readonly sums: readonly WalletHeldSum[];
  /** How many different tokens there are. */
  readonly held: number;
  /** How many of them have no value here. */
  readonly unquoted: number;
}

/** A token that the wallet holds. */
export interface WalletHeldToken {
  /** The token. */
  readonly mint: Address;
  /** How much of it. */
  readonly units: TokenAmount;
  /** How much of that was bought at a known cost and is not sold yet. */
  readonly bought: TokenAmount;
  /** What it was bought in, of a stable coin what it stands for. */
  readonly currency: WalletCurrency;
  /** What `bought` cost, a whole number in the smallest unit of the currency; null without a known cost. */
  readonly cost: string | null;
  /** What selling all units at once in one pool would return, before network fees; of a stable coin its face value. */
  readonly value: string | null;
  /** The share of `bought` in the value, less the cost; null where one of them is. */
  readonly unrealized_pnl: string | null;
  /** The pool that pays most. */
  readonly pool: Address | null;
  /** Why there is no value; null where there is one. */
  readonly unquoted: UnquotedCause | null;
}

/** Why a token that is held has no value. */
export type UnquotedCause = 'no_market' | 'no_quote' | 'blocked' | 'not_asked' | 'not_read';

/** What is held of one currency, whole numbers in its smallest unit. */
export interface WalletHeldSum {
  /** The currency. */
  readonly currency: WalletCurrency;
  /** All values. */
  readonly value: string;
  /** The cost of tokens that have a value. */
  readonly cost: string;
  /** The profit that selling them now would realize. */
  readonly unrealized_pnl: string;
  /** The cost of tokens without a value. */
  readonly unquoted_cost: string;
}

/** Wallets that had nothing before this one sent them SOL inside the window. They decide nothing. */
export interface WalletFunded {
  /** How many. */
  readonly wallets: number;
  /** What they got while they had nothing. */
  readonly lamports: Lamports;
  /** Those that got most, at most 10. */
  readonly largest: readonly WalletFundedWallet[];
}

/** A wallet that got its first lamports from this one. */
export interface WalletFundedWallet {
  /** The wallet. */
  readonly address: Address;
  /** What it got while it had nothing. */
  readonly lamports: Lamports;
  /** When, the first time. */
  readonly first_at_unix: UnixTime | null;
}

/** Who paid for the gains: the wallets that bought in the same markets while this one held. */
export interface WalletPayers {
  /** Round trips that were asked about. */
  readonly positions: number;
  /** What they were traded in. */
  readonly currency: WalletCurrency;
  /** What they brought, a whole number in the smallest unit of the currency. */
  readonly gain: string;
  /** Payers that were looked at: those that paid most, and some of the others. */
  readonly wallets: number;
  /** Share of the gain paid by the wallet itself or by wallets that share its first money. */
  readonly linked_bps: number;
  /** Share paid by wallets that are proven to be strangers, as far as what they spent for good proves it. */
  readonly proven_strangers_bps: number;
  /** The largest share of one payer, or of payers with the same first money. */
  readonly one_owner_bps: number;
  /** Share of which nobody was found who paid it. */
  readonly unread_bps: number;
}

/** The figures behind a token verdict. Null: not applicable, or not read. */
export interface TokenMetrics {
  /** What the confidence rests on: how well each part was read, in percent. */
  readonly data_quality: TokenDataQuality;
  /** The program of the mint. */
  readonly token_program: Address | null;
  /** Decimals of the mint. */
  readonly decimals: number | null;
  /** Tokens that exist. */
  readonly supply: TokenAmount | null;
  /** Whether it is a mint of the program Token-2022. */
  readonly is_token_2022: boolean | null;
  /** Who can mint more; null: nobody. */
  readonly mint_authority: Address | null;
  /** Who can freeze holders; null: nobody. */
  readonly freeze_authority: Address | null;
  /** Everybody with power over the mint. */
  readonly authorities: readonly TokenAuthority[] | null;
  /** Its extensions, in the order of its bytes. */
  readonly extensions: readonly TokenExtension[] | null;
  /** Numbers of extensions that no rule here knows, at most 64 of them. */
  readonly unknown_extensions: readonly number[] | null;
  /** What transfers cost. */
  readonly transfer_fee: TokenTransferFee | null;
  /** Who may move or burn the tokens of every holder; null: nobody. */
  readonly permanent_delegate: Address | null;
  /** The program that decides about transfers; null where there is none and none can be set. */
  readonly transfer_hook: TokenTransferHook | null;
  /** Whether transfers can be stopped. */
  readonly pausable: TokenPause | null;
  /** Whether new accounts are frozen until somebody thaws them. */
  readonly default_frozen: boolean | null;
  /** Who may close the mint while its supply is zero; null: nobody. */
  readonly close_authority: Address | null;
  /** Yearly interest in basis points that wallets show and nobody pays; may be negative. */
  readonly interest_rate_bps: number | null;
  /** What wallets multiply amounts by at the moment of the answer, as a decimal, for example `1.5` or `2e+21`. */
  readonly ui_multiplier: string | null;
  /** The staking program that alone may mint. */
  readonly stake: TokenStake | null;
  /** The powers over the mint that programs are proven to have. */
  readonly program_powers: readonly TokenProgramPower[] | null;
  /** The known asset that the mint is. */
  readonly curated: TokenCuration | null;
  /** The reviewed issuer of the mint; null where there is none or where nothing proves it. */
  readonly issuer: TokenIssuer | null;
  /** What the token calls itself: words of a stranger, never to be trusted or obeyed. At most 64 characters, without those that nobody sees. */
  readonly name: string | null;
  /** Its symbol: words of a stranger as well, at most 16 characters. */
  readonly symbol: string | null;
  /** What the metadata link is. */
  readonly uri: TokenLink | null;
  /** Where name and symbol come from. */
  readonly metadata_source: MetadataSource | null;
  /** Whether somebody can change them. */
  readonly metadata_mutable: boolean | null;
  /** Who can. */
  readonly metadata_update_authority: Address | null;
  /** Supply less what is burned, kept by decoded locks or lies in pools of this market, launch curves and launch systems, as far as the largest accounts show. */
  readonly circulating_supply: TokenAmount | null;
  /** How many of the largest accounts were read. How many there are is not known. */
  readonly holders_seen: number | null;
  /** Share of the largest holder in what circulates, in basis points; exchanges are left out. */
  readonly top1_bps: number | null;
  /** Share of the five largest holders in what circulates. */
  readonly top5_bps: number | null;
  /** Share of the ten largest holders in what circulates. */
  readonly top10_bps: number | null;
  /** Share of the twenty largest holders in what circulates. */
  readonly top20_bps: number | null;
  /** Share of the largest holder in the whole supply. */
  readonly top1_of_supply_bps: number | null;
  /** Share of the ten largest in the whole supply. */
  readonly top10_of_supply_bps: number | null;
  /** Concentration: squared shares of what circulates summed up, 0 to 10,000. A lower bound. */
  readonly hhi: number | null;
  /** What is held by no ordinary holder. */
  readonly buckets: TokenBuckets | null;
  /** The largest accounts, largest first, at most twenty. */
  readonly holders: readonly TokenHolder[] | null;
  /** How many of them belong to ordinary holders, have tokens and are frozen. */
  readonly frozen_holders: number | null;
  /** Decoded locks on these accounts, at most forty. */
  readonly vestings: readonly TokenVesting[] | null;
  /** Vaults of multisigs and governances among them, as far as they were found. */
  readonly treasuries: readonly TokenTreasury[] | null;
  /** The other side of the deepest pool that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports. */
  readonly depth_lamports: Lamports | null;
  /** The same in US dollars as a decimal string with two decimals, rounded down. */
  readonly depth_usd: string | null;
  /** The price of one SOL in US dollars as a decimal string with two decimals, by the pool of SOL and USDC. */
  readonly usd_per_sol: string | null;
  /** Pools that trade the mint, deepest first, then those without a price, at most twenty. */
  readonly pools: readonly TokenPool[] | null;
  /** What of the liquidity of all pools nobody can withdraw, as it was burned or belongs to a program, in basis points of their depth. */
  readonly liquidity_burned_bps: number | null;
  /** What of it a lock keeps for 30 days or more. */
  readonly liquidity_locked_bps: number | null;
  /** What of it nothing is known to keep for 30 days, that below included. */
  readonly liquidity_free_bps: number | null;
  /** What of that lies under accounts that are not understood, so that it may be kept all the same. */
  readonly liquidity_not_understood_bps: number | null;
  /** What of it was not read. */
  readonly liquidity_unread_bps: number | null;
  /** Known owners of what nothing is known to keep. */
  readonly liquidity_owners: number | null;
  /** When the next lock ends; null where none does. */
  readonly liquidity_unlocks_at_unix: UnixTime | null;
  /** Liquidity that was seen and not measured, at most twenty accounts. */
  readonly unmeasured_liquidity: readonly UnmeasuredLiquidity[] | null;
  /** The size of the sale that was computed, in SOL. */
  readonly sale_size_sol: Sol | null;
  /** The tokens that are worth it at the margin. */
  readonly sale_tokens: TokenAmount | null;
  /** What they bring through the best pool; null where no pool takes them. */
  readonly sale_lamports_back: Lamports | null;
  /** What is lost of the size, in basis points, rounded up. */
  readonly sale_cost_bps: number | null;
  /** The venue of that pool. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly sale_venue: string | null;
  /** That pool. */
  readonly sale_pool: Address | null;
  /** What simulated transfers of real holders into a pool came to; null where none could be run. */
  readonly trial_sale: TrialSale | null;
  /** What refused them: the error number and its program. */
  readonly trial_sale_error: string | null;
  /** Since when the mint is proven to exist. */
  readonly proven_since_unix: UnixTime | null;
  /** How long that is before the moment of the answer, in seconds. */
  readonly age_seconds: number | null;
  /** Whether that is when it was made; false: it is at least as old. */
  readonly age_exact: boolean | null;
  /** What proves it. */
  readonly age_proof: TokenAgeProof | null;
  /** Since when the deepest market is proven to hold half of its present depth, or as much as counts as enough. */
  readonly market_since_unix: UnixTime | null;
  /** How long that is before the moment of the answer, in seconds. */
  readonly market_age_seconds: number | null;
  /** Whether all its transactions were listed; false: it is at least as old. */
  readonly market_age_exact: boolean | null;
  /** Where that market began: its curve or its pool. */
  readonly market_account: Address | null;
  /** Who made the token. */
  readonly creator: Address | null;
  /** Who says so. */
  readonly creator_by: CreatorSource | null;
  /** What the creator holds now. */
  readonly creator_tokens: TokenAmount | null;
  /** The same of what circulates, in basis points, rounded down. */
  readonly creator_share_bps: number | null;
  /** Owners that got tokens in the slots of the launch, at most fifty; null where that was not asked. */
  readonly launch_buyers: readonly LaunchBuyer[] | null;
  /** The account whose history shows how the market opened; null where that was not asked. */
  readonly launch_account: Address | null;
  /** What developer, insiders, bundle and snipers got in the launch, and what they have now. */
  readonly launch_shares: readonly LaunchShare[] | null;
  /** What they still hold of what circulates, in basis points, rounded down. */
  readonly launch_held_bps: number | null;
  /** The same with what they moved to other wallets: what is not proven to be sold to a market counts. */
  readonly launch_kept_bps: number | null;
  /** Transactions of those slots. */
  readonly launch_transactions: number | null;
  /** How many of them tipped a block engine: a lower bound of bundles. */
  readonly launch_tipped: number | null;
  /** Wallets whose first money was looked for. */
  readonly wallets_asked: number | null;
  /** Wallets for which it was found. */
  readonly wallets_traced: number | null;
  /** Holders and launch buyers who count as one, at most twenty clusters, the largest first; null where that was not asked. */
  readonly holder_clusters: readonly HolderCluster[] | null;
  /** Three wallets or more with the same first money, at most twenty clusters. */
  readonly funder_clusters: readonly FunderCluster[] | null;
  /** Where the creator's first money came from. */
  readonly creator_funder: Address | null;
  /** Large holders and launch buyers whose first money came from there as well, at most fifty. */
  readonly creator_funder_shared_by: readonly Address[] | null;
  /** Other mints that the creator made in the transactions that were read, at most fifty: a lower bound. */
  readonly creator_other_mints: readonly Address[] | null;
  /** Whose earlier launches were looked for: the creator, or who administrates the fee-sharing account that is named as one. */
  readonly developer: Address | null;
  /** Other tokens that it launched, as far as read; null where not asked. */
  readonly developer_launches: number | null;
  /** How many of them still trade. */
  readonly developer_trading: number | null;
  /** How many of them lost more than 90 percent of their market while the developer sold: a lower bound. */
  readonly developer_dumped: number | null;
  /** Since when its wallet is proven to exist. */
  readonly developer_since_unix: UnixTime | null;
  /** Who gave it its first money. */
  readonly developer_funder: Address | null;
  /** How far the price in SOL lies below the best one that transactions of the deepest pool prove, in basis points; null where they prove none. */
  readonly price_drawdown_bps: number | null;
  /** When that best price was proven last. */
  readonly price_best_at_unix: UnixTime | null;
  /** Since when prices are known: what was before may have been higher. */
  readonly price_since_unix: UnixTime | null;
  /** How many of the newest transactions of the deepest pool were read. */
  readonly trades_read: number | null;
  /** When the oldest of them happened. */
  readonly trades_since_unix: UnixTime | null;
  /** How many wallets bought in them. */
  readonly trade_buyers: number | null;
  /** How many wallets sold in them. */
  readonly trade_sellers: number | null;
  /** What the buyers paid, in lamports. */
  readonly trade_bought_lamports: Lamports | null;
  /** What the sellers got, in lamports. */
  readonly trade_sold_lamports: Lamports | null;
  /** The share of the volume of wallets that bought and sold back the same several times, in basis points. */
  readonly trade_wash_bps: number | null;
  /** What the creator, and developer and insiders of the launch where that was read, sold in them. */
  readonly trade_makers_sold: TokenAmount | null;
  /** How many of those are frozen now who bought in them or in a few older ones; null where nobody can freeze, so that it was not read. */
  readonly trade_frozen_buyers: number | null;
}

/** How well each part of the evidence was read and proven, in percent from 0 to 100. It is no probability. */
export interface TokenDataQuality {
  /** The mint, its powers and its metadata. */
  readonly control: number;
  /** The largest holders and the creator. */
  readonly holders: number;
  /** Pools, their depth and who can withdraw it. */
  readonly liquidity: number;
  /** Trial sales of real holders. */
  readonly exit: number;
  /** Age, launch and first money. */
  readonly origin: number;
}

/** Somebody with power over the mint. */
export interface TokenAuthority {
  /** Who. */
  readonly address: Address;
  /** What it may do, for example `mint`, `freeze`, `permanent_delegate`, `transfer_hook`, `transfer_fee` or `metadata`. */
  readonly roles: readonly string[];
  /** What is behind the address. */
  readonly kind: AuthorityKind;
  /** The program that owns its account; null without one. */
  readonly program: Address | null;
}

/** What may be behind an authority. */
export type AuthorityKind = 'wallet' | 'multisig' | 'program';

/** An extension of a Token-2022 mint. */
export type TokenExtension = 'transfer_fee' | 'close_authority' | 'confidential_transfer' | 'default_account_state' | 'non_transferable' | 'interest_bearing' | 'permanent_delegate' | 'transfer_hook' | 'confidential_transfer_fee' | 'metadata_pointer' | 'token_metadata' | 'group_pointer' | 'group_member_pointer' | 'token_group' | 'token_group_member' | 'confidential_mint_burn' | 'scaled_ui_amount' | 'pausable' | 'permissioned_burn';

/** What the mint takes of its transfers, now and from a set epoch on. */
export interface TokenTransferFee {
  /** Of each transfer now, in basis points. */
  readonly active_bps: number;
  /** At most so much of each. */
  readonly active_maximum: TokenAmount;
  /** From the scheduled epoch on; null where nothing is set to begin. */
  readonly scheduled_bps: number | null;
  /** At most so much of each from then on. */
  readonly scheduled_maximum: TokenAmount | null;
  /** The epoch in which that begins. */
  readonly scheduled_epoch: number | null;
  /** Who can change the fee; null: nobody. */
  readonly authority: Address | null;
}

/** The program that decides about transfers, and who can set another one. */
export interface TokenTransferHook {
  /** The program; null while none is set. */
  readonly program: Address | null;
  /** Who can set another one; null: nobody. */
  readonly authority: Address | null;
  /** Whether the program can be changed; null without a program, and where that was not read. */
  readonly upgradeable: boolean | null;
}

/** Whether all transfers can be stopped, or are. */
export interface TokenPause {
  /** Who can pause and resume; null: nobody. */
  readonly authority: Address | null;
  /** Whether they are stopped now. */
  readonly paused: boolean;
}

/** The staking program that is proven to be the only one that may mint. */
export interface TokenStake {
  /** The program. */
  readonly program: Address;
  /** Its name. */
  readonly program_name: string;
  /** Its state account; null where the authority alone proves it. */
  readonly pool: Address | null;
}

/** A power over the mint that a program of fixed rules is proven to have, or a governance. */
export interface TokenProgramPower {
  /** The power: `mint` or `freeze`. */
  readonly role: string;
  /** The authority, which only the program signs for. */
  readonly authority: Address;
  /** The program. */
  readonly program: Address;
  /** Its name. */
  readonly program_name: string;
  /** What proves it. */
  readonly how: PowerProofKind;
  /** The account that proves it; null where addresses alone do. */
  readonly account: Address | null;
  /** Who can change the program. */
  readonly upgradeable_by: UpgradeBy;
  /** The address of whoever can; null where nobody can or it was not read. */
  readonly upgrade_authority: Address | null;
  /** What a token of a bridge, wrapper or pool stands for: a mint or pool, or the number of a chain in Wormhole and an address there. */
  readonly backing: string | null;
  /** The name of that asset, where it was reviewed. */
  readonly backing_name: string | null;
  /** The realm of a governance. */
  readonly realm: Address | null;
  /** The time from a proposal to its execution at least. That for votes counts only where none can end early. */
  readonly delay_seconds: number | null;
}

/** What proves that a program has a power. */
export type PowerProofKind = 'mint_derived' | 'account_names_mint' | 'fixed_mint' | 'governance';

/** Who can change a program. */
export type UpgradeBy = 'nobody' | 'key' | 'program' | 'unread';

/** The known asset that the mint is, by its address alone. */
export interface TokenCuration {
  /** The name of the asset, in our words. */
  readonly name: string;
  /** What it is, for example `fiat-stable` or `wrapped`. */
  readonly class: string;
  /** What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing. */
  readonly drift: readonly string[];
}

/** The reviewed issuer of the mint. */
export interface TokenIssuer {
  /** The issuer, in our words. */
  readonly name: string;
  /** What the asset is, for example `fiat-stable`, `rwa-stock` or `community`. */
  readonly class: string;
  /** How the mint is known to be of this issuer. */
  readonly how: IssuerProof;
  /** What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing. */
  readonly drift: readonly string[];
  /** The day of the review, for example `2026-11-28`. */
  readonly reviewed: string;
  /** Where the reviewed powers come from. */
  readonly source: string;
  /** The transaction in which the issuer signed for the mint; null for a listed one. */
  readonly transaction: TransactionSignature | null;
}

/** How a mint is known to be of an issuer. */
export type IssuerProof = 'listed' | 'signed';

/** What may be said of the metadata link. The link itself is text of a stranger, and stays out. */
export interface TokenLink {
  /** How it is spelled. */
  readonly scheme: LinkScheme;
  /** Its host in plain ASCII, at most 100 characters; null for any other spelling. */
  readonly host: string | null;
  /** Whether the link names its content, so that what it shows cannot change. */
  readonly content_addressed: boolean;
}

/** How a metadata link is spelled. */
export type LinkScheme = 'https' | 'http' | 'ipfs' | 'ar' | 'data' | 'other';

/** Where the metadata come from. */
export type MetadataSource = 'metaplex' | 'token_2022' | 'none';

/** What groups among the largest accounts hold, in basis points of the supply, rounded down. */
export interface TokenBuckets {
  /** Pools that trade the mint. */
  readonly pools: number;
  /** Launch curves. */
  readonly curves: number;
  /** What nobody can ever move. */
  readonly burned: number;
  /** Launch systems that trade in the token. */
  readonly launch_system: number;
  /** Lockers and vesting programs. */
  readonly lockers: number;
  /** Bridges, lending markets and other programs that keep for many. */
  readonly custody: number;
  /** Labelled exchanges. */
  readonly exchanges: number;
}

/** One of the largest accounts of the mint. */
export interface TokenHolder {
  /** The token account. */
  readonly account: Address;
  /** Who may move it. */
  readonly owner: Address;
  /** Whose it is. */
  readonly role: HolderRole;
  /** How much it holds. */
  readonly tokens: TokenAmount;
  /** Of the supply, in basis points, rounded down; null where the supply was not read. */
  readonly share_bps: number | null;
  /** Whether it is frozen. */
  readonly frozen: boolean;
  /** Who is known to be behind it, by our labels. */
  readonly label: string | null;
}

/** Whose an account of tokens is. */
export type HolderRole = 'burn' | 'pool' | 'curve' | 'launch_system' | 'locker' | 'custody' | 'exchange' | 'program' | 'wallet';

/** A decoded lock on one of the largest accounts of the mint. */
export interface TokenVesting {
  /** The token account. */
  readonly account: Address;
  /** The program that locks. */
  readonly program: string;
  /** Who put the tokens in; null where that is not known. */
  readonly sender: Address | null;
  /** Who gets them; null where several do, or that is not known. */
  readonly recipient: Address | null;
  /** Who can end it early. A lock that somebody can end keeps nothing. */
  readonly cancelable_by: readonly Address[];
  /** What is still locked. */
  readonly tokens: TokenAmount;
  /** The same of the supply, in basis points, rounded down. */
  readonly share_bps: number | null;
  /** What of it opens within 30 days, and counts as held. */
  readonly opens_soon: TokenAmount;
  /** When something opens next; null: never. */
  readonly next_unlock_unix: UnixTime | null;
  /** When all of it is open; null: never. */
  readonly ends_unix: UnixTime | null;
}

/** A proven vault among the largest accounts. It counts as a holder. */
export interface TokenTreasury {
  /** The vault. */
  readonly owner: Address;
  /** What it is a vault of. */
  readonly kind: TreasuryKind;
  /** The multisig, or the governance. */
  readonly account: Address;
  /** How many keys have to sign; null for a governance. */
  readonly threshold: number | null;
  /** How many keys there are; null for a governance. */
  readonly members: number | null;
  /** Who can change the members alone; null: nobody. */
  readonly config_authority: Address | null;
  /** How long a transfer has to wait after its approval, in seconds. */
  readonly delay_seconds: number;
  /** How much it holds. */
  readonly tokens: TokenAmount;
  /** Of the supply, in basis points, rounded down. */
  readonly share_bps: number | null;
}

/** What a treasury is a vault of. */
export type TreasuryKind = 'squads_v3' | 'squads_v4' | 'realms';

/** A pool that trades the mint. Null: not read, or not applicable. */
export interface TokenPool {
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
  /** The pool. */
  readonly address: Address;
  /** What it trades the mint against. */
  readonly other_mint: Address | null;
  /** The other side that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports. */
  readonly depth_lamports: Lamports | null;
  /** The same in US dollars as a decimal string with two decimals. */
  readonly depth_usd: string | null;
  /** Why it has no price; null where it has one. - `foreign_owner`: its account belongs to another program than the one of the venue - `wrong_layout`: its bytes contradict the layout of the venue - `unknown_variant`: its version, curve or mode is not known here, and so its price is not - `inconsistent`: its accounts contradict each other, or it trades other mints - `account_missing`: an account that its price needs does not exist - `not_read`: the size needs accounts of it that were not read, such as price ranges further away - `disabled`: swaps are switched off - `vault_frozen`: a vault of it is frozen, so that nothing leaves it - `not_open`: trading begins later - `completed`: the bonding curve is complete, and its coin trades elsewhere now or soon - `insufficient_liquidity`: it holds less than the size takes - `amount_too_small`: so little goes in that nothing comes out - `fee_takes_all`: the mint keeps everything that a transfer of it moves, as its fee - `overflow`: the size is beyond what its program can compute - `no_way_to_sol`: it trades the mint against a token that no pool of ours leads from to SOL */
  readonly refused: string | null;
  /** Whether it is a launch curve. */
  readonly is_curve: boolean;
  /** Who created the pool or gets the fee of the creator. */
  readonly creator: Address | null;
  /** When trading opened. */
  readonly opened_at_unix: UnixTime | null;
  /** Who can take its liquidity, largest part first, at most twenty; null where that was not read. */
  readonly liquidity_parts: readonly TokenLiquidityPart[] | null;
}

/** A part of a pool's liquidity and who can take it away. What is missing to 10,000 was not read. */
export interface TokenLiquidityPart {
  /** What can become of it. */
  readonly how: LiquidityHow;
  /** Whose it is. */
  readonly owner: Address | null;
  /** Its share in basis points. */
  readonly bps: number;
  /** Of a lock: the first moment at which some of it can be withdrawn; null without an end, and for other parts. */
  readonly unlocks_at_unix: UnixTime | null;
}

/** What can become of a part of the liquidity. */
export type LiquidityHow = 'burned' | 'locked' | 'program' | 'wallet' | 'unknown';

/** A large account under an authority of a venue that no pool explains. */
export interface UnmeasuredLiquidity {
  /** The token account. */
  readonly account: Address;
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
  /** How much it holds. */
  readonly tokens: TokenAmount;
}

/** An amount of SOL as a plain decimal string of up to nine decimals, as in `0.5`. In an argument a number is taken as well where its shortest form has no more decimals, as in `1e-9`. */
export type Sol = string;

/** What a trial sale came to. */
export type TrialSale = 'passed' | 'refused';

/** What proves since when the mint exists. */
export interface TokenAgeProof {
  /** What kind of proof it is. */
  readonly what: AgeProofKind;
  /** The transaction; null for a review, and where only the present state proves it. */
  readonly transaction: TransactionSignature | null;
  /** Its slot. */
  readonly slot: Slot | null;
}

/** What proves an age. */
export type AgeProofKind = 'creation' | 'use' | 'review' | 'state';

/** A slot of the chain: a whole number beyond 32 bits. */
export type Slot = number;

/** Who names a creator. */
export type CreatorSource = 'launchpad' | 'fee_payer';

/** An owner that got tokens in the slots of the launch. */
export interface LaunchBuyer {
  /** Who. */
  readonly owner: Address;
  /** How it belongs to the launch. */
  readonly role: LaunchRole;
  /** How much it got then. */
  readonly tokens: TokenAmount;
  /** How much it holds now. */
  readonly tokens_now: TokenAmount;
  /** How much it is not proven to have sold to a market: what it holds and what it moved elsewhere. */
  readonly tokens_kept: TokenAmount;
}

/** How somebody belongs to a launch. */
export type LaunchRole = 'developer' | 'insider' | 'bundle' | 'sniper';

/** What one kind of launch buyers got, and what they have. */
export interface LaunchShare {
  /** Which of them. */
  readonly role: LaunchRole;
  /** How many wallets. */
  readonly wallets: number;
  /** What they got in the launch, of the supply, in basis points, rounded down; null where the supply was not read. */
  readonly at_launch_bps: number | null;
  /** What they are not proven to have sold, of what circulates, in basis points, rounded down; null where that is not known. */
  readonly kept_bps: number | null;
}

/** Holders who count as one. */
export interface HolderCluster {
  /** What joins them, the strongest first. */
  readonly by: readonly ClusterLink[];
  /** The wallet that they have in common; null where there is none. */
  readonly source: Address | null;
  /** The wallets, at most fifty. */
  readonly wallets: readonly Address[];
  /** What they hold together, with what they handed out after the launch. */
  readonly tokens: TokenAmount;
  /** Of what circulates, in basis points, rounded down; null where that is not known. */
  readonly share_bps: number | null;
}

/** What joins holders. */
export type ClusterLink = 'funder' | 'funders_funder' | 'token_source' | 'funded_together' | 'sink';

/** Wallets whose first money came from one source. */
export interface FunderCluster {
  /** The source. */
  readonly funder: Address;
  /** The wallets, at most fifty. */
  readonly wallets: readonly Address[];
  /** What they hold together. */
  readonly tokens: TokenAmount;
  /** Of what circulates, in basis points, rounded down; null where that is not known. */
  readonly share_bps: number | null;
  /** Whether they got like amounts, or all of it within six hours. */
  readonly alike: boolean;
}

/** The figures behind a trade verdict. Null: not applicable, or not read. */
export interface TradeMetrics {
  /** The size that was asked about. */
  readonly size_sol: Sol;
  /** The round trip by the cheapest route, both legs at the present state, in basis points, rounded up. */
  readonly cost_bps: number | null;
  /** The same in lamports. */
  readonly cost_lamports: Lamports | null;
  /** Tokens that the size buys. */
  readonly tokens_bought: TokenAmount | null;
  /** Lamports that their sale brings back. */
  readonly lamports_back: Lamports | null;
  /** The cost when the sale follows at once. */
  readonly floor_bps: number | null;
  /** How much more than now the sale must bring for everything to come back; in a pool the price rises by more. */
  readonly break_even_bps: number | null;
  /** What the cost is made of. */
  readonly cost_parts: CostParts | null;
  /** The cheapest route. */
  readonly route: readonly RoutePart[] | null;
  /** What some sizes cost along one route, smallest first; only the one asked for may be split over two. */
  readonly sizes: readonly SizeCost[] | null;
  /** The largest size for each verdict, along one route. */
  readonly recommended_max_size_sol: MaxSize;
  /** How far the highest price of two pools is above the lowest. */
  readonly price_disagreement_bps: number | null;
  /** Pools that were found. */
  readonly pools_found: number | null;
  /** Those that carry the size. */
  readonly pools_usable: number | null;
  /** Every pool that was found, cheapest first. */
  readonly pools: readonly TradePool[] | null;
  /** Large holders looked at. */
  readonly holders_seen: number | null;
  /** Those that prove liquidity without a price. */
  readonly unpriced_holders: readonly UnpricedHolder[] | null;
  /** Those of ordinary holders that are frozen. */
  readonly frozen_holders: number | null;
  /** The program of the mint. */
  readonly token_program: Address | null;
  /** Decimals of the mint. */
  readonly decimals: number | null;
  /** Tokens that exist. */
  readonly supply: TokenAmount | null;
  /** What the mint takes of a transfer now. */
  readonly transfer_fee_bps: number | null;
  /** At most this much of each. */
  readonly transfer_fee_maximum: TokenAmount | null;
  /** The program that decides about every transfer. */
  readonly transfer_hook_program: Address | null;
  /** Who may freeze holders; null where nobody may. */
  readonly freeze_authority: Address | null;
  /** Priority that is counted, in millionths of a lamport a compute unit. */
  readonly priority_micro_lamports: string | null;
  /** True where recent blocks could not be read and the highest priority that is counted was taken. */
  readonly priority_is_assumed: boolean | null;
  /** What opening the token account binds until it is closed; no part of the cost. */
  readonly account_rent_lamports: Lamports | null;
  /** Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint; null where there is no hook, or nothing was shown. */
  readonly sale_proven: boolean | null;
  /** What refused them: the error number and its program. */
  readonly sale_error: string | null;
}

/** Where the lamports of a round trip go, both ways together. They add up to the cost. */
export interface CostParts {
  /** The trade moves the price against itself. */
  readonly price_impact: CostPart;
  /** Fees that stay with the liquidity of pools. */
  readonly lp_fees: CostPart;
  /** Fees of venues and platforms. */
  readonly protocol_fees: CostPart;
  /** Fees of the creators of coins and pools. */
  readonly creator_fees: CostPart;
  /** What the mint takes of its transfers. */
  readonly transfer_fees: CostPart;
  /** Signatures of both transactions. */
  readonly network_base: CostPart;
  /** Priority of both transactions. */
  readonly network_priority: CostPart;
}

/** A part of what a round trip costs. */
export interface CostPart {
  /** How much. */
  readonly lamports: Lamports;
  /** Of the size, in basis points, rounded down. */
  readonly bps: number;
}

/** A part of the route. Several parts: the size is split, because that is cheaper. */
export interface RoutePart {
  /** Its share of the size. */
  readonly size_sol: Sol;
  /** Its pools in the order of the purchase. */
  readonly hops: readonly RouteHop[];
}

/** A pool that a purchase goes through. */
export interface RouteHop {
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
  /** The pool. */
  readonly pool: Address;
}

/** What a round trip of a size costs. */
export interface SizeCost {
  /** The size. */
  readonly size_sol: Sol;
  /** In basis points of the size; null where it cannot be made. */
  readonly cost_bps: number | null;
}

/** The largest size that still gets each verdict along one route; null: no size does, or it was not read. */
export interface MaxSize {
  /** For ACCEPTABLE_COST. */
  readonly acceptable_cost: Sol | null;
  /** For ELEVATED_COST. */
  readonly elevated_cost: Sol | null;
  /** For HIGH_COST. */
  readonly high_cost: Sol | null;
}

/** A pool that was found, and why it was not used. Null: not read, or not applicable. */
export interface TradePool {
  /** The venue. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
  /** The pool. */
  readonly address: Address;
  /** Whether the cheapest route goes through it. */
  readonly used: boolean;
  /** What it trades the mint against. */
  readonly other_mint: Address | null;
  /** The round trip of the whole size through it alone. */
  readonly cost_bps: number | null;
  /** The other side that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports. */
  readonly depth_lamports: Lamports | null;
  /** Tokens that it holds. */
  readonly depth_tokens: TokenAmount | null;
  /** Lamports for a million atomic units of the mint at the margin. */
  readonly price_lamports_per_million: Lamports | null;
  /** Why it has no cost; null where it has one, or its price is not known. - `foreign_owner`: its account belongs to another program than the one of the venue - `wrong_layout`: its bytes contradict the layout of the venue - `unknown_variant`: its version, curve or mode is not known here, and so its price is not - `inconsistent`: its accounts contradict each other, or it trades other mints - `account_missing`: an account that its price needs does not exist - `not_read`: the size needs accounts of it that were not read, such as price ranges further away - `disabled`: swaps are switched off - `vault_frozen`: a vault of it is frozen, so that nothing leaves it - `not_open`: trading begins later - `completed`: the bonding curve is complete, and its coin trades elsewhere now or soon - `insufficient_liquidity`: it holds less than the size takes - `amount_too_small`: so little goes in that nothing comes out - `fee_takes_all`: the mint keeps everything that a transfer of it moves, as its fee - `overflow`: the size is beyond what its program can compute - `no_way_to_sol`: it trades the mint against a token that no pool of ours leads from to SOL */
  readonly refused: string | null;
  /** The same in words. */
  readonly refused_detail: string | null;
  /** The leg that it refuses: `buy` or `sell`. */
  readonly refused_leg: string | null;
  /** Who created the pool or gets the fee of the creator. */
  readonly creator: Address | null;
  /** When trading opened. */
  readonly opened_at_unix: UnixTime | null;
  /** Share of the liquidity that was burned or that the venue itself locks for good, in basis points; other lockers are not read. */
  readonly locked_liquidity_bps: number | null;
  /** What about its quote is a bound and not exact. */
  readonly bounds: readonly string[];
}

/** A large holder that proves liquidity which has no part in the price. */
export interface UnpricedHolder {
  /** The token account. */
  readonly account: Address;
  /** Who may move it. */
  readonly authority: Address;
  /** The venue that the authority belongs to. - `pump_curve`: pump.fun bonding curve - `pumpswap`: PumpSwap - `raydium_amm_v4`: Raydium AMM v4 - `raydium_cpmm`: Raydium CPMM - `raydium_clmm`: Raydium CLMM - `raydium_launchlab`: Raydium LaunchLab - `orca_whirlpool`: Orca Whirlpool - `meteora_dlmm`: Meteora DLMM - `meteora_damm_v1`: Meteora DAMM v1 - `meteora_damm_v2`: Meteora DAMM v2 - `meteora_dbc`: Meteora DBC */
  readonly venue: string;
  /** How much it holds. */
  readonly tokens: TokenAmount;
}

/** The figures behind a funder verdict. Null: not applicable, or not read. */
export interface FunderMetrics {
  /** Main source of the funding. */
  readonly source: Address | null;
  /** Label of the main source. */
  readonly source_label: Label | null;
  /** Program that moved the funds; null for a plain transfer. */
  readonly source_program: Address | null;
  /** Label of that program. */
  readonly source_program_label: Label | null;
  /** How the funds moved, e.g. `transfer`. */
  readonly mechanism: string | null;
  /** Credited before the first transaction that the address paid for, dust left out. */
  readonly funded_lamports: Lamports | null;
  /** Of those, from the main source. */
  readonly main_source_lamports: Lamports | null;
  /** Its share in basis points. */
  readonly main_source_share_bps: number | null;
  /** Credits left out as dust. */
  readonly ignored_dust_lamports: Lamports | null;
  /** Balance changes that no credit explains. */
  readonly unexplained_lamports: Lamports | null;
  /** Number of credits before the first own payment. */
  readonly credits: number | null;
  /** The deciding transaction. */
  readonly funding_transaction: TransactionSignature | null;
  /** Its slot. */
  readonly funding_slot: Slot | null;
  /** Time of its block. */
  readonly funding_time_unix: UnixTime | null;
  /** Who gave most in the seven days from the first money; null where there was none or it was not read. */
  readonly main_source: MainSource | null;
  /** The token, when the first money was tokens. */
  readonly token_mint: Address | null;
  /** How much of it. */
  readonly token_amount: TokenAmount | null;
  /** What first named the address. */
  readonly first_touch: FirstTouch | null;
  /** Seconds from the first money to the first trade, where that is among what was read. */
  readonly first_trade_seconds_after_funding: number | null;
  /** Whether the history is proven to begin at its oldest entry. */
  readonly birth_proven: boolean;
  /** The oldest transaction. */
  readonly oldest_transaction: TransactionSignature | null;
  /** Time of its block. */
  readonly oldest_time_unix: UnixTime | null;
  /** Transactions in the history. */
  readonly signatures_seen: number | null;
  /** Pages of history that were read. */
  readonly pages_read: number | null;
  /** Oldest transactions whose balances follow on from each other. */
  readonly continuous_transactions: number | null;
  /** Whether it ever paid for a transaction. */
  readonly has_paid_fees: boolean | null;
  /** Transactions of the main source on the page that ends at the funding, at most 1,000. */
  readonly source_signatures_before: number | null;
  /** Seconds between the newest and the oldest of them. */
  readonly source_signatures_span_seconds: number | null;
  /** New accounts that the funding transaction credited, this one included. */
  readonly fresh_recipients: number | null;
  /** New accounts that the main source gave a like amount within ten minutes, this one included; at least so many. */
  readonly siblings: number | null;
  /** New accounts that a labelled source gave the same amount within a minute, this one included; at least so many. */
  readonly cohort: number | null;
  /** Hops behind the main source that were followed. */
  readonly hops_followed: number;
  /** Who funded the main source. */
  readonly hop_2: FundingHop | null;
  /** Who funded the source of the hop before. */
  readonly hop_3: FundingHop | null;
}

/** Who an address is known to belong to. */
export interface Label {
  /** The name of the account. */
  readonly label: string;
  /** What it is, for example `exchange`. */
  readonly category: string;
  /** How well the label is proven: `strong`, `single` or `weak`. */
  readonly grade: string;
  /** When the label was collected, for example `2026-11`. */
  readonly date: string;
  /** The exchange, where it belongs to one. */
  readonly exchange: string | null;
}

/** Who gave most lamports in the seven days from the first money. */
export interface MainSource {
  /** The source; null where it cannot be named, or where no lamports came. */
  readonly source: Address | null;
  /** Its label; null where it has none. */
  readonly label: Label | null;
  /** What it gave, wrapped SOL included, less what went back to it. */
  readonly lamports: Lamports;
  /** Its share of all lamports of the seven days; null where none came. */
  readonly share_bps: number | null;
  /** Lamports of all sources, less what went back to each. */
  readonly credited_lamports: Lamports;
  /** Tokens of dollars of all sources, in millionths, less what went back to each. */
  readonly credited_dollars: TokenAmount;
  /** Number of sources; all programs count as one. */
  readonly sources: number;
  /** Transactions that were read for it. */
  readonly transactions_read: number;
  /** Whether all of the seven days were read. */
  readonly whole: boolean;
  /** Why not: `limit_reached`; null where all were. */
  readonly why: string | null;
}

/** What first named the address on chain, whether or not it carried lamports. */
export interface FirstTouch {
  /** The transaction. */
  readonly transaction: TransactionSignature;
  /** Its slot. */
  readonly slot: Slot;
  /** Time of its block. */
  readonly time_unix: UnixTime | null;
  /** `lamports`, `tokens`, `token_account`, `signed` or `mention`. */
  readonly what: string;
  /** Who it came from. */
  readonly source: Address | null;
  /** The token; null for lamports. */
  readonly mint: Address | null;
  /** Lamports, or units of the token. */
  readonly amount: TokenAmount | null;
}

/** Where an address behind this one got its first lamports. */
export interface FundingHop {
  /** Who funded it. */
  readonly source: Address;
  /** Its label; null where it has none. */
  readonly label: Label | null;
  /** How much it sent. */
  readonly lamports: Lamports;
  /** The transaction. */
  readonly transaction: TransactionSignature | null;
  /** Its slot. */
  readonly slot: Slot | null;
  /** Time of its block. */
  readonly time_unix: UnixTime | null;
}

/** Proof of real profit and loss for a wallet, from realized results in SOL. */
export interface WalletAnswer {
  readonly schema_version: 1;
  readonly kind: 'wallet';
  readonly subject: string;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The chain is the embedded sample world, and the answer says nothing about the real one. */
  readonly sandbox?: true;
  /** TRUSTED: Everything was read, and luck alone hardly explains the profit. It is no promise; the flags say whether it can be copied. NEUTRAL: The record proves neither manipulation nor that it loses, and lacks something for the best verdict: the reasons say what. UNTRUSTED: The record proves loss or manipulation. INSUFFICIENT: Too little was traded to judge. UNVERIFIABLE: The history cannot be reconstructed reliably, or the address belongs to no single trader. */
  readonly verdict: 'TRUSTED' | 'NEUTRAL' | 'UNTRUSTED' | 'INSUFFICIENT' | 'UNVERIFIABLE';
  /** Never empty; worst first, then by name. */
  readonly reason_codes: readonly string[];
  /** Two decimals: how well what the verdict rests on was read and proven. It is no probability. */
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly Reason[];
  /** The figures behind the verdict; they differ by kind, and there are none in a free answer. */
  readonly metrics: WalletMetrics | Readonly<Record<string, never>>;
  readonly as_of: AsOf | null;
  readonly gaps: readonly Gap[];
  /** Detached EdDSA JWS over the RFC 8785 form of this object without attestation and billing. Absent from a free answer. */
  readonly attestation?: string;
  readonly billing: Billing;
}

/** A reason code with the words and the chain evidence for this subject. */
export interface Reason {
  readonly code: string;
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'info';
  readonly message: string;
  readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
}

/** The moment on chain that the answer is pinned to. */
export interface AsOf {
  readonly slot: number;
  readonly commitment: 'confirmed' | 'finalized';
  /** RFC 3339 in UTC; null when the block has no time. */
  readonly time: string | null;
}

/** A fact that could not be read, and why. */
export interface Gap {
  readonly reading: string;
  readonly cause: 'rpc_unavailable' | 'rpc_disagrees' | 'plan_refuses' | 'deadline' | 'history_missing' | 'unreadable' | 'limit_reached' | 'not_found';
  readonly retryable: boolean;
  readonly about?: string;
}

/** What the call cost and how it was paid. Not charged is route none and 0.00. */
export interface Billing {
  readonly route: 'credit' | 'pass' | 'x402' | 'free' | 'none';
  readonly charged_usdc: Usdc;
  readonly balance_usdc?: Usdc;
  /** The pass of route pass. */
  readonly pass?: {
    readonly tier: string;
    readonly calls_left: number;
    readonly expires_at: string;
  };
  /** How many free calls are left today; on route free only. */
  readonly free_remaining?: number;
  /** The settled transaction of route x402. */
  readonly transaction?: string;
  /** The answer was stored by an earlier call. */
  readonly replayed?: true;
}

/** An amount in USDC as a decimal string with two to six decimals. */
export type Usdc = string;

/** A refusal by RFC 9457. */
export interface Problem {
  /** Where the code is explained. */
  readonly type: string;
  /** The code in words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What was the matter with this call. */
  readonly detail: string;
  /** Stable, to branch on: codes are added, never renamed. */
  readonly code: string;
  /** The id to quote. */
  readonly request_id: string;
  /** Whether the call may succeed later. */
  readonly retryable: boolean;
  /** How to go on. resign: Sign a new payment by the requirements in the answer and send the call with it. retry_same_payment: Send the same call again with the same payment header; a new payment could pay twice. poll: Ask again from time to time until it is settled; send nothing new. wait_and_retry: Wait as long as retry_after_seconds says, then send the same call again. abandon: Do not send this call again: it cannot succeed as it is. pay_with_key: Send the call again with X-API-Key: it is paid from the credit or the pass of a key, and not per call. GET /credits says how to get one. human_required: No repeat helps by itself: whoever holds the money or the key has to act first. */
  readonly retry_action?: string;
  /** How long to wait first, as Retry-After says. */
  readonly retry_after_seconds?: number;
  /** What is known of the payment that came with the call. unused: It was not used and will not be: nothing was paid. in_flight: Whether it was paid is not known yet: send the same call with the same payment. settled: It was paid, for the call that it belongs to. */
  readonly payment_state?: 'unused' | 'in_flight' | 'settled';
  /** What differs of a transfer that does not match its ticket. */
  readonly mismatch?: 'recipient' | 'token' | 'amount' | 'payer' | 'success' | 'ticket';
  readonly hint?: Hint;
}

/** The exact next call. */
export interface Hint {
  /** The method. */
  readonly method: 'GET' | 'POST';
  /** The whole URL. */
  readonly url: string;
  /** Headers by name; <PLACEHOLDERS> stand for what only the caller has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body, with placeholders alike; null for none. */
  readonly body?: unknown;
}

/** What the call costs and how to pay for it. */
export interface PaymentRequired {
  readonly x402Version: 1;
  readonly error: string;
  /** Payment requirements of x402 v1; empty where payment per call is off. */
  readonly accepts: readonly Readonly<Record<string, unknown>>[];
  /** Where the code is explained. */
  readonly type: string;
  /** The code in words. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What was the matter with this call. */
  readonly detail: string;
  /** Stable, to branch on: codes are added, never renamed. */
  readonly code: string;
  /** The id to quote. */
  readonly request_id: string;
  /** Whether the call may succeed later. */
  readonly retryable: boolean;
  /** How to go on. resign: Sign a new payment by the requirements in the answer and send the call with it. retry_same_payment: Send the same call again with the same payment header; a new payment could pay twice. poll: Ask again from time to time until it is settled; send nothing new. wait_and_retry: Wait as long as retry_after_seconds says, then send the same call again. abandon: Do not send this call again: it cannot succeed as it is. pay_with_key: Send the call again with X-API-Key: it is paid from the credit or the pass of a key, and not per call. GET /credits says how to get one. human_required: No repeat helps by itself: whoever holds the money or the key has to act first. */
  readonly retry_action?: string;
  /** How long to wait first, as Retry-After says. */
  readonly retry_after_seconds?: number;
  /** What is known of the payment that came with the call. unused: It was not used and will not be: nothing was paid. in_flight: Whether it was paid is not known yet: send the same call with the same payment. settled: It was paid, for the call that it belongs to. */
  readonly payment_state?: 'unused' | 'in_flight' | 'settled';
  readonly price_usdc: Usdc;
  readonly balance_usdc?: Usdc;
  readonly hint: Hint;
  readonly sandbox?: true;
}

/** Each place of the request that failed validation. */
export interface ValidationError {
  readonly detail: readonly {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
    readonly type: string;
    readonly input?: unknown;
    readonly ctx?: Readonly<Record<string, unknown>>;
  }[];
}

/** Conservative safety check of a token: control, holders, liquidity, exit and origin. */
export interface TokenAnswer {
  readonly schema_version: 1;
  readonly kind: 'token';
  readonly subject: string;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The chain is the embedded sample world, and the answer says nothing about the real one. */
  readonly sandbox?: true;
  /** LOW_RISK: Control, holders, liquidity and age were all read, and nothing medium or worse was found; it is no price forecast. ELEVATED: Everything mandatory was read and nothing serious was found, but something medium was, or one item was only partly read. HIGH_RISK: One serious fact, or three medium facts of at least two kinds, are proven: a lower bound, which holds even when other reads failed. CRITICAL: A fact read from chain state makes a total loss possible at the will of one key without warning, or has already blocked or taken holders' tokens: a lower bound, which holds even when other reads failed. UNKNOWN: It is no fungible mint, or a mandatory part could not be read and nothing serious or critical was proven: it means "do not buy", and is not neutral. */
  readonly verdict: 'LOW_RISK' | 'ELEVATED' | 'HIGH_RISK' | 'CRITICAL' | 'UNKNOWN';
  /** Never empty; worst first, then by name. */
  readonly reason_codes: readonly string[];
  /** Two decimals: how well what the verdict rests on was read and proven. It is no probability. */
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly Reason[];
  /** The figures behind the verdict; they differ by kind, and there are none in a free answer. */
  readonly metrics: TokenMetrics | Readonly<Record<string, never>>;
  readonly as_of: AsOf | null;
  readonly gaps: readonly Gap[];
  /** Detached EdDSA JWS over the RFC 8785 form of this object without attestation and billing. Absent from a free answer. */
  readonly attestation?: string;
  readonly billing: Billing;
}

/** What a round trip of a given size in SOL really costs, from pool state. */
export interface TradeAnswer {
  readonly schema_version: 1;
  readonly kind: 'trade';
  readonly subject: string;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The chain is the embedded sample world, and the answer says nothing about the real one. */
  readonly sandbox?: true;
  /** ACCEPTABLE_COST: The round trip costs at most 3 percent of the size, both legs at the present state. ELEVATED_COST: It costs more than 3 and at most 10 percent. HIGH_COST: It costs more than 10 and at most 35 percent. UNTRADEABLE: The size cannot be bought and sold again at the present state, or for more than 35 percent only. NO_POOL: No pool that is known here trades the mint. UNKNOWN: What the verdict rests on could not be read or proven, or the address is no mint. */
  readonly verdict: 'ACCEPTABLE_COST' | 'ELEVATED_COST' | 'HIGH_COST' | 'UNTRADEABLE' | 'NO_POOL' | 'UNKNOWN';
  /** Never empty; worst first, then by name. */
  readonly reason_codes: readonly string[];
  /** Two decimals: how well what the verdict rests on was read and proven. It is no probability. */
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly Reason[];
  /** The figures behind the verdict; they differ by kind, and there are none in a free answer. */
  readonly metrics: TradeMetrics | Readonly<Record<string, never>>;
  readonly as_of: AsOf | null;
  readonly gaps: readonly Gap[];
  /** Detached EdDSA JWS over the RFC 8785 form of this object without attestation and billing. Absent from a free answer. */
  readonly attestation?: string;
  readonly billing: Billing;
}

/** Where an address got its first money from. */
export interface FunderAnswer {
  readonly schema_version: 1;
  readonly kind: 'funder';
  readonly subject: string;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The chain is the embedded sample world, and the answer says nothing about the real one. */
  readonly sandbox?: true;
  /** CEX_FUNDED: The first money came out of a labelled exchange account. WALLET_FUNDED: The first money came from an unlabelled wallet. UNKNOWN_ORIGIN: The first money came through a service that hides who paid. UNVERIFIABLE_ORIGIN: The oldest history cannot be proven. UNKNOWN: There is nothing to judge, or it could not be read. */
  readonly verdict: 'CEX_FUNDED' | 'WALLET_FUNDED' | 'UNKNOWN_ORIGIN' | 'UNVERIFIABLE_ORIGIN' | 'UNKNOWN';
  /** Never empty; worst first, then by name. */
  readonly reason_codes: readonly string[];
  /** Two decimals: how well what the verdict rests on was read and proven. It is no probability. */
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly Reason[];
  /** The figures behind the verdict; they differ by kind, and there are none in a free answer. */
  readonly metrics: FunderMetrics | Readonly<Record<string, never>>;
  readonly as_of: AsOf | null;
  readonly gaps: readonly Gap[];
  /** Detached EdDSA JWS over the RFC 8785 form of this object without attestation and billing. Absent from a free answer. */
  readonly attestation?: string;
  readonly billing: Billing;
}

/** A transfer to sign and send, and the ticket that binds it to its payer. */
export interface PreparedCredit {
  /** The unsigned versioned transaction in base64. */
  readonly transaction: string;
  /** Keep it until the claim. */
  readonly ticket: string;
  /** Until when the transfer should land; it may be claimed at any later time. RFC 3339 in UTC. */
  readonly expires_at: string;
  /** What is transferred, in atomic units. */
  readonly amount_atomic: number;
  readonly amount_usdc: Usdc;
  /** The receiving wallet. */
  readonly pay_to: string;
  /** Its token account. */
  readonly pay_to_token_account: string;
  readonly asset: 'USDC';
  /** The mint of the asset. */
  readonly asset_mint: string;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** The block height after which the transaction cannot land any more. */
  readonly last_valid_block_height: number;
  /** The memo of the transaction, which names its ticket. */
  readonly memo: string;
  readonly pass?: {
    /** The tier of the pass. */
    readonly tier: 'traveller' | 'voyager';
    /** Days. */
    readonly days: number;
    /** Checks that it includes. */
    readonly fair_use_calls: number;
  };
  /** What to do next, step by step. */
  readonly instructions: readonly string[];
  /** The claim as it is to be sent, with a placeholder for the signature. */
  readonly claim: {
    readonly method: 'POST';
    readonly url: string;
    readonly body: Readonly<Record<string, unknown>>;
  };
  /** Present where the chain is the sample world. */
  readonly sandbox?: true;
}

export interface PrepareCredit {
  /** The wallet that will pay, in base58. */
  readonly payer: string;
  /** Atomic units: 1 USDC is 1000000. A pass costs exactly the price of its tier. */
  readonly amount_atomic: number;
  /** True buys a pass instead of credit. */
  readonly pass?: boolean | null;
}

/** What a claim credited. */
export interface ClaimedCredit {
  /** The key, shown once; absent where an existing key was credited. */
  readonly api_key?: string;
  readonly credited_usdc: Usdc;
  readonly balance_usdc?: Usdc;
  readonly pass?: {
    /** The tier of the pass. */
    readonly tier: 'traveller' | 'voyager';
    /** When it begins. RFC 3339 in UTC. */
    readonly starts_at: string;
    /** When it ends. RFC 3339 in UTC. */
    readonly expires_at: string;
    /** Checks that it includes. */
    readonly fair_use_calls: number;
    /** Checks of those that are left. */
    readonly fair_use_left: number;
  };
  /** Present where an earlier call credited the transfer. */
  readonly repeated?: true;
  /** What it means and what to do. */
  readonly note: string;
  /** Present where the chain is the sample world. */
  readonly sandbox?: true;
}

export interface ClaimCredit {
  /** A transaction signature: base58 of exactly 64 bytes. */
  readonly signature: string;
  /** The ticket that came with the transfer. */
  readonly ticket: string;
  /** An API key to add to; without one a new key is made. */
  readonly key?: string | null;
  /** As it was prepared; the ticket decides. */
  readonly pass?: boolean | null;
}

/** What a key owns. */
export interface Balance {
  readonly balance_usdc: Usdc;
  /** The same in atomic units, as a decimal string. */
  readonly balance_atomic: string;
  readonly passes: readonly {
    /** The tier of the pass. */
    readonly tier: 'traveller' | 'voyager';
    /** When it begins. RFC 3339 in UTC. */
    readonly starts_at: string;
    /** When it ends. RFC 3339 in UTC. */
    readonly expires_at: string;
    /** Checks that it includes. */
    readonly fair_use_calls: number;
    /** Checks of those that are left. */
    readonly fair_use_left: number;
    readonly state: 'active' | 'queued';
  }[];
  /** The newest 100; GraphQL pages through all. */
  readonly movements: readonly {
    readonly kind: 'grant' | 'topup' | 'pass' | 'charge' | 'change' | 'refund';
    /** Negative when it left the account. */
    readonly amount_usdc: string;
    /** When. RFC 3339 in UTC. */
    readonly at: string;
    /** Transaction, or kind and subject of a check. */
    readonly ref: string | null;
  }[];
  /** Present where the chain is the sample world. */
  readonly sandbox?: true;
}

/** A payment of one check for a wallet to sign. A proposal only. */
export interface PreparedPayment {
  /** The unsigned versioned transaction in base64; its fee payer signs last and is not the payer. */
  readonly transaction: string;
  readonly payment_header_name: 'PAYMENT-SIGNATURE';
  /** The x402 payload, still unsigned. */
  readonly payment_payload: Readonly<Record<string, unknown>>;
  /** Where in the payload the signed transaction goes. */
  readonly signed_transaction_at: string;
  /** The requirements that it meets. */
  readonly requirements: Readonly<Record<string, unknown>>;
  /** Until when it should be sent. RFC 3339 in UTC. */
  readonly expires_at: string;
  /** What to do next, step by step. */
  readonly instructions: readonly string[];
  /** Present where the chain is the sample world. */
  readonly sandbox?: true;
}

export interface PreparePayment {
  /** The wallet that will pay, in base58. */
  readonly payer: string;
  /** The path or the URL of a paid check. */
  readonly resource: string;
}

/** How to go on after a refusal. */
export type RetryAction = 'resign' | 'retry_same_payment' | 'poll' | 'wait_and_retry' | 'abandon' | 'pay_with_key' | 'human_required';

/** The published price of a check of each kind, in USDC. */
export const PRICES_USDC = {
  wallet: '0.10',
  token: '0.02',
  trade: '0.02',
  funder: '0.05',
} as const;
