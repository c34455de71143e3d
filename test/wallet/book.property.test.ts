import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/checks/wallet/book/positions.ts';
import { worthOf } from '../../src/checks/wallet/effect.ts';
import { bookOf, staleBookOf } from '../support/wallet-book.ts';
import { type Act, DOLLAR, effect, FEE, PlayedWallet, SOL } from '../support/wallet-effects.ts';
import { anyPlay, plainPlay, playedWith, type RandomMove } from '../support/wallet-plays.ts';

const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
const profitOf = ({ positions }: Book) => sum(positions.map(({ pnl }) => pnl));
const countedProfitOf = ({ positions }: Book) => sum(positions.map(({ pnl, counted }) => (counted ? pnl : 0n)));

/** The book without what only says how many transactions there were. */
const contentOf = ({ counts, ...book }: Book) => ({ ...book, counts: { ...counts, transactions: 0 } });

describe('whatever a wallet does', () => {
  it('every lamport is in one class', () => {
    fc.assert(
      fc.property(anyPlay, (moves) => {
        const wallet = playedWith(moves);
        const book = bookOf(wallet);
        expect(book.change).toBe(sum(wallet.effects.map(worthOf)));
        expect(sum(Object.values(book.flows))).toBe(book.change);
        expect(book.proceeds).toBe(sum(book.trades.flatMap((one) => (one.kind === 'sell' ? [one.lamports] : []))));
        expect(book.unmatchedProceeds).toBe(sum(book.unmatchedSales.map(({ lamports }) => lamports)));
      }),
      { numRuns: 300 },
    );
  });

  it('what was paid is used up, gone or still there, to the lamport', () => {
    fc.assert(
      fc.property(anyPlay, fc.boolean(), (moves, isStale) => {
        const wallet = playedWith(moves);
        const book = isStale ? staleBookOf(wallet) : bookOf(wallet);
        const paid = sum(book.trades.flatMap((one) => (one.kind === 'buy' ? [one.lamports] : [])));
        // The cost of an open position holds the basis of what is left.
        expect(sum(book.positions.map(({ cost, transferredOut }) => cost + transferredOut))).toBe(paid);
        for (const { state, cost, openBasis, openUnits, transferredOut } of book.positions) {
          expect([cost, openBasis, openUnits, transferredOut].every((one) => one >= 0n)).toBe(true);
          expect(openBasis <= cost && (state === 'open' || openBasis === 0n)).toBe(true);
          // What has a cost has units, and nothing that is over has any.
          expect(state === 'open' ? openUnits > 0n || openBasis === 0n : openUnits === 0n).toBe(true);
        }
        expect(sum(book.positions.map(({ transferredOut }) => transferredOut))).toBe(book.transferredOut);
      }),
      { numRuns: 300 },
    );
  });

  it('profit of sales is that of positions where everything has ended', () => {
    fc.assert(
      fc.property(plainPlay, (moves) => {
        const wallet = playedWith(moves);
        const book = staleBookOf(wallet);
        for (const { mint, openUnits } of bookOf(wallet).positions) {
          expect(openUnits <= wallet.units(mint)).toBe(true);
        }
        const used = sum(book.holds.map(({ lamports }) => lamports));
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
