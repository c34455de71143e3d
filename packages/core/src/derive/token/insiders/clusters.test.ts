import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf } from '#solana/address.ts';
import { clustersOf, type Link } from './clusters.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const person = (n: number, tokens: bigint) => ({ wallet: key(n), tokens });
const link = (by: Link['by'], source: number | null, ...wallets: readonly number[]): Link => ({
  by,
  source: source === null ? null : key(source),
  wallets: wallets.map(key),
});

describe('clusters', () => {
  it('join persons through wallets that are none, and say what joins them', () => {
    const persons = [person(1, 10n), person(2, 20n), person(3, 30n), person(4, 40n)];
    const links = [link('sink', 90, 1, 2), link('funders_funder', 80, 2, 70, 3), link('funder', 70, 3)];
    expect(clustersOf(persons, links)).toEqual([
      {
        by: ['funders_funder', 'sink'],
        source: key(80),
        tokens: 60n,
        wallets: [person(1, 10n), person(2, 20n), person(3, 30n)],
      },
    ]);
  });

  it('have two persons, the source included', () => {
    const persons = [person(1, 10n), person(2, 20n)];
    expect(clustersOf(persons, [link('funder', 70, 1), link('funder', 71, 2)])).toEqual([]);
    expect(clustersOf(persons, [link('funder', 2, 1)])).toMatchObject([{ by: ['funder'], tokens: 30n }]);
  });

  it('count what a giver had once, whether its receivers are seen or not', () => {
    const gift = { giver: key(70), receiver: key(1), tokens: 8n };
    const found = (handed: bigint) =>
      clustersOf(
        [person(70, 0n), person(1, 10n)],
        [link('token_source', 70, 70, 1)],
        [gift],
        [{ wallet: key(70), tokens: handed }],
      ).map(({ tokens }) => tokens);
    expect([found(100n), found(8n), found(1n)]).toEqual([[102n], [10n], [10n]]);
  });

  it('count the same however a holder is split over wallets of one source', () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.constantFrom<Link['by']>('funder', 'funders_funder', 'token_source'), (amounts, by) => {
        const persons = amounts.map((tokens, n) => person(n + 1, tokens));
        const [cluster, ...others] = clustersOf(persons, [link(by, 90, ...amounts.map((_, n) => n + 1))]);
        expect([cluster?.tokens, others]).toEqual([amounts.reduce((sum, one) => sum + one, 0n), []]);
      }),
    );
  });

  it('only grow with another link', () => {
    const numbers = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(numbers, { maxLength: 5 }), numbers, (some, more) => {
        const persons = Array.from({ length: 8 }, (_, n) => person(n + 1, BigInt(n + 1)));
        const links = some.map((wallets) => link('sink', null, ...wallets));
        const largest = (all: readonly Link[]) => clustersOf(persons, all)[0]?.tokens ?? 0n;
        expect(largest([...links, link('sink', null, ...more)])).toBeGreaterThanOrEqual(largest(links));
      }),
    );
  });
});
