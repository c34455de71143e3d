import { address } from 'assay-core/solana/address.ts';
import { HOOK_PROGRAM } from '#program/install.ts';
import type { Cast } from '../actors.ts';
import {
  frozenByDefault,
  nonTransferableFeature,
  pausableFeature,
  pause,
  permanentDelegateFeature,
  setTransferFee,
  transferFeeFeature,
  transferHookFeature,
} from '../extension-instructions.ts';
import { SOL_COIN } from '../market/coin.ts';
import { type CoinStory, coinScene } from '../market/coin-story.ts';
import { gateAccounts } from '../market/settings.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { ago, type SampleScene, SOL } from '../scene.ts';
import { freeze } from '../token-instructions.ts';

const MILLION = 1_000_000_000_000n;
const FEE_MAXIMUM = 1n << 62n;

/** Tokens that can be lost at the will of one key, or that holders cannot sell already. */
export function criticalCoinScene(cast: Cast): SampleScene {
  return coinScene(cast, [...byTheMint(), ...byWhatWasDone()]);
}

/** Coins that are critical by the initial state of their mint. */
function byTheMint(): readonly CoinStory[] {
  return [
    {
      name: 'a coin with a permanent delegate',
      slot: ago(32),
      powers: {},
      features: (maker) => [permanentDelegateFeature(maker)],
      naming: { name: 'Long Arm', symbol: 'ARM', uri: 'ipfs://sandbox/arm' },
      verdict: 'CRITICAL',
      what: 'its maker may take or burn the tokens of every holder',
    },
    {
      name: 'a coin frozen from the start',
      slot: ago(31, 18),
      freezable: 'always',
      thaws: true,
      powers: { frozenByDefault: true },
      features: () => [frozenByDefault],
      naming: { name: 'Hard Winter', symbol: 'HARD', uri: 'ipfs://sandbox/winter' },
      verdict: 'CRITICAL',
      what: 'new accounts are frozen, and its maker thaws whom it likes',
    },
    {
      name: 'a coin that stays where it is',
      slot: ago(31, 12),
      powers: { nonTransferable: true },
      features: () => [nonTransferableFeature],
      naming: { name: 'Deep Root', symbol: 'ROOT', uri: 'ipfs://sandbox/root' },
      verdict: 'CRITICAL',
      what: 'it can never be transferred',
    },
    {
      name: 'a coin whose hook refuses sales',
      slot: ago(31, 6),
      powers: { hook: HOOK_PROGRAM },
      features: () => [transferHookFeature(null, HOOK_PROGRAM)],
      pool: (coin) =>
        openWhirlpool([coin, SOL_COIN], 64, {
          coins: 100n * MILLION,
          others: 900n * SOL,
          shares: [{ percent: 100n, ticks: 12_800 }],
        }),
      accounts: ({ mint }) => gateAccounts(mint, false),
      naming: { name: 'One Way', symbol: 'ONEWAY', uri: 'ipfs://sandbox/one-way' },
      verdict: 'CRITICAL',
      what: 'its transfer hook refuses what holders want to sell',
    },
  ];
}

/** Coins that are critical by their maker's acts on the mint, or by their name. */
function byWhatWasDone(): readonly CoinStory[] {
  return [
    {
      name: 'a coin that was paused',
      slot: ago(31),
      powers: { paused: true },
      features: (maker) => [pausableFeature(maker)],
      later: (coin, maker) => [[pause(coin, maker)]],
      naming: { name: 'Stopped Clock', symbol: 'STOP', uri: 'ipfs://sandbox/clock' },
      verdict: 'CRITICAL',
      what: 'its maker paused all transfers a day after the launch',
    },
    {
      name: 'a coin that froze its holders',
      slot: ago(30, 18),
      freezable: 'always',
      later: (coin, maker, crowd) => crowd.slice(2, 5).map((one) => [freeze(coin, maker, address(one.address))]),
      naming: { name: 'Ice Trap', symbol: 'TRAP', uri: 'ipfs://sandbox/trap' },
      verdict: 'CRITICAL',
      what: 'its maker froze three of its largest holders',
    },
    {
      name: 'a coin whose fee became a half',
      slot: ago(30, 12),
      powers: { fee: 100 },
      features: (maker) => [transferFeeFeature(100, FEE_MAXIMUM, maker)],
      later: (coin, maker) => [[setTransferFee(coin, maker, 5_000, FEE_MAXIMUM)]],
      naming: { name: 'Half Measure', symbol: 'HALF', uri: 'ipfs://sandbox/half' },
      verdict: 'CRITICAL',
      what: 'its mint keeps 50 % of every transfer, raised from 1 % a day after the launch',
    },
    {
      name: 'a coin that looks like USDC',
      slot: ago(30, 6),
      freezable: 'always',
      mutable: true,
      // The last letter of the symbol is Cyrillic.
      naming: { name: 'USD Coin', symbol: 'USD\u0421', uri: 'https://usd-coin.example/token.json' },
      verdict: 'CRITICAL',
      what: 'its symbol looks like that of USDC, and its maker may freeze any holder',
    },
  ];
}
