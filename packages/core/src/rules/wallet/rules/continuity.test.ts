import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import {
  book,
  foundBy,
  history,
  judged,
  jump,
  mintOf,
  NOW,
  SOL,
  trade,
} from '../../../../test/support/wallet-evidence.ts';
import { continuity } from './continuity.ts';

const broken = (...breaks: readonly ReturnType<typeof jump>[]) => judged({ history: known(history({ breaks })) });

it('finds no break where there is none', () => expect(foundBy(continuity, judged())).toBe('clear'));

it('passes over a hundredth of turnover, and over 0.01 SOL of a small one, but not over more', () => {
  // The turnover of the sample is 92 SOL.
  expect(foundBy(continuity, broken(jump({ lamports: 920_000_000n })))).toBe('clear');
  expect(foundBy(continuity, broken(jump({ lamports: 920_000_001n })))).toEqual(['CONTINUITY_BROKEN']);
  // Only trades in SOL say what a lamport matters.
  const trades = [trade({ amount: 5n }), trade({ currency: 'usd', amount: 1_000_000n * SOL })];
  const small = (lamports: bigint) =>
    judged({ history: known(history({ breaks: [jump({ lamports })] })), book: known(book({ trades })) });
  expect(foundBy(continuity, small(10_000_000n))).toBe('clear');
  expect(foundBy(continuity, small(10_000_001n))).toEqual(['CONTINUITY_BROKEN']);
});

it('adds jumps up, whichever way they go', () => {
  const two = broken(jump({ lamports: 500_000_000n }), jump({ lamports: -500_000_000n }));
  expect(foundBy(continuity, two)).toEqual(['CONTINUITY_BROKEN']);
});

it('passes over no jump of a mint that was traded, or that trades were paid in', () => {
  const of = (mint: string) => jump({ mint, account: 'account', lamports: 0n, units: 1n });
  expect(foundBy(continuity, broken(of(mintOf(3))))).toEqual(['CONTINUITY_BROKEN']);
  expect(foundBy(continuity, broken(of(mintOf(99))))).toBe('clear');
  const rate = { mint: mintOf(99), units: 1n, lamports: 1n, signature: 'rate', time: NOW };
  const paid = judged({ history: known(history({ breaks: [of(mintOf(99))] })), book: known(book({ rates: [rate] })) });
  expect(foundBy(continuity, paid)).toEqual(['CONTINUITY_BROKEN']);
});

it('does not know without the history', () => {
  expect(foundBy(continuity, judged({ history: missing('history', 'deadline') }))).toBe('unknown');
});
