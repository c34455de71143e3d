import type { Address } from 'assay-core/solana/address.ts';
import { TOKEN_2022_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { PUMPSWAP_PROGRAM } from 'assay-core/venues/pump-fees/programs.ts';
import { pumpswap } from 'assay-core/venues/pumpswap/index.ts';
import { lpMintOf } from 'assay-core/venues/pumpswap/layout.ts';
import type { Market, Quote, Refused, Side } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { curveMintAccount, holdingAccount, pumpFeeConfigAccount } from 'assay-sandbox/pools/pump-curve.ts';
import { pumpswapPoolAccount, pumpswapSettingsAccount } from 'assay-sandbox/pools/pumpswap.ts';
import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { anyAddress, anyFeeConfig, type Big, feeOf, info, key, ours, QUOTES, theirs } from './pump-sdk.ts';
import { CASES, sdk } from './sdk.ts';

interface Pool {
  readonly baseMint: unknown;
  readonly quoteMint: unknown;
  readonly coinCreator: unknown;
  readonly creator: unknown;
  readonly isMayhemMode: boolean;
  readonly creatorFeeBps: Big;
  readonly virtualQuoteReserves: Big;
}

interface State extends Omit<Pool, 'baseMint'> {
  readonly slippage: 0;
  readonly baseMint: unknown;
  readonly globalConfig: unknown;
  readonly feeConfig: unknown;
  readonly baseMintAccount: { readonly supply: bigint };
}

interface Reserves {
  readonly baseReserve: Big;
  readonly quoteReserve: Big;
}

const SDK = sdk<{
  buyQuoteInput(input: State & Reserves & { quote: Big }): { base: Big; internalQuoteWithoutFees: Big };
  sellBaseInput(input: State & Reserves & { base: Big }): { uiQuote: Big; internalQuoteAmountOut: Big };
  PUMP_AMM_SDK: {
    decodePool(account: unknown): Pool;
    decodeGlobalConfig(account: unknown): unknown;
    decodeFeeConfig(account: unknown): unknown;
  };
}>('@pump-fun/pump-swap-sdk');

const TRADES_PER_POOL = 5;
const U64 = (1n << 64n) - 1n;

/** A pool of any kind, as its accounts for us and as the SDK decodes the very same bytes. */
function anyPool(chance: RandomNumbers, bases: readonly Address[]) {
  const base = chance.pick(bases);
  const quote = chance.pick([QUOTES[0], ...QUOTES]);
  const vault = chance.magnitude(1n, 1n << 56n);
  const virtualQuote = chance.pick([0n, 0n, chance.magnitude(1n, 1n << 50n), -chance.between(0n, vault - 1n)]);
  const account = pumpswapPoolAccount({
    base,
    quote,
    virtualQuote,
    length: chance.pick([211, 243, 244, 245, 261, 270, 287, 300, 301]),
    mayhem: chance.fraction() < 0.2,
    cashback: chance.fraction() < 0.2,
    ownCreatorRate: chance.fraction() < 0.3 ? chance.between(1n, 2_000n) : 0n,
    ...(chance.fraction() < 0.2 ? { creator: chance.pick(bases) } : {}),
    ...(chance.fraction() < 0.8 ? { coinCreator: chance.pick(bases) } : {}),
  });
  const [baseAmount, supply] = [chance.magnitude(1n, 1n << 60n), chance.magnitude(1n, 1n << 62n)];
  const settings = pumpswapSettingsAccount({
    configurable: chance.fraction() < 0.5,
    length: chance.pick([907, 940, 949]),
  });
  const feeConfig = pumpFeeConfigAccount(anyFeeConfig(PUMPSWAP_PROGRAM, chance));
  const list = [
    account,
    settings,
    feeConfig,
    curveMintAccount({ mint: base, supply }),
    curveMintAccount({ mint: quote, supply: 0n }),
    curveMintAccount({ mint: lpMintOf(account.address), supply: 0n, program: TOKEN_2022_PROGRAM }),
    holdingAccount({ authority: account.address, mint: base, amount: baseAmount }),
    holdingAccount({ authority: account.address, mint: quote, amount: vault }),
  ];
  const pool = pumpswap.recognise(account, base);
  if (isRefused(pool)) throw new Error(pool.detail);
  const open = pool.open(new Map(list.map((one) => [one.address, one])), { slot: 0n, unixTime: 0n, epoch: 0n });
  if (isRefused(open)) throw new Error(open.detail);
  const decoded = SDK.PUMP_AMM_SDK.decodePool(info(account));
  const state: State = {
    ...decoded,
    slippage: 0,
    baseMint: key(base),
    globalConfig: SDK.PUMP_AMM_SDK.decodeGlobalConfig(info(settings)),
    feeConfig: SDK.PUMP_AMM_SDK.decodeFeeConfig(info(feeConfig)),
    baseMintAccount: { supply },
  };
  return { market: open.market, state, base: baseAmount, quote: vault };
}

/** What the SDK says about a trade: what comes out and what enters the reserves or leaves them; null when it throws. */
function said(state: State, [base, quote]: readonly [bigint, bigint], side: Side, amount: bigint) {
  const reserves = { baseReserve: theirs(base), quoteReserve: theirs(quote) };
  try {
    if (side === 'buy') {
      const found = SDK.buyQuoteInput({ ...state, ...reserves, quote: theirs(amount) });
      return { received: ours(found.base), swapped: ours(found.internalQuoteWithoutFees) };
    }
    const found = SDK.sellBaseInput({ ...state, ...reserves, base: theirs(amount) });
    return { received: ours(found.uiQuote), swapped: ours(found.internalQuoteAmountOut) };
  } catch {
    return null;
  }
}

/**
 * Nothing comes out, the vault cannot pay, or the reserves leave 64 bits. One class is the SDK's own error: when the fees
 * leave less than 2 units to swap, the program fails (`ZeroAmount`), and the SDK divides one negative number by another.
 */
function refusedRightly(
  { refused }: Refused,
  sdks: ReturnType<typeof said>,
  [side, amount]: readonly [Side, bigint],
  held: readonly [bigint, bigint],
): void {
  if (refused === 'overflow') expect(held[side === 'buy' ? 1 : 0] + amount).toBeGreaterThan(U64 / 2n);
  else if (refused === 'insufficient_liquidity') expect(sdks).toBeNull();
  else if (side === 'buy' && sdks !== null && sdks.swapped < 2n) expect(amount).toBeLessThan(10n);
  else expect(sdks?.received ?? 0n).toBeLessThanOrEqual(0n);
}

function compare(
  quote: Quote | Refused,
  sdks: ReturnType<typeof said>,
  [side, amount]: readonly [Side, bigint],
  held: readonly [bigint, bigint],
): 'refused' | readonly [Market, readonly [bigint, bigint]] {
  if (isRefused(quote)) {
    refusedRightly(quote, sdks, [side, amount], held);
    return 'refused';
  }
  const fees = feeOf(quote, 'lp') + feeOf(quote, 'protocol') + feeOf(quote, 'creator');
  const swapped = side === 'buy' ? quote.spent - fees : quote.received + fees;
  expect({ received: quote.received, swapped }).toEqual(sdks);
  const lp = feeOf(quote, 'lp');
  const [base, vault] = held;
  const after = side === 'buy' ? [base - quote.received, vault + swapped + lp] : [base + amount, vault - swapped + lp];
  expect([quote.afterwards().depth.mint, quote.afterwards().depth.other]).toEqual(after);
  return [quote.afterwards(), after as unknown as readonly [bigint, bigint]];
}

/** How many of some random trades in one pool, each after the other, had a number. */
function traded(chance: RandomNumbers, bases: readonly Address[]): number {
  const { market, state, base, quote } = anyPool(chance, bases);
  let [at, held, quoted]: [Market, readonly [bigint, bigint], number] = [market, [base, quote], 0];
  for (let trade = 0; trade < TRADES_PER_POOL; trade += 1) {
    const side = chance.pick(['buy', 'sell'] as const);
    const amount = chance.magnitude(1n, held[side === 'buy' ? 1 : 0] * 8n + 10n);
    const next = compare(at.quote(side, amount), said(state, held, side, amount), [side, amount], held);
    if (next === 'refused') continue;
    quoted += 1;
    [at, held] = next;
  }
  return quoted;
}

/**
 * Held against @pump-fun/pump-swap-sdk 1.20.0, which decodes the same bytes: schedules of all versions and quote mints,
 * tiers, own creator rates, mayhem mode, boosts and their opposite. It is older than fees that wait in the vault, so that
 * pools here hold none; unit tests cover those.
 */
describe('PumpSwap against its SDK', () => {
  it('gives the same amounts to the last unit, trade after trade', () => {
    const chance = new RandomNumbers(20_261_121);
    const bases = Array.from({ length: 40 }, () => anyAddress(chance));
    let quoted = 0;
    for (let done = 0; done < CASES; done += TRADES_PER_POOL) quoted += traded(chance, bases);
    expect(quoted).toBeGreaterThan(CASES / 2);
  });

  it('agrees at the edges of an amount', () => {
    const chance = new RandomNumbers(7);
    const bases = Array.from({ length: 5 }, () => anyAddress(chance));
    for (let round = 0; round < 50; round += 1) {
      const { market, state, base, quote } = anyPool(chance, bases);
      for (const side of ['buy', 'sell'] as const) {
        for (const amount of [1n, 2n, 3n, 9_999n, 10_000n, 10_001n, base, quote, base + quote, U64 >> 2n]) {
          compare(market.quote(side, amount), said(state, [base, quote], side, amount), [side, amount], [base, quote]);
        }
      }
    }
  });
});
