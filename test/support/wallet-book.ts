import { keepBook } from '../../src/checks/wallet/book/book.ts';
import type { Book, BookInput, Position } from '../../src/checks/wallet/book/positions.ts';
import { DAY, DOLLAR, type PlayedWallet } from './wallet-effects.ts';

/** The book of what a wallet played, a minute after its last transaction. */
export function bookOf(wallet: PlayedWallet, over: Partial<BookInput> = {}): Book {
  return keepBook({
    effects: wallet.effects,
    now: wallet.time + 60,
    stableCoins: new Map([[DOLLAR, 'usd']]),
    mints: [],
    ...over,
  });
}

/** The same eight days later: whatever was left alone has gone stale. */
export function staleBookOf(wallet: PlayedWallet, over: Partial<BookInput> = {}): Book {
  return bookOf(wallet, { now: wallet.time + 8 * DAY, ...over });
}

/** The only position of a mint. Throws when there are more, or none. */
export function positionOf(book: Book, mint: string): Position {
  const [position, ...more] = book.positions.filter((one) => one.mint === mint);
  if (!position || more.length > 0) throw new Error(`${more.length + 1} positions of ${mint}, or none`);
  return position;
}

/** Classes to which something was booked. */
export function flowsOf(book: Book): Partial<Book['flows']> {
  return Object.fromEntries(Object.entries(book.flows).filter(([, lamports]) => lamports !== 0n));
}
