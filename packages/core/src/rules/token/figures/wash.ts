import { isOnCurve } from '#solana/address.ts';
import type { MarketTrader, TradeFacts } from '../evidence.ts';
import { bpsOf } from '../shares.ts';

/**
 * Somebody trades with the market for the sake of volume who bought and sold twice or more in turn, and whose purchases and sales
 * are the same within a tenth. Own choice. Addresses without a key are other markets and vaults.
 */
const TURNS_MIN = 3;
const SAME_PARTS = 10n;

/** The volume in the transactions that were read, in lamports. */
export interface Wash {
  readonly lamports: bigint;
  /** Volume of those who only trade to and fro, of all volume in basis points, and who they are. */
  readonly washBps: number;
  readonly washers: readonly MarketTrader[];
}

/** The turnover of the newest transactions. The sum includes arbitrage between markets, which is no owner's wash trade. */
export function washOf({ traders, arbitrageLamports }: TradeFacts): Wash {
  const lamports = traders.reduce((sum, one) => sum + volumeOf(one), arbitrageLamports);
  const washers = traders.filter(isWasher);
  const washed = washers.reduce((sum, one) => sum + volumeOf(one), 0n);
  return { lamports, washBps: bpsOf(washed, lamports), washers };
}

function volumeOf({ lamportsPaid, lamportsGot }: MarketTrader): bigint {
  return lamportsPaid + lamportsGot;
}

function isWasher({ owner, turns, tokensBought, tokensSold }: MarketTrader): boolean {
  const [less, more] = tokensBought < tokensSold ? [tokensBought, tokensSold] : [tokensSold, tokensBought];
  return turns >= TURNS_MIN && (more - less) * SAME_PARTS <= more && isOnCurve(owner);
}
