import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { WRAPPED_SOL_MINT } from 'assay-core/derive/effects/effect-type.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import type { Move } from 'assay-core/solana/move.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { Instruction, TokenBalance } from 'assay-core/solana/transaction.ts';
import { describe, expect, it } from 'vitest';
import { effectWorld } from '../../packages/core/test/support/effect-world.ts';
import { key, transaction } from '../../packages/core/test/support/transactions.ts';
import { bookOf, positionOf } from '../../packages/core/test/support/wallet-book.ts';
import { DOLLAR, PlayedWallet, SOL } from '../../packages/core/test/support/wallet-effects.ts';

/*
 * A wallet puts coins or money into an order, and somebody else fills it with his own, alone, later. What he pays is a price that
 * two agreed on, and no market's. A keeper who takes the order to a pool fills it at the pool's price. Trackers of limit orders have
 * to look into the fill to tell what it was: https://github.com/ARBProtocol/jupgrid/issues/8.
 */
const RAYDIUM = address('675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const JITO_TIP = address('96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5');
const [coin, wallet, filler, friend, orders, order, pool, program] = [
  ...['coin', 'wallet', 'filler', 'friend', 'orders', 'order', 'pool', 'program of the orders'],
].map(key) as [Address, Address, Address, Address, Address, Address, Address, Address];
const world = effectWorld(loadLabels(), [USDC]);
const RENT = 2_039_280n;

/** What a fill did: lamports and units of accounts, each `[owner, mint, change]`, and the program of each instruction. */
interface Fill {
  readonly lamports?: Readonly<Record<string, bigint>>;
  readonly units: readonly (readonly [owner: Address, mint: Address, change: bigint])[];
  readonly programs?: readonly Address[];
  readonly moves?: readonly Move[];
  readonly signers?: readonly Address[];
  /** What these programs call. */
  readonly calls?: readonly Instruction[];
}

const accountOf = (owner: Address, mint: Address) => key(`account of ${owner} for ${mint}`);

function filled({ lamports = {}, units, programs = [program], moves = [], signers = [filler], calls = [] }: Fill) {
  const HAD = 10n ** 12n;
  const people = [filler, wallet, pool, friend, JITO_TIP, order];
  const accounts = units.map(([owner, mint]) => accountOf(owner, mint));
  const keys = [...people, ...accounts];
  const wrapped = units.map(([, mint, change]) => (mint === WRAPPED_SOL ? change : 0n));
  const held = (isAfter: boolean): TokenBalance[] =>
    units.map(([owner, mint, change], n) => {
      const account = accounts[n] as Address;
      const amount = HAD + (isAfter ? change : 0n);
      return { keyIndex: keys.indexOf(account), account, mint, owner, program: null, amount, decimals: 6 };
    });
  const instructions = programs.flatMap((of, outer): readonly Instruction[] => [
    {
      at: { outer, inner: -1 },
      program: of,
      accounts:
        of === program ? [filler, wallet, ...accounts] : [...accounts].filter((_, n) => units[n]?.[0] !== wallet),
      data: null,
    },
    ...calls.filter(({ at }) => at.outer === outer),
  ]);
  const made = transaction({
    name: 'fill',
    slot: 300_000_000,
    balances: [
      ...people.map((of) => [of, HAD, HAD + (lamports[of] ?? 0n) - (of === filler ? 5_000n : 0n)] as const),
      ...accounts.map((of, n) => [of, RENT + HAD, RENT + HAD + (wrapped[n] ?? 0n)] as const),
    ],
    signers,
    preTokens: held(false),
    postTokens: held(true),
    instructions,
    moves,
  });
  const effect = effectOf(made, wallet, world);
  if (!effect.known) throw new Error(effect.gap.detail);
  return effect.value.counterparty;
}

const given = [order, coin, -500n] as const;

describe('an order is filled at a price of two', () => {
  it.each<readonly [string, Fill]>([
    ['SOL of the filler', { lamports: { [wallet]: SOL, [filler]: -SOL }, units: [given, [filler, coin, 500n]] }],
    [
      'SOL that he wraps',
      { lamports: { [wallet]: SOL }, units: [given, [filler, coin, 500n], [filler, WRAPPED_SOL, -SOL]] },
    ],
    ['dollars', { units: [given, [filler, coin, 500n], [filler, USDC, -90n], [wallet, USDC, 90n]] }],
    [
      'coins for SOL that waited',
      {
        units: [
          [order, WRAPPED_SOL, -SOL],
          [filler, WRAPPED_SOL, SOL],
          [filler, coin, -500n],
          [wallet, coin, 500n],
        ],
      },
    ],
    [
      'coins for dollars that waited',
      {
        units: [
          [order, USDC, -90n],
          [filler, USDC, 90n],
          [filler, coin, -500n],
          [wallet, coin, 500n],
        ],
      },
    ],
    // What a program pays for him may be his.
    [
      'what is in a vault of his program',
      { units: [given, [orders, coin, 500n], [orders, USDC, -90n], [wallet, USDC, 90n]] },
    ],
    [
      'SOL beside what a pool pays',
      {
        lamports: { [wallet]: 3n * SOL, [filler]: -2n * SOL },
        units: [given, [pool, coin, 500n], [pool, WRAPPED_SOL, -SOL]],
        programs: [program, RAYDIUM],
      },
    ],
    [
      'dollars that he buys with his SOL',
      {
        lamports: { [filler]: -SOL },
        units: [given, [filler, coin, 500n], [pool, WRAPPED_SOL, SOL], [pool, USDC, -90n], [wallet, USDC, 90n]],
        programs: [program, RAYDIUM],
      },
    ],
  ])('that pays with %s', (_, fill) => {
    expect(filled(fill)).toBe(filler);
  });

  it('by the account of another wallet that lets the filler move it, whose money it is', () => {
    const moves: Move[] = [
      {
        at: { outer: 0, inner: 0 },
        program: TOKEN_PROGRAM,
        kind: 'token_transfer',
        from: accountOf(friend, USDC),
        to: accountOf(wallet, USDC),
        authority: filler,
        mint: USDC,
        amount: 90n,
      },
    ];
    expect(filled({ units: [given, [filler, coin, 500n], [friend, USDC, -90n], [wallet, USDC, 90n]], moves })).toBe(
      friend,
    );
  });
});

describe('an order that is paid for beside its program', () => {
  it('is filled by whoever sends the money', () => {
    const sent: Move = {
      at: { outer: 1, inner: -1 },
      program: TOKEN_PROGRAM,
      kind: 'token_transfer',
      from: accountOf(friend, USDC),
      to: accountOf(wallet, USDC),
      authority: friend,
      mint: USDC,
      amount: 90n,
    };
    const units = [given, [friend, coin, 500n], [friend, USDC, -90n], [wallet, USDC, 90n]] as const;
    expect(filled({ units, moves: [sent], signers: [filler, friend] })).toBe(friend);
  });

  it('is a sale or a purchase at that price, and no gift beside a loss', () => {
    const over = { service: null, counterparty: 'filler' } as const;
    const played = new PlayedWallet({ tokens: { [DOLLAR]: 1_000n } });
    played.buy('sold', 100n, SOL);
    played.placeOrder('sold', 100n, 'one');
    played.filled('one', 'sold', 100n, {}, { ...over, givenIn: 2n * SOL });
    played.swap(DOLLAR, 500n, 'sold for dollars', 7n);
    played.placeOrder('sold for dollars', 7n, 'two');
    const dollars = [{ mint: DOLLAR, in: 900n, out: 0n }];
    played.filled('two', 'sold for dollars', 7n, { tokens: { [DOLLAR]: 900n } }, { ...over, plain: dollars });
    played.placeSolOrder(SOL, 'three');
    const coins = [{ mint: 'bought', in: 5n, out: 0n }];
    played.filled('three', WRAPPED_SOL_MINT, SOL, { tokens: { bought: 5n } }, { ...over, plain: coins });
    const book = bookOf(played);
    expect(book.trades.flatMap(({ counterparty, amount }) => (counterparty ? [amount] : []))).toEqual([
      2n * SOL,
      900n,
      SOL,
    ]);
    expect([book.flows.transfers_in, book.others.usd.flows.transfers_in]).toEqual([0n, 0n]);
    expect(book.positions.map(({ cosigned }) => cosigned)).toEqual([true, true, true]);
  });
});

describe('what is sent beside the price of an order', () => {
  const spam = { mint: 'spam', in: 1n, out: 0n };
  const booked = (got: Parameters<PlayedWallet['filled']>[3], more: object) => {
    const played = new PlayedWallet({ tokens: {} });
    played.buy('coin', 100n, SOL);
    played.placeOrder('coin', 100n, 'one');
    played.filled('one', 'coin', 100n, got, { counterparty: 'filler', ...more });
    const { trades, positions } = bookOf(played);
    return [trades.at(-1)?.kind, trades.at(-1)?.amount, positions[0]?.counted];
  };

  it.each([
    ['a token', { sol: 2n * SOL, tokens: { spam: 1n } }, { plain: [spam] }],
    ['a token, and the money', { tokens: { spam: 1n } }, { plain: [spam], givenIn: 2n * SOL, service: null }],
    ['a little money', { sol: 2n * SOL }, { givenIn: 20_000n }],
  ])('is no part of it: %s', (_, got, more) => {
    expect(booked(got, more)).toEqual(['sell', 2n * SOL, true]);
  });
});

describe('an order that a keeper takes to a market', () => {
  const sold = { lamports: { [wallet]: SOL }, units: [given, [pool, coin, 500n], [pool, WRAPPED_SOL, -SOL]] as const };

  it('is filled by nobody', () => {
    expect(filled({ ...sold, programs: [program, RAYDIUM] })).toBeNull();
    const bought = [
      [order, USDC, -90n],
      [pool, USDC, 90n],
      [pool, coin, -510n],
      [wallet, coin, 500n],
      [filler, coin, 10n],
    ] as const;
    expect(filled({ units: bought, programs: [program, RAYDIUM] })).toBeNull();
  });

  it('is his where no exchange has a label, because he may have made the program and filled its vaults before', () => {
    expect(filled({ ...sold, programs: [program, key('a venue')] })).toBe(filler);
    expect(filled({ ...sold, programs: [program] })).toBe(filler);
  });

  it('is his where he names his own vaults to an exchange and moves between them himself', () => {
    const paid = (outer: number) => {
      const moved = (n: number, mint: Address, amount: bigint, [from, to]: readonly [Address, Address]): Move => ({
        at: { outer, inner: n },
        program: TOKEN_PROGRAM,
        kind: 'token_transfer',
        authority: orders,
        from: accountOf(from, mint),
        to: accountOf(to, mint),
        mint,
        amount,
      });
      const units = [given, [orders, coin, 500n], [orders, USDC, -90n], [wallet, USDC, 90n]] as const;
      const moves = [moved(0, coin, 500n, [order, orders]), moved(1, USDC, 90n, [orders, wallet])];
      const calls = moves.map(({ at }): Instruction => ({ at, program: TOKEN_PROGRAM, accounts: [], data: null }));
      return filled({ units, moves, programs: [program, RAYDIUM], calls });
    };
    expect([paid(0), paid(1)]).toEqual([filler, null]);
  });

  it('is not his because of a tip', () => {
    const tip: Move = {
      at: { outer: 2, inner: -1 },
      program: program,
      kind: 'transfer',
      from: filler,
      to: JITO_TIP,
      lamports: 5_000_000n,
    };
    const lamports = { [wallet]: SOL, [filler]: -5_000_000n, [JITO_TIP]: 5_000_000n };
    expect(filled({ ...sold, lamports, programs: [program, RAYDIUM], moves: [tip] })).toBeNull();
    const paying = (paid: bigint) =>
      filled({
        ...sold,
        lamports: { ...lamports, [filler]: -5_000_000n - paid, [friend]: paid },
        programs: [program, RAYDIUM],
        moves: [tip],
      });
    // A tip to somebody whom nobody knows is small beside the order as well.
    expect([paying(2_000_000n), paying(49_000_000n), paying(SOL / 20n)]).toEqual([null, null, filler]);
  });

  it('is not his because of a unit that he lost by rounding', () => {
    const rounded = (units: bigint) =>
      filled({
        lamports: { [wallet]: SOL },
        units: [given, [pool, coin, 500n + units], [filler, coin, -units], [pool, WRAPPED_SOL, -SOL]],
        programs: [program, RAYDIUM],
      });
    expect([rounded(1n), rounded(25n)]).toEqual([null, filler]);
  });
});

describe('a book of filled orders', () => {
  it('marks positions of agreed prices, in each currency and each direction, and names who filled', () => {
    const over = { counterparty: 'filler' };
    const played = new PlayedWallet({ tokens: { [DOLLAR]: 1_000n } });
    played.buy('sold', 100n, SOL);
    played.placeOrder('sold', 100n, 'one');
    played.filled('one', 'sold', 40n, { sol: SOL }, over);
    played.filled('one', 'sold', 60n, { sol: 2n * SOL }, { ...over, service: 'other' });
    played.swap(DOLLAR, 500n, 'sold for dollars', 7n);
    played.placeOrder('sold for dollars', 7n, 'two');
    played.filled('two', 'sold for dollars', 7n, { tokens: { [DOLLAR]: 900n } }, over);
    played.placeSolOrder(SOL, 'three');
    played.filled('three', WRAPPED_SOL_MINT, SOL, { tokens: { bought: 5n } }, over);
    played.buy('given', 100n, SOL);
    played.placeOrder('given', 100n, 'four');
    played.filled('four', 'given', 100n, { tokens: { got: 5n } }, over);
    played.buy('routed', 100n, SOL);
    played.placeOrder('routed', 100n, 'five');
    played.filled('five', 'routed', 100n, { sol: 2n * SOL });
    const book = bookOf(played);
    const cosigned = ['sold', 'sold for dollars', 'bought', 'got', 'routed'].map(
      (mint) => positionOf(book, mint).cosigned,
    );
    expect(cosigned).toEqual([true, true, true, true, false]);
    expect(book.trades.filter(({ counterparty }) => counterparty === 'filler')).toHaveLength(4);
  });
});
