import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { book, foundBy, judged, maker, mintOf } from '../../../../test/support/wallet-evidence.ts';
import { withoutLinked } from './without-linked.ts';

const made = (count: number) => ({
  makers: known(Array.from({ length: 40 }, (_, n) => maker({ mint: mintOf(n), own: n < count }))),
});

it('wants a record without tokens of its own: thirty round trips in fifteen tokens, with a profit', () => {
  expect(foundBy(withoutLinked, judged())).toBe('clear');
  expect(foundBy(withoutLinked, judged(made(10)))).toBe('clear');
  expect(foundBy(withoutLinked, judged(made(11)))).toEqual(['RESTS_ON_LINKED_MINTS']);
  const created = book({ created: Array.from({ length: 11 }, (_, n) => mintOf(n)) });
  expect(foundBy(withoutLinked, judged({ book: known(created) }))).toEqual(['RESTS_ON_LINKED_MINTS']);
});

it('says what is left in the currency of the book', () => {
  for (const [currency, name] of [
    ['sol', 'realized_pnl_lamports'],
    ['usd', 'realized_pnl_usd_millionths'],
  ] as const) {
    const finding = withoutLinked.judge(judged(made(11), { currency }));
    expect(finding.outcome === 'raised' && Object.keys(finding.reasons[0]?.evidence ?? {})).toContain(name);
  }
});
