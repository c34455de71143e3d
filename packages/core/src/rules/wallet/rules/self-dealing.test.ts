import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  book,
  figures,
  foundBy,
  judged,
  maker,
  mintOf,
  position,
  SOL,
  trade,
} from '../../../../test/support/wallet-evidence.ts';
import { selfDealing } from './self-dealing.ts';

const linked = (changes: Parameters<typeof maker>[0], positions = [position(), position({ mint: mintOf(1) })]) =>
  judged({ book: known(book({ positions })), makers: known([maker(changes)]) });

it.each([
  ['made the mint', { own: true }],
  ['shares its first money with the maker', { sharedFunder: 'funder' }],
  ['was supplied by the maker', { supplied: true }],
])('finds a wallet that %s', (_, changes) => {
  expect(foundBy(selfDealing, linked(changes))).toEqual(['SELF_DEALING', 'CREATOR_LINKED']);
});

it('flags a link that brought less than a fifth of the gain', () => {
  const others = Array.from({ length: 5 }, (_, n) => position({ mint: mintOf(n) }));
  expect(foundBy(selfDealing, linked({ own: true }, others))).toEqual(['SELF_DEALING', 'CREATOR_LINKED']);
  const more = [...others, position({ mint: mintOf(5) })];
  expect(foundBy(selfDealing, linked({ own: true }, more))).toEqual(['CREATOR_LINKED']);
});

it('counts what units without a purchase brought: makers need not buy', () => {
  const supplied = position({ pnl: 0n, counted: false, taint: 'unknown_basis', unmatchedProceeds: SOL });
  const sold = linked({ own: true }, [supplied, position({ mint: mintOf(1) })]);
  expect(foundBy(selfDealing, sold)).toEqual(['SELF_DEALING', 'CREATOR_LINKED']);
});

it('finds nothing in mints of strangers, and knows nothing without the makers', () => {
  expect(foundBy(selfDealing, linked({}))).toBe('clear');
  expect(foundBy(selfDealing, judged({ makers: missing('makers', 'deadline') }))).toBe('unknown');
});

it('weighs gains of each currency by themselves', () => {
  const honest = Array.from({ length: 9 }, (_, n) => position({ mint: mintOf(n + 1) }));
  const own = position({ currency: 'usd', pnl: 100_000_000n });
  const kept = book({ positions: [own, ...honest], trades: [trade({ currency: 'usd' })] });
  const dealing = (others: Parameters<typeof figures>[0][]) =>
    judged({ book: known(kept), makers: known([maker({ own: true })]) }, {}, others.map(figures));
  for (const closed of [20, 1])
    expect(foundBy(selfDealing, dealing([{ currency: 'usd', cost: 400_000_000n, closed }]))).toEqual([
      'SELF_DEALING',
      'CREATOR_LINKED',
    ]);
  // What has little at stake beside the record is told by the flag alone.
  expect(foundBy(selfDealing, dealing([{ currency: 'usd', cost: 399_999_999n }]))).toEqual(['CREATOR_LINKED']);
});
