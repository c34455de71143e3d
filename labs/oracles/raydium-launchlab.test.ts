import type { Address } from 'assay-core/solana/address.ts';
import { addressOf } from 'assay-core/solana/address.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { raydiumLaunchlab } from 'assay-core/venues/raydium-launchlab/index.ts';
import type { AccountBytes, Market, Quote } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { CASES, sdk } from './sdk.ts';

/**
 * Against `Curve` of @raydium-io/raydium-sdk-v2. The SDK sells what is left of a curve to whoever offers more than that;
 * here such a trade is refused. It sells back more than was ever sold; here that is refused as well.
 */
type Big = { toString(): string };
interface Swapped {
  readonly amountA: { readonly amount: Big };
  readonly amountB: Big;
  readonly splitFee: Record<'platformFee' | 'shareFee' | 'protocolFee' | 'creatorFee', Big>;
}
const BN = sdk<new (text: string) => Big>('bn.js');
const { Curve } = sdk<{ Curve: Record<'buyExactIn' | 'sellExactIn', (params: object) => Swapped> }>(
  '@raydium-io/raydium-sdk-v2',
);

const CLOCK = { slot: 400_000_000n, unixTime: 1_800_000_000n, epoch: 900n };
const [BASE, ADMIN, CREATOR] = [1, 2, 3].map((byte) => addressOf(new Uint8Array(32).fill(byte))) as [
  Address,
  Address,
  Address,
];
const bn = (value: bigint) => new BN(String(value));
const big = (value: Big) => BigInt(value.toString());

interface State {
  readonly virtualBase: bigint;
  readonly virtualQuote: bigint;
  readonly realBase: bigint;
  readonly realQuote: bigint;
  readonly totalBaseSell: bigint;
  readonly totalFundRaising: bigint;
  readonly rates: { readonly trade: bigint; readonly platform: bigint; readonly creator: bigint };
}

/** A curve of any size, some way along it; what was raised for what was sold follows from its invariant. */
function stateOf(chance: RandomNumbers): State {
  const virtualBase = chance.magnitude(10n ** 6n, 10n ** 18n);
  const virtualQuote = chance.magnitude(10n ** 3n, 10n ** 15n);
  const totalBaseSell = (virtualBase * chance.between(20n, 90n)) / 100n;
  const part = (totalBaseSell * chance.between(0n, 10_000n)) / 10_001n;
  const realBase = chance.pick([0n, totalBaseSell - 1n, part, part, part, part, part]);
  const raised = (sold: bigint) => (sold * virtualQuote) / (virtualBase - sold) + 1n;
  return {
    virtualBase,
    virtualQuote,
    totalBaseSell,
    realBase,
    realQuote: realBase === 0n ? 0n : raised(realBase),
    totalFundRaising: raised(totalBaseSell) + 1_000_000n,
    rates: {
      trade: chance.pick([0n, 2_500n, 10_000n]),
      platform: chance.pick([0n, 10_000n, 12_500n, 50_000n]),
      creator: chance.pick([0n, 500n, 5_000n]),
    },
  };
}

function marketOf({ rates, ...curve }: State): Market {
  const pool = { ...curve, baseMint: BASE, quoteMint: WRAPPED_SOL, creator: CREATOR, admin: ADMIN, supply: 1n << 63n };
  const accounts = new Map<Address, AccountBytes>();
  const written = launchlabAccounts(pool, rates);
  for (const one of written) accounts.set(one.address, { ...one, lamports: 1n });
  const account = [...accounts.values()][0];
  const found = account ? raydiumLaunchlab.recognise(account, BASE) : null;
  if (!found || isRefused(found)) throw new Error(found?.detail);
  const open = found.open(accounts, CLOCK);
  if (isRefused(open)) throw new Error(open.detail);
  return open.market;
}

function theirs(state: State, side: 'buy' | 'sell', amount: bigint): Swapped {
  const poolInfo = {
    virtualA: bn(state.virtualBase),
    virtualB: bn(state.virtualQuote),
    realA: bn(state.realBase),
    realB: bn(state.realQuote),
    totalSellA: bn(state.totalBaseSell),
    totalFundRaisingB: bn(state.totalFundRaising),
  };
  const params = {
    poolInfo,
    amountA: bn(amount),
    amountB: bn(amount),
    curveType: 0,
    protocolFeeRate: bn(state.rates.trade),
    platformFeeRate: bn(state.rates.platform),
    creatorFeeRate: bn(state.rates.creator),
    shareFeeRate: bn(0n),
    slot: 0,
  };
  return side === 'buy' ? Curve.buyExactIn(params) : Curve.sellExactIn(params);
}

/** 'equal', 'refused' where we have no number for a reason that the SDK's answer shows, or what differs. */
function compare(state: State, market: Market, side: 'buy' | 'sell', amount: bigint): string {
  const quote = market.quote(side, amount);
  const sdks = theirs(state, side, amount);
  const out = side === 'buy' ? big(sdks.amountA.amount) : big(sdks.amountB);
  if (isRefused(quote)) {
    const partial = side === 'buy' ? big(sdks.amountB) < amount : amount > state.realBase;
    const reason = partial ? 'insufficient_liquidity' : out <= 0n ? 'amount_too_small' : 'none';
    return quote.refused === reason ? 'refused' : `only theirs: ${quote.refused}`;
  }
  if (quote.received !== out) return `differs by ${quote.received - out}`;
  return feesAreEqual(quote, sdks) ? 'equal' : 'fees differ';
}

function feesAreEqual({ fees }: Quote, { splitFee }: Swapped): boolean {
  const of = (share: string) =>
    fees()
      .filter((fee) => fee.share === share)
      .reduce((sum, fee) => sum + fee.amount, 0n);
  const protocol = big(splitFee.protocolFee) + big(splitFee.platformFee);
  return of('protocol') === protocol && of('creator') === big(splitFee.creatorFee) && of('lp') === 0n;
}

it('quotes and the split of the fee equal the SDK to the last unit', () => {
  const chance = new RandomNumbers(61);
  const counts: Record<string, number> = {};
  const TRADES = 20;
  for (let i = 0; i < CASES / TRADES; i += 1) {
    const state = stateOf(chance);
    const market = marketOf(state);
    for (let trade = 0; trade < TRADES; trade += 1) {
      const side = chance.pick(['buy', 'sell'] as const);
      const most = side === 'buy' ? state.totalFundRaising - state.realQuote : state.realBase + 2n;
      const some = chance.magnitude(1n, most);
      const outcome = compare(state, market, side, chance.pick([some, some, some, some, 1n, most, most * 2n]));
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
  }
  expect(Object.keys(counts).sort()).toEqual(['equal', 'refused']);
  expect(counts.equal).toBeGreaterThan(CASES / 3);
});
