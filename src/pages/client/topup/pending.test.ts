import { describe, expect, it } from 'vitest';
import { openPayments, type PendingPayment, type Shelf, tailOf } from './pending.ts';

function shelf(refusing = false): Shelf & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (place) => [...kept.keys()][place] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => {
      if (refusing) throw new DOMException('full', 'QuotaExceededError');
      kept.set(name, value);
    },
    removeItem: (name) => void kept.delete(name),
  };
}

const payment = (ticket: string, preparedAt = 1): PendingPayment => ({
  ticket,
  memo: `assay:1:${ticket}`,
  amountUsdc: '5.00',
  tier: null,
  payer: '86xCnPeV69n6t3DnyGvkKobf9FdN2H9oiVDdaMpo2MMY',
  network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  preparedAt,
  signature: null,
  creditTo: null,
  apiKey: null,
  creditedUsdc: null,
});
const [first, second] = ['first'.padStart(60, '-'), 'second'.padStart(60, '-')];

describe('payments', () => {
  it('are found again by another page, oldest first, among entries of others', () => {
    const place = shelf();
    place.setItem('assay.key', 'assay_x');
    const [one, two] = [openPayments(place), openPayments(place)];
    one.put(payment(second, 2));
    two.put(payment(first, 1));
    expect(two.list().map(({ ticket }) => ticket)).toEqual([first, second]);
    one.put({ ...payment(first, 1), signature: 'signed' });
    expect(two.get(first)).toMatchObject({ signature: 'signed' });
    two.drop(first);
    expect([one.get(first), one.list().length, place.kept.size]).toEqual([null, 1, 2]);
  });

  it('survive an entry that nobody can read, which stays where it is', () => {
    const place = shelf();
    for (const [name, text] of Object.entries({ a: '{', b: 'null', c: '[]', d: '"text"', e: '{"ticket":1}' })) {
      place.setItem(`assay.payment.${name}`, text);
    }
    expect(openPayments(place).list()).toEqual([]);
    expect(place.kept.size).toBe(5);
  });

  it('say where a browser keeps nothing', () => {
    expect([openPayments(shelf()), openPayments(shelf(true)), openPayments(null)].map(({ keeps }) => keeps)).toEqual([
      true,
      false,
      false,
    ]);
    const without = openPayments(null);
    without.put(payment(first));
    expect([without.list(), without.get(first)]).toEqual([[], null]);
  });

  it('name a key by its end only', () => {
    expect(tailOf('assay_FMCj7PZSERUbi8bXLHrkBfMfchnYeJcGuNaHNyR9Hbt2')).toBe('Hbt2');
  });
});
