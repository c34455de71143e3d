import { type BookInput, keepBook } from '#facts/wallet/book/book.ts';
import { type Book, type Currency, type Position, sumsIn } from '#rules/wallet/evidence/book.ts';
import { DAY, DOLLAR, EURO, OTHER_DOLLAR, type PlayedWallet } from './wallet-effects.ts';

const STABLE: BookInput['stableCoins'] = new Map([
  [DOLLAR, 'usd'],
  [OTHER_DOLLAR, 'usd'],
  [EURO, 'eur'],
]);

/** The book of what a wallet played, a minute after its last transaction. */
export function bookOf(wallet: PlayedWallet, over: Partial<BookInput> = {}): Book {
  return keepBook({
    effects: wallet.effects,
    now: wallet.time + 60,
    stableCoins: STABLE,
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

/** Classes to which something of a currency was booked. */
export function flowsOf(book: Book, currency: Currency = 'sol'): Partial<Book['flows']> {
  return Object.fromEntries(Object.entries(sumsIn(book, currency).flows).filter(([, lamports]) => lamports !== 0n));
}
