import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccountBook } from './history.ts';
import type { AccountSnapshot } from './svm.ts';

function account(lamports: number): AccountSnapshot {
  return { lamports: BigInt(lamports), owner: '1', executable: false, data: new Uint8Array(0) };
}

test('an account reads at any slot since the last final one as it was then', () => {
  const changes = fc.array(fc.record({ wait: fc.nat(3), who: fc.constantFrom('a', 'b'), lamports: fc.nat(1000) }));
  fc.assert(
    fc.property(changes, fc.nat(20), (list, lag) => {
      const newest = new Map<string, AccountSnapshot>();
      const book = new AccountBook((address) => newest.get(address) ?? null);
      const expected: Map<string, AccountSnapshot>[] = [];
      let slot = 0;
      for (const { wait, who, lamports } of list) {
        for (let step = 0; step < wait; step += 1) {
          expected[slot] = new Map(newest);
          slot += 1;
        }
        book.noteChange(slot, who, newest.get(who) ?? null);
        newest.set(who, account(lamports));
      }
      expected[slot] = newest;
      book.settle(slot - lag);
      for (let back = Math.max(0, slot - lag); back <= slot; back += 1)
        for (const who of ['a', 'b']) expect(book.at(who, back)).toEqual(expected[back]?.get(who) ?? null);
    }),
  );
});
