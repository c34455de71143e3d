import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from '#derive/effects/effect-type.ts';
import { worthOf } from '#derive/effects/effect-type.ts';
import { lamportCredits } from '#gather/sources/lamport-credits.ts';
import type { CoinCurrency } from '#rules/wallet/evidence/book.ts';
import { type Address, address } from '#solana/address.ts';
import { cases } from '../../support/cases.ts';
import { effectWorld } from '../../support/effect-world.ts';
import { bookIn, decoded, effectOn, wrongBalances, wrongBook, wrongChange, wrongRises } from './laws.ts';
import type { Passage } from './made-chain.ts';
import { type Played, plans, play } from './plays.ts';
import { balancesIn, ownersIn, sumOf } from './raw.ts';
import { coins, keeper, labels, MILLI, newChain, people, USDC, wallets } from './shapes.ts';

/*
 * Random histories, written as endpoints send them by a ledger of their own, in which every lamport and every unit has a giver and a
 * taker. What the service makes of them is held against that ledger and against the balances of the bodies.
 */

const RUNS = 600;

const find = (of: Address) => (labels.has(of) ? ({ category: labels.get(of) } as never) : null);
const world = effectWorld({ size: labels.size, find }, [USDC]);
const stableCoins: ReadonlyMap<string, CoinCurrency> = new Map([[USDC, 'usd']]);

/** What a body is for the service, beside what it truly did. */
function seen(played: Played) {
  const raw = balancesIn(played.body);
  const transaction = decoded(played.body, played.signature);
  if (!transaction) throw new Error(`${played.acts} cannot be decoded`);
  const effect = (owner: string): Effect => {
    const found = effectOn(transaction, owner, world);
    if (!found) throw new Error(`${played.acts} has no effect on ${owner}`);
    return found;
  };
  return { ...played, raw, transaction, effect };
}
type Seen = ReturnType<typeof seen>;

/** Plays random histories, each on a chain of its own. */
function forAll(check: (all: readonly Seen[], chain: ReturnType<typeof newChain>) => void): void {
  fc.assert(
    fc.property(plans, (all) => {
      const chain = newChain();
      check(play(chain, all).map(seen), chain);
    }),
    { numRuns: cases(RUNS) },
  );
}

/** Holds that none of some amounts is more than it may be, and names the acts of the transaction where one is. */
function atMost(
  { acts, repeats }: Seen,
  owner: string,
  found: Readonly<Record<string, readonly [bigint, bigint]>>,
): void {
  const above = Object.entries(found).filter(([, [amount, most]]) => amount > most);
  if (above.length > 0) expect({ acts, repeats, owner, above }).toEqual({ acts, repeats, owner, above: [] });
}

const isTaken = ({ to }: Passage) => labels.get(to) === 'jito_tip' || labels.get(to) === 'bot_fee_account';
const lamportsOf = (passages: readonly Passage[]) =>
  sumOf(passages.flatMap(({ mint, amount }) => (mint === null ? [amount] : [])));
const unitsOf = (passages: readonly Passage[], of: string) =>
  sumOf(passages.flatMap(({ mint, amount }) => (mint === of ? [amount] : [])));

/** What came to an owner from others, and what left for others. */
function ways({ passages }: Seen, owner: string) {
  const others = passages.filter(({ from, to }) => from !== to);
  return { came: others.filter(({ to }) => to === owner), left: others.filter(({ from }) => from === owner) };
}

/** Holds that plain ways brought and took no more of each mint than came and left, and no less came where there were no others. */
function plainWithin(one: Seen, owner: string, { plain }: Effect): void {
  const { came, left } = ways(one, owner);
  for (const { mint, in: plainIn, out } of plain) {
    const isAllPlain = came.every((passage) => passage.mint !== mint || passage.road === 'plain');
    atMost(one, owner, {
      [`${mint} in`]: [plainIn, unitsOf(came, mint)],
      [`less ${mint} in`]: [isAllPlain ? unitsOf(came, mint) : 0n, plainIn],
      // What is withheld of a transfer as the mint's fee comes to nobody, so that less passes than is sent.
      [`${mint} out`]: [out, (unitsOf(left, mint) * 50n) / 49n + 1n],
    });
  }
}

/** The lamports that are left of a change when all that is attributed is taken out: the price of a trade. */
function remainder(effect: Effect): bigint {
  const costs = effect.fee + effect.tips + effect.platformFees + effect.rentForOthers + effect.givenOut;
  return worthOf(effect) - effect.rentFromOthers - effect.givenIn + costs;
}

/** The lamports that trading programs moved for an owner, with what the chain took. */
function tradedBy(one: Seen, owner: Address): bigint {
  const { came, left } = ways(one, owner);
  const traded = (passages: readonly Passage[]) =>
    lamportsOf(passages.filter((passage) => passage.road === 'trade' && !isTaken(passage)));
  return traded(came) - traded(left) - (one.rents.get(owner) ?? 0n);
}

/**
 * True where nothing tells what trading programs moved: without one of them a program without a label may be the venue, programs may
 * pay out what an account holds beyond its rent, and repeated inner instructions may be anybody's.
 */
function isUnclear(one: Seen, owner: Address): boolean {
  const isTraded = one.passages.some(({ road }) => road === 'trade');
  if (one.repeats || one.acts.includes('fill') || !isTraded) return true;
  return ways(one, owner).left.some(({ road }) => road === 'beyond rent');
}

describe('whatever a transaction is made of', () => {
  it('no lamport is made or lost, and each owner changes by what its accounts changed by', () => {
    forAll((all) => {
      for (const one of all) {
        const wrong = ownersIn(one.raw).flatMap((owner) => {
          const effect = one.effect(owner);
          return [...wrongChange(one.raw, effect, owner), ...wrongRises(one.raw, effect)];
        });
        expect([one.acts, ...wrongBalances(one.raw, one.transaction), ...wrong]).toEqual([one.acts]);
      }
    });
  });

  it('no more is given, taken, lent or credited than came or left', () => {
    forAll((all) => {
      for (const one of all)
        for (const owner of new Set(one.passages.flatMap(({ from, to }) => [from, to]))) {
          const { came, left } = ways(one, owner);
          const effect = one.effect(owner);
          const own = one.passages.filter(({ from, to, into }) => from === to && into === owner);
          const { credits } = lamportCredits(one.transaction, address(owner));
          const beside = left.filter((passage) => !isTaken(passage));
          atMost(one, owner, {
            in: [effect.givenIn + effect.rentFromOthers, lamportsOf(came)],
            out: [effect.givenOut + effect.rentForOthers, lamportsOf(beside)],
            credits: [sumOf(credits.map(({ lamports }) => lamports)), lamportsOf([...came, ...own])],
          });
          const taken = lamportsOf(left.filter(isTaken));
          atMost(one, owner, {
            tips: [effect.tips + effect.platformFees, taken],
            'less tips': [taken, effect.tips + effect.platformFees],
          });
          plainWithin(one, owner, effect);
        }
    });
  });

  it('what a mint withholds comes to nobody, even in an account that is opened and closed within', () => {
    const drawn = { amount: MILLI, coin: coins.taxed, flag: false, other: false };
    const acts = (['buyWrapped', 'order', 'fill'] as const).map((shape) => ({ ...drawn, shape }));
    const body = { repeats: false, loads: false, memo: false };
    const [one] = play(newChain(), [{ ...body, acts, me: 0, payer: 'me' }]).map(seen);
    const gains = one?.passages.filter(({ mint, to }) => mint === coins.taxed && to === keeper) ?? [];
    // Of 3,000,000 that are bought 2,940,000 come. Half of these go to the keeper, less the fee of 2 % again.
    expect(gains.map(({ amount }) => amount)).toEqual([1_440_600n]);
    expect(one?.effect(keeper).plain).toEqual([{ mint: coins.taxed, in: 1_440_600n, out: 1_440_600n }]);
  });

  it('what remains beside gifts, rent, tips and fees is what trading programs moved, so that a price is its own', () => {
    let exact = 0;
    forAll((all) => {
      for (const one of all)
        for (const owner of people) {
          const effect = one.effect(owner);
          if (effect.service !== 'trade' || effect.joint || isUnclear(one, owner)) continue;
          expect([one.acts, owner, remainder(effect)]).toEqual([one.acts, owner, tradedBy(one, owner)]);
          exact += 1;
        }
    });
    expect(exact).toBeGreaterThan(10);
  });

  it('what people give others by plain roads is what these are given', () => {
    let given = 0;
    forAll((all) => {
      for (const one of all) {
        const between = one.passages.filter(({ from, to, mint }) => mint === null && from !== to);
        const isPlain = ({ from, to, road }: Passage) => road === 'plain' && people.has(from) && people.has(to);
        if (between.length === 0 || !between.every(isPlain)) continue;
        const effects = [...people].map(one.effect);
        const [out, into] = [
          sumOf(effects.map(({ givenOut }) => givenOut)),
          sumOf(effects.map(({ givenIn }) => givenIn)),
        ];
        const wanted = lamportsOf(between);
        expect([one.acts, out, into]).toEqual([one.acts, wanted, wanted]);
        given += 1;
      }
    });
    expect(given).toBeGreaterThan(3);
  });
});

describe('whatever a history is made of', () => {
  it('the lines of a book come to what the wallet has more, or less, of each currency than before', () => {
    forAll((all, chain) => {
      const before = newChain();
      for (const owner of wallets) {
        const own = all.map((one) => ({ raw: one.raw, effect: one.effect(owner) }));
        const book = bookIn(own, stableCoins);
        expect(wrongBook(book, own, owner, stableCoins)).toEqual([]);
        const [had, has] = [before.holdings(owner), chain.holdings(owner)];
        expect(book.change).toBe(has.lamports - had.lamports);
        expect(book.others.usd.change).toBe((has.units.get(USDC) ?? 0n) - (had.units.get(USDC) ?? 0n));
      }
    });
  });

  it('no sale brings more than came, and what is open is held or lies with a program', () => {
    let trades = 0;
    forAll((all, chain) => {
      for (const owner of wallets) {
        const own = all.map((one) => ({ raw: one.raw, effect: one.effect(owner) }));
        const book = bookIn(own, stableCoins);
        const came = all.flatMap((one) => ways(one, owner).came);
        const left = all.flatMap((one) => ways(one, owner).left);
        expect(book.proceeds <= lamportsOf(came)).toBe(true);
        expect(book.others.usd.proceeds <= unitsOf(came, USDC)).toBe(true);
        const { units } = chain.holdings(owner);
        for (const { mint, openUnits } of book.positions) {
          const away = unitsOf(
            left.filter(({ road }) => road === 'trade' || road === 'program'),
            mint,
          );
          expect(openUnits >= 0n && openUnits <= (units.get(address(mint)) ?? 0n) + away).toBe(true);
        }
        trades += book.trades.length;
      }
    });
    expect(trades).toBeGreaterThan(10);
  });
});
