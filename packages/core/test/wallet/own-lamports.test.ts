import { PublicKey } from '@solana/web3.js';
import {
  associatedKey,
  closeAccount,
  openTokenAccount,
  pay,
  syncWrapped,
  WRAPPED_SOL_KEY,
} from 'assay-sandbox/world/instructions.ts';
import { SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { MINUTE } from 'assay-sandbox/world/scene.ts';
import { expect, it } from 'vitest';
import { figuresOf } from '#rules/wallet/figures.ts';
import { judgeWallet } from '#rules/wallet/verdict.ts';
import { address } from '#solana/address.ts';
import { chanceOf } from '../support/chance.ts';
import { Life } from './truth/life.ts';
import { Served } from './truth/real-road.ts';
import { SOL, Stage } from './truth/stage/stage.ts';

const TRIPS = 40;
const COINS = 18;

/**
 * A wallet that buys and sells at the market, and so loses a little by fees. Ahead of three sales of four it sends `ahead` to the
 * address of its own wrapped SOL, which is closed then; the sale opens that account, and closes it.
 */
function played(ahead: bigint): { readonly stage: Stage; readonly life: Life } {
  const stage = new Stage('own lamports', COINS);
  const life = new Life(stage, 'sender', chanceOf('own lamports', 'sender'));
  const [wallet, { friend }] = [life.actor, stage.people];
  const wrapped = associatedKey(wallet.publicKey, WRAPPED_SOL_KEY);
  stage.play({ slot: Stage.slot(58), payer: friend, instructions: [pay(friend, wallet.publicKey, 30n * SOL)] });
  for (let trip = 0; trip < TRIPS; trip += 1) {
    const listed = stage.listed[trip % COINS];
    const pool = listed?.pools[0];
    if (!listed || !pool) throw new Error('no such coin');
    const { coin } = listed;
    const mint = new PublicKey(coin.mint);
    const slot = Stage.slot(57 - trip * 1.35);
    const lamports = SOL / 2n + BigInt(trip * 1_234_567);
    const bought = pool.quote(SOL_COIN, lamports).out;
    stage.play({
      slot,
      payer: wallet,
      instructions: [
        ...[
          openTokenAccount(wallet, wallet.publicKey, WRAPPED_SOL_KEY),
          pay(wallet, wrapped, lamports),
          syncWrapped(wallet),
        ],
        openTokenAccount(wallet, wallet.publicKey, mint),
        pool.swap(address(wallet.address), SOL_COIN, lamports, bought),
        closeAccount(wallet, WRAPPED_SOL_KEY, wallet.publicKey),
      ],
    });
    pool.settle(SOL_COIN, lamports);
    if (ahead > 0n && trip % 4 !== 3) {
      const instructions = [pay(wallet, wrapped, ahead + BigInt(trip) * 3_333_333n)];
      stage.play({ slot: slot + 30 * MINUTE, payer: wallet, instructions });
    }
    stage.play({
      slot: slot + 90 * MINUTE,
      payer: wallet,
      instructions: [
        openTokenAccount(wallet, wallet.publicKey, WRAPPED_SOL_KEY),
        pool.swap(address(wallet.address), coin, bought, pool.quote(coin, bought).out),
        closeAccount(wallet, WRAPPED_SOL_KEY, wallet.publicKey),
        closeAccount(wallet, mint, wallet.publicKey),
      ],
    });
    pool.settle(coin, bought);
  }
  return { stage, life };
}

it.each([0n, SOL / 2n])(
  'lamports that a wallet sends ahead to an account of its own are no proceeds: %s',
  async (ahead) => {
    const { stage, life } = played(ahead);
    const served = await Served.open(stage);
    try {
      const evidence = await served.evidence(life);
      expect(judgeWallet(evidence).verdict).toBe('UNTRUSTED');
      if (!evidence.book.known || !evidence.book.value) throw new Error('no book');
      expect(figuresOf(evidence.book.value).pessimisticPnl).toBe(stage.lamports(life.actor.address) - 30n * SOL);
    } finally {
      await served.close();
    }
  },
);
