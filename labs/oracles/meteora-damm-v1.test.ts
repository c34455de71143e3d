import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { meteoraDammV1 } from 'assay-core/venues/meteora-damm-v1/index.ts';
import type { AccountBytes, Market, Refused } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import {
  type DammV1Pool,
  type DammV1Side,
  type DammV1Stable,
  dammV1Accounts,
} from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { CASES, sdk } from './sdk.ts';

/**
 * Against `calculateSwapQuote` of @meteora-ag/dynamic-amm-sdk. Where the two differ the SDK is at odds with the program's
 * own Rust (MeteoraAg/damm-v1-sdk 02c66a3, mercurial-finance/stable-swap 140c2e0), in three narrow ways:
 *  - it rounds a fee of less than one unit to nothing, where the program takes one unit (`state.rs`, calculate_fee). Those
 *    cases are compared all the same, with fees given to the SDK that come to that unit;
 *  - its stable curve divides once where the program divides twice (`curve.rs`, compute_y_raw2), which can move the
 *    result by a unit of scaled tokens, and it stops Newton's method after 20 rounds where the program goes on;
 *  - it computes without bounds, where the program fails beyond 64, 128 and 192 bits.
 */
type Big = { toString(): string };
const BN = sdk<new (text: string) => Big>('bn.js');
const { PublicKey } = sdk<{ PublicKey: new (text: string) => unknown }>('@solana/web3.js');
const { calculateSwapQuote } = sdk<{
  calculateSwapQuote(mint: unknown, amount: Big, params: object): { amountOut: Big; fee: Big };
}>('@meteora-ag/dynamic-amm-sdk/dist/cjs/src/amm/utils.js');

/** The SDK's stable curve, whose functions can be replaced. */
const calculator = sdk<{ computeD: unknown; computeY: unknown }>(
  '@meteora-ag/dynamic-amm-sdk/dist/cjs/src/amm/curve/stable-swap-math/calculator.js',
);

/** compute_d2 of the program: 256 rounds; more are more than a transaction may compute. */
function invariant(amplification: bigint, a: bigint, b: bigint): bigint {
  const [ann, sum] = [amplification * 2n, a + b];
  let d = sum;
  for (let round = 0; round < 256; round += 1) {
    const product = (((d * d) / (a * 2n)) * d) / (b * 2n);
    const before = d;
    d = (d * (product * 2n + sum * ann)) / (d * (ann - 1n) + product * 3n);
    if (d - before <= 1n && before - d <= 1n) return d;
  }
  throw new Error('does not settle');
}

/** compute_y_raw2 of the program: c takes two divisions. */
function otherReserve(amplification: bigint, x: bigint, d: bigint): bigint {
  const ann = amplification * 2n;
  const c = (((d * d) / (x * 2n)) * d) / (ann * 2n);
  let y = d;
  for (let round = 0; round < 256; round += 1) {
    const before = y;
    y = (y * y + c) / (y * 2n + d / ann + x - d);
    if (y - before <= 1n && before - y <= 1n) return y;
  }
  throw new Error('does not settle');
}

const NOW = 1_800_000_000n;
const CLOCK = { slot: 400_000_000n, unixTime: NOW, epoch: 900n };
const SOME = (byte: number) => addressOf(new Uint8Array(32).fill(byte));
const [POOL, LP_MINT, MINT_A, MINT_B, STAKE_POOL] = [SOME(1), SOME(2), SOME(3), SOME(4), SOME(5)];
const LIDO = address('49Yi1TKkNyYjPAFdR9LBvoHcUjuPX4Df5T5yv39w2XTn');

const bn = (value: bigint) => new BN(String(value));
const key = (of: Address) => new PublicKey(of);

interface State {
  readonly pool: DammV1Pool;
  readonly a: DammV1Side;
  readonly b: DammV1Side;
  readonly stake: AccountBytes | null;
}

interface Case extends State {
  readonly amount: bigint;
  readonly selling: boolean;
}

/** Trades that are compared in each state. */
const TRADES = 20;

function sideOf(chance: RandomNumbers, total: bigint): DammV1Side {
  const supply = chance.pick([total, (total * chance.between(80n, 100n)) / 100n + 1n]);
  return {
    total,
    supply,
    shares: (supply * chance.between(1n, 100n)) / 100n,
    cash: chance.pick([total, (total * chance.between(1n, 100n)) / 100n]),
    lockedProfit: chance.pick([0n, total / 1000n, total / 3n]),
    reportedAt: NOW - chance.between(0n, 30_000n),
  };
}

function stateOf(chance: RandomNumbers, stable: DammV1Stable | undefined): State {
  // A multiplier of 1,000 must not lead beyond 64 bits on the other side.
  const totalA = chance.magnitude(1_000n, stable ? 10n ** 15n : 10n ** 17n);
  const nearby = ((totalA * chance.between(20n, 500n)) / 100n) * (stable?.multiplierA ?? 1n);
  const totalB = stable ? nearby / (stable.multiplierB ?? 1n) + 1_000n : chance.magnitude(1_000n, 10n ** 17n);
  const [a, b] = [sideOf(chance, totalA), sideOf(chance, totalB)];
  const fee = chance.pick([
    [250n, 100_000n],
    [25n, 10_000n],
    [6_000n, 100_000n],
    [0n, 100_000n],
    [1n, 10_000n],
  ] as const);
  const protocolFee = chance.pick([
    [20_000n, 100_000n],
    [0n, 100_000n],
  ] as const);
  const stakePool = stable?.depeg === 'spl_stake' ? { stakePool: STAKE_POOL } : {};
  const pool = { address: POOL, lpMint: LP_MINT, mintA: MINT_A, mintB: MINT_B, fee, protocolFee, ...stakePool };
  return {
    pool: { ...pool, ...(stable ? { stable } : {}) },
    a,
    b,
    stake: stakeOf(chance, stable),
  };
}

function stableOf(chance: RandomNumbers): DammV1Stable {
  const depeg = chance.pick(['none', 'none', 'marinade', 'lido', 'spl_stake'] as const);
  return {
    amplification: chance.magnitude(1n, 10_000n),
    multiplierA: chance.pick([1n, 1n, 1_000n]),
    multiplierB: chance.pick([1n, 1n, 1_000n]),
    depeg,
    virtualPrice: chance.between(900_000n, 1_500_000n),
    cachedAt: NOW - (depeg === 'marinade' ? 600n : chance.pick([0n, 600n, 601n, 10_000n])),
  };
}

/** The account with the virtual price, as its program writes it. Marinade's cache is fresh: the SDK takes its whole account. */
function stakeOf(chance: RandomNumbers, stable: DammV1Stable | undefined): AccountBytes | null {
  if (stable?.depeg !== 'lido' && stable?.depeg !== 'spl_stake') return null;
  const data = Buffer.alloc(611);
  const supply = chance.magnitude(10n ** 9n, 10n ** 15n);
  const lamports = (supply * chance.between(100n, 140n)) / 100n;
  const lido = stable.depeg === 'lido';
  data[0] = 1;
  data.writeBigUInt64LE(lido ? supply : lamports, lido ? 73 : 258);
  data.writeBigUInt64LE(lido ? lamports : supply, lido ? 81 : 266);
  return { address: lido ? LIDO : STAKE_POOL, owner: LP_MINT, lamports: 1n, data };
}

/** The market, by way of account bytes. */
function marketOf({ pool, a, b, stake }: State): Market | Refused {
  const accounts = new Map<Address, AccountBytes>();
  for (const one of dammV1Accounts(pool, { a, b })) accounts.set(one.address, { ...one, lamports: 1n });
  if (stake) accounts.set(stake.address, stake);
  const account = accounts.get(POOL);
  const found = account ? meteoraDammV1.recognise(account, MINT_A) : null;
  if (!found || isRefused(found)) throw new Error(found?.detail);
  const open = found.open(accounts, CLOCK);
  return isRefused(open) ? open : open.market;
}

/** The SDK's answer, null where it throws. */
function theirs({ pool, a, b, amount, selling, stake }: Case): bigint | null {
  const { stable } = pool;
  const depeg = stable?.depeg === 'spl_stake' ? 'splStake' : (stable?.depeg ?? 'none');
  const curveType = stable
    ? {
        stable: {
          amp: { toNumber: () => Number(stable.amplification) },
          tokenMultiplier: {
            tokenAMultiplier: bn(stable.multiplierA ?? 1n),
            tokenBMultiplier: bn(stable.multiplierB ?? 1n),
          },
          depeg: {
            baseVirtualPrice: bn(stable.virtualPrice ?? 0n),
            baseCacheUpdated: bn(stable.cachedAt ?? 0n),
            depegType: { [depeg]: {} },
          },
        },
      }
    : { constantProduct: {} };
  const [tradeNumerator, tradeDenominator, protocolNumerator, protocolDenominator] = feesOf(pool, amount);
  const vault = (side: DammV1Side) => ({
    totalAmount: bn(side.total),
    lockedProfitTracker: {
      lastReport: bn(side.reportedAt ?? 0n),
      lockedProfitDegradation: bn(46_296_296n),
      lastUpdatedLockedProfit: bn(side.lockedProfit ?? 0n),
    },
  });
  const params = {
    poolState: {
      tokenAMint: key(MINT_A),
      tokenBMint: key(MINT_B),
      enabled: true,
      curveType,
      stake: key(STAKE_POOL),
      bootstrapping: { activationType: 1, activationPoint: bn(0n), whitelistedVault: key(POOL) },
      fees: {
        tradeFeeNumerator: bn(tradeNumerator),
        tradeFeeDenominator: bn(tradeDenominator),
        protocolTradeFeeNumerator: bn(protocolNumerator),
        protocolTradeFeeDenominator: bn(protocolDenominator),
      },
    },
    vaultA: vault(a),
    vaultB: vault(b),
    vaultALpSupply: bn(a.supply),
    vaultBLpSupply: bn(b.supply),
    poolVaultALp: bn(a.shares),
    poolVaultBLp: bn(b.shares),
    vaultAReserve: bn(a.cash),
    vaultBReserve: bn(b.cash),
    currentTime: Number(NOW),
    currentSlot: 400_000_000,
    depegAccounts: new Map(stake ? [[stake.address as string, { data: stake.data }]] : []),
  };
  try {
    return BigInt(calculateSwapQuote(key(selling ? MINT_A : MINT_B), bn(amount), params).amountOut.toString());
  } catch {
    return null;
  }
}

/** The pool's fees; where one of them comes to less than a unit, fractions that come to the unit that the program takes. */
function feesOf({ fee, protocolFee }: DammV1Pool, amount: bigint): readonly [bigint, bigint, bigint, bigint] {
  const [numerator, denominator] = fee ?? [0n, 1n];
  const [protocolNumerator, protocolDenominator] = protocolFee ?? [0n, 1n];
  const unit = numerator > 0n && (amount * numerator) / denominator === 0n;
  const taken = unit ? 1n : (amount * numerator) / denominator;
  const protocolUnit = protocolNumerator > 0n && taken > 0n && (taken * protocolNumerator) / protocolDenominator === 0n;
  return [
    unit ? 1n : numerator,
    unit ? amount : denominator,
    protocolUnit ? 1n : protocolNumerator,
    protocolUnit ? taken : protocolDenominator,
  ];
}

/** One case: 'equal', 'refused' where both have no number, or what differs. */
function compare(market: Market | Refused, one: Case): string {
  const quote = isRefused(market) ? market : market.quote(one.selling ? 'sell' : 'buy', one.amount);
  const sdks = theirs(one);
  if (isRefused(quote)) return sdks === null || sdks <= 0n ? 'refused' : `only theirs: ${quote.refused}`;
  return quote.received === sdks ? 'equal' : sdks === null ? 'only ours' : 'differs';
}

function* cases(
  seed: number,
  stable: (chance: RandomNumbers) => DammV1Stable | undefined,
): Iterable<[Market | Refused, Case]> {
  const chance = new RandomNumbers(seed);
  for (let i = 0; i < CASES / TRADES; i += 1) {
    const state = stateOf(chance, stable(chance));
    const market = marketOf(state);
    for (let trade = 0; trade < TRADES; trade += 1) {
      const selling = chance.fraction() < 0.5;
      yield [market, { ...state, selling, amount: chance.magnitude(1n, selling ? state.a.total : state.b.total) }];
    }
  }
}

function tally(all: Iterable<[Market | Refused, Case]>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [market, one] of all) {
    const outcome = compare(market, one);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

it('constant-product quotes equal the SDK to the last unit', () => {
  const counts = tally(cases(91, () => undefined));
  expect(Object.keys(counts).sort()).toEqual(['equal', 'refused']);
  expect(counts.equal).toBeGreaterThan(CASES / 2);
});

it('stable quotes of all depeg types equal the SDK once its Newton steps round as the program does', () => {
  const plain = tally(cases(92, stableOf));
  const { computeD, computeY } = calculator;
  Object.assign(calculator, { computeD: invariant, computeY: otherReserve });
  const mended = tally(cases(92, stableOf));
  Object.assign(calculator, { computeD, computeY });
  expect(Object.keys(mended).sort()).toEqual(['equal', 'refused']);
  expect(mended.equal).toBeGreaterThan(CASES / 2);
  expect(plain.equal).toBeGreaterThan((mended.equal ?? 0) * 0.97);
});
