import { PublicKey } from '@solana/web3.js';
import { address } from 'assay-core/solana/address.ts';
import type { Actor, Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { coinOf, SUPPLY } from '../market/coin.ts';
import { type CoinStory, coinScene } from '../market/coin-story.ts';
import { openCpmm } from '../market/cpmm.ts';
import { EXCHANGES } from '../market/exchange.ts';
import type { SamplePool } from '../market/pool.ts';
import { purchases, sale, type TradePlan, trades } from '../market/trades.ts';
import { type Act, ago, DAY, HOUR, MINUTE, type SampleScene, SOL } from '../scene.ts';
import { freeze } from '../token-instructions.ts';

/** Slots from the making of a coin to the opening of its pool, and to when those buy who come late. */
const OPENS = 20 * MINUTE;
const LATE = 6 * HOUR;

/** The purchases of a coin's maker in its first slots, and the pool before them. */
const BOUGHT = 160n * SOL;
const BEGUN = 70n * SOL;

/** The initial state of the other coins' pools. */
const DEEP = 250n * SOL;

/** How often two wallets buy and sell back, and what for. */
const ROUNDS = 5;
const TURNED = 2n * SOL;

/** The late buyers who are frozen. */
const FROZEN = 3;

/** Transactions that name a pool and leave it alone. */
const IDLE = 30;
/** The purchase of a maker whose sale takes less than nine tenths of the price. */
const BOUGHT_SOME = 40n * SOL;

/**
 * Coins whose harm is done: left by their maker, traded with oneself, or with frozen buyers; and coins whose pools strangers name in
 * vain.
 */
export function dumpedCoinScene(cast: Cast): SampleScene {
  const scenes = [left(cast), washed(cast), shut(cast), drowned(cast), drownedAfterSale(cast), churned(cast)];
  return {
    endowments: scenes.flatMap(({ endowments = [] }) => endowments),
    accounts: scenes.flatMap(({ accounts = [] }) => accounts),
    acts: scenes.flatMap(({ acts }) => acts),
    subjects: scenes.flatMap(({ subjects }) => subjects),
  };
}

/** A coin of people who buy in its pool, or got it, with the pool, its maker, and when it opens. */
function begun(cast: Cast, name: string, slot: number, lamports: bigint, isSold = true) {
  const coin = coinOf(cast, name);
  const maker = cast.person(`who made ${name}`);
  const coins = isSold ? SUPPLY : (SUPPLY * 3n) / 10n;
  const parts = { coin, coins, lamports, creator: address(maker.address), config: 0, burned: 100n };
  const pool = openCpmm(parts);
  const story = { name, slot, isSold, pool: () => pool } satisfies Partial<CoinStory>;
  return { coin, maker, pool, story, opened: slot + OPENS };
}

/** A payment of an exchange. */
function withdrawal(cast: Cast, to: Actor, slot: number, lamports: bigint): Act {
  const payer = cast.stranger(EXCHANGES.okx);
  return { slot, payer, instructions: [pay(payer, to.publicKey, lamports)] };
}

function left(cast: Cast): SampleScene {
  const slot = ago(12, 8);
  const { maker, pool, story, opened } = begun(cast, 'a coin that its maker left', slot, BEGUN);
  const scene = coinScene(cast, [
    {
      ...story,
      naming: { name: 'Empty Chair', symbol: 'CHAIR', uri: 'ipfs://sandbox/chair' },
      verdict: 'HIGH_RISK',
      what: 'its maker sold all that it bought at the launch, and the price fell by more than 90 %',
    },
  ]);
  const acts = [
    withdrawal(cast, maker, slot - HOUR, BOUGHT + SOL),
    ...scene.acts,
    ...purchases(cast, pool, [{ buyer: maker, slot: opened + 1, lamports: BOUGHT }]),
    sale(pool, maker, opened + 3 * DAY),
  ];
  return { ...scene, acts };
}

function washed(cast: Cast): SampleScene {
  const slot = ago(11, 8);
  const { maker, pool, story } = begun(cast, 'a coin that trades with itself', slot, DEEP);
  const scene = coinScene(cast, [
    {
      ...story,
      naming: { name: 'Mirror Hall', symbol: 'MIRROR', uri: 'ipfs://sandbox/mirror' },
      verdict: 'ELEVATED',
      what: 'its maker and another wallet make its volume: they buy and sell back the same',
    },
  ]);
  const played = trades(cast, pool, toAndFro(['its maker', 'the one in the mirror'], slot + 2 * DAY), {
    'its maker': maker,
  });
  return { ...scene, endowments: played.endowments, acts: [...scene.acts, ...played.acts] };
}

/** The same in a market that others trust already. */
function churned(cast: Cast): SampleScene {
  const slot = ago(34, 9);
  const { pool, story } = begun(cast, 'an old coin that trades with itself', slot, DEEP, false);
  const scene = coinScene(cast, [
    {
      ...story,
      naming: { name: 'Paddle Wheel', symbol: 'WHEEL', uri: 'ipfs://sandbox/wheel' },
      verdict: 'LOW_RISK',
      what: 'five weeks old; two wallets make its latest volume',
    },
  ]);
  const played = trades(cast, pool, toAndFro(['a paddle', 'another paddle'], ago(3)));
  return { ...scene, endowments: played.endowments, acts: [...scene.acts, ...played.acts] };
}

/** Some who buy and sell back, one after the other. */
function toAndFro(traders: readonly string[], from: number): readonly TradePlan[] {
  return traders.flatMap((who, index) =>
    Array.from({ length: ROUNDS }, (_, round) => {
      const at = from + (round * traders.length + index) * 20 * MINUTE;
      return [
        { who, slot: at, buy: TURNED },
        { who, slot: at + 5 * MINUTE, sellPercent: 100n },
      ];
    }).flat(),
  );
}

/** Transactions that name a pool and leave it alone, a minute apart, and after them a small purchase. */
function crowded(cast: Cast, pool: SamplePool, from: number): readonly Act[] {
  const payer = cast.person(`who makes a din around ${pool.address}`);
  const named = pay(payer, payer.publicKey, 1n);
  named.keys.push({ pubkey: new PublicKey(pool.address), isSigner: false, isWritable: false });
  const idle = Array.from({ length: IDLE }, (_, index) => ({
    slot: from + index * MINUTE,
    payer,
    instructions: [named],
  }));
  return [
    withdrawal(cast, payer, from - HOUR, SOL),
    ...idle,
    ...purchases(cast, pool, [{ buyer: payer, slot: from + HOUR, lamports: SOL / 50n }]),
  ];
}

function drowned(cast: Cast): SampleScene {
  const slot = ago(14, 8);
  const { pool, story } = begun(cast, 'a coin in a din', slot, DEEP);
  const scene = coinScene(cast, [
    {
      ...story,
      naming: { name: 'Brass Band', symbol: 'BRASS', uri: 'ipfs://sandbox/brass' },
      verdict: 'LOW_RISK',
      what: 'most of what names its pool leaves it alone, and hides nothing',
    },
  ]);
  return { ...scene, acts: [...scene.acts, ...crowded(cast, pool, slot + 2 * DAY)] };
}

function drownedAfterSale(cast: Cast): SampleScene {
  const slot = ago(15, 8);
  const { maker, pool, story, opened } = begun(cast, 'a coin left in a din', slot, BEGUN);
  const scene = coinScene(cast, [
    {
      ...story,
      naming: { name: 'Fog Horn', symbol: 'HORN', uri: 'ipfs://sandbox/horn' },
      verdict: 'LOW_RISK',
      what: 'its maker sold what it bought at the launch, for most of its price, and what names its pool since leaves it alone',
    },
  ]);
  const acts = [
    withdrawal(cast, maker, slot - HOUR, BOUGHT_SOME + SOL),
    ...scene.acts,
    ...purchases(cast, pool, [{ buyer: maker, slot: opened + 1, lamports: BOUGHT_SOME }]),
    sale(pool, maker, opened + 3 * DAY),
    ...crowded(cast, pool, slot + 4 * DAY),
  ];
  return { ...scene, acts };
}

function shut(cast: Cast): SampleScene {
  const slot = ago(13, 8);
  const { coin, pool, story } = begun(cast, 'a coin that keeps its buyers', slot, DEEP);
  const late = Array.from({ length: FROZEN }, (_, index) => cast.person(`who buys and stays, ${index + 1}`));
  const scene = coinScene(cast, [
    {
      ...story,
      freezable: 'always',
      naming: { name: 'Fly Paper', symbol: 'PAPER', uri: 'ipfs://sandbox/paper' },
      later: (_, by) => late.map((one) => [freeze(coin, by, address(one.address))]),
      verdict: 'CRITICAL',
      what: 'three small wallets bought last, and its maker froze them',
    },
  ]);
  const buyers = late.map((buyer, index) => ({ buyer, slot: slot + LATE + index * MINUTE, lamports: SOL / 20n }));
  const paid = late.map((one, index) => withdrawal(cast, one, slot - (index + 1) * DAY, SOL + BigInt(index)));
  return { ...scene, acts: [...paid, ...scene.acts, ...purchases(cast, pool, buyers)] };
}
