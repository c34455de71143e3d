import { HOOK_PROGRAM } from '../../program/install.ts';
import type { Cast } from '../actors.ts';
import { pausableFeature, transferFeeFeature, transferHookFeature } from '../extension-instructions.ts';
import { coinOf, holdersOf, issued, SOL_COIN } from '../market/coin.ts';
import { coinScene } from '../market/coin-story.ts';
import { evenly } from '../market/launch.ts';
import { gateAccounts } from '../market/settings.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';

const MILLION = 1_000_000_000_000n;

const FEE_MAXIMUM = 1n << 62n;

/** What one holder has of all, in percent. */
const GREAT = 40n;

/** Tokens with one serious fact each. */
export function highRiskCoinScene(cast: Cast): SampleScene {
  return coinScene(cast, [
    {
      ...{ name: 'a coin that can be minted', slot: ago(35), keepsMint: true },
      naming: { name: 'Loose Press', symbol: 'PRESS', uri: 'ipfs://sandbox/press' },
      verdict: 'HIGH_RISK',
      what: 'its maker may mint more of it',
    },
    {
      ...{ name: 'a coin that can be frozen', slot: ago(34, 12), freezable: 'always' },
      naming: { name: 'Cold Front', symbol: 'FRONT', uri: 'ipfs://sandbox/front' },
      verdict: 'HIGH_RISK',
      what: 'its maker may freeze any holder, and has frozen none',
    },
    {
      ...{ name: 'a coin of one great holder', slot: ago(34), by: 'transfer' },
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
      ...{ name: 'a coin in a puddle', slot: ago(33, 12), by: 'transfer', lamports: 2n * SOL },
      naming: { name: 'Dry Well', symbol: 'WELL', uri: 'ipfs://sandbox/well' },
      verdict: 'HIGH_RISK',
      what: 'its only pool has 2 SOL',
    },
    {
      ...{ name: 'a coin whose liquidity can leave', slot: ago(20), isSold: true, burned: 0n },
      naming: { name: 'Packed Bag', symbol: 'PACK', uri: 'ipfs://sandbox/pack' },
      verdict: 'HIGH_RISK',
      what: 'three weeks old, and its maker can withdraw all liquidity of its pool of 250 SOL',
    },
    {
      ...{ name: 'a coin from one hand', slot: ago(4), by: 'transfer' },
      naming: { name: 'Open Palm', symbol: 'PALM', uri: 'ipfs://sandbox/palm' },
      verdict: 'HIGH_RISK',
      what: 'four days old, and all of its holders have it from its maker',
    },
    {
      ...{ name: 'a coin that can be paused', slot: ago(32, 12), powers: { paused: true } },
      features: (maker) => [pausableFeature(maker)],
      naming: { name: 'Held Breath', symbol: 'HELD', uri: 'ipfs://sandbox/held' },
      verdict: 'HIGH_RISK',
      what: 'its maker may pause all transfers, and has not',
    },
  ]);
}

/** Tokens with one thing to know about them, and nothing worse. */
export function elevatedCoinScene(cast: Cast): SampleScene {
  return coinScene(cast, [
    {
      ...{ name: 'a coin with a fixed fee', slot: ago(36), powers: { fee: 100 } },
      features: () => [transferFeeFeature(100, FEE_MAXIMUM, null)],
      naming: { name: 'Toll Bridge', symbol: 'TOLL', uri: 'ipfs://sandbox/toll' },
      verdict: 'ELEVATED',
      what: 'its mint keeps 1 % of every transfer, and nobody can change that',
    },
    {
      ...{ name: 'a coin of three days', slot: ago(3), isSold: true },
      naming: { name: 'New Leaf', symbol: 'LEAF', uri: 'ipfs://sandbox/leaf' },
      verdict: 'ELEVATED',
      what: 'made three days ago',
    },
    {
      ...{ name: 'a coin whose pool opened this hour', slot: ago(40), opens: ago(0, 1), isSold: true },
      naming: { name: 'Late Door', symbol: 'DOOR', uri: 'ipfs://sandbox/door' },
      verdict: 'ELEVATED',
      what: 'its mint is forty days old, its market one hour',
    },
    {
      ...{ name: 'a coin whose pool opened three days ago', slot: ago(40, 6), opens: ago(3), isSold: true },
      naming: { name: 'Slow Start', symbol: 'SLOW', uri: 'ipfs://sandbox/slow' },
      verdict: 'ELEVATED',
      what: 'its mint is forty days old, its market three',
    },
    {
      ...{ name: 'a coin that may get a hook', slot: ago(35, 12), powers: {} },
      features: (maker) => [transferHookFeature(maker, null)],
      naming: { name: 'Open Latch', symbol: 'LATCH', uri: 'ipfs://sandbox/latch' },
      verdict: 'ELEVATED',
      what: 'no program decides about its transfers yet, but its maker may set one',
    },
    {
      ...{ name: 'a coin whose liquidity has stayed', slot: ago(33), by: 'transfer', burned: 0n },
      naming: { name: 'Old Friend', symbol: 'STAY', uri: 'ipfs://sandbox/stay' },
      verdict: 'ELEVATED',
      what: 'its maker can withdraw all liquidity, and has not for a month',
    },
    {
      ...{ name: 'a coin whose liquidity is partly free', slot: ago(32), by: 'transfer', burned: 70n },
      naming: { name: 'Third Wheel', symbol: 'THIRD', uri: 'ipfs://sandbox/third' },
      verdict: 'ELEVATED',
      what: 'its maker can withdraw 30 % of the liquidity',
    },
  ]);
}

/** Coins whose transfers a hook decides about, in pools that hand it what it wants: one lets holders sell, one does not. */
export function hookedCoinScene(cast: Cast): SampleScene {
  const made = (name: string, isOpen: boolean) => {
    const coin = coinOf(cast, name, { hook: HOOK_PROGRAM });
    const pool = openWhirlpool([coin, SOL_COIN], 64, {
      ...{ coins: 100n * MILLION, others: 900n * SOL, shares: [{ percent: 100n, ticks: 12_800 }] },
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
