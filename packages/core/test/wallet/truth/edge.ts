import { SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { MINUTE } from 'assay-sandbox/world/scene.ts';
import { chanceOf } from '../../support/chance.ts';
import { failing } from './acts/trades.ts';
import { burn, named, paySol, receiveSol, tipAlone } from './acts/transfers.ts';
import type { History } from './histories.ts';
import { Life } from './life.ts';
import { type Listed, SOL, Stage } from './stage/stage.ts';

const COINS = 18;
const TRIPS = 40;
/** Days before the present at which the first trip begins, and days between two. */
const [FIRST, APART] = [57, 1.35];

/**
 * A wallet with an edge that nobody can take for luck: forty round trips in eighteen coins over eight weeks, three in four of
 * them with a gain, because the whale moves the price while the wallet holds. Between them it pays, tips, fails, and is named,
 * and strangers send it a few tokens.
 */
export function playEdge(seed: string): { readonly stage: Stage; readonly history: History } {
  const stage = new Stage(seed, COINS);
  const name = 'wallet with an edge';
  const life = new Life(stage, name, chanceOf(seed, name));
  const born = life.foreign(stage.people.friend);
  born.receive(stage.people.friend, 30n * SOL);
  life.play(born, Stage.slot(FIRST + 1));
  for (let trip = 0; trip < TRIPS; trip += 1) {
    const listed = stage.listed[trip % COINS];
    const slot = Stage.slot(FIRST - trip * APART);
    if (listed) roundTrip(life, listed, slot);
    const other = life.oneOf([named, named, paySol, receiveSol, tipAlone, failing, burn]);
    const sheet = trip % 2 === 0 ? other?.(life) : null;
    if (sheet) life.play(sheet, slot + 900 * MINUTE);
  }
  return { stage, history: { name, life } };
}

function roundTrip(life: Life, { coin, pools }: Listed, slot: number): void {
  const { stage, chance } = life;
  const [pool] = pools;
  if (!pool) return;
  const lamports = life.milli(700, 1_300);
  const buying = life.sheet(true);
  const { out } = buying.swap(pool, SOL_COIN, lamports);
  buying.deed = { kind: 'buy', mint: coin.mint, units: out, lamports, coins: [] };
  life.play(buying, slot);
  if (chance.happens(0.15)) {
    const { friend } = stage.people;
    const sending = life.foreign(friend);
    sending.tokensFrom(friend, coin, out / 200n + 1n);
    life.play(sending, slot + MINUTE);
  }
  const isGain = chance.happens(0.75);
  const moved = isGain ? BigInt(chance.whole(150, 500)) * SOL : out * BigInt(chance.whole(20, 120));
  const from = isGain ? SOL_COIN : coin;
  const back = pool.quote(from, moved).out;
  stage.stir(pool, from, moved, slot + 60 * MINUTE);
  const selling = life.sheet(true);
  const units = selling.units(coin);
  const { out: brought } = selling.swap(pool, coin, units);
  if (chance.happens(0.4)) selling.close(coin);
  selling.deed = { kind: 'sell', mint: coin.mint, units, lamports: brought, coins: [] };
  life.play(selling, slot + chance.whole(70, 600) * MINUTE);
  stage.stir(pool, isGain ? coin : SOL_COIN, back, slot + 700 * MINUTE);
}
