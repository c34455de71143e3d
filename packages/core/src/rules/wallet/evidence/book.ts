/** The units of account of a wallet's books: lamports, and millionths of a US dollar and of a euro. */
export const currencies = ['sol', 'usd', 'eur'] as const;
export type Currency = (typeof currencies)[number];
/** A currency that stable coins stand for. */
export type CoinCurrency = Exclude<Currency, 'sol'>;
export const coinCurrencies = ['usd', 'eur'] as const satisfies readonly CoinCurrency[];

/** Decimals of an amount in each currency. */
export const currencyDecimals: Readonly<Record<Currency, number>> = { sol: 9, usd: 6, eur: 6 };

/** A value for each currency. */
export function eachCurrency<T>(make: (currency: Currency) => T): Record<Currency, T> {
  return { sol: make('sol'), usd: make('usd'), eur: make('eur') };
}

/** The reasons for a change of a currency. Every atomic unit of every change belongs to exactly one class. */
export const flowClasses = [
  'buys',
  'sells',
  'conversions',
  'transfers_in',
  'transfers_out',
  'rent_from_others',
  'rent_for_others',
  'failed_fees',
  'other_fees',
  'tips',
  'atomic',
  'liquidity',
  'orders',
  'lending',
  'staking',
  'nfts',
  'unclear',
] as const;
export type FlowClass = (typeof flowClasses)[number];

/** One purchase or sale. `amount`: the total paid or received, in the currency of its position; `units`: the tokens that moved. */
export interface BookTrade {
  readonly kind: 'buy' | 'sell';
  readonly mint: string;
  readonly currency: Currency;
  readonly units: bigint;
  readonly amount: bigint;
  readonly signature: string;
  readonly slot: number;
  readonly index: number | null;
  readonly time: number;
  readonly cobuyers: number;
  readonly poolImpactBps: number | null;
  /** The co-signer and the payer of a fill by an order engine; null for a trade with a pool or curve. */
  readonly counterparty: string | null;
  /** Profit of a sale over the basis that it used up; 0 for purchases and for tokens of unknown basis. */
  readonly pnl: bigint;
}

/** The end of a position. `stale`: no trade for seven days, so that the rest counts as lost. */
type PositionState = 'closed' | 'stale' | 'open';

/**
 * One holding of one mint, from nothing to at most a hundredth of its peak, in the currency of its first trade (`sol` if it has none).
 * `counted`: it is a round trip that the statistics take: at least one purchase and, unless it went stale or units were burned, one sale;
 * at most 5 percent of the sold units had no known basis; no leg without a price; nothing hidden or unclear.
 */
export interface Position {
  readonly mint: string;
  readonly currency: Currency;
  readonly state: PositionState;
  readonly counted: boolean;
  readonly openedAt: number;
  /** When it was closed, or went stale; null while it is open. */
  readonly closedAt: number | null;
  readonly lastTradeAt: number;
  readonly buys: number;
  readonly sells: number;
  /** Basis used up by sales, burns and write-off, and for an open position also the rest's basis. */
  readonly cost: bigint;
  /** Proceeds of sales of known basis. */
  readonly proceeds: bigint;
  /** Proceeds less cost; 0 for an open position. */
  readonly pnl: bigint;
  /** The same by average cost, for comparison. */
  readonly averagePnl: bigint;
  /** Proceeds of units without a known basis. */
  readonly unmatchedProceeds: bigint;
  /** Basis that left by transfer, or to an unknown destination. */
  readonly transferredOut: bigint;
  /** Cost basis of the units not sold yet. */
  readonly openBasis: bigint;
  /** The units of this cost: units of known basis that are not sold yet, in orders too; 0 unless it is open. */
  readonly openUnits: bigint;
  /** The sale with most profit, else the last purchase. */
  readonly bestTrade: string;
  /** A trade of it, or of a token that was swapped into it, was a fill that another party signed at a price that no market made. */
  readonly cosigned: boolean;
  /** A leg of it, or of a token that was swapped into it, was in another currency and is priced by a rate that was seen. */
  readonly converted: boolean;
  /** Why the position does not count; null where it counts, is still open, or was never sold. */
  readonly taint: 'unpriced' | 'unknown_basis' | 'confidential' | 'unclear' | null;
}

/** A holding time, weighted by its basis. */
export interface Hold {
  readonly seconds: number;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** A sale of units without a basis, or the part of one. */
export interface UnmatchedSale {
  readonly mint: string;
  readonly currency: Currency;
  readonly amount: bigint;
  /** Unix seconds; 0: before the first known effect. */
  readonly receivedAt: number;
  readonly soldAt: number;
}

/** The sums of a book in one currency, in its atomic units. */
export interface CurrencySums {
  /** The change of the wallet's holdings of the currency, by class; together exactly `change`. */
  readonly flows: Readonly<Record<FlowClass, bigint>>;
  /** Sum of the changes of all effects: closing less opening worth. */
  readonly change: bigint;
  /** Losses of atomic transactions, and amounts that waited in orders without a result for seven days. Gains do not offset them. */
  readonly atomicLosses: bigint;
  /** The loss of conversions between coins of the currency. Gains do not offset it. */
  readonly conversionLosses: bigint;
  /** The amounts paid and received by trades without a price. */
  readonly unpriced: bigint;
  /** All proceeds, of known and unknown basis. */
  readonly proceeds: bigint;
  readonly unmatchedProceeds: bigint;
  readonly transferredOut: bigint;
  /** Plain transfers to others within trades, beyond tips and fees: part of the profit may have left with them. */
  readonly sweptOut: bigint;
  /** Cost of counted positions that was paid in another currency. */
  readonly convertedCost: bigint;
  /** Gross flow, in and out, and its part in liquidity, lending, NFTs and orders without a known result. */
  readonly grossFlow: bigint;
  readonly specialFlow: bigint;
}

/** The sums of a book in one currency. */
export function sumsIn(book: Book, currency: Currency): CurrencySums {
  return currency === 'sol' ? book : book.others[currency];
}

/** Proceeds in one currency of units that were held before the window. */
export function beforeWindowOf({ unmatchedSales }: Book, of: Currency): bigint {
  return unmatchedSales.reduce(
    (sum, { currency, receivedAt, amount }) => (currency === of && receivedAt === 0 ? sum + amount : sum),
    0n,
  );
}

/** The cost of the rest in open positions of one currency. */
export function openBasisOf({ positions }: Book, of: Currency): bigint {
  return positions.reduce((sum, { currency, openBasis }) => (currency === of ? sum + openBasis : sum), 0n);
}

/** Lamports that a pool exchanged for an amount of a currency. */
export interface SeenRate {
  readonly lamports: bigint;
  readonly amount: bigint;
}

/** The book of a wallet's window. The sums are those of SOL, in lamports. */
export interface Book extends CurrencySums {
  /** The sums of the other currencies. */
  readonly others: Readonly<Record<CoinCurrency, CurrencySums>>;
  readonly positions: readonly Position[];
  readonly trades: readonly BookTrade[];
  readonly holds: readonly Hold[];
  readonly counts: {
    readonly transactions: number;
    readonly failed: number;
    /** Successful transactions with a gain, no token moved, and a trading program. */
    readonly atomicGains: number;
    readonly unpricedTrades: number;
  };
  readonly unmatchedSales: readonly UnmatchedSale[];
  /** Rates that priced a leg in another currency, newest first, at most 20. */
  readonly rates: readonly {
    readonly mint: string;
    readonly units: bigint;
    readonly lamports: bigint;
    readonly signature: string;
    readonly time: number;
  }[];
  /** The rates with fewest and with most lamports for a unit among all that were seen; null where none was. */
  readonly rateBounds: Readonly<Record<CoinCurrency, { readonly least: SeenRate; readonly most: SeenRate } | null>>;
  /** Mints that the wallet created. */
  readonly created: readonly string[];
  /** Mints that the wallet traded. */
  readonly tradedMints: readonly string[];
}
