// Made from the published documents by `npm run client:types`. Do not edit.

/** Figures behind a wallet verdict, in groups of one subject. Sums in lamports are those of the book in SOL. Figures of a history that cannot be verified are what was seen. */
export interface WalletMetrics {
  /** Part of the past that was read. Null where the address is no ordinary wallet, or its history was not read. */
  readonly window: WalletWindow | null;
  /** Tests that the best verdict needs and that failed, with the measured figures. */
  readonly failed_tests: readonly WalletFailedTest[];
  /** Changes of the wallet's SOL by class. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly flows: WalletFlows | null;
  /** Round trips with the largest profit, best first, at most 10. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly top_trades: readonly WalletTopTrade[] | null;
  /** Round trips with the largest loss, worst first, at most 10. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly worst_trades: readonly WalletTopTrade[] | null;
  /** Holding times of tokens that were sold. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly hold_times: WalletHoldTimes | null;
  /** Realized profit over time, at most 100 points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly equity: readonly WalletEquityPoint[] | null;
  /** Prices of stable coins that were used for conversions, newest first, at most 20. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly rates: readonly StableRate[] | null;
  /** Record in each currency that was traded: SOL, US dollars, euros. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly books: readonly WalletBook[] | null;
  /** Sales of tokens without a known purchase, newest first, at most 20. The records by currency have the sums. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sales_without_basis: readonly WalletSaleWithoutBasis[] | null;
  /** Makers of the tokens that carry the profit, at most 30. Makers that could not be found are left out. Null where there is no book to take the tokens from, or the makers were not read. */
  readonly makers: readonly MintMaker[] | null;
  /** Tokens that the wallet holds now, with the proceeds of selling them. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly holdings: WalletHoldings | null;
  /** Wallets that got their first SOL from this wallet. Null where the address is no ordinary wallet, or its history was not read. */
  readonly funded_wallets: WalletFunded | null;
  /** Wallets that paid for the gains, summed up. Null where there is no record, the record is too small for the best verdict, or the payers were not read. */
  readonly payers: WalletPayers | null;
  /** Number of round trips that count: closed ones, and those without a trade for seven days, whose rest counts as lost. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly closed: number | null;
  /** Number of round trips of one size that would weigh as much as those that count. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly even_trips: number | null;
  /** Number of different tokens in the round trips that count. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly mints: number | null;
  /** Number of days (UTC) with a trade. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly active_days: number | null;
  /** Number of purchases and sales. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly trades: number | null;
  /** Time of the first trade in the window (UTC). Null where there is no trade, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly first_trade_time_unix: UnixTime | null;
  /** Time of the last trade in the window (UTC). Null where there is no trade, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly last_trade_time_unix: UnixTime | null;
  /** Purchases and sales together, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly turnover_lamports: Lamports | null;
  /** Cost of the round trips that count, with all fees, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly cost_lamports: Lamports | null;
  /** Realized profit of the round trips that count, first in first out, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly realized_pnl_lamports: SignedLamports | null;
  /** Realized profit less losses that do not count, the cost of tokens that were transferred out, and overhead, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly pessimistic_pnl_lamports: SignedLamports | null;
  /** Realized profit of the round trips that count by average cost, for comparison, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly average_cost_pnl_lamports: SignedLamports | null;
  /** Realized profit divided by cost, in basis points. Null where nothing was spent, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly roi_bps: number | null;
  /** Lower bound of profit divided by cost with 99 percent confidence, after a sceptical prior, in basis points. Null where there are too few round trips, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly expectancy_lower_bps: number | null;
  /** Upper bound of profit divided by cost with 99 percent confidence, without the prior, in basis points. Null where there are too few round trips, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly expectancy_upper_bps: number | null;
  /** Number of round trips with a profit. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly wins: number | null;
  /** Share of round trips with a profit, in basis points. The share decides nothing, because few large gains can outweigh many losses. Null where there is no round trip, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly win_rate_bps: number | null;
  /** Lower end of the interval that holds the share of profitable round trips with 95 percent confidence, in basis points. Null where there is no round trip, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly win_rate_low_bps: number | null;
  /** Upper end of the interval that holds the share of profitable round trips with 95 percent confidence, in basis points. Null where there is no round trip, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly win_rate_high_bps: number | null;
  /** Sum of all gains, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly gross_profit_lamports: Lamports | null;
  /** Sum of all losses, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly gross_loss_lamports: Lamports | null;
  /** Gains divided by losses, in percent. Null where there is no loss, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly profit_factor_percent: number | null;
  /** Largest fall of the realized profit, divided by the largest cost that was at work at one time, in basis points. Null where nothing was ever at work, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly max_drawdown_bps: number | null;
  /** Share of the best round trip in all gains, in basis points. Null where there is no gain, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly top1_share_bps: number | null;
  /** Share of the best three round trips in all gains, in basis points. Null where there is no gain, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly top3_share_bps: number | null;
  /** Number of the best round trips with a profit that `pnlWithoutBestLamports` (in REST `pnl_without_best_lamports`) leaves out. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly best_left_out: number | null;
  /** Realized profit without the best round trips, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly pnl_without_best_lamports: SignedLamports | null;
  /** Realized profit of the first half of the window, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly first_half_pnl_lamports: SignedLamports | null;
  /** Realized profit of the second half of the window, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly second_half_pnl_lamports: SignedLamports | null;
  /** Proceeds of tokens without a known purchase, in lamports. They count as no profit. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly unmatched_proceeds_lamports: SignedLamports | null;
  /** Share of tokens without a known purchase in all proceeds, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly unmatched_bps: number | null;
  /** Cost of tokens that left without a sale, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly transferred_out_lamports: Lamports | null;
  /** Cost of tokens that left without a sale, divided by the cost of the round trips, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly transferred_out_bps: number | null;
  /** Cost of tokens that are still held in open positions, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly open_basis_lamports: Lamports | null;
  /** Cost of tokens that are still held, divided by the cost of the round trips, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly open_basis_bps: number | null;
  /** Number of trades in another currency than their tokens were bought in, without a rate between the two. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly unpriced_trades: number | null;
  /** SOL that trades without a rate paid or brought, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly unpriced_lamports: Lamports | null;
  /** Share of trades without a rate in all trades, or their sum divided by the cost of the round trips, whichever is more, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly unpriced_bps: number | null;
  /** Cost that was paid in stable coins and converted at prices seen on chain, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly stable_cost_lamports: Lamports | null;
  /** Share of converted cost in all cost, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly stable_cost_bps: number | null;
  /** Share of liquidity, lending, NFTs and orders in all SOL that moved, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly special_flow_bps: number | null;
  /** Median holding time, weighted by cost, in seconds. Null where nothing was held, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly median_hold_seconds: number | null;
  /** Share of holds under one minute, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly fast_holds_bps: number | null;
  /** Number of trades on an average day with trades, rounded up. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly trades_per_active_day: number | null;
  /** Share of failed transactions, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly failed_share_bps: number | null;
  /** Share of transactions that gained SOL without holding a token, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly atomic_share_bps: number | null;
  /** Share of purchases in one transaction with a purchase of another signer, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly bundled_buys_bps: number | null;
  /** Number of purchases and sales of the same units in one slot. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sandwich_cases: number | null;
  /** Purchases and sales of the same units in one slot, divided by round trips, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sandwich_share_bps: number | null;
  /** Number of tokens that were sold within an hour of arriving without a purchase. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sold_unbought_mints: number | null;
  /** Share of tokens that were sold within an hour of arriving without a purchase in all proceeds, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly sold_unbought_bps: number | null;
  /** Token with the most trading to and fro within ten minutes without a result. Null where there is none, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly wash_mint: Address | null;
  /** Share of the trading to and fro in turnover, in basis points. Null where there is none, or nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly wash_turnover_bps: number | null;
  /** Share of gains from sales that took more than a quarter of the SOL or the US dollars in their pool, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly thin_pool_profit_bps: number | null;
  /** Share of gains from round trips with a fill that the other party signed, such as one by an order engine, in basis points. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly cosigned_profit_bps: number | null;
  /** Losses of positions that ended and do not count as round trips, in lamports. Their gains are not set off. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly uncounted_losses_lamports: Lamports | null;
  /** Fees and tips outside of trades, atomic losses, and SOL that went into liquidity, loans or NFTs and did not come back, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly overhead_lamports: Lamports | null;
  /** Losses of trading programs within one transaction, gains not set off, and SOL in orders without a fill for seven days, in lamports. Null where nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read. */
  readonly atomic_losses_lamports: Lamports | null;
}

/** Part of the past that was read, and its completeness. */
export interface WalletWindow {
  /** Begin of the judged window (UTC). */
  readonly from_unix: UnixTime;
  /** End of the judged window (UTC). */
  readonly to_unix: UnixTime;
  /** Number of whole days in the judged window. */
  readonly days: number;
  /** Whether the wallet's first transaction lies inside the window, from a balance of 0. */
  readonly born_inside: boolean;
  /** Number of transactions in the wallet's own list. */
  readonly signatures: number;
  /** Number of transactions in the lists of the wallet's token accounts, as far as read. */
  readonly token_signatures: number;
  /** Number of pages of the lists. */
  readonly pages: number;
  /** Number of transactions that were read and understood. */
  readonly transactions: number;
  /** Number of transactions that no endpoint gave in full. */
  readonly unusable_transactions: number;
  /** Number of transactions that only the lists of token accounts show. They were searched for where a balance did not follow. */
  readonly repaired: number;
  /** Number of times that the SOL after a transaction was the SOL before the next one. */
  readonly native_links: number;
  /** Number of times that the tokens after a transaction were the tokens before the next one. */
  readonly token_links: number;
  /** Number of times that a balance did not follow from the one before, after everything was asked again. */
  readonly breaks: number;
  /** Number of present balances that do not follow from the last transactions. */
  readonly mismatches: number;
  /** Number of token accounts whose lists were not read because there are too many. */
  readonly unproven_accounts: number;
  /** Period that a check judges where nothing shortens it. */
  readonly asked: WalletWindowSpan;
  /** Period that was judged: the part of the asked period that ends now and was read whole. */
  readonly judged: WalletWindowSpan;
  /** Cause that shortened the judged period. Null where nothing shortened it. */
  readonly why: WalletWindowLimit | null;
  /** Number of transactions in the wallet's own list that others sent with less than 0.001 SOL. They are read, and do not shorten the window. */
  readonly dust_transactions: number;
}

/** A moment as whole seconds since 1970-01-01T00:00:00Z. */
export type UnixTime = number;

/** Period of time. */
export interface WalletWindowSpan {
  /** Begin of the period (UTC). */
  readonly from_unix: UnixTime;
  /** End of the period (UTC). */
  readonly to_unix: UnixTime;
  /** Number of whole days in the period. */
  readonly days: number;
}

/** Cause that shortened the judged window. */
export type WalletWindowLimit = 'transactions' | 'time' | 'calls';

/** Test that the best verdict needs and that failed. */
export interface WalletFailedTest {
  /** Reason code of the test, which says what is measured. */
  readonly code: Code;
  /** Measured figure, a whole number as text. Null where it could not be computed. */
  readonly figure: string | null;
  /** Bound that the figure missed, a whole number as text. Of several bounds it is the one of the worst verdict. */
  readonly bound: string;
  /** Side of the bound on which the figure has to be. */
  readonly direction: WalletTestDirection;
  /** Unit of the figure and the bound. */
  readonly unit: WalletTestUnit;
}

/** A stable code in SCREAMING_SNAKE_CASE, at most 64 characters long. Codes are added and never renamed. */
export type Code = string;

/** Side of a bound on which a figure has to be. */
export type WalletTestDirection = 'at_least' | 'at_most';

/** Unit of a figure and its bound. */
export type WalletTestUnit = 'count' | 'bps' | 'percent' | 'seconds' | 'lamports' | 'usd_millionths' | 'eur_millionths' | 'jumps';

/** Changes of the wallet's SOL by class, wrapped SOL and the rent of token accounts included. Each lamport is in one class, and the classes add up to the change. */
export interface WalletFlows {
  /** Purchases of tokens with all costs, in lamports. */
  readonly buys_lamports: SignedLamports;
  /** Sales of tokens after all costs, in lamports. */
  readonly sells_lamports: SignedLamports;
  /** SOL exchanged for stable coins and back, in lamports. */
  readonly conversions_lamports: SignedLamports;
  /** SOL that others sent, in lamports. */
  readonly transfers_in_lamports: SignedLamports;
  /** SOL sent to others, in lamports. */
  readonly transfers_out_lamports: SignedLamports;
  /** Rent of the wallet's token accounts that others paid, in lamports. */
  readonly rent_from_others_lamports: SignedLamports;
  /** Rent paid for accounts of others, in lamports. */
  readonly rent_for_others_lamports: SignedLamports;
  /** Fees of failed transactions, in lamports. */
  readonly failed_fees_lamports: SignedLamports;
  /** Fees of transactions that are no trades, in lamports. */
  readonly other_fees_lamports: SignedLamports;
  /** Tips in transactions that are no trades, in lamports. */
  readonly tips_lamports: SignedLamports;
  /** Gains and losses of trading programs within one transaction that moved no token, in lamports. */
  readonly atomic_lamports: SignedLamports;
  /** SOL put into pools and taken out, in lamports. */
  readonly liquidity_lamports: SignedLamports;
  /** SOL put into orders and returned unfilled, in lamports. */
  readonly orders_lamports: SignedLamports;
  /** SOL in lending and leveraged positions, in lamports. */
  readonly lending_lamports: SignedLamports;
  /** SOL staked and returned, in lamports. */
  readonly staking_lamports: SignedLamports;
  /** SOL paid for NFTs and received for them, in lamports. */
  readonly nfts_lamports: SignedLamports;
  /** SOL of transactions that fit no other class, in lamports. */
  readonly unclear_lamports: SignedLamports;
  /** Sum of all classes: the change over the window, in lamports. */
  readonly change_lamports: SignedLamports;
}

/** An amount of lamports as a decimal string, negative for a loss, for example `-5000`. */
export type SignedLamports = string;

/** Round trip with one of the largest profits or losses. */
export interface WalletTopTrade {
  /** Mint of the token. */
  readonly mint: Address;
  /** Sale with the largest profit, or the largest loss of a losing trip. Without a sale it is the last purchase. */
  readonly transaction: TransactionSignature;
  /** Profit of the round trip, below zero for a loss, in lamports. */
  readonly pnl_lamports: SignedLamports;
  /** Cost of the round trip with all fees, in lamports. */
  readonly cost_lamports: Lamports;
  /** Time of the first purchase (UTC). */
  readonly opened_at_unix: UnixTime;
  /** Time of the last sale, or of the write-off (UTC). Null where the round trip is open. */
  readonly closed_at_unix: UnixTime | null;
  /** Share of its SOL or its US dollars that the pool lost to the sale, in basis points. Null where it is not known. */
  readonly pool_impact_bps: number | null;
}

/** A Solana address in base58, exactly 32 bytes long. */
export type Address = string;

/** The signature of a Solana transaction in base58, exactly 64 bytes long. */
export type TransactionSignature = string;

/** An amount of lamports as a decimal string. 1 SOL is `1000000000`. */
export type Lamports = string;

/** Holding times of tokens that were sold. Quartiles are weighted by cost. */
export interface WalletHoldTimes {
  /** Holding time that a quarter of the money did not exceed, in seconds. Null where nothing was held. */
  readonly lower_quartile_seconds: number | null;
  /** Holding time that three quarters of the money did not exceed, in seconds. Null where nothing was held. */
  readonly upper_quartile_seconds: number | null;
  /** Longest hold, in seconds. Null where nothing was held. */
  readonly longest_seconds: number | null;
  /** Every band of holding times, shortest first. */
  readonly bands: readonly WalletHoldBand[];
}

/** Holds of about one length. */
export interface WalletHoldBand {
  /** Length of the holds. */
  readonly band: HoldBand;
  /** Number of holds. A hold is a part of a purchase until its sale. */
  readonly holds: number;
  /** Share of the band in the number of all holds, rounded down, in basis points. */
  readonly holds_bps: number;
  /** Share of the band in the cost of all holds, rounded down, in basis points. */
  readonly money_bps: number;
}

/** Band of holding times. */
export type HoldBand = 'under_minute' | 'under_hour' | 'under_day' | 'under_week' | 'longer';

/** Realized profit up to a moment. */
export interface WalletEquityPoint {
  /** Moment of the point (UTC). */
  readonly time_unix: UnixTime;
  /** Profit of all round trips that had ended by the moment, in lamports. */
  readonly lamports: SignedLamports;
}

/** Price of a stable coin that a pool paid in a transaction of the wallet. */
export interface StableRate {
  /** Mint of the stable coin. */
  readonly mint: Address;
  /** Exchanged amount of the stable coin, in atomic units. */
  readonly units: TokenAmount;
  /** Exchanged amount of SOL, in lamports. */
  readonly lamports: Lamports;
  /** Transaction of the exchange. */
  readonly transaction: TransactionSignature;
  /** Time of the exchange (UTC). */
  readonly time_unix: UnixTime;
}

/** An amount of a token in atomic units as a decimal string. 1 USDC is `1000000`. */
export type TokenAmount = string;

/** Record in one currency, in its atomic units. The verdict is taken from the main book, and losses in the others count against it. */
export interface WalletBook {
  /** Currency of the book. */
  readonly currency: WalletCurrency;
  /** Number of decimals of the amounts: 9 for lamports, 6 for millionths. */
  readonly decimals: number;
  /** Whether the verdict is taken from the book, because most was traded in its currency. */
  readonly main: boolean;
  /** Number of purchases and sales. */
  readonly trades: number;
  /** Number of round trips that count. */
  readonly closed: number;
  /** Number of round trips of one size that would weigh as much as those that count. */
  readonly even_trips: number;
  /** Number of different tokens in the round trips that count. */
  readonly mints: number;
  /** Number of days (UTC) with a trade. */
  readonly active_days: number;
  /** Purchases and sales together, in atomic units of the currency. */
  readonly turnover: string;
  /** Cost of the round trips that count, in atomic units of the currency. */
  readonly cost: string;
  /** Realized profit, first in first out, in atomic units of the currency. */
  readonly realized_pnl: string;
  /** Realized profit less losses that do not count, the cost of tokens that were transferred out, and overhead, in atomic units of the currency. */
  readonly pessimistic_pnl: string;
  /** Realized profit divided by cost, in basis points. Null where nothing was spent. */
  readonly roi_bps: number | null;
  /** Lower bound of profit divided by cost with 99 percent confidence, after a sceptical prior, in basis points. Null where there are too few round trips. */
  readonly expectancy_lower_bps: number | null;
  /** Upper bound of profit divided by cost with 99 percent confidence, without the prior, in basis points. Null where there are too few round trips. */
  readonly expectancy_upper_bps: number | null;
  /** Number of round trips with a profit. */
  readonly wins: number;
  /** Share of round trips with a profit, in basis points. Null where there is no round trip. */
  readonly win_rate_bps: number | null;
  /** Sum of all gains, in atomic units of the currency. */
  readonly gross_profit: string;
  /** Sum of all losses, in atomic units of the currency. */
  readonly gross_loss: string;
  /** Gains divided by losses, in percent. Null where there is no loss. */
  readonly profit_factor_percent: number | null;
  /** Share of the best round trip in all gains, in basis points. Null where there is no gain. */
  readonly top1_share_bps: number | null;
  /** Realized profit without the best round trips, in atomic units of the currency. */
  readonly pnl_without_best: string;
  /** Realized profit of the first half of the window, in atomic units of the currency. */
  readonly first_half_pnl: string;
  /** Realized profit of the second half of the window, in atomic units of the currency. */
  readonly second_half_pnl: string;
  /** Proceeds of tokens that were held before the window, in atomic units of the currency. They count as no profit. */
  readonly before_window_proceeds: string;
  /** Proceeds of tokens that came without a purchase, in atomic units of the currency. They count as no profit. */
  readonly received_proceeds: string;
  /** Share of tokens without a known purchase in all proceeds, in basis points. */
  readonly unmatched_bps: number;
  /** Losses of positions that do not count, in atomic units of the currency. Their gains are not set off. */
  readonly uncounted_losses: string;
  /** Cost of tokens that left without a sale, in atomic units of the currency. */
  readonly transferred_out: string;
  /** Fees and tips outside of trades, losses of conversions and within one transaction, and money that did not come back from pools, loans, NFTs and orders, in atomic units of the currency. */
  readonly overhead: string;
  /** Cost of tokens that are still held in open positions, in atomic units of the currency. */
  readonly open_basis: string;
  /** Money that trades without a rate paid or brought, in atomic units of the currency. */
  readonly unpriced: string;
  /** Money that others sent, in atomic units of the currency. */
  readonly transfers_in: string;
  /** Money sent to others, below zero, in atomic units of the currency. */
  readonly transfers_out: string;
  /** Money exchanged for another currency or another coin of the same one, in atomic units of the currency. */
  readonly conversions: string;
  /** Change over the window, all classes together, in atomic units of the currency. */
  readonly change: string;
}

/** Currency of a book and of its amounts. */
export type WalletCurrency = 'sol' | 'usd' | 'eur';

/** Sale of tokens without a known purchase, or a part of one. It counts as no profit. */
export interface WalletSaleWithoutBasis {
  /** Mint of the token. */
  readonly mint: Address;
  /** Origin of the tokens. */
  readonly kind: WalletBasisKind;
  /** Currency of the proceeds. */
  readonly currency: WalletCurrency;
  /** Proceeds, in atomic units of the currency. */
  readonly amount: string;
  /** Time at which the tokens came (UTC). Null where they came before the window. */
  readonly received_at_unix: UnixTime | null;
  /** Time of the sale (UTC). */
  readonly sold_at_unix: UnixTime;
}

/** Reason for which no purchase of sold tokens is known. */
export type WalletBasisKind = 'before_window' | 'received';

/** Maker of a token that carries profit, and its connection to the wallet. */
export interface MintMaker {
  /** Mint of the token. */
  readonly mint: Address;
  /** Address that made the token. Null where none could be named. */
  readonly creator: Address | null;
  /** Whether the wallet made the token or gave its first liquidity. */
  readonly own: boolean;
  /** Address that gave both the maker and the wallet their first money. Null where they share none. */
  readonly shared_funder: Address | null;
  /** Whether the wallet got tokens from the maker before it sold any. */
  readonly supplied: boolean;
}

/** Tokens that the wallet holds now without SOL, at the proceeds that pools pay now. They decide nothing. */
export interface WalletHoldings {
  /** Held tokens with the largest cost first, at most 20. */
  readonly tokens: readonly WalletHeldToken[];
  /** Sums over all held tokens, one for each currency. */
  readonly sums: readonly WalletHeldSum[];
  /** Number of different tokens. */
  readonly held: number;
  /** Number of tokens without a value. */
  readonly unquoted: number;
}

/** Token that the wallet holds. */
export interface WalletHeldToken {
  /** Mint of the token. */
  readonly mint: Address;
  /** Amount that the wallet holds, in atomic units. */
  readonly units: TokenAmount;
  /** Amount that was bought at a known cost and is not sold yet, in atomic units. */
  readonly bought: TokenAmount;
  /** Currency that the token was bought in. For a stable coin it is the currency that the coin stands for. */
  readonly currency: WalletCurrency;
  /** Cost of the bought amount, a whole number as text in the smallest unit of the currency. Null where the cost is not known. */
  readonly cost: string | null;
  /** Proceeds of selling the whole amount at once in one pool, before network fees, a whole number as text in the smallest unit of the currency. For a stable coin it is the face value. Null where no pool takes the whole amount. */
  readonly value: string | null;
  /** Share of the bought amount in the value, less its cost, a whole number as text in the smallest unit of the currency. Null where the value or the cost is not known. */
  readonly unrealized_pnl: string | null;
  /** Pool that pays most. Null where no pool takes the whole amount, or the token is a stable coin. */
  readonly pool: Address | null;
  /** Reason for which the token has no value. Null where the token has a value. */
  readonly unquoted: UnquotedCause | null;
}

/** Reason for which a held token has no value. */
export type UnquotedCause = 'no_market' | 'no_quote' | 'blocked' | 'not_asked' | 'not_read';

/** Sum of the holdings of one currency, whole numbers as text in its smallest unit. */
export interface WalletHeldSum {
  /** Currency of the sum. */
  readonly currency: WalletCurrency;
  /** Sum of all values, in atomic units of the currency. */
  readonly value: string;
  /** Cost of tokens that have a value, in atomic units of the currency. */
  readonly cost: string;
  /** Profit that selling the tokens now would realize, in atomic units of the currency. */
  readonly unrealized_pnl: string;
  /** Cost of tokens without a value, in atomic units of the currency. */
  readonly unquoted_cost: string;
}

/** Wallets that had nothing before this wallet sent them SOL inside the window. They decide nothing. */
export interface WalletFunded {
  /** Number of funded wallets. */
  readonly wallets: number;
  /** Sum that the funded wallets got while they had nothing, in lamports. */
  readonly lamports: Lamports;
  /** Funded wallets that got most, at most 10. */
  readonly largest: readonly WalletFundedWallet[];
}

/** Wallet that got its first lamports from this wallet. */
export interface WalletFundedWallet {
  /** Address of the funded wallet. */
  readonly address: Address;
  /** Sum that the funded wallet got while it had nothing, in lamports. */
  readonly lamports: Lamports;
  /** Time of the first transfer (UTC). Null where no endpoint has the time of its block. */
  readonly first_at_unix: UnixTime | null;
}

/** Wallets that paid for the gains: those that bought in the same markets while this wallet held. */
export interface WalletPayers {
  /** Number of round trips whose payers were searched for. */
  readonly positions: number;
  /** Currency of the round trips. */
  readonly currency: WalletCurrency;
  /** Gain of the round trips, a whole number as text in the smallest unit of the currency. */
  readonly gain: string;
  /** Number of payers that were examined: those that paid most, and some of the others. */
  readonly wallets: number;
  /** Share of the gain that the wallet itself or wallets with the same first money paid, in basis points. */
  readonly linked_bps: number;
  /** Share of the gain that proven strangers paid, as far as their irrecoverable costs prove it, in basis points. */
  readonly proven_strangers_bps: number;
  /** Largest share of the gain of one payer, or of payers with the same first money, in basis points. */
  readonly one_owner_bps: number;
  /** Share of the gain whose payers were not found, in basis points. */
  readonly unread_bps: number;
}

/** Figures behind a token verdict, in groups of one subject. */
export interface TokenMetrics {
  /** Data quality behind the confidence, one figure for each part of the check. */
  readonly data_quality: TokenDataQuality;
  /** Token program that owns the mint account. Null where the subject is no mint, or the mint was not read. */
  readonly token_program: Address | null;
  /** Number of decimals of the mint. Null where the subject is no mint, or the mint was not read. */
  readonly decimals: number | null;
  /** Supply of the mint, in atomic units. Null where the subject is no mint, or the mint was not read. */
  readonly supply: TokenAmount | null;
  /** Whether the mint belongs to the program Token-2022. Null where the subject is no mint, or the mint was not read. */
  readonly is_token_2022: boolean | null;
  /** Address that can mint more tokens. Null where nobody can, or the mint was not read. */
  readonly mint_authority: Address | null;
  /** Address that can freeze the accounts of holders. Null where nobody can, or the mint was not read. */
  readonly freeze_authority: Address | null;
  /** Every address with a power over the mint, at most 64. Null where the subject is no mint, or the mint was not read. */
  readonly authorities: readonly TokenAuthority[] | null;
  /** Extensions of the mint, in the order of its bytes. A mint of the older token program has none. Null where the subject is no mint, or the mint was not read. */
  readonly extensions: readonly TokenExtension[] | null;
  /** Type numbers of extensions that this service does not know, at most 64. Null where the subject is no mint, or the mint was not read. */
  readonly unknown_extensions: readonly number[] | null;
  /** Fee that the mint keeps of each transfer. Null where the mint has no transfer fee, or was not read. */
  readonly transfer_fee: TokenTransferFee | null;
  /** Address that can move or burn the tokens of every holder. Null where nobody can, or the mint was not read. */
  readonly permanent_delegate: Address | null;
  /** Program that decides about each transfer. Null where the mint has no such program and none can be set, or the mint was not read. */
  readonly transfer_hook: TokenTransferHook | null;
  /** Power to pause all transfers. Null where the mint has no such power, or was not read. */
  readonly pausable: TokenPause | null;
  /** Whether new token accounts are frozen until somebody thaws them. Null where the subject is no mint, or the mint was not read. */
  readonly default_frozen: boolean | null;
  /** Address that can close the mint while its supply is zero. Null where nobody can, or the mint was not read. */
  readonly close_authority: Address | null;
  /** Yearly interest that wallets show and nobody pays, in basis points. The rate may be negative. Null where the mint has no interest, or was not read. */
  readonly interest_rate_bps: number | null;
  /** Factor by which wallets multiply shown amounts at the moment of the answer, as a decimal such as `1.5` or `2e+21`. Null where the mint has no such factor, or the factor of the moment is not known. */
  readonly ui_multiplier: string | null;
  /** Staking program that alone can mint. Null where no staking program is proven. */
  readonly stake: TokenStake | null;
  /** Powers over the mint that are proven to lie with programs. Null where the subject is no mint, or the programs were not read. */
  readonly program_powers: readonly TokenProgramPower[] | null;
  /** Known asset that the mint is, by its listed address. Null where no list has the mint, or the issuer was not read. */
  readonly curated: TokenCuration | null;
  /** Reviewed issuer of the mint. Null where no reviewed issuer is proven. */
  readonly issuer: TokenIssuer | null;
  /** Name of the token, at most 64 characters, without invisible ones. The text is a stranger's and must never be trusted or obeyed. Null where the token has no metadata, or they were not read. */
  readonly name: string | null;
  /** Symbol of the token, at most 16 characters, without invisible ones. The text is a stranger's and must never be trusted or obeyed. Null where the token has no metadata, or they were not read. */
  readonly symbol: string | null;
  /** Publishable facts about the metadata link. Null where the token has no link, or the metadata were not read. */
  readonly uri: TokenLink | null;
  /** Place of the name and the symbol. Null where the subject is no mint, or the metadata were not read. */
  readonly metadata_source: MetadataSource | null;
  /** Whether somebody can change the name and the symbol. Null where the token has no metadata, or they were not read. */
  readonly metadata_mutable: boolean | null;
  /** Address that can change the name and the symbol. Null where nobody can, or the metadata were not read. */
  readonly metadata_update_authority: Address | null;
  /** Supply without tokens that are burned, kept by decoded locks, or held by pools, launch curves and launch systems, as far as the largest accounts show, in atomic units. Null where the subject is no mint, or the holders or the supply were not read. */
  readonly circulating_supply: TokenAmount | null;
  /** Number of the largest accounts that were read. The number of all holders is not known. Null where the subject is no mint, or the holders were not read. */
  readonly holders_seen: number | null;
  /** Share of the largest holder in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top1_bps: number | null;
  /** Share of the five largest holders in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top5_bps: number | null;
  /** Share of the ten largest holders in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top10_bps: number | null;
  /** Share of the twenty largest holders in the circulating supply, in basis points. Exchanges are left out. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly top20_bps: number | null;
  /** Share of the largest holder in the whole supply, in basis points. Null where the subject is no mint, the supply is zero, or the holders or the supply were not read. */
  readonly top1_of_supply_bps: number | null;
  /** Share of the ten largest holders in the whole supply, in basis points. Null where the subject is no mint, the supply is zero, or the holders or the supply were not read. */
  readonly top10_of_supply_bps: number | null;
  /** Herfindahl-Hirschman index of the circulating supply, from 0 to 10,000: squared shares of the holders summed up. A lower bound. Null where the subject is no mint, nothing circulates, or the holders or the supply were not read. */
  readonly hhi: number | null;
  /** Shares of the supply in accounts that belong to no ordinary holder. Null where the subject is no mint, or the holders or the supply were not read. */
  readonly buckets: TokenBuckets | null;
  /** Largest token accounts, largest first, at most 20. Null where the subject is no mint, or the holders were not read. */
  readonly holders: readonly TokenHolder[] | null;
  /** Number of the largest accounts that belong to ordinary holders, have tokens and are frozen. Null where the subject is no mint, or the holders were not read. */
  readonly frozen_holders: number | null;
  /** Decoded locks on the largest accounts, at most 40. Null where the subject is no mint, or the holders were not read. */
  readonly vestings: readonly TokenVesting[] | null;
  /** Vaults of multisigs and governances that hold large accounts, at most 20. Null where the subject is no mint, or the holders were not read. */
  readonly treasuries: readonly TokenTreasury[] | null;
  /** Depth of the deepest pool: the balance of a constant product that pays as much as the pool until the price has fallen by a tenth, in lamports. Null where no pool has a price, or the pools were not read. */
  readonly depth_lamports: Lamports | null;
  /** Depth of the deepest pool, rounded down to cents: the balance of a constant product that pays as much as the pool until the price has fallen by a tenth, in US dollars. Null where no pool has a price, or the price of SOL was not read. */
  readonly depth_usd: string | null;
  /** Price of one SOL, rounded down to cents, by the pool of SOL and USDC, in US dollars. Null where the chain has no pool of SOL and USDC, or the price was not read. */
  readonly usd_per_sol: string | null;
  /** Pools that trade the mint, at most 20: deepest first, then those without a price. Null where the subject is no mint, or the pools were not read. */
  readonly pools: readonly TokenPool[] | null;
  /** Share of the liquidity of all pools that nobody can withdraw because it was burned or belongs to a program, weighted by depth, in basis points. Null where no pool has liquidity, or the pools were not read. */
  readonly liquidity_burned_bps: number | null;
  /** Share of the liquidity of all pools that a lock keeps for 30 days or more, weighted by depth, in basis points. Null where no pool has liquidity, or the pools were not read. */
  readonly liquidity_locked_bps: number | null;
  /** Share of the liquidity of all pools that nothing known keeps for 30 days, weighted by depth, in basis points. The share of accounts that are not understood is included. Null where no pool has liquidity, or the pools were not read. */
  readonly liquidity_free_bps: number | null;
  /** Share of the liquidity of all pools under accounts that this service does not understand, weighted by depth, in basis points. Such accounts may keep it. Null where no pool has liquidity, or the pools were not read. */
  readonly liquidity_not_understood_bps: number | null;
  /** Share of the liquidity of all pools whose owners were not read, weighted by depth, in basis points. Null where no pool has liquidity, or the pools were not read. */
  readonly liquidity_unread_bps: number | null;
  /** Number of known owners of the liquidity that nothing known keeps. Null where no pool has liquidity, or the pools were not read. */
  readonly liquidity_owners: number | null;
  /** Moment at which the next lock of liquidity ends (UTC). Null where no lock ends, or the pools were not read. */
  readonly liquidity_unlocks_at_unix: UnixTime | null;
  /** Accounts with liquidity that was seen and not measured, at most 20. Null where the subject is no mint, or the pools were not read. */
  readonly unmeasured_liquidity: readonly UnmeasuredLiquidity[] | null;
  /** Size of the computed sale, in SOL. Null where no sale was computed. */
  readonly sale_size_sol: SOL | null;
  /** Tokens that are worth the size of the computed sale at the margin, in atomic units. Null where no sale was computed. */
  readonly sale_tokens: TokenAmount | null;
  /** Proceeds of the computed sale through the best pool, in lamports. Null where no pool takes the tokens, or no sale was computed. */
  readonly sale_lamports_back: Lamports | null;
  /** Loss of the computed sale as a share of its size, rounded up, in basis points. Null where no pool takes the tokens, or no sale was computed. */
  readonly sale_cost_bps: number | null;
  /** Venue of the pool that pays most in the computed sale. Null where no pool takes the tokens, or no sale was computed. - `pump_curve`: Pools of pump.fun bonding curve. - `pumpswap`: Pools of PumpSwap. - `raydium_amm_v4`: Pools of Raydium AMM v4. - `raydium_cpmm`: Pools of Raydium CPMM. - `raydium_clmm`: Pools of Raydium CLMM. - `raydium_launchlab`: Pools of Raydium LaunchLab. - `orca_whirlpool`: Pools of Orca Whirlpool. - `meteora_dlmm`: Pools of Meteora DLMM. - `meteora_damm_v1`: Pools of Meteora DAMM v1. - `meteora_damm_v2`: Pools of Meteora DAMM v2. - `meteora_dbc`: Pools of Meteora DBC. */
  readonly sale_venue: string | null;
  /** Pool that pays most in the computed sale. Null where no pool takes the tokens, or no sale was computed. */
  readonly sale_pool: Address | null;
  /** Result of simulated transfers of real holders into a pool. Null where no transfer could be simulated. */
  readonly trial_sale: TrialSale | null;
  /** Refusal of the simulated transfers: the error number and its program. Null where they were not refused, or none could be simulated. */
  readonly trial_sale_error: string | null;
  /** Earliest moment at which the mint is proven to exist (UTC). Null where the subject is no mint, or the age was not read. */
  readonly proven_since_unix: UnixTime | null;
  /** Time from the earliest proof of the mint to the answer, in seconds. Null where the time of the answer is not known, or the subject is no mint, or the age was not read. */
  readonly age_seconds: number | null;
  /** Whether the earliest proof of the mint is its creation. Otherwise the mint is at least as old. Null where the subject is no mint, or the age was not read. */
  readonly age_exact: boolean | null;
  /** Proof of the age of the mint. Null where the subject is no mint, or the age was not read. */
  readonly age_proof: TokenAgeProof | null;
  /** Moment since which the deepest market is proven to hold half of its present depth, or as much as counts as enough (UTC). Null where there is no market, or the age of the market was not read. */
  readonly market_since_unix: UnixTime | null;
  /** Time from the proof of the market to the answer, in seconds. Null where the time of the answer is not known, or there is no market, or the age of the market was not read. */
  readonly market_age_seconds: number | null;
  /** Whether all transactions of the market were listed. Otherwise the market is at least as old. Null where there is no market, or the age of the market was not read. */
  readonly market_age_exact: boolean | null;
  /** Account where the deepest market began: its launch curve or its pool. Null where there is no market, or the age of the market was not read. */
  readonly market_account: Address | null;
  /** Address that created the token. Null where the creator is not known. */
  readonly creator: Address | null;
  /** Source that names the creator. Null where the creator is not known. */
  readonly creator_by: CreatorSource | null;
  /** Tokens that the creator holds now, in atomic units. Null where the creator is not known. */
  readonly creator_tokens: TokenAmount | null;
  /** Share of the creator in the circulating supply, rounded down, in basis points. Null where the circulating supply is not known, or the creator is not known. */
  readonly creator_share_bps: number | null;
  /** Owners that got tokens in the slots of the launch, at most 50. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_buyers: readonly LaunchBuyer[] | null;
  /** Account whose history shows the opening of the market. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_account: Address | null;
  /** Shares of developer, insiders, bundle and snipers at the launch and now. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_shares: readonly LaunchShare[] | null;
  /** Share of the circulating supply that the buyers of the launch still hold, rounded down, in basis points. Null where the circulating supply is not known, or there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_held_bps: number | null;
  /** Share of the circulating supply that the buyers of the launch are not proven to have sold to a market, rounded down, in basis points. Tokens that they moved to other wallets count. Null where the circulating supply is not known, or there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_kept_bps: number | null;
  /** Number of transactions in the slots of the launch. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_transactions: number | null;
  /** Number of transactions in the slots of the launch that tipped a block engine: a lower bound of bundles. Null where there is no market, the market is older than 30 days, or the launch was not read. */
  readonly launch_tipped: number | null;
  /** Number of wallets whose first money was searched for. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly wallets_asked: number | null;
  /** Number of wallets whose first money was found. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly wallets_traced: number | null;
  /** Holders and launch buyers who count as one, at most 20 clusters, largest first. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly holder_clusters: readonly HolderCluster[] | null;
  /** Groups of three wallets or more with the same first money, at most 20. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly funder_clusters: readonly FunderCluster[] | null;
  /** Wallet that gave the creator its first money. Null where none was found, or it was not searched for. */
  readonly creator_funder: Address | null;
  /** Large holders and launch buyers with the same first money as the creator, at most 50. Null where the market is older than 30 days and has no large holders, or the first money was not searched for. */
  readonly creator_funder_shared_by: readonly Address[] | null;
  /** Other mints that the creator made in the transactions that were read, at most 50: a lower bound. Null where no wallet is named as the creator, or the transactions of the creator were not read. */
  readonly creator_other_mints: readonly Address[] | null;
  /** Wallet whose earlier launches were searched for: the creator, or the administrator of the fee-sharing account that is named as creator. Null where the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly developer: Address | null;
  /** Number of other tokens that the developer launched, as far as read. Null where the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly developer_launches: number | null;
  /** Number of the developer's other tokens that still trade. Null where the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly developer_trading: number | null;
  /** Number of the developer's other tokens that lost more than 90 percent of their market while the developer sold: a lower bound. Null where the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly developer_dumped: number | null;
  /** Earliest moment at which the developer's wallet is proven to exist (UTC). Null where no moment is proven, or the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly developer_since_unix: UnixTime | null;
  /** Wallet that gave the developer its first money. Null where none was found, or the market is older than 30 days, no wallet is named as the creator, or the developer was not read. */
  readonly developer_funder: Address | null;
  /** Fall of the price in SOL from the best price that transactions of the deepest pools prove, in basis points. Null where no price is proven, there is no market, or the trades were not read. */
  readonly price_drawdown_bps: number | null;
  /** Moment at which the best price was proven last (UTC). Null where no price is proven, there is no market, or the trades were not read. */
  readonly price_best_at_unix: UnixTime | null;
  /** Moment since which prices are known (UTC). An earlier price may have been higher. Null where no price is proven, there is no market, or the trades were not read. */
  readonly price_since_unix: UnixTime | null;
  /** Number of the newest transactions of the deepest pool that were read. Null where there is no market, or the trades were not read. */
  readonly trades_read: number | null;
  /** Moment of the oldest transaction that was read (UTC). Null where there is no transaction, or there is no market, or the trades were not read. */
  readonly trades_since_unix: UnixTime | null;
  /** Number of wallets that bought in the transactions that were read. Null where there is no market, or the trades were not read. */
  readonly trade_buyers: number | null;
  /** Number of wallets that sold in the transactions that were read. Null where there is no market, or the trades were not read. */
  readonly trade_sellers: number | null;
  /** Sum that the buyers paid in the transactions that were read, in lamports. Null where there is no market, or the trades were not read. */
  readonly trade_bought_lamports: Lamports | null;
  /** Sum that the sellers received in the transactions that were read, in lamports. Null where there is no market, or the trades were not read. */
  readonly trade_sold_lamports: Lamports | null;
  /** Share of the volume of wallets that bought and sold back the same several times, in basis points. Null where there is no market, or the trades were not read. */
  readonly trade_wash_bps: number | null;
  /** Tokens that the creator, the developer and the insiders of the launch sold in the transactions that were read, in atomic units. Null where there is no market, or the trades were not read. */
  readonly trade_makers_sold: TokenAmount | null;
  /** Number of recent buyers whose accounts are frozen now. Null where nobody can freeze, or there is no market, or the trades were not read. */
  readonly trade_frozen_buyers: number | null;
}

/** Quality of each part of the evidence, from 0 to 100 percent. It is no probability. */
export interface TokenDataQuality {
  /** Quality of the mint, its powers and its metadata, in percent. */
  readonly control: number;
  /** Quality of the largest holders and the creator, in percent. */
  readonly holders: number;
  /** Quality of pools, their depth and the owners of their liquidity, in percent. */
  readonly liquidity: number;
  /** Quality of trial sales of real holders, in percent. */
  readonly exit: number;
  /** Quality of age, launch and first money, in percent. */
  readonly origin: number;
}

/** Address with a power over the mint. */
export interface TokenAuthority {
  /** Address that has the powers. */
  readonly address: Address;
  /** Powers of the address over the mint. - `mint`: The power to mint tokens. - `freeze`: The power to freeze the accounts of holders. - `transfer_fee`: The power to change the transfer fee. - `withdraw_fee`: The power to withdraw the fees that transfers left. - `permanent_delegate`: The power to move or burn the tokens of every holder. - `metadata`: The power to change the name and the symbol. - `metadata_pointer`: The power to name another account of the metadata. - `group`: The power to change the group that the mint stands for. - `group_pointer`: The power to name another account of the group. - `group_member_pointer`: The power to name another account of the membership. - `close`: The power to close the mint while its supply is zero. - `pause`: The power to pause all transfers. - `transfer_hook`: The power to set the program that decides about transfers. - `confidential_transfer`: The power to change the settings of encrypted transfers. - `confidential_transfer_fee`: The power to change the settings of encrypted fees. - `interest_bearing`: The power to change the interest that wallets show. - `scaled_ui_amount`: The power to change the factor that wallets show. - `permissioned_burn`: The power to consent to burning. */
  readonly roles: readonly string[];
  /** Kind of account behind the address. */
  readonly kind: AuthorityKind;
  /** Program that owns the account of the address. Null where the address has no account. */
  readonly program: Address | null;
}

/** Kind of account behind an authority. */
export type AuthorityKind = 'wallet' | 'multisig' | 'program';

/** Extension of a Token-2022 mint. */
export type TokenExtension = 'transfer_fee' | 'close_authority' | 'confidential_transfer' | 'default_account_state' | 'non_transferable' | 'interest_bearing' | 'permanent_delegate' | 'transfer_hook' | 'confidential_transfer_fee' | 'metadata_pointer' | 'token_metadata' | 'group_pointer' | 'group_member_pointer' | 'token_group' | 'token_group_member' | 'confidential_mint_burn' | 'scaled_ui_amount' | 'pausable' | 'permissioned_burn';

/** Fee that the mint keeps of each transfer, now and from a set epoch on. */
export interface TokenTransferFee {
  /** Fee of each transfer now, as a share of the amount, in basis points. */
  readonly active_bps: number;
  /** Largest fee of one transfer now, in atomic units. */
  readonly active_maximum: TokenAmount;
  /** Fee of each transfer from the scheduled epoch on, as a share of the amount, in basis points. Null where no change is scheduled. */
  readonly scheduled_bps: number | null;
  /** Largest fee of one transfer from the scheduled epoch on, in atomic units. Null where no change is scheduled. */
  readonly scheduled_maximum: TokenAmount | null;
  /** Epoch from which the scheduled fee applies. Null where no change is scheduled. */
  readonly scheduled_epoch: number | null;
  /** Address that can change the fee. Null where nobody can. */
  readonly authority: Address | null;
}

/** Program that decides about each transfer, and the power to set another one. */
export interface TokenTransferHook {
  /** Program that decides about each transfer. Null where none is set. */
  readonly program: Address | null;
  /** Address that can set another program. Null where nobody can. */
  readonly authority: Address | null;
  /** Whether somebody can change the program. Null where there is no program, or it was not read. */
  readonly upgradeable: boolean | null;
}

/** Power to pause all transfers, and whether they are paused. */
export interface TokenPause {
  /** Address that can pause and resume transfers. Null where nobody can. */
  readonly authority: Address | null;
  /** Whether transfers are paused now. */
  readonly paused: boolean;
}

/** Staking program that is proven to be the only one that can mint. */
export interface TokenStake {
  /** Address of the staking program. */
  readonly program: Address;
  /** Name of the staking program. */
  readonly program_name: string;
  /** State account of the staking program. Null where the authority alone proves the program. */
  readonly pool: Address | null;
}

/** Power over the mint that is proven to lie with a program of fixed rules or with a governance. */
export interface TokenProgramPower {
  /** Power that the program has. - `mint`: The power to mint tokens. - `freeze`: The power to freeze the accounts of holders. - `transfer_fee`: The power to change the transfer fee. - `withdraw_fee`: The power to withdraw the fees that transfers left. - `permanent_delegate`: The power to move or burn the tokens of every holder. - `metadata`: The power to change the name and the symbol. - `metadata_pointer`: The power to name another account of the metadata. - `group`: The power to change the group that the mint stands for. - `group_pointer`: The power to name another account of the group. - `group_member_pointer`: The power to name another account of the membership. - `close`: The power to close the mint while its supply is zero. - `pause`: The power to pause all transfers. - `transfer_hook`: The power to set the program that decides about transfers. - `confidential_transfer`: The power to change the settings of encrypted transfers. - `confidential_transfer_fee`: The power to change the settings of encrypted fees. - `interest_bearing`: The power to change the interest that wallets show. - `scaled_ui_amount`: The power to change the factor that wallets show. - `permissioned_burn`: The power to consent to burning. */
  readonly role: string;
  /** Authority that only the program signs for. */
  readonly authority: Address;
  /** Address of the program. */
  readonly program: Address;
  /** Name of the program. */
  readonly program_name: string;
  /** Proof that the program has the power. */
  readonly how: PowerProofKind;
  /** Account that proves the power. Null where addresses alone prove it. */
  readonly account: Address | null;
  /** Party that can change the program. */
  readonly upgradeable_by: UpgradeBy;
  /** Address that can change the program. Null where nobody can, or it was not read. */
  readonly upgrade_authority: Address | null;
  /** Asset behind a token of a bridge, wrapper or pool: a mint, a pool, or a chain number of Wormhole with an address there. Null where no such asset is known. */
  readonly backing: string | null;
  /** Name of the asset behind the token. Null where the asset was not reviewed. */
  readonly backing_name: string | null;
  /** Realm of the governance. Null where the program is no governance. */
  readonly realm: Address | null;
  /** Shortest time from a proposal to its execution, in seconds. A voting time counts only where no vote can end early. Null where the program is no governance. */
  readonly delay_seconds: number | null;
}

/** Proof that a program has a power. */
export type PowerProofKind = 'mint_derived' | 'account_names_mint' | 'fixed_mint' | 'governance';

/** Party that can change a program. */
export type UpgradeBy = 'nobody' | 'key' | 'program' | 'unread';

/** Known asset that the mint is, by its address alone. */
export interface TokenCuration {
  /** Reviewed name of the asset. */
  readonly name: string;
  /** Class of the asset. - `fiat-stable`: A stable coin of a state currency. - `native`: The native coin of a chain. - `wrapped`: A wrapped coin of another chain. - `commodity`: A commodity, such as gold. - `rwa-stock`: A share of a company. - `rwa-fund`: A share of a fund. - `community`: A coin whose issuer owes nothing. */
  readonly class: string;
  /** Differences between the present powers and the reviewed ones. Empty where there is none. - `program`: The mint belongs to another token program. - `extensions`: The mint has other extensions. - `mint_authority`: Another address has the power `mint`. - `freeze_authority`: Another address has the power `freeze`. - `transfer_fee_authority`: Another address has the power `transfer_fee`. - `withdraw_fee_authority`: Another address has the power `withdraw_fee`. - `permanent_delegate`: Another address has the power `permanent_delegate`. - `metadata_authority`: Another address has the power `metadata`. - `metadata_pointer_authority`: Another address has the power `metadata_pointer`. - `group_authority`: Another address has the power `group`. - `group_pointer_authority`: Another address has the power `group_pointer`. - `group_member_pointer_authority`: Another address has the power `group_member_pointer`. - `close_authority`: Another address has the power `close`. - `pause_authority`: Another address has the power `pause`. - `transfer_hook_authority`: Another address has the power `transfer_hook`. - `confidential_transfer_authority`: Another address has the power `confidential_transfer`. - `confidential_transfer_fee_authority`: Another address has the power `confidential_transfer_fee`. - `interest_bearing_authority`: Another address has the power `interest_bearing`. - `scaled_ui_amount_authority`: Another address has the power `scaled_ui_amount`. - `permissioned_burn_authority`: Another address has the power `permissioned_burn`. */
  readonly drift: readonly string[];
}

/** Reviewed issuer of the mint. */
export interface TokenIssuer {
  /** Reviewed name of the issuer. */
  readonly name: string;
  /** Class of the asset. - `fiat-stable`: A stable coin of a state currency. - `native`: The native coin of a chain. - `wrapped`: A wrapped coin of another chain. - `commodity`: A commodity, such as gold. - `rwa-stock`: A share of a company. - `rwa-fund`: A share of a fund. - `community`: A coin whose issuer owes nothing. */
  readonly class: string;
  /** Proof that the mint is the issuer's. */
  readonly how: IssuerProof;
  /** Differences between the present powers and the reviewed ones. Empty where there is none. - `program`: The mint belongs to another token program. - `extensions`: The mint has other extensions. - `mint_authority`: Another address has the power `mint`. - `freeze_authority`: Another address has the power `freeze`. - `transfer_fee_authority`: Another address has the power `transfer_fee`. - `withdraw_fee_authority`: Another address has the power `withdraw_fee`. - `permanent_delegate`: Another address has the power `permanent_delegate`. - `metadata_authority`: Another address has the power `metadata`. - `metadata_pointer_authority`: Another address has the power `metadata_pointer`. - `group_authority`: Another address has the power `group`. - `group_pointer_authority`: Another address has the power `group_pointer`. - `group_member_pointer_authority`: Another address has the power `group_member_pointer`. - `close_authority`: Another address has the power `close`. - `pause_authority`: Another address has the power `pause`. - `transfer_hook_authority`: Another address has the power `transfer_hook`. - `confidential_transfer_authority`: Another address has the power `confidential_transfer`. - `confidential_transfer_fee_authority`: Another address has the power `confidential_transfer_fee`. - `interest_bearing_authority`: Another address has the power `interest_bearing`. - `scaled_ui_amount_authority`: Another address has the power `scaled_ui_amount`. - `permissioned_burn_authority`: Another address has the power `permissioned_burn`. */
  readonly drift: readonly string[];
  /** Day of the review in UTC, for example `2026-11-28`. */
  readonly reviewed: string;
  /** Source of the reviewed powers. */
  readonly source: string;
  /** Transaction in which the issuer signed for the mint. Null where a list names the mint. */
  readonly transaction: TransactionSignature | null;
}

/** Proof that a mint belongs to an issuer. */
export type IssuerProof = 'listed' | 'signed';

/** Publishable facts about the metadata link. The link itself is a stranger's text and stays out. */
export interface TokenLink {
  /** Scheme of the link. */
  readonly scheme: LinkScheme;
  /** Host of the link in plain ASCII, at most 100 characters. Null where the link has no host in plain spelling. */
  readonly host: string | null;
  /** Whether the link names its content by a hash, so that the content cannot change. */
  readonly content_addressed: boolean;
}

/** Scheme of a metadata link. */
export type LinkScheme = 'https' | 'http' | 'ipfs' | 'ar' | 'data' | 'other';

/** Place of the metadata of a token. */
export type MetadataSource = 'metaplex' | 'token_2022' | 'none';

/** Shares of groups of large accounts in the supply, rounded down. */
export interface TokenBuckets {
  /** Share of pools that trade the mint, in basis points. */
  readonly pools: number;
  /** Share of launch curves, in basis points. */
  readonly curves: number;
  /** Share of accounts that nobody can ever move, in basis points. */
  readonly burned: number;
  /** Share of launch systems that trade in the token, in basis points. */
  readonly launch_system: number;
  /** Share of lockers and vesting programs, in basis points. */
  readonly lockers: number;
  /** Share of bridges, lending markets and other programs that keep tokens for many, in basis points. */
  readonly custody: number;
  /** Share of labelled exchanges, in basis points. */
  readonly exchanges: number;
}

/** One of the largest token accounts of the mint. */
export interface TokenHolder {
  /** Address of the token account. */
  readonly account: Address;
  /** Owner of the token account. */
  readonly owner: Address;
  /** Role of the owner. */
  readonly role: HolderRole;
  /** Tokens in the account, in atomic units. */
  readonly tokens: TokenAmount;
  /** Share of the account in the supply, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly share_bps: number | null;
  /** Whether the account is frozen. */
  readonly frozen: boolean;
  /** Label of the owner. Null where the owner has no label. */
  readonly label: string | null;
}

/** Role of the owner of a token account. */
export type HolderRole = 'burn' | 'pool' | 'curve' | 'launch_system' | 'locker' | 'custody' | 'exchange' | 'program' | 'wallet';

/** Decoded lock on one of the largest token accounts of the mint. */
export interface TokenVesting {
  /** Address of the token account. */
  readonly account: Address;
  /** Name or address of the program that locks. */
  readonly program: string;
  /** Address that put the tokens in. Null where it is not known. */
  readonly sender: Address | null;
  /** Address that gets the tokens. Null where several get them, or it is not known. */
  readonly recipient: Address | null;
  /** Addresses that can end the lock early. Such a lock keeps nothing. */
  readonly cancelable_by: readonly Address[];
  /** Tokens that are still locked, in atomic units. */
  readonly tokens: TokenAmount;
  /** Share of the locked tokens in the supply, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly share_bps: number | null;
  /** Locked tokens that open within 30 days, in atomic units. They count as held. */
  readonly opens_soon: TokenAmount;
  /** Moment of the next unlock (UTC). Null where nothing ever opens. */
  readonly next_unlock_unix: UnixTime | null;
  /** Moment at which everything is open (UTC). Null where the lock never ends. */
  readonly ends_unix: UnixTime | null;
}

/** Proven vault that holds one of the largest accounts. It counts as a holder. */
export interface TokenTreasury {
  /** Address of the vault. */
  readonly owner: Address;
  /** Program of the vault. */
  readonly kind: TreasuryKind;
  /** Account of the multisig or the governance. */
  readonly account: Address;
  /** Number of keys that have to sign. Null where the vault belongs to a governance. */
  readonly threshold: number | null;
  /** Number of keys of the multisig. Null where the vault belongs to a governance. */
  readonly members: number | null;
  /** Address that can change the members alone. Null where nobody can. */
  readonly config_authority: Address | null;
  /** Time that a transfer waits after its approval, in seconds. */
  readonly delay_seconds: number;
  /** Tokens in the account, in atomic units. */
  readonly tokens: TokenAmount;
  /** Share of the account in the supply, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly share_bps: number | null;
}

/** Program that a vault belongs to. */
export type TreasuryKind = 'squads_v3' | 'squads_v4' | 'realms';

/** Pool that trades the mint. */
export interface TokenPool {
  /** Venue of the pool. - `pump_curve`: Pools of pump.fun bonding curve. - `pumpswap`: Pools of PumpSwap. - `raydium_amm_v4`: Pools of Raydium AMM v4. - `raydium_cpmm`: Pools of Raydium CPMM. - `raydium_clmm`: Pools of Raydium CLMM. - `raydium_launchlab`: Pools of Raydium LaunchLab. - `orca_whirlpool`: Pools of Orca Whirlpool. - `meteora_dlmm`: Pools of Meteora DLMM. - `meteora_damm_v1`: Pools of Meteora DAMM v1. - `meteora_damm_v2`: Pools of Meteora DAMM v2. - `meteora_dbc`: Pools of Meteora DBC. */
  readonly venue: string;
  /** Address of the pool. */
  readonly address: Address;
  /** Mint on the other side of the pool. Null where the pool was not read. */
  readonly other_mint: Address | null;
  /** Depth of the pool: the balance of a constant product that pays as much until the price has fallen by a tenth, in lamports. Null where the pool has no price. */
  readonly depth_lamports: Lamports | null;
  /** Depth of the pool, rounded down to cents: the balance of a constant product that pays as much until the price has fallen by a tenth, in US dollars. Null where the pool has no price, or the price of SOL was not read. */
  readonly depth_usd: string | null;
  /** Reason for which the pool has no price. Null where the pool has a price. - `foreign_owner`: The account belongs to another program than that of the venue. - `wrong_layout`: The bytes of the pool contradict the layout of the venue. - `unknown_variant`: The version, curve or mode of the pool is not known to this service. - `inconsistent`: The accounts of the pool contradict each other, or the pool trades other mints. - `account_missing`: An account that the price needs does not exist. - `not_read`: The size needs accounts that were not read, such as price ranges further away. - `disabled`: Swaps are switched off. - `vault_frozen`: A vault of the pool is frozen, so that nothing leaves it. - `not_open`: Trading begins later. - `completed`: The bonding curve is complete, and its coin trades elsewhere now or soon. - `insufficient_liquidity`: The pool holds less than the size takes. - `amount_too_small`: The amount is so small that nothing comes out. - `fee_takes_all`: The mint keeps everything of a transfer as its fee. - `overflow`: The size is beyond what the program can compute. - `no_way_to_sol`: The pool trades the mint against a token that no known pool trades for SOL. */
  readonly refused: string | null;
  /** Whether the pool is a launch curve. */
  readonly is_curve: boolean;
  /** Address that created the pool, or gets the creator's fee. Null where the venue names none, or the pool was not read. */
  readonly creator: Address | null;
  /** Moment at which trading opened (UTC). Null where the venue records none, or the pool was not read. */
  readonly opened_at_unix: UnixTime | null;
  /** Parts of the liquidity with their owners, largest first, at most 20. Null where the owners were not read. */
  readonly liquidity_parts: readonly TokenLiquidityPart[] | null;
}

/** Part of a pool's liquidity with its owner. The rest up to 10,000 basis points was not read. */
export interface TokenLiquidityPart {
  /** Fate of the part. */
  readonly how: LiquidityHow;
  /** Owner of the part. Null where nobody owns it, or the owner is not known. */
  readonly owner: Address | null;
  /** Share of the part in the pool's liquidity, in basis points. */
  readonly bps: number;
  /** First moment at which some of a locked part can be withdrawn (UTC). Null where the part is not locked, or its lock never ends. */
  readonly unlocks_at_unix: UnixTime | null;
}

/** Fate of a part of the liquidity of a pool. */
export type LiquidityHow = 'burned' | 'locked' | 'program' | 'wallet' | 'unknown';

/** Large account under an authority of a venue that no pool explains. */
export interface UnmeasuredLiquidity {
  /** Address of the token account. */
  readonly account: Address;
  /** Venue of the authority. - `pump_curve`: Pools of pump.fun bonding curve. - `pumpswap`: Pools of PumpSwap. - `raydium_amm_v4`: Pools of Raydium AMM v4. - `raydium_cpmm`: Pools of Raydium CPMM. - `raydium_clmm`: Pools of Raydium CLMM. - `raydium_launchlab`: Pools of Raydium LaunchLab. - `orca_whirlpool`: Pools of Orca Whirlpool. - `meteora_dlmm`: Pools of Meteora DLMM. - `meteora_damm_v1`: Pools of Meteora DAMM v1. - `meteora_damm_v2`: Pools of Meteora DAMM v2. - `meteora_dbc`: Pools of Meteora DBC. */
  readonly venue: string;
  /** Tokens in the account, in atomic units. */
  readonly tokens: TokenAmount;
}

/** An amount of SOL as a decimal string with up to nine decimals, for example `0.5`. An argument may also be a number. */
export type SOL = string;

/** Result of simulated sales. */
export type TrialSale = 'passed' | 'refused';

/** Proof of the earliest moment at which the mint exists. */
export interface TokenAgeProof {
  /** Kind of the proof. */
  readonly what: AgeProofKind;
  /** Transaction that proves the age. Null where a review or the present state proves it. */
  readonly transaction: TransactionSignature | null;
  /** Slot of the transaction that proves the age. Null where a review proves it. */
  readonly slot: Slot | null;
}

/** Kind of proof of an age. */
export type AgeProofKind = 'creation' | 'use' | 'review' | 'state';

/** The number of a slot of the chain. It is a JSON number and may exceed 32 bits. */
export type Slot = number;

/** Source that names a creator. */
export type CreatorSource = 'launchpad' | 'fee_payer';

/** Owner that got tokens in the slots of the launch. */
export interface LaunchBuyer {
  /** Address of the owner. */
  readonly owner: Address;
  /** Role of the owner in the launch. */
  readonly role: LaunchRole;
  /** Tokens that the owner got in the launch, in atomic units. */
  readonly tokens: TokenAmount;
  /** Tokens that the owner holds now, in atomic units. */
  readonly tokens_now: TokenAmount;
  /** Tokens of the launch that the owner is not proven to have sold to a market: held ones and those moved elsewhere, in atomic units. */
  readonly tokens_kept: TokenAmount;
}

/** Role of a buyer in a launch. */
export type LaunchRole = 'developer' | 'insider' | 'bundle' | 'sniper';

/** Tokens of the launch buyers of one role, then and now. */
export interface LaunchShare {
  /** Role of the buyers. */
  readonly role: LaunchRole;
  /** Number of wallets of the role. */
  readonly wallets: number;
  /** Share of the supply that the role got in the launch, rounded down, in basis points. Null where the supply is zero, or was not read. */
  readonly at_launch_bps: number | null;
  /** Share of the circulating supply that the role is not proven to have sold, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly kept_bps: number | null;
}

/** Holders who count as one. */
export interface HolderCluster {
  /** Links between the holders, the strongest first. */
  readonly by: readonly ClusterLink[];
  /** Wallet that the holders have in common. Null where they have none in common. */
  readonly source: Address | null;
  /** Wallets of the cluster, at most 50. */
  readonly wallets: readonly Address[];
  /** Tokens that the wallets hold together, with those that they handed out after the launch, in atomic units. */
  readonly tokens: TokenAmount;
  /** Share of the cluster in the circulating supply, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly share_bps: number | null;
}

/** Link between holders. */
export type ClusterLink = 'funder' | 'funders_funder' | 'token_source' | 'funded_together' | 'sink';

/** Wallets whose first money came from one source. */
export interface FunderCluster {
  /** Source of the first money. */
  readonly funder: Address;
  /** Wallets of the cluster, at most 50. */
  readonly wallets: readonly Address[];
  /** Tokens that the wallets hold together, in atomic units. */
  readonly tokens: TokenAmount;
  /** Share of the cluster in the circulating supply, rounded down, in basis points. Null where the circulating supply is not known. */
  readonly share_bps: number | null;
  /** Whether the wallets got like amounts, or all of the money within six hours. */
  readonly alike: boolean;
}

/** Figures behind a trade verdict, in groups of one subject. */
export interface TradeMetrics {
  /** Size of the trade that was asked about, in SOL. */
  readonly size_sol: SOL;
  /** Cost of the round trip by the cheapest route, both legs at the present state, as a share of the size, rounded up, in basis points. Null where no pool carries the size, or the pools were not read. */
  readonly cost_bps: number | null;
  /** Cost of the round trip by the cheapest route, both legs at the present state, in lamports. Null where no pool carries the size, or the pools were not read. */
  readonly cost_lamports: Lamports | null;
  /** Tokens that the size buys, in atomic units. Null where no pool carries the size, or the pools were not read. */
  readonly tokens_bought: TokenAmount | null;
  /** Proceeds of selling the bought tokens, in lamports. Null where no pool carries the size, or the pools were not read. */
  readonly lamports_back: Lamports | null;
  /** Cost of the round trip where the sale follows the purchase at once, in basis points. Null where it cannot be made, or no pool carries the size, or the pools were not read. */
  readonly floor_bps: number | null;
  /** Rise of the sale's proceeds over the present ones after which everything comes back, in basis points. The price in a pool has to rise by more. Null where no rise brings everything back, or no pool carries the size, or the pools were not read. */
  readonly break_even_bps: number | null;
  /** Parts of the cost. Null where no pool carries the size, or the pools were not read. */
  readonly cost_parts: CostParts | null;
  /** Parts of the cheapest route. Null where no pool carries the size, or the pools were not read. */
  readonly route: readonly RoutePart[] | null;
  /** Costs of some sizes along one route, smallest first. Only the size that was asked about may be split over two routes. Null where the subject is no mint, or the pools were not read. */
  readonly sizes: readonly SizeCost[] | null;
  /** Largest size for each verdict along one route. */
  readonly recommended_max_size_sol: MaxSize;
  /** Distance of the highest price of two pools from the lowest, in basis points. Null where fewer than two pools have a price, or the pools were not read. */
  readonly price_disagreement_bps: number | null;
  /** Number of pools that were found. Null where the subject is no mint, or the pools were not read. */
  readonly pools_found: number | null;
  /** Number of pools that carry the size. Null where the subject is no mint, or the pools were not read. */
  readonly pools_usable: number | null;
  /** Every pool that was found, cheapest first. Null where the subject is no mint, or the pools were not read. */
  readonly pools: readonly TradePool[] | null;
  /** Number of large holders that were examined. Null where the subject is no mint, or the holders were not read. */
  readonly holders_seen: number | null;
  /** Large holders that prove liquidity without a price. Null where the subject is no mint, or the holders were not read. */
  readonly unpriced_holders: readonly UnpricedHolder[] | null;
  /** Number of ordinary large holders that are frozen. Null where the subject is no mint, or the holders were not read. */
  readonly frozen_holders: number | null;
  /** Token program that owns the mint account. Null where the subject is no mint, or the mint was not read. */
  readonly token_program: Address | null;
  /** Number of decimals of the mint. Null where the subject is no mint, or the mint was not read. */
  readonly decimals: number | null;
  /** Supply of the mint, in atomic units. Null where the subject is no mint, or the mint was not read. */
  readonly supply: TokenAmount | null;
  /** Present fee of each transfer, as a share of the amount, in basis points. Null where the mint has no transfer fee, or was not read. */
  readonly transfer_fee_bps: number | null;
  /** Largest fee of one transfer, in atomic units. Null where the mint has no transfer fee, or was not read. */
  readonly transfer_fee_maximum: TokenAmount | null;
  /** Program that decides about each transfer. Null where the mint has none, or was not read. */
  readonly transfer_hook_program: Address | null;
  /** Address that can freeze the accounts of holders. Null where nobody can, or the mint was not read. */
  readonly freeze_authority: Address | null;
  /** Priority fee that is counted, in millionths of a lamport for each compute unit. Null where the subject is no mint, or the fees were not read. */
  readonly priority_micro_lamports: string | null;
  /** Whether the highest counted priority fee was assumed, because recent blocks could not be read. Null where the subject is no mint, or the fees were not read. */
  readonly priority_is_assumed: boolean | null;
  /** Rent that the new token account binds until it is closed, in lamports. It is no part of the cost. Null where the rent of token accounts is not known. */
  readonly account_rent_lamports: Lamports | null;
  /** Whether simulated transfers of real holders' tokens into the pool passed the hook of the mint. Null where the mint has no hook, or nothing was shown. */
  readonly sale_proven: boolean | null;
  /** Refusal of the simulated transfers: the error number and its program. Null where they were not refused, or none could be simulated. */
  readonly sale_error: string | null;
}

/** Parts of the cost of a round trip, both legs together. They add up to the cost. */
export interface CostParts {
  /** Loss by the trade moving the price against itself. */
  readonly price_impact: CostPart;
  /** Fees that stay with the liquidity of pools. */
  readonly lp_fees: CostPart;
  /** Fees of venues and platforms. */
  readonly protocol_fees: CostPart;
  /** Fees of the creators of coins and pools. */
  readonly creator_fees: CostPart;
  /** Fees that the mint keeps of transfers. */
  readonly transfer_fees: CostPart;
  /** Signature fees of both transactions. */
  readonly network_base: CostPart;
  /** Priority fees of both transactions. */
  readonly network_priority: CostPart;
}

/** Part of the cost of a round trip. */
export interface CostPart {
  /** Amount of the part, in lamports. */
  readonly lamports: Lamports;
  /** Share of the part in the size, rounded down, in basis points. */
  readonly bps: number;
}

/** Part of the route. Several parts mean that splitting the size is cheaper. */
export interface RoutePart {
  /** Share of the size that the part carries, in SOL. */
  readonly size_sol: SOL;
  /** Pools of the part in the order of the purchase. */
  readonly hops: readonly RouteHop[];
}

/** Pool that a purchase goes through. */
export interface RouteHop {
  /** Venue of the pool. - `pump_curve`: Pools of pump.fun bonding curve. - `pumpswap`: Pools of PumpSwap. - `raydium_amm_v4`: Pools of Raydium AMM v4. - `raydium_cpmm`: Pools of Raydium CPMM. - `raydium_clmm`: Pools of Raydium CLMM. - `raydium_launchlab`: Pools of Raydium LaunchLab. - `orca_whirlpool`: Pools of Orca Whirlpool. - `meteora_dlmm`: Pools of Meteora DLMM. - `meteora_damm_v1`: Pools of Meteora DAMM v1. - `meteora_damm_v2`: Pools of Meteora DAMM v2. - `meteora_dbc`: Pools of Meteora DBC. */
  readonly venue: string;
  /** Address of the pool. */
  readonly pool: Address;
}

/** Cost of a round trip of one size. */
export interface SizeCost {
  /** Size of the round trip, in SOL. */
  readonly size_sol: SOL;
  /** Cost as a share of the size, in basis points. Null where the round trip cannot be made. */
  readonly cost_bps: number | null;
}

/** Largest size that still gets each verdict along one route. */
export interface MaxSize {
  /** Largest size for ACCEPTABLE_COST, in SOL. Null where no size gets it, or the pools were not read. */
  readonly acceptable_cost: SOL | null;
  /** Largest size for ELEVATED_COST, in SOL. Null where no size gets it, or the pools were not read. */
  readonly elevated_cost: SOL | null;
  /** Largest size for HIGH_COST, in SOL. Null where no size gets it, or the pools were not read. */
  readonly high_cost: SOL | null;
}

/** Pool that was found, used or not. */
export interface TradePool {
  /** Venue of the pool. - `pump_curve`: Pools of pump.fun bonding curve. - `pumpswap`: Pools of PumpSwap. - `raydium_amm_v4`: Pools of Raydium AMM v4. - `raydium_cpmm`: Pools of Raydium CPMM. - `raydium_clmm`: Pools of Raydium CLMM. - `raydium_launchlab`: Pools of Raydium LaunchLab. - `orca_whirlpool`: Pools of Orca Whirlpool. - `meteora_dlmm`: Pools of Meteora DLMM. - `meteora_damm_v1`: Pools of Meteora DAMM v1. - `meteora_damm_v2`: Pools of Meteora DAMM v2. - `meteora_dbc`: Pools of Meteora DBC. */
  readonly venue: string;
  /** Address of the pool. */
  readonly address: Address;
  /** Whether the cheapest route goes through the pool. */
  readonly used: boolean;
  /** Mint on the other side of the pool. Null where the pool was not read. */
  readonly other_mint: Address | null;
  /** Cost of the round trip of the whole size through the pool alone, in basis points. Null where the pool does not carry the size. */
  readonly cost_bps: number | null;
  /** Depth of the pool: the balance of a constant product that pays as much until the price has fallen by a tenth, in lamports. Null where the pool has no price. */
  readonly depth_lamports: Lamports | null;
  /** Tokens in the pool, in atomic units. Null where the pool was not read. */
  readonly depth_tokens: TokenAmount | null;
  /** Price of a million atomic units of the mint at the margin, in lamports. Null where the pool has no price. */
  readonly price_lamports_per_million: Lamports | null;
  /** Reason for which the pool has no cost. Null where the pool has a cost, or its price is not known. - `foreign_owner`: The account belongs to another program than that of the venue. - `wrong_layout`: The bytes of the pool contradict the layout of the venue. - `unknown_variant`: The version, curve or mode of the pool is not known to this service. - `inconsistent`: The accounts of the pool contradict each other, or the pool trades other mints. - `account_missing`: An account that the price needs does not exist. - `not_read`: The size needs accounts that were not read, such as price ranges further away. - `disabled`: Swaps are switched off. - `vault_frozen`: A vault of the pool is frozen, so that nothing leaves it. - `not_open`: Trading begins later. - `completed`: The bonding curve is complete, and its coin trades elsewhere now or soon. - `insufficient_liquidity`: The pool holds less than the size takes. - `amount_too_small`: The amount is so small that nothing comes out. - `fee_takes_all`: The mint keeps everything of a transfer as its fee. - `overflow`: The size is beyond what the program can compute. - `no_way_to_sol`: The pool trades the mint against a token that no known pool trades for SOL. */
  readonly refused: string | null;
  /** Explanation of the refusal. Null where the pool is not refused. */
  readonly refused_detail: string | null;
  /** Leg that the pool refuses. Null where the pool refuses neither leg, or cannot be quoted at all. - `buy`: The purchase of the token. - `sell`: The sale of the token. */
  readonly refused_leg: string | null;
  /** Address that created the pool, or gets the creator's fee. Null where the venue names none, or the pool was not read. */
  readonly creator: Address | null;
  /** Moment at which trading opened (UTC). Null where the venue records none, or the pool was not read. */
  readonly opened_at_unix: UnixTime | null;
  /** Share of the liquidity that was burned or that the venue itself locks for good, in basis points. Other lockers are not read. Null where it is not known. */
  readonly locked_liquidity_bps: number | null;
  /** Parts of the pool's quote that are bounds and not exact, in words. */
  readonly bounds: readonly string[];
}

/** Large holder that proves liquidity which has no part in the price. */
export interface UnpricedHolder {
  /** Address of the token account. */
  readonly account: Address;
  /** Address that can move the tokens. */
  readonly authority: Address;
  /** Venue of the authority. - `pump_curve`: Pools of pump.fun bonding curve. - `pumpswap`: Pools of PumpSwap. - `raydium_amm_v4`: Pools of Raydium AMM v4. - `raydium_cpmm`: Pools of Raydium CPMM. - `raydium_clmm`: Pools of Raydium CLMM. - `raydium_launchlab`: Pools of Raydium LaunchLab. - `orca_whirlpool`: Pools of Orca Whirlpool. - `meteora_dlmm`: Pools of Meteora DLMM. - `meteora_damm_v1`: Pools of Meteora DAMM v1. - `meteora_damm_v2`: Pools of Meteora DAMM v2. - `meteora_dbc`: Pools of Meteora DBC. */
  readonly venue: string;
  /** Tokens in the account, in atomic units. */
  readonly tokens: TokenAmount;
}

/** Figures behind a funder verdict, in groups of one subject. */
export interface FunderMetrics {
  /** Main source of the funding. Null where no source could be named. */
  readonly source: Address | null;
  /** Label of the main source. Null where the source has no label. */
  readonly source_label: Label | null;
  /** Program that moved the funds. Null where a plain transfer moved them, or no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly source_program: Address | null;
  /** Label of the program that moved the funds. Null where the program has no label, or there is none. */
  readonly source_program_label: Label | null;
  /** Way in which the funds moved. Null where no source could be named. - `transfer`: A plain transfer of lamports. - `create_account`: The creation of the account with lamports. - `nonce_withdrawal`: A withdrawal from a nonce account. - `stake_withdrawal`: A withdrawal from a stake account. - `vote_withdrawal`: A withdrawal from a vote account. - `account_close`: The rent of a closed account. - `wsol_unwrap`: Wrapped SOL that was unwrapped. - `swap`: The proceeds of a trade. - `own_swap`: The address's own tokens, traded for lamports while another paid the fee. - `program_credit`: A payment by a program. - `token_transfer`: A transfer of tokens. - `token_mint`: Newly minted tokens. - `sponsor`: Fees that another address paid. Nothing else came. */
  readonly mechanism: string | null;
  /** Credits before the first transaction that the address paid for, without dust, in lamports. Null where no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly funded_lamports: Lamports | null;
  /** Credits of the main source before the first transaction that the address paid for, in lamports. Null where no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly main_source_lamports: Lamports | null;
  /** Share of the main source in the credits, in basis points. Null where no lamports came, or no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly main_source_share_bps: number | null;
  /** Credits that were left out as dust, in lamports. Null where no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly ignored_dust_lamports: Lamports | null;
  /** Balance changes that no credit explains, in lamports. Null where no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly unexplained_lamports: Lamports | null;
  /** Number of credits before the first transaction that the address paid for. Null where no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly credits: number | null;
  /** Transaction that brought the deciding funds. Null where no source could be named. */
  readonly funding_transaction: TransactionSignature | null;
  /** Slot of the transaction that brought the deciding funds. Null where no source could be named. */
  readonly funding_slot: Slot | null;
  /** Block time of the transaction that brought the deciding funds (UTC). Null where no endpoint has the time, or no source could be named. */
  readonly funding_time_unix: UnixTime | null;
  /** Source of most lamports in the seven days from the first money. Null where no money came, or the days were not read. */
  readonly main_source: MainSource | null;
  /** Mint of the token where the first money was tokens. Null where no tokens came before the first transaction that the address paid for, or the funding was not read. */
  readonly token_mint: Address | null;
  /** Amount of the token where the first money was tokens, in atomic units. Null where no tokens came before the first transaction that the address paid for, or the funding was not read. */
  readonly token_amount: TokenAmount | null;
  /** First transaction that names the address. Null where there is no transaction, or the first one was not read. */
  readonly first_touch: FirstTouch | null;
  /** Time from the first money to the first trade, in seconds. Null where the first trade is not among the transactions that were read. */
  readonly first_trade_seconds_after_funding: number | null;
  /** Whether the history is proven to begin at its oldest entry. */
  readonly birth_proven: boolean;
  /** Oldest transaction of the history. Null where there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly oldest_transaction: TransactionSignature | null;
  /** Block time of the oldest transaction (UTC). Null where no endpoint has the time, or there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly oldest_time_unix: UnixTime | null;
  /** Number of transactions in the history. Null where there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly signatures_seen: number | null;
  /** Number of pages of history that were read. Null where there is no transaction, the address is no ordinary wallet, or the history was not read. */
  readonly pages_read: number | null;
  /** Number of the oldest transactions whose balances follow on from each other. Null where there is no transaction, or the oldest ones were not read. */
  readonly continuous_transactions: number | null;
  /** Whether the address ever paid for a transaction. Null where no money came, or not every transaction in which it may have was read. */
  readonly has_paid_fees: boolean | null;
  /** Number of transactions of the main source on the page that ends at the funding, at most 1,000. Null where the source is labelled or no wallet, or its page was not read. */
  readonly source_signatures_before: number | null;
  /** Time between the newest and the oldest transaction on the page of the main source, in seconds. Null where the source is labelled or no wallet, or its page was not read. */
  readonly source_signatures_span_seconds: number | null;
  /** Number of new accounts that the funding transaction credited, this one included. Null where no lamports came, or no money came, the address is no ordinary wallet, or the funding was not read. */
  readonly fresh_recipients: number | null;
  /** Number of new accounts that an unlabelled main source gave a like amount within ten minutes, this one included: a lower bound. Null where the source is labelled or a hub, or the accounts were not read. */
  readonly siblings: number | null;
  /** Number of new accounts that a labelled source gave the same amount within a minute, this one included: a lower bound. Null where the source has no label, or the accounts were not read. */
  readonly cohort: number | null;
  /** Number of hops behind the main source that were followed. */
  readonly hops_followed: number;
  /** Funder of the main source. Null where none was found, or it was not searched for. */
  readonly hop_2: FundingHop | null;
  /** Funder of the source one hop before. Null where none was found, or it was not searched for. */
  readonly hop_3: FundingHop | null;
}

/** Publicly known owner of an address. */
export interface Label {
  /** Name of the account. */
  readonly label: string;
  /** Category of the account. - `cex`: An account of a centralised exchange. - `instant_exchange`: An account of an exchange without customer accounts. - `bridge_account`: An account of a bridge between chains. - `bridge_program`: The program of a bridge between chains. - `privacy_account`: An account of a service that hides who pays. - `privacy_program`: A program that hides who pays. - `fiat_onramp`: An account of a service that sells SOL for fiat money. - `sanctioned`: An address on a list of sanctions. - `exploiter`: An address of somebody who exploited a protocol. - `drainer`: An address of somebody who drains wallets. - `aggregator_fee_account`: An account that collects the fees of an aggregator. - `bot_fee_account`: An account that collects the fees of a trading bot. - `jito_tip`: An account that collects tips of Jito. - `launchpad_fee_account`: An account that collects the fees of a launchpad. - `tip_account`: An account that collects tips for block inclusion. - `wallet_fee_account`: An account that collects the fees of a wallet. - `aggregator_program`: The program of an aggregator. - `bot_program`: The program of a trading bot. - `dex_program`: The program of a decentralised exchange. - `launchpad_program`: The program of a launchpad. - `lending_perp_program`: A program for lending or perpetual futures. - `nft_program`: A program for NFTs. - `other_program`: A program of another purpose. - `staking_program`: A program for staking. - `system_program`: A program that belongs to Solana itself. - `custodial_other`: An account of another service that pools the money of many. - `market_maker`: An account of a market maker. - `protocol_account`: An account of a protocol. */
  readonly category: string;
  /** Grade of proof of the label. - `strong`: Two sources name the account, and one of them is curated or the publisher's own. - `single`: One credible source names the account. - `weak`: Sources contradict each other, or the only source is of a low grade. */
  readonly grade: string;
  /** Month in which the label was collected, for example `2026-11`. */
  readonly date: string;
  /** Name of the exchange. Null where the address belongs to none. */
  readonly exchange: string | null;
}

/** Source of most lamports in the seven days from the first money. */
export interface MainSource {
  /** Address of the source. Null where it cannot be named, or no lamports came. */
  readonly source: Address | null;
  /** Label of the source. Null where it has none. */
  readonly label: Label | null;
  /** Amount that the source gave, wrapped SOL included, less returns to it, in lamports. */
  readonly lamports: Lamports;
  /** Share of the source in all lamports of the seven days, in basis points. Null where no lamports came. */
  readonly share_bps: number | null;
  /** Amount of all sources, less returns to each, in lamports. */
  readonly credited_lamports: Lamports;
  /** Stable coins of the US dollar of all sources, less returns to each, in atomic units: millionths of a dollar. */
  readonly credited_dollars: TokenAmount;
  /** Number of sources. All programs count as one. */
  readonly sources: number;
  /** Number of transactions that were read for the seven days. */
  readonly transactions_read: number;
  /** Whether all of the seven days were read. */
  readonly whole: boolean;
  /** Cause for which not all of the seven days were read. Null where all were read. - `limit_reached`: The days have more transactions than the published limit. */
  readonly why: string | null;
}

/** First transaction that names the address on chain, with or without lamports. */
export interface FirstTouch {
  /** Signature of the transaction. */
  readonly transaction: TransactionSignature;
  /** Slot of the transaction. */
  readonly slot: Slot;
  /** Block time of the transaction (UTC). Null where no endpoint has it. */
  readonly time_unix: UnixTime | null;
  /** Event that named the address. - `lamports`: The address got lamports. - `tokens`: The address got tokens. - `token_account`: A token account was opened for the address. - `signed`: The address signed a transaction. - `mention`: A transaction named the address without moving anything to it. */
  readonly what: string;
  /** Address that sent the lamports or tokens, or that named the address. Null where none could be named. */
  readonly source: Address | null;
  /** Mint of the token. Null where the transaction moved lamports or nothing. */
  readonly mint: Address | null;
  /** Amount that the address got, in lamports or in atomic units of the token. Null where it got nothing. */
  readonly amount: TokenAmount | null;
}

/** First lamports of an address behind this one. */
export interface FundingHop {
  /** Address that sent the lamports. */
  readonly source: Address;
  /** Label of the address that sent the lamports. Null where it has none. */
  readonly label: Label | null;
  /** Amount that was sent, in lamports. */
  readonly lamports: Lamports;
  /** Signature of the transaction. Null where it is not known. */
  readonly transaction: TransactionSignature | null;
  /** Slot of the transaction. Null where it is not known. */
  readonly slot: Slot | null;
  /** Block time of the transaction (UTC). Null where no endpoint has it. */
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
  /** LOW_RISK: Control, holders, liquidity and age were all read, and nothing medium or worse was found; it is no price forecast. ELEVATED: Everything mandatory was read and nothing serious was found, but something medium was, or one item was only partly read. HIGH_RISK: One serious fact, or three medium facts of at least two kinds, are proven: a lower bound, which holds even when other reads failed. CRITICAL: A fact read from chain state makes a total loss possible at the will of one key without warning, or has already blocked or taken holders' tokens: a lower bound, which holds even when other reads failed. UNKNOWN: The subject is no fungible mint, or a mandatory part could not be read and nothing serious or critical was proven. The verdict means "do not buy" and is not neutral. */
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
  /** ACCEPTABLE_COST: The round trip costs at most 3 percent of the size, both legs at the present state. ELEVATED_COST: The round trip costs more than 3 and at most 10 percent. HIGH_COST: The round trip costs more than 10 and at most 35 percent. UNTRADEABLE: The size cannot be bought and sold again at the present state, or for more than 35 percent only. NO_POOL: No pool that is known here trades the mint. UNKNOWN: The basis of the verdict could not be read or proven, or the address is no mint. */
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
