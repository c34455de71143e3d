import { type Address, address } from 'assay-core/solana/address.ts';
import { customizablePool } from 'assay-core/venues/meteora-damm-v2/addresses.ts';
import { meteoraDammV2 } from 'assay-core/venues/meteora-damm-v2/index.ts';
import { AUTHORITY } from 'assay-core/venues/meteora-damm-v2/layout.ts';
import { dammV2Pool, dammV2PoolAccount } from '#pools/meteora-damm-v2.ts';
import { HOOK_PROGRAM } from '#program/install.ts';
import type { Actor, Cast } from '../actors.ts';
import {
  metadataElsewhere,
  pausableFeature,
  setTransferFee,
  transferFeeFeature,
  transferHookFeature,
} from '../extension-instructions.ts';
import { genesis } from '../market/accounts.ts';
import { type Coin, coinOf, coinTokens, holdersOf, issued, SOL_COIN, SUPPLY } from '../market/coin.ts';
import { type CoinStory, coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { evenly } from '../market/launch.ts';
import type { SamplePool } from '../market/pool.ts';
import { gateAccounts } from '../market/settings.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';
import { freeze, setAuthority } from '../token-instructions.ts';

const MILLION = 1_000_000_000_000n;

const FEE_MAXIMUM = 1n << 62n;

/** The share of one holder, in percent. */
const GREAT = 40n;

/** The largest holders who have three quarters of a coin, and those whose accounts are frozen for good. */
const [TEN, ICED] = [10, 19];
/** The square root of a price of 250 SOL for three tenths of a coin (Q64.64). */
const SQRT_PRICE = 532_511_632_831_417_170n;
/** Accounts that one transaction freezes. */
const PER_FREEZE = 5;

/** A pool of 250 SOL with three tenths of a coin, all of it burned. */
function partsOf(coin: Coin, creator: Address) {
  return { coin, creator, coins: (SUPPLY * 3n) / 10n, lamports: 250n * SOL, config: 0, burned: 100n } as const;
}

/** A pool of 250 SOL without trades, with a fee of 60 % and all of its liquidity locked for good. */
function greedyPool(coin: Coin, creator: Address): SamplePool {
  const { coins, lamports } = partsOf(coin, creator);
  const at = customizablePool(coin.mint, SOL_COIN.mint);
  const liquidity = (lamports << 128n) / SQRT_PRICE;
  const pool = dammV2Pool({
    address: at,
    mint: coin.mint,
    creator,
    liquidity,
    lockedLiquidity: liquidity,
    sqrtPrice: SQRT_PRICE,
    reserves: { a: coins, b: lamports },
    fees: {
      base: { kind: 'time', cliff: 600_000_000n, periods: 0n, reduction: 0n, frequency: 0n, exponential: false },
      dynamic: null,
      highest: 990_000_000n,
      protocolPercent: 20n,
      compoundingBps: 0n,
    },
  });
  return {
    venue: meteoraDammV2,
    address: at,
    coin,
    other: SOL_COIN,
    isNative: false,
    pooled: coins,
    accounts: [
      genesis(dammV2PoolAccount(at, pool)),
      coinTokens(coin, AUTHORITY, coins, pool.vaults.a),
      coinTokens(SOL_COIN, AUTHORITY, lamports, pool.vaults.b),
    ],
    swap() {
      throw new Error('nobody trades in this pool');
    },
  };
}

/** Freezes the first of the crowd, some in each transaction. */
function icing(coin: Coin, maker: Address, crowd: readonly Actor[]) {
  const all = crowd.slice(0, ICED).map((one) => freeze(coin, maker, address(one.address)));
  return Array.from({ length: Math.ceil(ICED / PER_FREEZE) }, (_, index) =>
    all.slice(index * PER_FREEZE, (index + 1) * PER_FREEZE),
  );
}

/** Tokens with one serious fact each. */
export function highRiskCoinScene(cast: Cast): SampleScene {
  return coinScene(cast, [...byTheMint(), ...byHolders(), ...byMarket()]);
}

/** Coins whose risk is their maker's power over the mint. */
function byTheMint(): readonly CoinStory[] {
  return [
    {
      name: 'a coin that can be minted',
      slot: ago(35),
      keepsMint: true,
      naming: { name: 'Loose Press', symbol: 'PRESS', uri: 'ipfs://sandbox/press' },
      verdict: 'HIGH_RISK',
      what: 'its maker may mint more of it',
    },
    {
      name: 'a coin that can be frozen',
      slot: ago(34, 12),
      freezable: 'always',
      naming: { name: 'Cold Front', symbol: 'FRONT', uri: 'ipfs://sandbox/front' },
      verdict: 'HIGH_RISK',
      what: 'its maker may freeze any holder, and has frozen none',
    },
    {
      name: 'a coin that can be paused',
      slot: ago(32, 12),
      powers: { paused: true },
      features: (maker) => [pausableFeature(maker)],
      naming: { name: 'Held Breath', symbol: 'HELD', uri: 'ipfs://sandbox/held' },
      verdict: 'HIGH_RISK',
      what: 'its maker may pause all transfers, and has not',
    },
    {
      name: 'a coin whose fee will rise',
      slot: ago(36, 9),
      powers: { fee: 100 },
      features: (maker) => [transferFeeFeature(100, FEE_MAXIMUM, maker)],
      laterFrom: ago(0, 12),
      later: (coin, maker) => [[setTransferFee(coin, maker, 600, FEE_MAXIMUM)]],
      naming: { name: 'Rising Toll', symbol: 'RISING', uri: 'ipfs://sandbox/rising' },
      verdict: 'HIGH_RISK',
      what: 'its mint will keep 6 % of every transfer from one of the next epochs on',
    },
  ];
}

/** Coins whose risk is their holders. */
function byHolders(): readonly CoinStory[] {
  return [
    {
      name: 'a coin of one great holder',
      slot: ago(34),
      by: 'transfer',
      shares: (crowd) => {
        const [first, ...others] = evenly(crowd);
        const rest = others.reduce((sum, { weight }) => sum + weight, 0n);
        return first ? [{ ...first, weight: (rest * GREAT) / (100n - GREAT) }, ...others] : [];
      },
      naming: { name: 'Lone Whale', symbol: 'LONE', uri: 'ipfs://sandbox/lone' },
      verdict: 'HIGH_RISK',
      what: 'one holder has 40 % of what circulates',
    },
    {
      name: 'a coin from one hand',
      slot: ago(4),
      by: 'transfer',
      naming: { name: 'Open Palm', symbol: 'PALM', uri: 'ipfs://sandbox/palm' },
      verdict: 'HIGH_RISK',
      what: 'four days old, and all of its holders have it from its maker',
    },
    {
      name: 'a coin of ten',
      slot: ago(34, 3),
      by: 'transfer',
      shares: (crowd) => crowd.map((holder, index) => ({ holder, weight: index < TEN ? 75n : 5n })),
      naming: { name: 'Short Bench', symbol: 'BENCH', uri: 'ipfs://sandbox/bench' },
      verdict: 'HIGH_RISK',
      what: 'ten holders have three quarters of what circulates',
    },
    {
      name: 'a coin with a frozen head',
      slot: ago(36, 15),
      freezable: 'always',
      shares: (crowd) => crowd.map((holder, index) => ({ holder, weight: index < ICED ? 45n : 3n })),
      later: (coin, maker, crowd) => [...icing(coin, maker, crowd), [setAuthority(coin, 'freeze', maker, null)]],
      naming: { name: 'Ice Age', symbol: 'AGE', uri: 'ipfs://sandbox/age' },
      verdict: 'HIGH_RISK',
      what: 'its nineteen largest accounts are frozen for good, and no list shows who has the rest',
    },
  ];
}

/** Coins whose risk is their market. */
function byMarket(): readonly CoinStory[] {
  return [
    {
      name: 'a coin in a puddle',
      slot: ago(33, 12),
      by: 'transfer',
      lamports: 2n * SOL,
      naming: { name: 'Dry Well', symbol: 'WELL', uri: 'ipfs://sandbox/well' },
      verdict: 'HIGH_RISK',
      what: 'its only pool has 2 SOL',
    },
    {
      name: 'a coin whose liquidity can leave',
      slot: ago(20),
      isSold: true,
      burned: 0n,
      naming: { name: 'Packed Bag', symbol: 'PACK', uri: 'ipfs://sandbox/pack' },
      verdict: 'HIGH_RISK',
      what: 'three weeks old, and its maker can withdraw all liquidity of its pool of 250 SOL',
    },
    {
      name: 'a coin that nothing trades',
      slot: ago(33, 3),
      pool: (coin, creator) => ({ ...openCpmm(partsOf(coin, creator)), accounts: [], pooled: 0n }),
      naming: { name: 'Empty Square', symbol: 'SQUARE', uri: 'ipfs://sandbox/square' },
      verdict: 'HIGH_RISK',
      what: 'sixty small holders, and no pool',
    },
    {
      name: 'a coin whose pool keeps most of a sale',
      slot: ago(32, 6),
      pool: greedyPool,
      naming: { name: 'Greedy Gate', symbol: 'GREED', uri: 'ipfs://sandbox/greed' },
      verdict: 'HIGH_RISK',
      what: 'its only pool, of Meteora DAMM v2, keeps 60 % of what is swapped',
    },
  ];
}

/** Tokens with one thing to know about them, and nothing worse. */
const ELEVATED: readonly CoinStory[] = [
  {
    name: 'a coin with a fixed fee',
    slot: ago(36),
    powers: { fee: 100 },
    features: () => [transferFeeFeature(100, FEE_MAXIMUM, null)],
    naming: { name: 'Toll Bridge', symbol: 'TOLL', uri: 'ipfs://sandbox/toll' },
    verdict: 'ELEVATED',
    what: 'its mint keeps 1 % of every transfer, and nobody can change that',
  },
  {
    name: 'a coin of three days',
    slot: ago(3),
    isSold: true,
    naming: { name: 'New Leaf', symbol: 'LEAF', uri: 'ipfs://sandbox/leaf' },
    verdict: 'ELEVATED',
    what: 'made three days ago',
  },
  {
    name: 'a coin whose pool opened this hour',
    slot: ago(40),
    opens: ago(0, 1),
    isSold: true,
    naming: { name: 'Late Door', symbol: 'DOOR', uri: 'ipfs://sandbox/door' },
    verdict: 'ELEVATED',
    what: 'its mint is forty days old, its market one hour',
  },
  {
    name: 'a coin whose pool opened three days ago',
    slot: ago(40, 6),
    opens: ago(3),
    isSold: true,
    naming: { name: 'Slow Start', symbol: 'SLOW', uri: 'ipfs://sandbox/slow' },
    verdict: 'ELEVATED',
    what: 'its mint is forty days old, its market three',
  },
  {
    name: 'a coin that may get a hook',
    slot: ago(35, 12),
    powers: {},
    features: (maker) => [transferHookFeature(maker, null)],
    naming: { name: 'Open Latch', symbol: 'LATCH', uri: 'ipfs://sandbox/latch' },
    verdict: 'ELEVATED',
    what: 'no program decides about its transfers yet, but its maker may set one',
  },
  {
    name: 'a coin whose liquidity has stayed',
    slot: ago(33),
    by: 'transfer',
    burned: 0n,
    naming: { name: 'Old Friend', symbol: 'STAY', uri: 'ipfs://sandbox/stay' },
    verdict: 'ELEVATED',
    what: 'its maker can withdraw all liquidity, and has not for a month',
  },
  {
    name: 'a coin whose liquidity is partly free',
    slot: ago(32),
    by: 'transfer',
    burned: 70n,
    naming: { name: 'Third Wheel', symbol: 'THIRD', uri: 'ipfs://sandbox/third' },
    verdict: 'ELEVATED',
    what: 'its maker can withdraw 30 % of the liquidity',
  },
  {
    name: 'a coin that is named elsewhere',
    slot: ago(35, 3),
    powers: {},
    named: 'metaplex',
    features: (maker) => [metadataElsewhere(maker)],
    naming: { name: 'Other Door', symbol: 'OTHER', uri: 'ipfs://sandbox/other' },
    verdict: 'ELEVATED',
    what: 'its mint says that its name stands in an account of its maker',
  },
  {
    name: 'a coin that stays in its pool',
    slot: ago(34, 18),
    pool: (coin, creator) => openCpmm({ ...partsOf(coin, creator), coins: (SUPPLY * 99n) / 100n }),
    naming: { name: 'Full Shelf', symbol: 'SHELF', uri: 'ipfs://sandbox/shelf' },
    verdict: 'ELEVATED',
    what: 'a hundredth of it circulates',
  },
];

export function elevatedCoinScene(cast: Cast): SampleScene {
  return coinScene(cast, ELEVATED);
}

/** Coins whose transfers a hook decides about, in pools that hand it what it wants: one lets holders sell, one does not. */
export function hookedCoinScene(cast: Cast): SampleScene {
  const made = (name: string, isOpen: boolean) => {
    const coin = coinOf(cast, name, { hook: HOOK_PROGRAM });
    const pool = openWhirlpool([coin, SOL_COIN], 64, {
      coins: 100n * MILLION,
      others: 900n * SOL,
      shares: [{ percent: 100n, ticks: 12_800 }],
    });
    const accounts = [...issued(cast, coin, pool.pooled), ...pool.accounts, ...gateAccounts(coin.mint, isOpen)];
    const endowments = holdersOf(cast, coin).map((to) => ({ to, lamports: SOL }));
    return { mint: coin.mint, accounts, endowments };
  };
  const open = made('a coin behind an open gate', true);
  const closed = made('a coin behind a closed gate', false);
  return {
    endowments: [...open.endowments, ...closed.endowments],
    accounts: [...open.accounts, ...closed.accounts],
    acts: [],
    subjects: [
      {
        kind: 'trade',
        verdict: 'ACCEPTABLE_COST',
        address: open.mint,
        what: "a transfer hook lets holders' tokens into its Whirlpool",
      },
      {
        kind: 'trade',
        verdict: 'UNTRADEABLE',
        address: closed.mint,
        what: "a transfer hook refuses holders' tokens on their way into its Whirlpool",
      },
    ],
  };
}
