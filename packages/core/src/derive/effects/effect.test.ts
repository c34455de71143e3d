import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import {
  bodyOf,
  bytesOf,
  le,
  type Made,
  type MadeInstruction,
  named,
  signatureNamed,
  tokenEntry,
  PAYER as wallet,
} from '../../../test/fixtures/transaction-body.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { wrappedOf } from '../../../test/support/worth-parts.ts';
import { effectOf } from './effect.ts';
import { type Effect, tokensOf, worthOf } from './effect-type.ts';

const RENT = 2_039_280;
const RICH = 5_000_000_000;
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const [coin, other, account, vault, pool, router, keeper, tipped, lender] = [
  'coin',
  'other',
  'account',
  'vault',
  'pool',
  'router',
  'keeper',
  'tipped',
  'lender',
].map(named) as [Address, Address, Address, Address, Address, Address, Address, Address, Address];

const categories = new Map<Address, string>([
  [router, 'aggregator_program'],
  [lender, 'lending_perp_program'],
  [tipped, 'jito_tip'],
]);
const world = effectWorld(
  { size: 3, find: (of) => (categories.has(of) ? ({ category: categories.get(of) } as never) : null) },
  [USDC],
);

const send = (from: Address, to: Address, lamports: number): MadeInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [from, to],
  data: [...le(2, 4), ...le(lamports, 8)],
});
const create = (from: Address, to: Address, lamports: number, owner = TOKEN_PROGRAM, space = 165): MadeInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [from, to],
  data: [...le(0, 4), ...le(lamports, 8), ...le(space, 8), ...bytesOf(owner)],
});
const open = (of: Address, mint: Address, owner: Address): MadeInstruction => ({
  program: TOKEN_PROGRAM,
  accounts: [of, mint],
  data: [18, ...bytesOf(owner)],
});
const pay = (from: Address, to: Address, by: Address, amount: number, program = TOKEN_PROGRAM): MadeInstruction => ({
  program,
  accounts: [from, to, by],
  data: [3, ...le(amount, 8)],
});
const close = (of: Address, to: Address, by: Address): MadeInstruction => ({
  program: TOKEN_PROGRAM,
  accounts: [of, to, by],
  data: [9],
});
const call = (program: Address, ...inner: readonly MadeInstruction[]): MadeInstruction => ({ program, inner });

/** Balances by address; token entries by address too, whose place among the keys is found out. */
interface Scene {
  readonly lamports?: Readonly<Record<string, readonly [number, number]>>;
  readonly before?: readonly (readonly [Address, Address, Address | undefined, bigint])[];
  readonly after?: readonly (readonly [Address, Address, Address | undefined, bigint])[];
  readonly calls?: readonly MadeInstruction[];
  readonly payer?: Address;
  readonly failed?: boolean;
  readonly slot?: number;
}

function read(scene: Scene, of = wallet) {
  const made: Made = {
    payer: scene.payer ?? wallet,
    instructions: scene.calls ?? [],
    balances: new Map(Object.entries(scene.lamports ?? {})) as never,
    failed: scene.failed ?? false,
    ...(scene.slot === undefined ? {} : { slot: scene.slot }),
  };
  const body = bodyOf(made);
  const keys: readonly string[] = body.transaction.message.accountKeys;
  const entries = (list: Scene['before']) =>
    (list ?? []).map(([key, mint, owner, amount]) => tokenEntry(keys.indexOf(key), mint, owner, amount));
  body.meta.preTokenBalances = entries(scene.before);
  body.meta.postTokenBalances = entries(scene.after);
  const reading = decodeTransaction(body, signatureNamed('made'));
  if (!reading.known) throw new Error(reading.gap.detail);
  return effectOf(reading.value, of, world);
}

function effect(scene: Scene, of = wallet): Effect {
  const reading = read(scene, of);
  if (!reading.known) throw new Error(reading.gap.detail);
  return reading.value;
}

describe('the change of what a wallet holds', () => {
  it('is that of its own lamports, wrapped ones and rent, and wrapping changes nothing', () => {
    const wrapped = effect({
      lamports: { [account]: [RENT, RENT + 700] },
      before: [[account, WRAPPED_SOL, wallet, 0n]],
      after: [[account, WRAPPED_SOL, wallet, 700n]],
      calls: [send(wallet, account, 700)],
    });
    expect([worthOf(wrapped), wrappedOf(wrapped), wrapped.givenIn]).toEqual([-5000n, 700n, 0n]);
    const closed = effect({
      lamports: { [account]: [RENT, 0] },
      before: [[account, coin, wallet, 0n]],
      calls: [close(account, wallet, wallet)],
    });
    expect([worthOf(closed), closed.accounts[0]?.after, closed.rentFromOthers]).toEqual([-5000n, null, 0n]);
  });

  it('follows an account that changes its owner', () => {
    const handed = effect({
      lamports: { [account]: [RENT, RENT] },
      before: [[account, coin, wallet, 9n]],
      after: [[account, coin, keeper, 9n]],
    });
    expect([...tokensOf(handed)]).toEqual([[coin, -9n]]);
    expect([worthOf(handed), handed.rentForOthers]).toEqual([-5000n - BigInt(RENT), BigInt(RENT)]);
    const got = effect(
      {
        lamports: { [account]: [RENT, RENT] },
        before: [[account, coin, wallet, 9n]],
        after: [[account, coin, keeper, 9n]],
      },
      keeper,
    );
    expect([worthOf(got), got.rentFromOthers, got.native]).toEqual([BigInt(RENT), BigInt(RENT), null]);
  });

  it('keeps both mints of an account that was closed and opened again', () => {
    const reopened = effect({
      lamports: { [account]: [RENT, RENT] },
      before: [[account, coin, wallet, 4n]],
      after: [[account, other, wallet, 6n]],
    });
    expect(reopened.accounts.map(({ before, after }) => [before?.amount, after?.amount])).toEqual([
      [4n, undefined],
      [undefined, 6n],
    ]);
    expect([...tokensOf(reopened)]).toEqual([
      [coin, -4n],
      [other, 6n],
    ]);
  });

  it('of somebody who is not among the keys is that of his token accounts', () => {
    const far = named('far');
    const got = effect(
      {
        lamports: { [account]: [RENT, RENT], [vault]: [RENT, RENT] },
        before: [
          [account, coin, far, 1n],
          [vault, coin, wallet, 9n],
        ],
        after: [
          [account, coin, far, 4n],
          [vault, coin, wallet, 6n],
        ],
        calls: [pay(vault, account, wallet, 3)],
      },
      far,
    );
    expect([got.native, got.fee, got.signed, worthOf(got)]).toEqual([null, 0n, false, 0n]);
    expect(got.plain).toEqual([{ mint: coin, in: 3n, out: 0n }]);
  });

  it('of a failed transaction is its fee', () => {
    const failed = effect({ failed: true, calls: [call(router, send(wallet, tipped, 100))] });
    expect(failed).toMatchObject({ failed: true, fee: 5000n, tips: 0n, service: null, programs: [] });
    expect(worthOf(failed)).toBe(-5000n);
  });
});

describe('old metadata without owners', () => {
  const own = associatedAccount(wallet, coin, TOKEN_PROGRAM);
  const theirs = associatedAccount(keeper, coin, TOKEN_2022_PROGRAM);
  const moved = (from: Address, to: Address, calls: readonly MadeInstruction[] = []): Scene => ({
    lamports: { [from]: [RENT, RENT], [to]: [RENT, RENT], [keeper]: [1, 1] },
    before: [
      [from, coin, undefined, 9n],
      [to, coin, undefined, 0n],
    ],
    after: [
      [from, coin, undefined, 4n],
      [to, coin, undefined, 5n],
    ],
    calls,
  });

  it('finds them by derivation and by who moves what is inside', () => {
    expect([...tokensOf(effect(moved(own, theirs)))]).toEqual([[coin, -5n]]);
    const kept = named('no associated account');
    expect([...tokensOf(effect(moved(kept, theirs, [pay(kept, theirs, wallet, 5)])))]).toEqual([[coin, -5n]]);
    expect(tokensOf(effect(moved(kept, theirs, [pay(kept, theirs, pool, 5)]))).size).toBe(0);
  });

  it('is a gap where a changed account could be anybody’s, and never nothing', () => {
    expect(read(moved(own, vault))).toMatchObject({ known: false, gap: { cause: 'history_missing' } });
    const still: Scene = {
      lamports: { [vault]: [RENT, RENT] },
      before: [[vault, coin, undefined, 3n]],
      after: [[vault, coin, undefined, 3n]],
    };
    expect(effect(still).accounts).toEqual([]);
  });
});

describe('rent', () => {
  const arrival = (payer: Address): Scene => ({
    payer,
    lamports: { [account]: [0, RENT], [wallet]: payer === wallet ? [RICH, RICH - RENT - 5000] : [7, 7] },
    after: [[account, coin, wallet, 5n]],
    calls: [create(payer, account, RENT), open(account, coin, wallet)],
  });

  it('of an own account counts as a gift where another paid it', () => {
    const given = effect(arrival(keeper));
    expect([worthOf(given), given.rentFromOthers]).toEqual([BigInt(RENT), BigInt(RENT)]);
    expect(effect(arrival(wallet)).rentFromOthers).toBe(0n);
  });

  it('of an account that was filled before it was opened counts as a gift as well', () => {
    const given = effect({
      ...arrival(keeper),
      lamports: { [account]: [RENT, RENT] },
      calls: [open(account, coin, wallet)],
    });
    expect(given.rentFromOthers).toBe(BigInt(RENT));
  });

  it('of a passing account that another paid is a gift, what it wrapped is not', () => {
    const unwrapped = effect({
      payer: keeper,
      lamports: { [wallet]: [10, 10 + RENT + 900], [vault]: [RENT + 1000, RENT + 100] },
      before: [[vault, WRAPPED_SOL, pool, 1000n]],
      after: [[vault, WRAPPED_SOL, pool, 100n]],
      calls: [
        create(keeper, account, RENT),
        open(account, WRAPPED_SOL, wallet),
        call(router, pay(vault, account, pool, 900)),
        close(account, wallet, wallet),
      ],
    });
    expect([worthOf(unwrapped), unwrapped.rentFromOthers]).toEqual([BigInt(RENT) + 900n, BigInt(RENT)]);
  });

  it('that closed accounts of others pay out is a gift: token accounts and records', () => {
    const record = 6960 * 417;
    const refunded = effect({
      payer: keeper,
      lamports: { [wallet]: [10, 10 + RENT + record], [vault]: [RENT, 0], [pool]: [record, 0] },
      before: [[vault, coin, pool, 0n]],
      calls: [call(router, close(vault, wallet, pool))],
    });
    expect([worthOf(refunded), refunded.rentFromOthers]).toEqual([BigInt(RENT + record), BigInt(RENT + record)]);
    expect(refunded.service).toBeNull();
  });

  it('is no name for what a program pays out beyond it', () => {
    const won = effect({
      payer: keeper,
      lamports: { [wallet]: [10, 10 + 6960 * 400 + 1], [pool]: [6960 * 400 + 1, 0] },
      calls: [call(router)],
    });
    expect(won.rentFromOthers).toBe(0n);
  });

  it('for others is that of their new accounts, not a payment to a new address', () => {
    const record = 6960 * 300;
    const opened = effect({
      lamports: { [vault]: [0, RENT], [pool]: [0, record], [keeper]: [0, 890_880] },
      after: [[vault, coin, keeper, 0n]],
      calls: [
        create(wallet, vault, RENT),
        call(router, create(wallet, pool, record, router, 300 - 128)),
        send(wallet, keeper, 890_880),
      ],
    });
    expect(opened.rentForOthers).toBe(BigInt(RENT + record));
  });

  it('that a plain transfer brought is a gift, and is told once', () => {
    const part = 1_000_000;
    const prefunded: Scene = {
      payer: keeper,
      lamports: { [account]: [0, RENT], [wallet]: [RICH, RICH - RENT + part] },
      after: [[account, coin, wallet, 0n]],
      calls: [
        send(keeper, account, part),
        call(router, send(wallet, account, RENT - part)),
        open(account, coin, wallet),
      ],
    };
    const [got, gave] = [effect(prefunded), effect(prefunded, keeper)];
    expect([got.givenIn, got.rentFromOthers]).toEqual([BigInt(part), 0n]);
    expect([gave.givenOut, gave.rentForOthers]).toEqual([BigInt(part), 0n]);
    const record = 6960 * 300;
    const completed = effect({
      lamports: { [pool]: [0, record] },
      calls: [send(wallet, pool, part), call(router, create(wallet, pool, record - part, router, 300 - 128))],
    });
    expect([completed.givenOut, completed.rentForOthers]).toEqual([BigInt(part), BigInt(record - part)]);
  });
});

/** First slots of mainnet at which an account costs so many lamports a byte. */
const RATES = [
  [6960, 443_000_000],
  [6333, 444_096_000],
  [5080, 446_256_000],
] as const;
const NOW = 460_000_000;

describe('rent as it was at the slot', () => {
  it.each(RATES)('of %i lamports a byte is known by the size of what is opened for others', (rate, slot) => {
    const [held, record] = [rate * 293, rate * (128 + 40)];
    const opened = effect({
      slot,
      lamports: { [vault]: [0, held], [pool]: [0, record + 7] },
      after: [[vault, coin, keeper, 0n]],
      calls: [create(wallet, vault, held), call(router, create(wallet, pool, record + 7, router, 40))],
    });
    expect(opened.rentForOthers).toBe(BigInt(held + record));
  });

  it('is known by the size that is allocated where the lamports came before', () => {
    const record = 5080 * (128 + 40);
    const allocate = { program: SYSTEM_PROGRAM, accounts: [pool], data: [...le(8, 4), ...le(40, 8)] };
    const opened = (calls: readonly MadeInstruction[]) =>
      effect({ slot: NOW, lamports: { [pool]: [0, record] }, calls: [call(router, ...calls)] }).rentForOthers;
    expect(opened([send(wallet, pool, record), allocate])).toBe(BigInt(record));
    expect(opened([send(wallet, pool, record)])).toBe(0n);
  });

  it.each(RATES)('of %i lamports a byte comes back whenever the account is closed', (rate, slot) => {
    const record = rate * 417;
    const closed = (at: number) =>
      effect({
        payer: keeper,
        slot: at,
        lamports: { [wallet]: [10, 10 + record], [pool]: [record, 0] },
        calls: [call(router)],
      });
    expect([worthOf(closed(NOW)), closed(NOW).rentFromOthers]).toEqual([BigInt(record), BigInt(record)]);
    // Before the rate was live no account can have been opened at it.
    if (rate !== 6960) expect(closed(slot - 1).rentFromOthers).toBe(0n);
  });

  it('is no name for lamports that are a multiple of a rate, but too few or too many for an account', () => {
    for (const bytes of [127, 128 + 10_241]) {
      const paid = effect({
        payer: keeper,
        slot: NOW,
        lamports: { [wallet]: [10, 10 + 5080 * bytes], [pool]: [5080 * bytes, 0] },
        calls: [call(router)],
      });
      expect(paid.rentFromOthers).toBe(0n);
    }
  });

  it('of a passing account is no more than an account of its size costs', () => {
    const passing = (slot: number, lamports: number) =>
      effect({
        payer: keeper,
        slot,
        lamports: { [wallet]: [10, 10 + lamports] },
        calls: [create(keeper, account, lamports), open(account, WRAPPED_SOL, wallet), close(account, wallet, wallet)],
      }).rentFromOthers;
    expect(passing(NOW, 5080 * 293)).toBe(5080n * 293n);
    expect(passing(NOW, RENT)).toBe(5080n * 293n);
    expect(passing(443_000_000, RENT)).toBe(BigInt(RENT));
  });

  it('that a sync of wrapped lamports counts as tokens is neither gained nor lost', () => {
    const synced = effect({
      slot: NOW,
      lamports: { [account]: [RENT + 900, RENT + 900] },
      before: [[account, WRAPPED_SOL, wallet, 900n]],
      after: [[account, WRAPPED_SOL, wallet, BigInt(RENT) + 900n - 5080n * 293n]],
      calls: [{ program: TOKEN_PROGRAM, accounts: [account], data: [17] }],
    });
    expect([worthOf(synced), synced.fee, synced.service]).toEqual([-5000n, 5000n, null]);
    expect([synced.givenIn, synced.givenOut, synced.rentFromOthers, synced.rentForOthers]).toEqual([0n, 0n, 0n, 0n]);
  });
});

describe('lamports that token accounts pay out without a transfer', () => {
  const excess = (of: Address, to: Address, by: Address): MadeInstruction => ({
    program: TOKEN_PROGRAM,
    accounts: [of, to, by],
    data: [38],
  });
  const unwrap = (of: Address, to: Address, by: Address, lamports: number | null): MadeInstruction => ({
    program: TOKEN_PROGRAM,
    accounts: [of, to, by],
    data: lamports === null ? [45, 0] : [45, 1, ...le(lamports, 8)],
  });
  const TODAY = 5080 * 293;

  it('are own ones where both are ours', () => {
    const one = effect({
      slot: NOW,
      lamports: { [wallet]: [9000, 4000 + RENT - TODAY + 50], [account]: [RENT, TODAY], [vault]: [TODAY + 50, TODAY] },
      before: [
        [account, coin, wallet, 5n],
        [vault, WRAPPED_SOL, wallet, 50n],
      ],
      after: [
        [account, coin, wallet, 5n],
        [vault, WRAPPED_SOL, wallet, 0n],
      ],
      calls: [excess(account, wallet, wallet), unwrap(vault, wallet, wallet, null)],
    });
    expect(worthOf(one)).toBe(-5000n);
    expect([one.givenIn, one.givenOut, one.rentFromOthers, one.rentForOthers]).toEqual([0n, 0n, 0n, 0n]);
  });

  it.each([
    ['an amount', 50, 50n],
    ['all', null, 80n],
  ] as const)('are a gift from an account of another, and a payment to one: %s', (_, asked, moved) => {
    const stands = (owner: Address, left: bigint) => ({
      before: [[vault, WRAPPED_SOL, owner, 80n]] as const,
      after: [[vault, WRAPPED_SOL, owner, left]] as const,
    });
    const left = 80n - moved;
    const lamports = { [vault]: [TODAY + 80, TODAY + Number(left)] } as const;
    const given = effect({
      ...stands(keeper, left),
      payer: keeper,
      lamports: { ...lamports, [wallet]: [10, 10 + Number(moved)] },
      calls: [unwrap(vault, wallet, keeper, asked)],
    });
    expect([worthOf(given), given.givenIn]).toEqual([moved, moved]);
    const paid = effect({
      ...stands(wallet, left),
      lamports: { ...lamports, [keeper]: [10, 10 + Number(moved)] },
      calls: [unwrap(vault, keeper, wallet, asked)],
    });
    expect([worthOf(paid), paid.givenOut]).toEqual([-5000n - moved, moved]);
    const tip = effect({
      ...stands(wallet, left),
      lamports: { ...lamports, [tipped]: [10, 10 + Number(moved)] },
      calls: [unwrap(vault, tipped, wallet, asked)],
    });
    expect([tip.tips, tip.givenOut]).toEqual([moved, 0n]);
  });

  it('are a gift however the account of the other is filled or closed meanwhile', () => {
    const gift = { slot: NOW, payer: keeper };
    const refilled = effect({
      ...gift,
      lamports: { [wallet]: [10, 10 + 900], [vault]: [TODAY + 900, TODAY + 5000], [account]: [5000, 0] },
      before: [
        [vault, coin, keeper, 0n],
        [account, coin, keeper, 0n],
      ],
      after: [[vault, coin, keeper, 0n]],
      calls: [excess(vault, wallet, keeper), close(account, vault, keeper)],
    });
    expect(refilled.givenIn).toBe(900n);
    const closed = effect({
      ...gift,
      lamports: { [wallet]: [10, 10 + 900], [vault]: [TODAY + 900, 0], [keeper]: [5000, TODAY] },
      before: [[vault, coin, keeper, 0n]],
      calls: [excess(vault, wallet, keeper), close(vault, keeper, keeper)],
    });
    expect(closed.givenIn).toBe(900n);
    const synced = effect({
      ...gift,
      lamports: { [wallet]: [10, 10 + 900], [vault]: [TODAY + 900, TODAY] },
      before: [[vault, WRAPPED_SOL, keeper, 0n]],
      after: [[vault, WRAPPED_SOL, keeper, 0n]],
      calls: [{ program: TOKEN_PROGRAM, accounts: [vault], data: [17] }, unwrap(vault, wallet, keeper, null)],
    });
    expect(synced.givenIn).toBe(900n);
  });

  it('are no more than arrived, where the account held more that was not synced and its closing carried', () => {
    const held = TODAY + RICH + 1;
    const paid = effect({
      slot: NOW,
      lamports: { [vault]: [held, 0], [keeper]: [10, 11], [wallet]: [9000, 4000 + TODAY + RICH] },
      before: [[vault, WRAPPED_SOL, wallet, 1n]],
      calls: [unwrap(vault, keeper, wallet, null), close(vault, wallet, wallet)],
    });
    expect([worthOf(paid), paid.givenOut]).toEqual([-5001n, 1n]);
    const given = effect({
      slot: NOW,
      payer: keeper,
      lamports: { [vault]: [held, 0], [wallet]: [10, 11], [keeper]: [9000, 4000 + TODAY + RICH] },
      before: [[vault, WRAPPED_SOL, keeper, 1n]],
      calls: [unwrap(vault, wallet, keeper, null), close(vault, keeper, keeper)],
    });
    expect([worthOf(given), given.givenIn]).toEqual([1n, 1n]);
  });

  it('are rent from others where a program withdraws it for us, and a gift where its owner does', () => {
    const withdrawn = (...calls: readonly MadeInstruction[]) =>
      effect({
        payer: keeper,
        slot: NOW,
        lamports: { [wallet]: [10, 10 + RENT - TODAY], [vault]: [RENT, TODAY] },
        before: [[vault, coin, pool, 5n]],
        after: [[vault, coin, pool, 5n]],
        calls,
      });
    const by = withdrawn(call(router, excess(vault, wallet, pool)));
    expect([by.rentFromOthers, by.givenIn]).toEqual([BigInt(RENT - TODAY), 0n]);
    const gift = withdrawn(excess(vault, wallet, pool));
    expect([gift.rentFromOthers, gift.givenIn]).toEqual([0n, BigInt(RENT - TODAY)]);
  });
});

describe("lamports that were in a token account before it was the wallet's", () => {
  const TODAY = 5_080 * 293;
  const GIFT = 3_000_000_000;
  const [fresh, giver] = [named('fresh'), named('giver')];
  const allocate = (of: Address): MadeInstruction => ({
    program: SYSTEM_PROGRAM,
    accounts: [of],
    data: [...le(8, 4), ...le(165, 8)],
  });
  const sold = call(router, pay(account, vault, wallet, 1), send(pool, wallet, 20_000));
  /** A coin is sold for 20,000 lamports, and beside that the wallet comes by what `more` says. */
  const beside = (more: Scene) =>
    effect({
      slot: NOW,
      ...more,
      lamports: {
        [account]: [TODAY, TODAY],
        [vault]: [TODAY, TODAY],
        [pool]: [RICH, RICH - 20_000],
        [wallet]: [RICH, RICH + 15_000],
        ...more.lamports,
      },
      before: [[account, coin, wallet, 5n], [vault, coin, pool, 100n], ...(more.before ?? [])],
      after: [[account, coin, wallet, 4n], [vault, coin, pool, 101n], ...(more.after ?? [])],
      calls: [sold, ...(more.calls ?? [])],
    });
  const brought = (of: Effect) => worthOf(of) - of.rentFromOthers - of.givenIn;

  it("are given, and no proceeds, where wrapped SOL of it is the wallet's afterwards", () => {
    const opened = beside({
      lamports: { [fresh]: [GIFT + TODAY, GIFT + TODAY] },
      after: [[fresh, WRAPPED_SOL, wallet, BigInt(GIFT)]],
      calls: [call(keeper, allocate(fresh), open(fresh, WRAPPED_SOL, wallet))],
    });
    expect(opened).toMatchObject({ givenIn: BigInt(GIFT), rentFromOthers: BigInt(TODAY), joint: false });
    expect(brought(opened)).toBe(15_000n);
  });

  it('are given where the account was opened and closed within, whatever its coin', () => {
    const passed = beside({
      lamports: { [fresh]: [GIFT, 0], [wallet]: [RICH, RICH + 15_000 + GIFT] },
      calls: [call(keeper, allocate(fresh), open(fresh, other, wallet)), close(fresh, wallet, wallet)],
    });
    expect(passed.givenIn).toBe(BigInt(GIFT));
    expect(brought(passed)).toBe(15_000n);
  });

  it('are given where another created the account with more than its rent, or handed it over', () => {
    const created = beside({
      lamports: { [giver]: [RICH, RICH - GIFT], [fresh]: [0, GIFT] },
      after: [[fresh, WRAPPED_SOL, wallet, BigInt(GIFT - TODAY)]],
      calls: [call(keeper, create(giver, fresh, GIFT), open(fresh, WRAPPED_SOL, wallet))],
    });
    expect(created).toMatchObject({ givenIn: BigInt(GIFT - TODAY), rentFromOthers: BigInt(TODAY) });
    const handedOver = beside({
      lamports: { [fresh]: [GIFT + TODAY, GIFT + TODAY] },
      before: [[fresh, WRAPPED_SOL, giver, BigInt(GIFT)]],
      after: [[fresh, WRAPPED_SOL, wallet, BigInt(GIFT)]],
    });
    expect(handedOver).toMatchObject({ givenIn: BigInt(GIFT), rentFromOthers: BigInt(TODAY) });
    expect([brought(created), brought(handedOver)]).toEqual([15_000n, 15_000n]);
  });

  it("are none where the wallet created the account itself, nor where it was the wallet's", () => {
    const own = beside({
      lamports: { [fresh]: [0, GIFT], [wallet]: [RICH, RICH + 15_000 - GIFT] },
      after: [[fresh, WRAPPED_SOL, wallet, BigInt(GIFT - TODAY)]],
      calls: [create(wallet, fresh, GIFT), open(fresh, WRAPPED_SOL, wallet)],
    });
    const existing = beside({
      lamports: { [fresh]: [GIFT + TODAY, GIFT + TODAY] },
      before: [[fresh, WRAPPED_SOL, wallet, 0n]],
      after: [[fresh, WRAPPED_SOL, wallet, BigInt(GIFT)]],
    });
    for (const one of [own, existing]) expect(one).toMatchObject({ givenIn: 0n, rentFromOthers: 0n });
    expect(brought(own)).toBe(15_000n);
  });
});

describe('attributions', () => {
  it('split transfers into tips, gifts and payments, wherever tips are paid', () => {
    const one = effect({
      lamports: { [tipped]: [1, 31], [keeper]: [100, 60] },
      calls: [
        call(router, send(wallet, tipped, 10)),
        send(wallet, tipped, 20),
        send(keeper, wallet, 50),
        send(wallet, keeper, 10),
      ],
    });
    expect(one).toMatchObject({ tips: 30n, givenIn: 50n, platformFees: 0n });
  });

  it('take a plain transfer as it arrived, after a fee of the mint', () => {
    const got = effect({
      lamports: { [account]: [RENT, RENT], [vault]: [RENT, RENT] },
      before: [
        [account, coin, wallet, 0n],
        [vault, coin, keeper, 1000n],
      ],
      after: [
        [account, coin, wallet, 990n],
        [vault, coin, keeper, 0n],
      ],
      calls: [pay(vault, account, keeper, 1000, TOKEN_2022_PROGRAM)],
    });
    expect(got.plain).toEqual([{ mint: coin, in: 990n, out: 0n }]);
  });

  it('call plain wrapped SOL lamports, and moves between own accounts nothing', () => {
    const one = effect({
      lamports: {
        [account]: [RENT + 40, RENT + 100],
        [vault]: [RENT + 60, RENT],
        [pool]: [RENT, RENT],
        [lender]: [RENT, RENT],
      },
      before: [
        [account, WRAPPED_SOL, wallet, 40n],
        [vault, WRAPPED_SOL, keeper, 60n],
        [pool, coin, wallet, 5n],
        [lender, coin, wallet, 0n],
      ],
      after: [
        [account, WRAPPED_SOL, wallet, 100n],
        [vault, WRAPPED_SOL, keeper, 0n],
        [pool, coin, wallet, 0n],
        [lender, coin, wallet, 5n],
      ],
      calls: [pay(vault, account, keeper, 60), pay(pool, lender, wallet, 5)],
    });
    expect([one.givenIn, one.plain]).toEqual([60n, []]);
  });

  it('name what programs made and burned, and mints that the wallet made', () => {
    const mintTo = { program: TOKEN_PROGRAM, accounts: [coin, account, pool], data: [7, ...le(8, 8)] };
    const burn = { program: TOKEN_PROGRAM, accounts: [account, coin, wallet], data: [8, ...le(3, 8)] };
    const init = { program: TOKEN_PROGRAM, accounts: [other], data: [20, 6, ...bytesOf(wallet), 0] };
    const made = effect({
      lamports: { [account]: [RENT, RENT] },
      before: [[account, coin, wallet, 0n]],
      after: [[account, coin, wallet, 5n]],
      calls: [call(pool, mintTo), burn, init],
    });
    expect(made.minted).toEqual([{ mint: coin, amount: 8n, byProgram: true, byCurve: true }]);
    expect(made.burned).toEqual([{ mint: coin, amount: 3n, byProgram: false, byCurve: false }]);
    expect(made.created).toEqual([other]);
  });
});

describe('the service', () => {
  const swap = (by: Address, ...outer: readonly Address[]): Scene => {
    const inner = [send(wallet, pool, 900_000), pay(vault, account, pool, 5)];
    return {
      lamports: { [pool]: [RICH, RICH + 900_000], [account]: [RENT, RENT], [vault]: [RENT, RENT] },
      before: [
        [account, coin, wallet, 0n],
        [vault, coin, pool, 9n],
      ],
      after: [
        [account, coin, wallet, 5n],
        [vault, coin, pool, 4n],
      ],
      calls:
        outer.length > 0 ? outer.map((program) => call(program, call(by) as never, ...inner)) : [call(by, ...inner)],
    };
  };

  it('is a trade under a known program, or under an unknown one that moves both sides', () => {
    expect(effect(swap(router)).service).toBe('trade');
    expect(effect(swap(keeper)).service).toBe('trade');
    expect(effect(swap(router, keeper)).service).toBe('trade');
    expect(effect(swap(router, lender)).service).toBe('lending');
    expect(effect(swap(lender)).service).toBe('lending');
  });

  it('is none where only plain transfers moved something, and no trade where an unknown program only gives', () => {
    expect(
      effect({ calls: [call(router), send(wallet, keeper, 50_000)], lamports: { [keeper]: [1, 50_001] } }).service,
    ).toBeNull();
    const lamports: Scene['lamports'] = { [account]: [RENT, RENT], [vault]: [RENT, RENT] };
    const claim = { ...swap(keeper), lamports, calls: [call(keeper, pay(vault, account, pool, 5))] };
    expect(effect(claim).service).toBe('other');
  });
});

describe('markets and orders', () => {
  it('sees a deposit with a program and its fill by a keeper', () => {
    const deposit = effect({
      lamports: { [account]: [RENT, RENT], [vault]: [RENT, RENT] },
      before: [
        [account, coin, wallet, 9n],
        [vault, coin, pool, 0n],
      ],
      after: [
        [account, coin, wallet, 2n],
        [vault, coin, pool, 7n],
      ],
      calls: [call(router, pay(account, vault, wallet, 7))],
    });
    expect(deposit.deposits).toEqual([{ account: vault, mint: coin, amount: 7n }]);
    const fill = effect({
      payer: keeper,
      lamports: {
        [wallet]: [10, 60_010],
        [vault]: [RENT, RENT],
        [pool]: [RICH, RICH - 60_000],
        [account]: [RENT, RENT],
      },
      before: [
        [vault, coin, pool, 7n],
        [account, coin, keeper, 0n],
      ],
      after: [
        [vault, coin, pool, 0n],
        [account, coin, keeper, 7n],
      ],
      calls: [call(router, pay(vault, account, pool, 7))],
    });
    expect([fill.signed, fill.released, fill.service]).toEqual([
      false,
      [{ account: vault, mint: coin, amount: 7n }],
      'trade',
    ]);
  });

  it('measures what a sale took out of its pool, and the rate of a pool of SOL and dollars', () => {
    const sold = effect({
      lamports: {
        [account]: [RENT, RENT],
        [vault]: [RICH, RICH - 1_000_000_000],
        [other]: [RENT, RENT],
        [wallet]: [RICH, RICH + 1_000_000_000 - 5000],
      },
      before: [
        [account, coin, wallet, 9n],
        [vault, WRAPPED_SOL, pool, BigInt(RICH - RENT)],
        [other, USDC, pool, 0n],
      ],
      after: [
        [vault, WRAPPED_SOL, pool, BigInt(RICH - RENT - 1_000_000_000)],
        [account, coin, wallet, 0n],
        [other, USDC, pool, 150_000_000n],
      ],
      calls: [{ ...call(router, pay(account, vault, wallet, 9)), accounts: [vault, other] }],
    });
    expect(sold.poolImpactBps).toBe(2000);
    expect(sold.rate).toEqual({ mint: USDC, units: 150_000_000n, lamports: 1_000_000_000n });
  });

  it('measures what a sale for dollars took out of the vault that lost most of them', () => {
    const emptied = (left: bigint, units: bigint) =>
      effect({
        lamports: { [account]: [RENT, RENT], [vault]: [RENT, RENT], [other]: [RENT, RENT] },
        before: [
          [account, coin, wallet, 9n],
          [vault, USDC, pool, 400n],
          [other, USDC, wallet, 0n],
        ],
        after: [
          [account, coin, wallet, 9n - units],
          [vault, USDC, pool, left],
          [other, USDC, wallet, 400n - left],
        ],
        calls: [{ ...call(router, pay(account, vault, wallet, 9)), accounts: [vault, other] }],
      }).poolImpactBps;
    expect([emptied(100n, 9n), emptied(399n, 9n)]).toEqual([7500, 25]);
    // Dollars that came without a token that left are no sale.
    expect(emptied(100n, 0n)).toBeNull();
  });
});

describe('random transactions', () => {
  const people = ['a', 'b', 'c'].map(named);
  const stand = fc.option(fc.record({ owner: fc.constantFrom(...people), amount: fc.nat(1000) }), { nil: null });
  const held = fc.record({ mint: fc.constantFrom(coin, other, WRAPPED_SOL), before: stand, after: stand });
  type Stand = { readonly owner: Address; readonly amount: number } | null;
  const key = (index: number) => named(`held ${index}`);
  const lamportsOf = (one: Stand) => (one ? RENT + one.amount : 0);
  const entryOf = (mint: Address, index: number, one: Stand) =>
    one ? [[key(index), mint, one.owner, BigInt(one.amount)] as const] : [];

  it('conserve lamports over all owners, and never throw', () => {
    fc.assert(
      fc.property(fc.array(held, { maxLength: 6 }), fc.array(fc.nat(5), { maxLength: 4 }), (accounts, touched) => {
        const scene: Scene = {
          lamports: Object.fromEntries(
            accounts.map(({ before, after }, index) => [key(index), [lamportsOf(before), lamportsOf(after)] as const]),
          ),
          before: accounts.flatMap(({ mint, before }, index) => entryOf(mint, index, before)),
          after: accounts.flatMap(({ mint, after }, index) => entryOf(mint, index, after)),
          calls: touched.map((index) => call(router, close(key(index), wallet, keeper))),
        };
        const all = [wallet, ...people].map((of) => effect(scene, of));
        expect(all.reduce((sum, one) => sum + worthOf(one), 0n)).toBe(-5000n);
      }),
      { numRuns: 300 },
    );
  });
});
