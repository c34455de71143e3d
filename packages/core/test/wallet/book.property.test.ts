import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { worthOf } from '#derive/effects/effect-type.ts';
import { type Book, type Currency, currencies, sumsIn } from '#rules/wallet/evidence/book.ts';
import { bookOf, staleBookOf } from '../support/wallet-book.ts';
import { type Act, DOLLAR, EURO, effect, FEE, OTHER_DOLLAR, PlayedWallet, SOL } from '../support/wallet-effects.ts';
import { anyPlay, plainPlay, playedWith, type RandomMove } from '../support/wallet-plays.ts';

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
const profitOf = ({ positions }: Book) => sum(positions.map(({ pnl }) => pnl));
const countedProfitOf = ({ positions }: Book) => sum(positions.map(({ pnl, counted }) => (counted ? pnl : 0n)));

const tradesIn = ({ trades }: Book, of: Currency, kind: 'buy' | 'sell') =>
  trades.flatMap((one) => (one.currency === of && one.kind === kind ? [one.amount] : []));

/** What the wallet's accounts of some mints changed by, as its effects tell it. */
const heldChange = ({ effects }: PlayedWallet, mints: readonly string[]) =>
  sum(
    effects.flatMap(({ accounts }) =>
      accounts.map(({ mint, before, after }) =>
        mints.includes(mint) ? (after?.amount ?? 0n) - (before?.amount ?? 0n) : 0n,
      ),
    ),
  );

/** The book without what only says how many transactions there were. */
const contentOf = ({ counts, ...book }: Book) => ({ ...book, counts: { ...counts, transactions: 0 } });

describe('whatever a wallet does', () => {
  it('every atomic unit of a currency is in one class', () => {
    const seen = { sol: 0, usd: 0, eur: 0 };
    fc.assert(
      fc.property(anyPlay, (moves) => {
        const wallet = playedWith(moves);
        const book = bookOf(wallet);
        expect(book.change).toBe(sum(wallet.effects.map(worthOf)));
        expect(book.others.usd.change).toBe(heldChange(wallet, [DOLLAR, OTHER_DOLLAR]));
        expect(book.others.eur.change).toBe(heldChange(wallet, [EURO]));
        for (const currency of currencies) {
          const { flows, change, proceeds, unmatchedProceeds } = sumsIn(book, currency);
          expect(sum(Object.values(flows))).toBe(change);
          expect(proceeds).toBe(sum(tradesIn(book, currency, 'sell')));
          const unmatched = book.unmatchedSales.filter((one) => one.currency === currency);
          expect(unmatchedProceeds).toBe(sum(unmatched.map(({ amount }) => amount)));
          seen[currency] += tradesIn(book, currency, 'buy').length;
        }
      }),
      { numRuns: 300 },
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
  });

  it('what was paid is used up, gone or still there, to the atomic unit of its currency', () => {
    fc.assert(
      fc.property(anyPlay, fc.boolean(), (moves, isStale) => {
        const wallet = playedWith(moves);
        const book = isStale ? staleBookOf(wallet) : bookOf(wallet);
        for (const currency of currencies) {
          const positions = book.positions.filter((one) => one.currency === currency);
          // The cost of an open position holds the basis of what is left.
          const used = sum(positions.map(({ cost, transferredOut }) => cost + transferredOut));
          expect(used).toBe(sum(tradesIn(book, currency, 'buy')));
          expect(sum(positions.map(({ transferredOut }) => transferredOut))).toBe(
            sumsIn(book, currency).transferredOut,
          );
        }
        for (const { state, cost, openBasis, transferredOut } of book.positions) {
          expect([cost, openBasis, transferredOut].every((one) => one >= 0n)).toBe(true);
          expect(openBasis <= cost && (state === 'open' || openBasis === 0n)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('what has a cost still has units, no more than the wallet holds, and nothing that is over has any', () => {
    fc.assert(
      fc.property(plainPlay, (moves) => {
        const wallet = playedWith(moves);
        for (const { mint, state, openBasis, openUnits } of bookOf(wallet).positions) {
          expect(openUnits >= 0n && openUnits <= wallet.units(mint)).toBe(true);
          expect(state === 'open' ? openUnits > 0n || openBasis === 0n : openUnits === 0n).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('profit of sales is that of positions where everything has ended', () => {
    fc.assert(
      fc.property(plainPlay, (moves) => {
        const book = staleBookOf(playedWith(moves));
        const used = sum(book.holds.map(({ amount }) => amount));
        const known = sum(book.positions.map(({ proceeds }) => proceeds));
        expect(sum(book.trades.map(({ pnl }) => pnl))).toBe(known - used);
        expect(sum(book.positions.map(({ averagePnl }) => averagePnl)) <= known).toBe(true);
      }),
    );
  });

  it('what its trades send away is a tip where it is as small, and never passes for more than it was', () => {
    const lamports = fc.bigInt({ min: -3n * SOL, max: 3n * SOL });
    const sent = fc.oneof(fc.bigInt({ min: 0n, max: 2_000_000n }), fc.bigInt({ min: 0n, max: 3n * SOL }));
    const coins = fc.constantFrom({}, { given: 50n }, { held: -50n }, { given: 50n, held: -50n }, { [DOLLAR]: -50n });
    const seen = { cost: 0, swept: 0 };
    fc.assert(
      fc.property(lamports, sent, coins, (sol, away, tokens) => {
        const played = (costs: Act) => {
          const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 50n } });
          wallet.buy('held', 50n, SOL);
          wallet.act({ service: 'trade', tokens, ...costs });
          return staleBookOf(wallet);
        };
        const given = played({ sol: sol - away, givenOut: away });
        const tipped = played({ sol, tips: away });
        if (away <= 1_000_000n) expect(given).toEqual(tipped);
        expect(given.sweptOut >= 0n && given.sweptOut <= away).toBe(true);
        seen[given.sweptOut === 0n ? 'cost' : 'swept'] += 1;
      }),
      { numRuns: 500 },
    );
    expect(Math.min(seen.cost, seen.swept)).toBeGreaterThan(50);
  });

  it('the same effects make the same book, and are left as they were', () => {
    fc.assert(
      fc.property(anyPlay, (moves) => {
        const wallet = playedWith(moves);
        const before = structuredClone(wallet.effects);
        expect(bookOf(wallet)).toEqual(bookOf(wallet));
        expect(wallet.effects).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  it('a transaction that does nothing changes nothing', () => {
    fc.assert(
      fc.property(anyPlay, fc.nat(), (moves, place) => {
        const wallet = playedWith(moves);
        const plain = contentOf(bookOf(wallet));
        const at = place % (wallet.effects.length + 1);
        const time = wallet.effects[at]?.time ?? wallet.time;
        wallet.effects.splice(at, 0, effect({ time, service: 'trade', programs: ['venue'] }));
        expect(contentOf(bookOf(wallet))).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });

  it('accounts that an effect lists although nothing moved in them change nothing', () => {
    fc.assert(
      fc.property(anyPlay, (moves) => {
        const wallet = playedWith(moves);
        const plain = contentOf(bookOf(wallet));
        wallet.effects.splice(
          0,
          wallet.effects.length,
          ...wallet.effects.flatMap((one) => {
            const accounts = one.accounts.map((held) => ({ ...held, before: held.after }));
            const native = one.native && { before: one.native.after, after: one.native.after };
            return [one, effect({ ...(one.time === null ? {} : { time: one.time }), accounts, native })];
          }),
        );
        expect(contentOf(bookOf(wallet))).toEqual(plain);
      }),
      { numRuns: 50 },
    );
  });
});

describe('profit', () => {
  const price = fc.bigInt({ min: 0n, max: 10n ** 11n });
  const amount = fc.bigInt({ min: 1n, max: 10n ** 9n });
  const inserted = (moves: readonly RandomMove[], place: number, more: RandomMove) =>
    playedWith(moves.toSpliced(place % (moves.length + 1), 0, more));

  it('is not raised by tokens that were given and sold', () => {
    fc.assert(
      fc.property(anyPlay, fc.nat(), amount, price, (moves, place, units, lamports) => {
        const more = inserted(moves, place, (wallet) => {
          wallet.receive('gift', units, { wait: 0 });
          wallet.sell('gift', units, lamports + 20_000n, { wait: 0 });
        });
        expect(profitOf(staleBookOf(more))).toBe(profitOf(staleBookOf(playedWith(moves))));
      }),
      { numRuns: 60 },
    );
  });

  it('is not raised by tokens that were given and sold along with others', () => {
    fc.assert(
      fc.property(amount, amount, price, price, (units, given, paid, brought) => {
        const profitWith = (gift: bigint) => {
          const wallet = playedWith([]);
          wallet.buy('coin', units, paid + 20_000n);
          if (gift > 0n) wallet.receive('coin', gift);
          wallet.sell('coin', units + gift, brought + 20_000n);
          return profitOf(bookOf(wallet));
        };
        expect(profitWith(given) <= profitWith(0n)).toBe(true);
      }),
    );
  });

  it('is lowered by a losing round trip, whatever else happens', () => {
    fc.assert(
      fc.property(anyPlay, fc.nat(), amount, price, price, (moves, place, units, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const more = inserted(moves, place, (wallet) => {
          wallet.buy('loser', units, high + 20_000n, { wait: 0 });
          wallet.sell('loser', units, low + 20_000n, { wait: 0 });
        });
        const loss = high - low + 2n * FEE;
        const plain = staleBookOf(playedWith(moves));
        expect(profitOf(staleBookOf(more))).toBe(profitOf(plain) - loss);
        expect(countedProfitOf(staleBookOf(more))).toBe(countedProfitOf(plain) - loss);
      }),
      { numRuns: 60 },
    );
  });

  it('is lowered by a losing round trip in a mint that is held', () => {
    fc.assert(
      fc.property(plainPlay, amount, price, price, (moves, units, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const more = inserted(moves, moves.length, (wallet) => {
          wallet.buy('second', units, high + 20_000n, { wait: 0 });
          wallet.sell('second', units, low + 20_000n, { wait: 0 });
        });
        expect(profitOf(staleBookOf(more)) < profitOf(staleBookOf(playedWith(moves)))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
