import {
  type CurveParts,
  curveMintAccount,
  type FeeConfigParts,
  holdingAccount,
  PUMP_SUPPLY,
  pumpCurveAccount,
  pumpFeeConfigAccount,
  pumpGlobalAccount,
} from 'assay-sandbox/pools/pump-curve.ts';
import { describe, expect, it } from 'vitest';
import { type Address, address } from '#solana/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { PUMP_PROGRAM } from '../pump-fees/programs.ts';
import type { AccountBytes, Accounts, Clock, Market, OpenPool, Pool, Quote, Refused, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { pumpCurve } from './index.ts';
import { CURVE_FIELDS, curveAddress } from './layout.ts';

const MINT = address('3SPyj7fHQ6TKGR5Agua1gPdCnb2oWHF8Zi8bY33bpump');
const CREATOR = address('62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const CLOCK: Clock = { slot: 1n, unixTime: 1_790_000_000n, epoch: 900n };

interface World {
  readonly supply?: bigint;
  readonly program?: Address;
  readonly fees?: Partial<FeeConfigParts>;
  readonly configurable?: boolean;
  /** Accounts that stand in the place of others; null takes one away. */
  readonly instead?: readonly (readonly [Address, AccountBytes | null | undefined])[];
}

function accountsOf(curve: AccountBytes, parts: CurveParts, world: World = {}): Accounts {
  const program = world.program ?? TOKEN_2022_PROGRAM;
  const held = (parts.realMint ?? 793_100_000_000_000n) + 206_900_000_000_000n;
  const list: AccountBytes[] = [
    curve,
    curveMintAccount({ mint: MINT, supply: world.supply ?? PUMP_SUPPLY, program }),
    holdingAccount({ authority: curve.address, mint: MINT, program, amount: held }),
    pumpFeeConfigAccount({ program: PUMP_PROGRAM, ...world.fees }),
    pumpGlobalAccount({ configurable: world.configurable ?? false }),
  ];
  if (parts.quoteMint) {
    const amount = (parts.realQuote ?? 0n) + (parts.waitingCreatorFee ?? 0n) + (parts.waitingProtocolFees ?? 0n);
    list.push(curveMintAccount({ mint: parts.quoteMint, supply: 1n }));
    list.push(holdingAccount({ authority: curve.address, mint: parts.quoteMint, amount }));
  }
  const accounts = new Map<Address, AccountBytes | null>(list.map((account) => [account.address, account]));
  for (const [key, account] of world.instead ?? []) {
    if (account === undefined) accounts.delete(key);
    else accounts.set(key, account);
  }
  return accounts;
}

function recognised(account: AccountBytes): Pool {
  const pool = pumpCurve.recognise(account, MINT);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

function opened(parts: Omit<CurveParts, 'mint'> = {}, world: World = {}): OpenPool | Refused {
  const whole = { mint: MINT, creator: CREATOR, ...parts };
  const account = pumpCurveAccount(whole);
  return recognised(account).open(accountsOf(account, whole, world), CLOCK);
}

function market(parts: Omit<CurveParts, 'mint'> = {}, world: World = {}): Market {
  const open = opened(parts, world);
  if (isRefused(open)) throw new Error(`${open.refused}: ${open.detail}`);
  return open.market;
}

function quoted(of: Market, side: Side, amount: bigint): Quote {
  const quote = of.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

describe('recognising a curve', () => {
  it('proves its coin by the address and names the mint it is quoted in', () => {
    const account = pumpCurveAccount({ mint: MINT });
    const pool = recognised(account);
    const [now, legacy] = [TOKEN_2022_PROGRAM, TOKEN_PROGRAM].map((program) =>
      associatedAccount(account.address, MINT, program),
    );
    expect(pool).toMatchObject({ venue: 'pump_curve', address: curveAddress(MINT), mint: MINT, other: WRAPPED_SOL });
    expect(pool.vaults).toEqual({ mint: now, other: null });
    expect(pool.needs).toEqual([now, legacy]);
    // A coin of the first token program may have a long account as well.
    const mints = (program: Address) =>
      new Map([[MINT, { address: MINT, owner: program, lamports: 1n, data: new Uint8Array() }]]);
    for (const [program, vault] of [
      [TOKEN_2022_PROGRAM, now],
      [TOKEN_PROGRAM, legacy],
    ] as const) {
      expect(pool.holdingsIn?.(mints(program) as never, CLOCK)).toEqual({ vaults: { mint: vault, other: null } });
    }
    expect(pool.holdingsIn?.(new Map(), CLOCK)).toEqual({ vaults: pool.vaults });
    expect(recognised(pumpCurveAccount({ mint: MINT, quoteMint: USDC })).other).toBe(USDC);
    expect(recognised(pumpCurveAccount({ mint: MINT, length: 49 })).needs).toEqual([legacy]);
  });

  it('refuses foreign owners, other discriminators and lengths, and curves of other coins', () => {
    const account = pumpCurveAccount({ mint: MINT });
    const data = account.data.slice();
    data[0] = 0;
    expect(pumpCurve.recognise({ ...account, owner: TOKEN_PROGRAM }, MINT)).toMatchObject({ refused: 'foreign_owner' });
    expect(pumpCurve.recognise({ ...account, data }, MINT)).toMatchObject({ refused: 'wrong_layout' });
    expect(pumpCurve.recognise(account, USDC)).toMatchObject({ refused: 'inconsistent' });
    expect(pumpCurve.recognise(account, WRAPPED_SOL)).toMatchObject({ refused: 'inconsistent' });
    for (let length = 0; length < 49; length += 1) {
      expect(pumpCurve.recognise({ ...account, data: account.data.slice(0, length) }, MINT)).toMatchObject({
        refused: 'wrong_layout',
      });
    }
  });

  it('refuses flags that are neither 0 nor 1, and SOL as a token for quote mint', () => {
    for (const at of [CURVE_FIELDS.complete, CURVE_FIELDS.mayhem, CURVE_FIELDS.cashback, CURVE_FIELDS.holderReward]) {
      const account = pumpCurveAccount({ mint: MINT });
      account.data[at] = 2;
      expect(pumpCurve.recognise(account, MINT)).toMatchObject({ refused: 'wrong_layout' });
    }
    const account = pumpCurveAccount({ mint: MINT, quoteMint: WRAPPED_SOL });
    expect(pumpCurve.recognise(account, MINT)).toMatchObject({ refused: 'unknown_variant' });
  });

  it('is offered the one address that a coin has', () => {
    const pair = { mint: MINT, other: WRAPPED_SOL };
    expect(pumpCurve.candidates(pair, new Map())).toEqual([curveAddress(MINT)]);
    expect(pumpCurve.candidates({ ...pair, other: USDC }, new Map())).toEqual([curveAddress(MINT)]);
    expect(pumpCurve.candidates({ ...pair, mint: WRAPPED_SOL }, new Map())).toEqual([]);
  });
});

describe('opening a curve', () => {
  it('reads accounts of every length that the program wrote, missing fields as zero', () => {
    for (const length of [49, 81, 82, 83, 115, 124, 125, 150, 151, 166, 200]) {
      const open = opened({ length }, { program: TOKEN_PROGRAM });
      if (isRefused(open)) throw new Error(`${length}: ${open.detail}`);
      expect(open.facts).toEqual({ creator: length < 81 ? null : CREATOR, openedAt: null, lockedLiquidityBps: null });
      expect(quoted(open.market, 'buy', 10_000_000n).fees()).toHaveLength(length < 81 ? 1 : 2);
      expect(open.market.bounds).toEqual([]);
    }
  });

  it('says so when a newer program wrote fields behind the known ones', () => {
    const account = pumpCurveAccount({ mint: MINT, length: 180 });
    account.data[170] = 1;
    const open = recognised(account).open(accountsOf(account, { mint: MINT }), CLOCK);
    expect(isRefused(open) ? open : open.market.bounds).toHaveLength(1);
  });

  it('tells that a curve is complete, before and after its migration', () => {
    expect(opened({ complete: true })).toMatchObject({ refused: 'completed' });
    const empty = { virtualMint: 0n, virtualQuote: 0n, realMint: 0n, realQuote: 0n };
    expect(opened({ ...empty, complete: true })).toMatchObject({ refused: 'completed' });
    expect(opened(empty)).toMatchObject({ refused: 'completed' });
    expect(opened({ virtualMint: 0n })).toMatchObject({ refused: 'wrong_layout' });
  });

  it('needs each account: absent is not read, null is missing', () => {
    const account = pumpCurveAccount({ mint: MINT });
    const vault = associatedAccount(account.address, MINT, TOKEN_2022_PROGRAM);
    for (const key of [account.address, MINT, vault, ...pumpCurve.configurations]) {
      expect(opened({}, { instead: [[key, undefined]] }), key).toMatchObject({ refused: 'not_read' });
      expect(opened({}, { instead: [[key, null]] }), key).toMatchObject({ refused: 'account_missing' });
    }
  });

  it('refuses a vault of another owner, a frozen one, and reserves that are not there', () => {
    const { address: authority } = pumpCurveAccount({ mint: MINT });
    const vault = associatedAccount(authority, MINT, TOKEN_2022_PROGRAM);
    const held = { authority, mint: MINT, program: TOKEN_2022_PROGRAM, amount: 10n ** 15n, address: vault };
    const others = [
      [{ ...held, authority: CREATOR }, 'inconsistent'],
      [{ ...held, mint: USDC }, 'inconsistent'],
      [{ ...held, frozen: true }, 'vault_frozen'],
      [{ ...held, amount: 793_099_999_999_999n }, 'inconsistent'],
    ] as const;
    for (const [parts, refused] of others) {
      expect(opened({}, { instead: [[vault, holdingAccount(parts)]] })).toMatchObject({ refused });
    }
    const poor = { ...pumpCurveAccount({ mint: MINT, realQuote: 5_000_000_000n }), lamports: 4_999_999_999n };
    expect(opened({}, { instead: [[poor.address, poor]] })).toMatchObject({ refused: 'inconsistent' });
    const usdc = pumpCurveAccount({ mint: MINT, quoteMint: USDC });
    expect(opened({}, { instead: [[usdc.address, usdc]] })).toMatchObject({ refused: 'inconsistent' });
  });

  it('counts fees that wait on the curve neither as reserves nor as depth', () => {
    const waiting = { realQuote: 7n, waitingCreatorFee: 100n, waitingProtocolFees: 200n };
    expect(market(waiting).depth).toEqual({ mint: 793_100_000_000_000n, other: 7n });
    expect(market({ ...waiting, quoteMint: USDC }).depth.other).toBe(7n);
    expect(market(waiting).price).toEqual({ numerator: 30_000_000_000n, denominator: 1_073_000_000_000_000n });
  });
});

describe('the fees of a curve', () => {
  const tiers = [
    { threshold: 0n, rates: { lp: 7n, protocol: 95n, creator: 30n } },
    { threshold: 30_000_000_000n, rates: { lp: 7n, protocol: 50n, creator: 10n } },
  ];
  const fees = { tiers };
  const shares = (of: Market) =>
    quoted(of, 'buy', 101_250_000n)
      .fees()
      .map((fee) => [fee.share, fee.amount]);
  const high = [
    ['protocol', 950_000n],
    ['creator', 300_000n],
  ];

  it('follow the market cap by the supply that exists, in mayhem mode by what was issued; no part is for liquidity', () => {
    // 30 SOL * supply / 1.073e15: only a supply of more than 1.073e15 reaches the second tier.
    expect(shares(market({}, { fees }))).toEqual(high);
    expect(shares(market({}, { fees, supply: 2n * PUMP_SUPPLY })).map(([, amount]) => amount)).not.toEqual([
      950_000n,
      300_000n,
    ]);
    expect(shares(market({ mayhem: true }, { fees, supply: 2n * PUMP_SUPPLY }))).toEqual(high);
    expect(shares(market({ mayhem: true, totalSupply: 2n * PUMP_SUPPLY }, { fees }))).not.toEqual(high);
  });

  it('are those of the market after a trade, once that trade moved it', () => {
    const before = market({}, { fees });
    const moved = quoted(before, 'buy', 2_000_000_000n).afterwards();
    expect(shares(before)).toEqual(high);
    expect(shares(moved)).not.toEqual(high);
  });

  it("take the coin's own rate for the creator while the program allows that", () => {
    const own = { ownCreatorRate: 300n, quoteMint: USDC };
    expect(shares(market(own, { configurable: true }))[1]?.[1]).toBeGreaterThan(2_500_000n);
    expect(shares(market(own, { configurable: false }))).toEqual(high);
  });

  it('can be above all that a sale brings: then nothing is sold', () => {
    const own = { ownCreatorRate: 20_000n, realQuote: 10n ** 9n };
    expect(market(own, { configurable: true }).quote('sell', 10n ** 12n)).toMatchObject({
      refused: 'amount_too_small',
    });
  });
});

describe('quotes of a curve', () => {
  it('equal trades that the deployed program made', () => {
    const buys = market({
      virtualMint: 1_013_085_213_636_744n,
      virtualQuote: 31_774_227_494n,
      realQuote: 1_774_227_494n,
    });
    expect(quoted(buys, 'buy', 10_000_000n).received).toBe(314_804_458_164n);
    expect(quoted(buys, 'buy', 50_000_000n).received).toBe(1_572_068_569_080n);
    expect(quoted(buys, 'buy', 1_000_000_000n).received).toBe(30_540_919_244_948n);
    const sells = market({
      virtualMint: 1_006_826_077_267_050n,
      virtualQuote: 31_971_758_357n,
      realQuote: 1_971_758_357n,
    });
    const sold = quoted(sells, 'sell', 500_000_000n);
    expect(sold.received).toBe(15_877n - 151n - 48n);
    expect(sold.fees()).toMatchObject([{ amount: 151n }, { amount: 48n }]);
    expect(quoted(sells, 'sell', 50_000_000_000n).received).toBe(1_587_670n - 15_083n - 4_764n);
  });

  it('refuse what is nothing, what is too much for 64 bits, and what brings nothing', () => {
    const fresh = market({ realQuote: 1n });
    for (const side of ['buy', 'sell'] as const) {
      expect(fresh.quote(side, 0n)).toMatchObject({ refused: 'amount_too_small' });
      expect(fresh.quote(side, -1n)).toMatchObject({ refused: 'amount_too_small' });
      expect(fresh.quote(side, 1n)).toMatchObject({ refused: 'amount_too_small' });
      expect(fresh.quote(side, 1n << 64n)).toMatchObject({ refused: 'overflow' });
      expect(isRefused(fresh.quote(side, (1n << 64n) - 1n))).toBe(true);
    }
  });

  it('fill the very last token and complete the curve, and never more than that', () => {
    const fresh = market();
    const gets = (amount: bigint) => {
      const quote = fresh.quote('buy', amount);
      return isRefused(quote) ? null : quote.received;
    };
    let [low, high] = [1_000_000_000n, 1_000_000_000_000n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (gets(middle) === null) high = middle;
      else low = middle;
    }
    expect(fresh.quote('buy', high)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(gets(low)).toBeGreaterThan(793_099_900_000_000n);
    // With exactly as many left as that buy takes, the curve is complete after it.
    const left = gets(85_000_000_000n) ?? 0n;
    const last = quoted(market({ realMint: left }), 'buy', 85_000_000_000n);
    expect(last.received).toBe(left);
    expect(last.afterwards().quote('buy', 1_000_000n)).toMatchObject({ refused: 'completed' });
    expect(last.afterwards().quote('sell', 1_000_000_000n)).toMatchObject({ refused: 'completed' });
  });

  it('never pay out more than was paid in', () => {
    const poor = market({ realQuote: 1_000_000n });
    expect(poor.quote('sell', 10n ** 12n)).toMatchObject({ refused: 'insufficient_liquidity' });
    expect(quoted(poor, 'sell', 3n * 10n ** 10n).received).toBeLessThan(1_000_000n);
  });

  it('never return more than was spent, and give no less for more', () => {
    for (const realQuote of [0n, 10n ** 9n, 60n * 10n ** 9n]) {
      const virtualQuote = 30_000_000_000n + realQuote;
      const virtualMint = (30_000_000_000n * 1_073_000_000_000_000n) / virtualQuote;
      const at = market({ virtualQuote, virtualMint, realQuote, realMint: virtualMint - 279_900_000_000_000n });
      let last = 0n;
      for (let spend = 10_000n; spend < 10n ** 10n; spend = spend * 2n + 7n) {
        const buy = quoted(at, 'buy', spend);
        expect(buy.spent).toBeLessThanOrEqual(spend);
        expect(spend - buy.spent).toBeLessThanOrEqual(2n);
        expect(buy.received).toBeGreaterThanOrEqual(last);
        last = buy.received;
        const back = buy.afterwards().quote('sell', buy.received);
        if (!isRefused(back)) expect(back.received).toBeLessThan(buy.spent);
      }
    }
  });

  it('go on from the market after a trade as from a curve that was read after it', () => {
    const first = quoted(market({ realQuote: 10n ** 9n }), 'buy', 500_000_000n);
    const fees = first.fees().reduce((sum, fee) => sum + fee.amount, 0n);
    const net = first.spent - fees;
    const reread = market({
      virtualMint: 1_073_000_000_000_000n - first.received,
      virtualQuote: 30_000_000_000n + net,
      realMint: 793_100_000_000_000n - first.received,
      realQuote: 10n ** 9n + net,
    });
    expect(first.afterwards().price).toEqual(reread.price);
    expect(first.afterwards().depth).toEqual(reread.depth);
    for (const [side, amount] of [
      ['buy', 123_456_789n],
      ['sell', 10n ** 12n],
    ] as const) {
      const [one, other] = [quoted(first.afterwards(), side, amount), quoted(reread, side, amount)];
      expect([one.spent, one.received, one.fees()]).toEqual([other.spent, other.received, other.fees()]);
    }
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
  it('are refused or read as some curve, and never throw', () => {
    let state = 7;
    const next = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 8;
    };
    const whole = { mint: MINT, creator: CREATOR, realQuote: 10n ** 9n };
    const good = pumpCurveAccount(whole);
    const accounts = accountsOf(good, whole);
    const pool = recognised(good);
    for (let round = 0; round < 3_000; round += 1) {
      const data = good.data.slice(0, round % 3 === 0 ? next() % 200 : good.data.length);
      for (let i = next() % 6; i >= 0 && data.length > 0; i -= 1) data[next() % data.length] = next();
      const account = { ...good, data };
      if (round % 10 === 0) pumpCurve.recognise(account, MINT);
      tradesSensibly(
        pool.open(new Map([...accounts, [good.address, account]]), CLOCK),
        BigInt(next()) * BigInt(next()),
      );
    }
  });

  it('in any other account are refused and never throw', () => {
    const whole = { mint: MINT, creator: CREATOR };
    const good = pumpCurveAccount(whole);
    const accounts = accountsOf(good, whole);
    for (const [key, account] of accounts) {
      for (let length = 0; account && length < Math.min(account.data.length, 165); length += 7) {
        const cut = { ...account, data: account.data.slice(0, length) };
        const open = recognised(good).open(new Map([...accounts, [key, cut]]), CLOCK);
        expect(isRefused(open) || key === good.address, `${key} ${length}`).toBe(true);
      }
    }
  });
});
