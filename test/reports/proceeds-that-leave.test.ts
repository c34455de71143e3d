import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { type Effect, worthOf } from 'assay-core/derive/effects/effect-type.ts';
import { keepBook } from 'assay-core/facts/wallet/book/book.ts';
import { type Address, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  bytesOf,
  le,
  type MadeInstruction,
  signatureNamed,
  tokenEntry,
} from '../../packages/core/test/fixtures/transaction-body.ts';
import { effectWorld } from '../../packages/core/test/support/effect-world.ts';
import { key } from '../../packages/core/test/support/transactions.ts';

/*
 * Lamports and tokens that leave or come beside a trade, by every road: transfers, token accounts that are closed, unwrapped or handed
 * over, and what programs that are no venue move on, such as smart wallets, forwarders and relayers.
 */

const SOL = 1_000_000_000;
const FEE = 5_000;
const RENT = 2_039_280;
const RICH = 100 * SOL;
const PRICE = 5 * SOL;
const UNITS = 9;
const wallet = key('wallet');
const friend = key('friend');
const [pool, vault, sols, mine, temporary, theirs, coin] = ['pool', 'v', 's', 'm', 't', 'th', 'coin'].map(key) as [
  Address,
  ...Address[],
] as Address[] as [Address, Address, Address, Address, Address, Address, Address];
const [router, forwarder] = [key('router'), key('forwarder')];
const exchange = key('exchange');
const categories = new Map([
  [router, 'aggregator_program'],
  [exchange, 'dex_program'],
]);
const world = effectWorld(
  { size: 2, find: (of) => (categories.has(of) ? ({ category: categories.get(of) } as never) : null) },
  [],
);

const token = (accounts: readonly Address[], ...data: readonly number[]): MadeInstruction => {
  return { program: TOKEN_PROGRAM, accounts, data };
};
const pay = (from: Address, to: Address, by: Address, amount: number) => token([from, to, by], 3, ...le(amount, 8));
const close = (of: Address, to: Address, by: Address) => token([of, to, by], 9);
const unwrap = (of: Address, to: Address, by: Address) => token([of, to, by], 45, 0);
const open = (of: Address, mint: Address, owner: Address) => token([of, mint], 18, ...bytesOf(owner));
const handOver = (of: Address, by: Address, to: Address) => token([of, by], 6, 2, 1, ...bytesOf(to));
const batch = ({ accounts = [], data = [] }: MadeInstruction) =>
  token(accounts, 255, accounts.length, data.length, ...data);
const send = (from: Address, to: Address, lamports: number): MadeInstruction => {
  return { program: SYSTEM_PROGRAM, accounts: [from, to], data: [...le(2, 4), ...le(lamports, 8)] };
};
const create = (from: Address, to: Address, lamports: number, owner = TOKEN_PROGRAM, space = 165): MadeInstruction => {
  const data = [...le(0, 4), ...le(lamports, 8), ...le(space, 8), ...bytesOf(owner)];
  return { program: SYSTEM_PROGRAM, accounts: [from, to], data };
};
const call = (program: Address, ...inner: readonly MadeInstruction[]): MadeInstruction => ({ program, inner });

type Held = readonly [account: Address, mint: Address, owner: Address, amount: number];

/** What changes hands: lamports by account, and token accounts before and after. */
interface Scene {
  readonly calls: readonly MadeInstruction[];
  /** Lamports of an account before, and what it gained. The wallet pays what is left over. */
  readonly lamports?: readonly (readonly [Address, number, number])[];
  readonly before?: readonly Held[];
  readonly after?: readonly Held[];
}

function effect(name: string, { calls, lamports = [], before = [], after = [] }: Scene): Effect {
  const gained = lamports.reduce((sum, [, , change]) => sum + change, 0);
  const balances = new Map([
    [wallet, [RICH, RICH - gained - FEE] as const],
    ...[temporary, theirs].map((of) => [of, [0, 0] as const] as const),
    ...lamports.map(([of, had, change]) => [of, [had, had + change] as const] as const),
  ]);
  const body = bodyOf({ name, payer: wallet, slot: 400_000_000, instructions: calls, balances });
  const keys: readonly string[] = body.transaction.message.accountKeys;
  const entries = (held: readonly Held[]) =>
    held.map(([account, mint, owner, amount]) => tokenEntry(keys.indexOf(account), mint, owner, BigInt(amount)));
  body.meta.preTokenBalances = entries(before);
  body.meta.postTokenBalances = entries(after);
  const decoded = decodeTransaction(body, signatureNamed(name));
  if (!decoded.known) return expect.unreachable(decoded.gap.detail);
  const reading = effectOf(decoded.value, wallet, world);
  return reading.known ? reading.value : expect.unreachable(reading.gap.detail);
}

/** What the trade itself brought: the change without costs and gifts. */
function ownPrice(of: Effect): bigint {
  const costs = of.fee + of.tips + of.platformFees + of.rentForOthers;
  return worthOf(of) + costs - of.rentFromOthers - of.givenIn + of.givenOut;
}

/** The book of these, ten minutes apart, when what was left alone has gone stale. */
function bookOf(...effects: readonly Effect[]) {
  const start = 1_700_000_000;
  return keepBook({
    effects: effects.map((one, place) => ({ ...one, time: start + 600 * place })),
    now: start + 9 * 86_400,
    stableCoins: new Map(),
    mints: [],
  });
}

/** A coin is sold for wrapped SOL into an account that is made for that, and then `more` happens. */
function sale(more: Scene, venue = router): Effect {
  return effect('sale', {
    calls: [
      create(wallet, temporary, RENT),
      open(temporary, WRAPPED_SOL, wallet),
      {
        ...call(venue, pay(mine, vault, wallet, UNITS), pay(sols, temporary, pool, PRICE)),
        accounts: [mine, vault, sols, temporary],
      },
      ...more.calls,
    ],
    lamports: [[sols, RICH, -PRICE], [mine, RENT, 0], [vault, RENT, 0], ...(more.lamports ?? [])],
    before: [
      [mine, coin, wallet, UNITS],
      [vault, coin, pool, 0],
      [sols, WRAPPED_SOL, pool, RICH - RENT],
      ...(more.before ?? []),
    ],
    after: [
      [mine, coin, wallet, 0],
      [vault, coin, pool, UNITS],
      [sols, WRAPPED_SOL, pool, RICH - RENT - PRICE],
      ...(more.after ?? []),
    ],
  });
}

const purchase = effect('purchase', {
  calls: [call(router, send(wallet, pool, SOL), pay(vault, mine, pool, UNITS))],
  lamports: [
    [pool, RICH, SOL],
    [mine, RENT, 0],
    [vault, RENT, 0],
  ],
  before: [
    [mine, coin, wallet, 0],
    [vault, coin, pool, UNITS],
  ],
  after: [
    [mine, coin, wallet, UNITS],
    [vault, coin, pool, 0],
  ],
});

/** The wallet keeps nothing of the price, and its friend has it; `rent`: who has the rent of the account at last. */
const toFriend = (rent: 'wallet' | 'friend') => [[friend, SOL, PRICE + (rent === 'friend' ? RENT : 0)] as const];
const theirAccount = {
  lamports: [[theirs, RENT, PRICE] as const],
  before: [[theirs, WRAPPED_SOL, friend, 0] as const],
  after: [[theirs, WRAPPED_SOL, friend, PRICE] as const],
};

describe('the proceeds of a sale that leave in the same transaction', () => {
  it.each<[string, Scene]>([
    [
      'by a transfer',
      { calls: [close(temporary, wallet, wallet), send(wallet, friend, PRICE)], lamports: toFriend('wallet') },
    ],
    ['by closing the account to somebody', { calls: [close(temporary, friend, wallet)], lamports: toFriend('friend') }],
    ['by closing it in a batch', { calls: [batch(close(temporary, friend, wallet))], lamports: toFriend('friend') }],
    [
      'unwrapped',
      { calls: [unwrap(temporary, friend, wallet), close(temporary, wallet, wallet)], lamports: toFriend('wallet') },
    ],
    [
      'as wrapped SOL',
      { ...theirAccount, calls: [pay(temporary, theirs, wallet, PRICE), close(temporary, wallet, wallet)] },
    ],
    [
      'with the account that is handed over',
      {
        calls: [handOver(temporary, wallet, friend)],
        lamports: [[temporary, 0, RENT + PRICE]],
        after: [[temporary, WRAPPED_SOL, friend, PRICE]],
      },
    ],
    [
      'with an account that the friend closes himself',
      { calls: [handOver(temporary, wallet, friend), close(temporary, friend, friend)], lamports: toFriend('friend') },
    ],
    [
      'in a new account of somebody',
      {
        calls: [close(temporary, wallet, wallet), create(wallet, theirs, PRICE, SYSTEM_PROGRAM, 0)],
        lamports: [[theirs, 0, PRICE]],
      },
    ],
    [
      'through an account that is opened for it and closed to somebody',
      {
        calls: [
          close(temporary, wallet, wallet),
          ...[create(wallet, theirs, RENT + PRICE), open(theirs, WRAPPED_SOL, friend), close(theirs, friend, friend)],
        ],
        lamports: toFriend('friend'),
      },
    ],
    [
      'by a forwarder that closes it',
      { calls: [call(forwarder, close(temporary, friend, wallet))], lamports: toFriend('friend') },
    ],
    [
      'by a forwarder that sends them',
      {
        calls: [close(temporary, wallet, wallet), call(forwarder, send(wallet, friend, PRICE))],
        lamports: toFriend('wallet'),
      },
    ],
    [
      'by a forwarder as wrapped SOL',
      {
        ...theirAccount,
        calls: [call(forwarder, pay(temporary, theirs, wallet, PRICE)), close(temporary, wallet, wallet)],
      },
    ],
  ])('%s: the sale has its price, and the money is given', (_, more) => {
    for (const venue of [router, exchange]) {
      const sold = sale(more, venue);
      expect(sold).toMatchObject({ service: 'trade', joint: false, givenIn: 0n, rentFromOthers: 0n });
      expect(ownPrice(sold)).toBe(BigInt(PRICE));
      expect(sold.givenOut - BigInt(PRICE)).toBeLessThanOrEqual(BigInt(RENT));
      const book = bookOf(purchase, sold);
      expect(book.trades.map(({ kind }) => kind)).toEqual(['buy', 'sell']);
      // Beside a price that an exchange made, what left is none of it. Otherwise it lowers the price, and may have been profit.
      const isPriced = venue === exchange;
      expect(book.sweptOut).toBe(isPriced ? 0n : sold.givenOut);
      expect(book.flows.transfers_out).toBe(isPriced ? -sold.givenOut : 0n);
      if (isPriced) expect(BigInt(PRICE) - (book.trades[1]?.amount ?? 0n)).toBeLessThanOrEqual(BigInt(RENT + FEE));
    }
  });

  it.each([
    [[handOver(temporary, wallet, friend)], RENT, temporary],
    [[pay(temporary, theirs, wallet, 700), close(temporary, wallet, wallet)], 0, theirs],
  ] as const)('stay beside a price of a market as coins in an account that is made for them: %#', (calls, rent, at) => {
    const other = key('other coin');
    const sold = effect('sale for coins', {
      calls: [
        ...[create(wallet, temporary, RENT), open(temporary, other, wallet)],
        {
          ...call(exchange, pay(mine, vault, wallet, UNITS), pay(sols, temporary, pool, 700)),
          accounts: [mine, vault, sols, temporary],
        },
        ...calls,
      ],
      lamports: [[temporary, 0, rent], ...[mine, vault, sols, theirs].map((of) => [of, RENT, 0] as const)],
      before: [
        [mine, coin, wallet, UNITS],
        [vault, coin, pool, 0],
        [sols, other, pool, 700],
        ...(at === theirs ? [[theirs, other, friend, 0] as const] : []),
      ],
      after: [
        [mine, coin, wallet, 0],
        [vault, coin, pool, UNITS],
        [sols, other, pool, 0],
        [at, other, friend, 700],
      ],
    });
    expect(sold).toMatchObject({ service: 'trade', atMarket: true, plain: [{ mint: other, in: 0n, out: 700n }] });
  });

  it('are no gift where the venue itself closes the account', () => {
    const kept = sale({ calls: [call(router, close(temporary, friend, wallet))], lamports: toFriend('friend') });
    expect(kept.givenOut).toBe(0n);
  });

  it('are no more than was there when the account changed hands', () => {
    const sold = sale({
      calls: [handOver(temporary, wallet, friend), pay(theirs, temporary, friend, 7 * SOL)],
      lamports: [
        [temporary, 0, RENT + PRICE + 7 * SOL],
        [theirs, RENT + 7 * SOL, -7 * SOL],
      ],
      before: [[theirs, WRAPPED_SOL, friend, 7 * SOL]],
      after: [
        [theirs, WRAPPED_SOL, friend, 0],
        [temporary, WRAPPED_SOL, friend, PRICE + 7 * SOL],
      ],
    });
    expect(sold.givenOut).toBeLessThanOrEqual(BigInt(PRICE + RENT));
  });
});

describe('money that comes beside a sale', () => {
  const keeping = (more: Scene) => sale({ ...more, calls: [close(temporary, wallet, wallet), ...more.calls] });
  const had = { before: [[theirs, WRAPPED_SOL, friend, SOL] as const] };

  it.each<[string, Scene]>([
    ['by a transfer', { calls: [send(friend, wallet, SOL)], lamports: [[friend, RICH, -SOL]] }],
    [
      'from an account that is closed',
      { ...had, calls: [close(theirs, wallet, friend)], lamports: [[theirs, RENT + SOL, -RENT - SOL]] },
    ],
    [
      'from one that is closed in a batch',
      { ...had, calls: [batch(close(theirs, wallet, friend))], lamports: [[theirs, RENT + SOL, -RENT - SOL]] },
    ],
    [
      'from one that is unwrapped',
      {
        ...had,
        calls: [unwrap(theirs, wallet, friend)],
        lamports: [[theirs, RENT + SOL, -SOL]],
        after: [[theirs, WRAPPED_SOL, friend, 0]],
      },
    ],
    [
      'from one that is opened and closed within',
      {
        calls: [create(friend, theirs, RENT + SOL), open(theirs, WRAPPED_SOL, friend), close(theirs, wallet, friend)],
        lamports: [[friend, RICH, -RENT - SOL]],
      },
    ],
    ['by a forwarder', { calls: [call(forwarder, send(friend, wallet, SOL))], lamports: [[friend, RICH, -SOL]] }],
    [
      'from one that a forwarder closes',
      {
        ...had,
        calls: [call(forwarder, close(theirs, wallet, friend))],
        lamports: [[theirs, RENT + SOL, -RENT - SOL]],
      },
    ],
  ])('%s is given, and no proceeds', (_, more) => {
    const sold = keeping(more);
    expect(ownPrice(sold)).toBe(BigInt(PRICE));
    expect(sold.givenIn + sold.rentFromOthers).toBeGreaterThanOrEqual(BigInt(SOL));
    expect(sold.givenOut).toBe(0n);
  });

  it('leaves the price to the exchange that made it, also under a program that is none', () => {
    const gift: Scene = { calls: [call(forwarder, send(friend, wallet, SOL))], lamports: [[friend, RICH, -SOL]] };
    const sold = (venue: Address) => sale({ ...gift, calls: [close(temporary, wallet, wallet), ...gift.calls] }, venue);
    const one = sold(exchange);
    expect(one).toMatchObject({ joint: false, givenIn: BigInt(SOL) });
    expect(ownPrice(one)).toBe(BigInt(PRICE));
    const { trades, flows } = bookOf(purchase, one);
    expect([trades[1]?.kind, flows.transfers_in]).toEqual(['sell', BigInt(SOL)]);
    expect(trades[1]?.amount).toBeLessThanOrEqual(BigInt(PRICE));
    // It may have paid for the coins where no exchange shows the price.
    expect(sold(router).joint).toBe(true);
  });

  it('is rent, and no gift, where a program closes an account of its own', () => {
    const closed = keeping({
      calls: [call(forwarder, close(theirs, wallet, pool))],
      lamports: [[theirs, RENT, -RENT]],
      before: [[theirs, coin, pool, 0]],
    });
    expect(closed).toMatchObject({ rentFromOthers: BigInt(RENT), givenIn: 0n, joint: false });
  });

  it('is what was paid where the venue closes its account to the wallet', () => {
    const paid = keeping({
      calls: [call(router, close(theirs, wallet, pool))],
      lamports: [[theirs, RENT + SOL, -RENT - SOL]],
      before: [[theirs, WRAPPED_SOL, pool, SOL]],
    });
    expect([paid.givenIn, ownPrice(paid)]).toEqual([0n, BigInt(PRICE + SOL)]);
  });
});

describe('what a program that is no venue moves on beside a purchase', () => {
  const PAID = 670_199;
  const MOVED = 8_089_028;
  /** `venue` sells a coin for lamports; then the forwarder does `inner`. */
  const bought = (venue: Address, inner: readonly MadeInstruction[], more: Partial<Scene> = {}, paid = PAID) =>
    effect('bought', {
      calls: [
        {
          ...call(venue, send(wallet, pool, paid), pay(vault, mine, pool, UNITS)),
          accounts: [wallet, pool, vault, mine],
        },
        call(forwarder, ...inner),
      ],
      lamports: [[pool, RICH, paid], [mine, RENT, 0], [vault, RENT, 0], ...(more.lamports ?? [])],
      before: [[mine, coin, wallet, 0], [vault, coin, pool, UNITS], ...(more.before ?? [])],
      after: more.after ?? [
        [mine, coin, wallet, UNITS],
        [vault, coin, pool, 0],
      ],
    });
  const forwarded = { lamports: [[friend, SOL, MOVED] as const] };

  it.each([
    ['a known venue', router],
    ['an exchange without a label', key('an exchange')],
  ])('is given, and no part of the price: beside %s', (_, venue) => {
    const one = bought(venue, [send(wallet, friend, MOVED)], forwarded);
    expect(one).toMatchObject({ service: 'trade', joint: false, givenOut: BigInt(MOVED) });
    expect(ownPrice(one)).toBe(BigInt(-PAID));
  });

  it('is no cost of what an exchange sold, and one of what nobody knows the price of', () => {
    const cost = (venue: Address) => {
      const one = bought(venue, [send(wallet, friend, MOVED)], forwarded);
      return bookOf(one).trades[0]?.amount;
    };
    expect(cost(exchange)).toBe(BigInt(PAID + FEE));
    expect(cost(key('an exchange'))).toBe(BigInt(PAID + MOVED + FEE));
  });

  it('may be a tip, and a cost, where it is no more than half of what was paid', () => {
    const cost = (paid: number) => {
      const { trades } = bookOf(bought(exchange, [send(wallet, friend, MOVED)], forwarded, paid));
      return Number(trades[0]?.amount) - paid - FEE;
    };
    expect([cost(PAID), cost(2 * MOVED - 1), cost(2 * MOVED)]).toEqual([0, 0, MOVED]);
  });

  it('is given as tokens, too', () => {
    const one = bought(router, [pay(mine, theirs, wallet, 4)], {
      lamports: [[theirs, RENT, 0]],
      before: [[theirs, coin, friend, 0]],
      after: [
        [mine, coin, wallet, UNITS - 4],
        [vault, coin, pool, 0],
        [theirs, coin, friend, 4],
      ],
    });
    expect([one.plain, one.deposits]).toEqual([[{ mint: coin, in: 0n, out: 4n }], []]);
  });

  it('is a price where that program gives a coin for it', () => {
    const [other, vaultOfIt, mineOfIt] = ['other', 'its vault', 'mine of it'].map(key) as [Address, Address, Address];
    const one = bought(router, [send(wallet, friend, MOVED), pay(vaultOfIt, mineOfIt, friend, 3)], {
      lamports: [...forwarded.lamports, [vaultOfIt, RENT, 0], [mineOfIt, RENT, 0]],
      before: [
        [vaultOfIt, other, friend, 3],
        [mineOfIt, other, wallet, 0],
      ],
      after: [
        [mine, coin, wallet, UNITS],
        [vault, coin, pool, 0],
        [vaultOfIt, other, friend, 0],
        [mineOfIt, other, wallet, 3],
      ],
    });
    expect(one.givenOut).toBe(0n);
  });

  it('is part of the transaction alone where nothing is traded beside it', () => {
    const alone = effect('alone', { calls: [call(forwarder, send(wallet, friend, MOVED))], ...forwarded });
    expect(alone).toMatchObject({ service: 'other', givenOut: 0n });
  });

  it('makes no cheap purchase of one whose payment it carries', () => {
    const coins = (calls: readonly MadeInstruction[]) =>
      effect('carried', {
        calls: [call(router, pay(vault, mine, pool, UNITS)), ...calls],
        lamports: [
          [friend, SOL, PRICE],
          [mine, RENT, 0],
          [vault, RENT, 0],
        ],
        before: [
          [mine, coin, wallet, 0],
          [vault, coin, pool, UNITS],
        ],
        after: [
          [mine, coin, wallet, UNITS],
          [vault, coin, pool, 0],
        ],
      });
    const [carried, plain] = [
      coins([call(forwarder, send(wallet, friend, PRICE))]),
      coins([send(wallet, friend, PRICE)]),
    ];
    expect({ ...carried, programs: [] }).toEqual({ ...plain, programs: [] });
  });
});

describe('a token account that owns itself', () => {
  it('changes by what it gained, once', () => {
    const gained = effect('own', {
      calls: [pay(theirs, wallet, friend, 700)],
      lamports: [[theirs, RENT + SOL, -700]],
      before: [
        [wallet, WRAPPED_SOL, wallet, RICH - RENT],
        [theirs, WRAPPED_SOL, friend, SOL],
      ],
      after: [
        [wallet, WRAPPED_SOL, wallet, RICH - RENT + 700 - FEE],
        [theirs, WRAPPED_SOL, friend, SOL - 700],
      ],
    });
    expect([worthOf(gained), gained.givenIn]).toEqual([BigInt(700 - FEE), 700n]);
  });

  it('costs and gives nothing when it becomes one, and when it goes to another owner', () => {
    const became = effect('became', { calls: [open(wallet, coin, wallet)], after: [[wallet, coin, wallet, 0]] });
    const left = effect('left', {
      calls: [handOver(wallet, wallet, friend)],
      before: [[wallet, WRAPPED_SOL, wallet, RICH - RENT]],
      after: [[wallet, WRAPPED_SOL, friend, RICH - RENT - FEE]],
    });
    for (const one of [became, left]) {
      expect(worthOf(one)).toBe(BigInt(-FEE));
      expect(one).toMatchObject({ givenIn: 0n, givenOut: 0n, rentFromOthers: 0n, rentForOthers: 0n });
    }
  });
});
