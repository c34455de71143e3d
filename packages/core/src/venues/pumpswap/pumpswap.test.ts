import {
  curveMintAccount,
  type FeeConfigParts,
  holdingAccount,
  pumpFeeConfigAccount,
} from 'assay-sandbox/pools/pump-curve.ts';
import { type PumpswapParts, pumpswapPoolAccount, pumpswapSettingsAccount } from 'assay-sandbox/pools/pumpswap.ts';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { PUMPSWAP_PROGRAM } from '../pump-fees/programs.ts';
import type { AccountBytes, Accounts, Clock, Market, OpenPool, Pool, Quote, Refused, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { pumpswap } from './index.ts';
import { canonicalPool, lpMintOf, POOL_FIELDS } from './layout.ts';

const BASE = address('7LSsEoJGhLeZzGvDofTdNg7M3JttxQqGWNLo6vWMpump');
const CREATOR = address('62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const CLOCK: Clock = { slot: 1n, unixTime: 1_790_000_000n, epoch: 900n };
const SUPPLY = 1_000_000_000_000_000n;

interface World {
  readonly base?: bigint;
  readonly quote?: bigint;
  readonly supply?: bigint;
  readonly lpMinted?: bigint;
  readonly fees?: Partial<FeeConfigParts>;
  readonly settings?: Parameters<typeof pumpswapSettingsAccount>[0];
  readonly asked?: Address;
  readonly instead?: readonly (readonly [Address, AccountBytes | null | undefined])[];
}

const TIERS = [
  { threshold: 0n, rates: { lp: 2n, protocol: 93n, creator: 30n } },
  { threshold: 420_000_000_000n, rates: { lp: 20n, protocol: 5n, creator: 95n } },
];

type Parts = Omit<PumpswapParts, 'base'>;

function accountsOf(pool: AccountBytes, parts: Parts, world: World): Accounts {
  const { quote: quoteMint = WRAPPED_SOL } = parts;
  const list = [
    pool,
    curveMintAccount({ mint: BASE, supply: world.supply ?? SUPPLY }),
    curveMintAccount({ mint: quoteMint, supply: 0n }),
    curveMintAccount({ mint: lpMintOf(pool.address), supply: world.lpMinted ?? 0n, program: TOKEN_2022_PROGRAM }),
    holdingAccount({ authority: pool.address, mint: BASE, amount: world.base ?? 200_000_000_000_000n }),
    holdingAccount({ authority: pool.address, mint: quoteMint, amount: world.quote ?? 80_000_000_000n }),
    pumpFeeConfigAccount({ program: PUMPSWAP_PROGRAM, tiers: TIERS, ...world.fees }),
    pumpswapSettingsAccount(world.settings),
  ];
  const accounts = new Map<Address, AccountBytes | null>(list.map((account) => [account.address, account]));
  for (const [key, account] of world.instead ?? []) {
    if (account === undefined) accounts.delete(key);
    else accounts.set(key, account);
  }
  return accounts;
}

function recognised(account: AccountBytes, mint = BASE): Pool {
  const pool = pumpswap.recognise(account, mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

function opened(parts: Parts = {}, world: World = {}): OpenPool | Refused {
  const whole = { coinCreator: CREATOR, ...parts };
  const account = pumpswapPoolAccount({ base: BASE, ...whole });
  return recognised(account, world.asked).open(accountsOf(account, whole, world), CLOCK);
}

function market(parts: Parts = {}, world: World = {}): Market {
  const open = opened(parts, world);
  if (isRefused(open)) throw new Error(`${open.refused}: ${open.detail}`);
  return open.market;
}

function quoted(of: Market, side: Side, amount: bigint): Quote {
  const quote = of.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

const shares = (quote: Quote) => Object.fromEntries(quote.fees().map((fee) => [fee.share, fee.amount]));

describe('recognising a PumpSwap pool', () => {
  it('works from either of its mints', () => {
    const account = pumpswapPoolAccount({ base: BASE });
    const [baseVault, quoteVault] = [BASE, WRAPPED_SOL].map((mint) =>
      associatedAccount(account.address, mint, TOKEN_PROGRAM),
    );
    const needs = [baseVault, quoteVault, lpMintOf(account.address)];
    expect(recognised(account)).toMatchObject({ mint: BASE, other: WRAPPED_SOL, needs });
    expect(recognised(account).liquidity).toEqual({ mint: lpMintOf(account.address) });
    expect(recognised(account).vaults).toEqual({ mint: baseVault, other: quoteVault });
    expect(recognised(account, WRAPPED_SOL)).toMatchObject({ mint: WRAPPED_SOL, other: BASE, needs });
    expect(recognised(account, WRAPPED_SOL).vaults).toEqual({ mint: quoteVault, other: baseVault });
  });

  it('refuses foreign owners, other discriminators and lengths, and pools of other mints', () => {
    const account = pumpswapPoolAccount({ base: BASE });
    const data = account.data.slice();
    data[7] = 0;
    expect(pumpswap.recognise({ ...account, owner: TOKEN_PROGRAM }, BASE)).toMatchObject({ refused: 'foreign_owner' });
    expect(pumpswap.recognise({ ...account, data }, BASE)).toMatchObject({ refused: 'wrong_layout' });
    expect(pumpswap.recognise(account, USDC)).toMatchObject({ refused: 'inconsistent' });
    expect(pumpswap.recognise(pumpswapPoolAccount({ base: BASE, quote: BASE }), BASE)).toMatchObject({
      refused: 'wrong_layout',
    });
    for (let length = 0; length < 211; length += 1) {
      const cut = { ...account, data: account.data.slice(0, length) };
      expect(pumpswap.recognise(cut, BASE)).toMatchObject({ refused: 'wrong_layout' });
    }
    for (const at of [POOL_FIELDS.mayhem, POOL_FIELDS.cashback, POOL_FIELDS.holderReward]) {
      const odd = pumpswapPoolAccount({ base: BASE });
      odd.data[at] = 3;
      expect(pumpswap.recognise(odd, BASE)).toMatchObject({ refused: 'wrong_layout' });
    }
  });

  it('is offered the canonical pool, and that of a coin which is quoted in this one', () => {
    const pair = { mint: BASE, other: WRAPPED_SOL };
    const pool = pumpswapPoolAccount({ base: BASE }).address;
    expect(canonicalPool(BASE, WRAPPED_SOL)).toBe(pool);
    expect(pumpswap.candidates(pair, new Map())).toEqual([pool]);
    const both = pumpswap.candidates({ ...pair, other: USDC }, new Map());
    expect(both).toEqual([canonicalPool(BASE, USDC), canonicalPool(USDC, BASE)]);
    const fromSol = pumpswap.candidates({ mint: WRAPPED_SOL, other: BASE }, new Map());
    expect(fromSol).toEqual([pool]);
  });
});

describe('opening a PumpSwap pool', () => {
  it('reads accounts of every length that the program wrote, missing fields as zero', () => {
    for (const length of [211, 243, 244, 245, 261, 270, 271, 287, 300, 301]) {
      const open = opened({ length, virtualQuote: 5n });
      if (isRefused(open)) throw new Error(`${length}: ${open.detail}`);
      expect(open.facts.creator).toBe(length < 243 ? null : CREATOR);
      expect(open.market.price.numerator).toBe(length < 261 ? 80_000_000_000n : 80_000_000_005n);
      expect(open.market.bounds).toEqual([]);
    }
  });

  it('says so when a newer program wrote fields behind the known ones', () => {
    const account = pumpswapPoolAccount({ base: BASE, length: 300 });
    account.data[299] = 1;
    expect(market({}, { instead: [[account.address, account]] }).bounds).toHaveLength(1);
  });

  it('needs each account but the LP mint: absent is not read, null is missing', () => {
    const { address: pool } = pumpswapPoolAccount({ base: BASE });
    const vaults = [BASE, WRAPPED_SOL].map((mint) => associatedAccount(pool, mint, TOKEN_PROGRAM));
    for (const key of [pool, BASE, ...vaults, ...pumpswap.configurations]) {
      expect(opened({}, { instead: [[key, undefined]] }), key).toMatchObject({ refused: 'not_read' });
      expect(opened({}, { instead: [[key, null]] }), key).toMatchObject({ refused: 'account_missing' });
    }
    expect(opened({}, { instead: [[lpMintOf(pool), null]] })).toMatchObject({ facts: { lockedLiquidityBps: null } });
  });

  it('refuses other vaults, frozen ones, changed pools, and reserves that contradict the vault', () => {
    const account = pumpswapPoolAccount({ base: BASE });
    const { address: authority } = account;
    const held = { authority, mint: BASE, amount: 9n, address: associatedAccount(authority, BASE, TOKEN_PROGRAM) };
    const others = [
      [{ ...held, authority: CREATOR }, 'inconsistent'],
      [{ ...held, mint: USDC }, 'inconsistent'],
      [{ ...held, frozen: true }, 'vault_frozen'],
      [{ ...held, amount: 0n }, 'insufficient_liquidity'],
    ] as const;
    for (const [parts, refused] of others) {
      expect(opened({}, { instead: [[held.address, holdingAccount(parts)]] })).toMatchObject({ refused });
    }
    const changed = { ...pumpswapPoolAccount({ base: BASE, quote: USDC }), address: authority };
    expect(opened({}, { instead: [[authority, changed]] })).toMatchObject({ refused: 'inconsistent' });
    expect(opened({ virtualQuote: -80_000_000_001n })).toMatchObject({ refused: 'inconsistent' });
    expect(opened({ virtualQuote: 1n << 64n })).toMatchObject({ refused: 'inconsistent' });
    expect(opened({ waitingCreatorFees: 80_000_000_001n })).toMatchObject({ refused: 'inconsistent' });
    expect(opened({}, { quote: 0n })).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('tells the share of burned LP tokens, and who gets the creator fee', () => {
    const locked = (parts: Parts, world: World) => {
      const open = opened(parts, world);
      return isRefused(open) ? open : open.facts.lockedLiquidityBps;
    };
    expect(locked({ lpSupply: 30_000n }, { lpMinted: 0n })).toBe(10_000);
    expect(locked({ lpSupply: 30_000n }, { lpMinted: 20_000n })).toBe(3_333);
    expect(locked({ lpSupply: 30_000n }, { lpMinted: 30_001n })).toBe(null);
    expect(locked({ lpSupply: 0n }, {})).toBe(null);
    expect(opened({ creator: USDC, length: 211 })).toMatchObject({ facts: { creator: USDC } });
  });
});

describe('what PumpSwap switches', () => {
  it('stops buys and sells apart, and not by flags of other things', () => {
    const both = (disableFlags: number, asked = BASE) => {
      const at = market({}, { settings: { disableFlags }, asked });
      return (['buy', 'sell'] as const).map((side) => isRefused(at.quote(side, 10_000_000n)));
    };
    expect(both(0b00111)).toEqual([false, false]);
    expect(both(0b01000)).toEqual([true, false]);
    expect(both(0b10000)).toEqual([false, true]);
    expect(both(0b01000, WRAPPED_SOL)).toEqual([false, true]);
    expect(market({}, { settings: { disableFlags: 8 } }).quote('buy', 1_000n)).toMatchObject({ refused: 'disabled' });
    expect(opened({}, { settings: { disableFlags: 0b100000 } })).toMatchObject({ refused: 'unknown_variant' });
  });

  it("lets a coin's own rate replace the creator's, on accounts that know of it", () => {
    const creator = (settings: NonNullable<World['settings']>) =>
      shares(quoted(market({ ownCreatorRate: 300n }, { settings }), 'sell', 10n ** 12n)).creator;
    const [own, schedule] = [creator({ configurable: true }), creator({ configurable: false })];
    expect(own).toBeGreaterThan(9n * (schedule ?? 0n));
    expect(creator({ configurable: true, length: 940 })).toBe(schedule);
    expect(creator({ configurable: true, length: 907 })).toBe(schedule);
  });
});

describe('quotes of a PumpSwap pool', () => {
  it('equal trades that the deployed program made in a pool with flat fees', () => {
    const flat = { flat: { lp: 25n, protocol: 5n, creator: 0n } };
    const pool = { creator: CREATOR, quote: USDC, length: 211 };
    const bought = market(pool, { base: 4_154_251_682_177_570n, quote: 6_515_063_678_232n, fees: flat });
    expect(quoted(bought, 'buy', 1_000_000_000n).received).toBe(635_633_459_193n);
    const sold = market(pool, { base: 4_153_516_048_718_377n, quote: 6_516_220_452_584n, fees: flat });
    expect(quoted(sold, 'sell', 50_000_000_000n).received).toBe(78_205_951n);
  });

  it('take the tier by market cap for canonical pools: of what exists, in mayhem mode of a fixed supply', () => {
    // 80 SOL * 1e15 / 2e14 is a market cap of 400 SOL; the second tier begins at 420.
    const lp = (parts: Parts, world: World) => shares(quoted(market(parts, world), 'sell', 10n ** 12n)).lp ?? 0n;
    const [low, high] = [lp({}, {}), lp({}, { supply: 1_051_000_000_000_000n })];
    expect(high).toBeGreaterThan(9n * low);
    expect(lp({ mayhem: true }, { supply: 1_051_000_000_000_000n })).toBe(low);
    expect(lp({ virtualQuote: 4_100_000_000n }, {})).toBeGreaterThan(9n * low);
    expect(lp({ creator: CREATOR }, {})).toBeGreaterThan(11n * low);
  });

  it('price with the boost and pay without it', () => {
    const boosted = market({ virtualQuote: 17_584_505_540n }, { quote: 1_000_000_000n });
    expect(boosted.price).toEqual({ numerator: 18_584_505_540n, denominator: 200_000_000_000_000n });
    expect(boosted.depth).toEqual({ mint: 200_000_000_000_000n, other: 1_000_000_000n });
    expect(boosted.quote('sell', 20_000_000_000_000n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(quoted(boosted, 'sell', 10_000_000_000_000n).received).toBeGreaterThan(870_000_000n);
  });

  it('count fees that wait in the vault neither for the price nor for paying', () => {
    const waiting = { virtualQuote: -3_000n, waitingProtocolFees: 1_000n, waitingCreatorFees: 2_000n };
    const one = market(waiting, { quote: 80_000_003_000n });
    const other = market({}, { quote: 80_000_000_000n });
    expect([one.price, one.depth]).toEqual([other.price, other.depth]);
    expect(quoted(one, 'buy', 10n ** 9n).received).toBe(quoted(other, 'buy', 10n ** 9n).received);
    const full = { virtualQuote: 10n ** 12n, waitingProtocolFees: 79_999_999_999n };
    expect(market(full).quote('sell', 10n ** 12n)).toMatchObject({ refused: 'insufficient_liquidity' });
  });

  it('are the same trade from either mint', () => {
    const [base, sol] = [market(), market({}, { asked: WRAPPED_SOL })];
    expect(sol.price).toEqual({ numerator: base.price.denominator, denominator: base.price.numerator });
    expect(sol.depth).toEqual({ mint: base.depth.other, other: base.depth.mint });
    for (const [one, other, amount] of [
      ['buy', 'sell', 10n ** 9n],
      ['sell', 'buy', 10n ** 12n],
    ] as const) {
      const [a, b] = [quoted(base, one, amount), quoted(sol, other, amount)];
      expect([a.spent, a.received, a.fees()]).toEqual([b.spent, b.received, b.fees()]);
      expect(b.fees()[0]?.of).toBe(one === 'buy' ? 'input' : 'output');
    }
  });

  it('refuse what is nothing, what is too much for 64 bits, and what brings nothing', () => {
    for (const side of ['buy', 'sell'] as const) {
      for (const amount of [-1n, 0n, 1n]) {
        expect(market().quote(side, amount), `${side} ${amount}`).toMatchObject({ refused: 'amount_too_small' });
      }
      expect(market().quote(side, 1n << 64n)).toMatchObject({ refused: 'overflow' });
    }
    const full = (1n << 64n) - 100n;
    expect(market({}, { quote: full }).quote('buy', 1_000_000n)).toMatchObject({ refused: 'overflow' });
    expect(market({}, { base: full }).quote('sell', 10n ** 12n)).toMatchObject({ refused: 'overflow' });
  });

  it('never return more than was spent, and give no less for more', () => {
    const at = market();
    let last = 0n;
    for (let spend = 10_000n; spend < 10n ** 12n; spend = spend * 2n + 7n) {
      const buy = quoted(at, 'buy', spend);
      expect(spend - buy.spent >= 0n && spend - buy.spent <= 3n).toBe(true);
      expect(buy.received).toBeGreaterThanOrEqual(last);
      expect(quoted(buy.afterwards(), 'sell', buy.received).received).toBeLessThan(buy.spent);
      last = buy.received;
    }
  });

  it('go on from the market after a trade as from a pool that was read after it', () => {
    const first = quoted(market({ virtualQuote: 100n }), 'buy', 5_000_000_000n);
    const fees = shares(first);
    const kept = first.spent - (fees.protocol ?? 0n) - (fees.creator ?? 0n);
    const reread = market(
      { virtualQuote: 100n },
      { base: 200_000_000_000_000n - first.received, quote: 80_000_000_000n + kept },
    );
    expect([first.afterwards().price, first.afterwards().depth]).toEqual([reread.price, reread.depth]);
    const second = quoted(first.afterwards(), 'sell', first.received);
    expect(second.received).toBe(quoted(reread, 'sell', first.received).received);
    const left =
      80_000_000_000n + kept - second.received - (shares(second).protocol ?? 0n) - (shares(second).creator ?? 0n);
    expect(second.afterwards().depth).toEqual({ mint: 200_000_000_000_000n, other: left });
  });
});

/** Whatever came out of the bytes, a number of it is never nothing and never below nothing. */
function tradesSensibly(open: OpenPool | Refused, amount: bigint): void {
  if (isRefused(open)) return;
  for (const side of ['buy', 'sell'] as const) {
    const quote = open.market.quote(side, amount);
    if (!isRefused(quote)) expect(quote.spent > 0n && quote.spent <= amount && quote.received > 0n).toBe(true);
  }
}

describe('hostile bytes', () => {
  const account = pumpswapPoolAccount({ base: BASE, coinCreator: CREATOR });
  const accounts = accountsOf(account, {}, {});
  const pool = recognised(account);

  it('are refused or read as some pool, and never throw', () => {
    let state = 11;
    const next = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 8;
    };
    for (let round = 0; round < 3_000; round += 1) {
      const data = account.data.slice(0, round % 3 === 0 ? next() % 320 : account.data.length);
      for (let i = next() % 6; i >= 0 && data.length > 0; i -= 1) data[next() % data.length] = next();
      pumpswap.recognise({ ...account, data }, BASE);
      const open = pool.open(new Map([...accounts, [account.address, { ...account, data }]]), CLOCK);
      tradesSensibly(open, BigInt(next()) * BigInt(next()));
    }
  });

  it('in any other account are refused and never throw', () => {
    for (const [key, one] of accounts) {
      if (key === lpMintOf(account.address) || key === WRAPPED_SOL || one === null) continue;
      for (let length = 0; length < Math.min(one.data.length, 165); length += 5) {
        const cut = { ...one, data: one.data.slice(0, length) };
        expect(isRefused(pool.open(new Map([...accounts, [key, cut]]), CLOCK)), `${key} ${length}`).toBe(true);
      }
    }
  });
});
