import { SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { MINUTE } from 'assay-sandbox/world/scene.ts';
import { type Chance, chanceOf } from '../../support/chance.ts';
import { sendDust, slotsOfDust } from './acts/dust.ts';
import * as trade from './acts/trades.ts';
import * as transfer from './acts/transfers.ts';
import { Life } from './life.ts';
import { SOL, Stage } from './stage/stage.ts';

const COINS = 12;
const TRIES_MAX = 40;
/** Days before the present at which wallets are born: inside the window, or, aged, before it. */
const BORN = { inside: [12, 80], aged: [95, 110] } as const;

const acts: Readonly<Record<string, readonly [weight: number, trade.Act]>> = {
  buy: [26, trade.buy],
  sell: [26, trade.sell],
  convert: [7, trade.convert],
  buyWithMoney: [12, trade.buyWithMoney],
  sellForMoney: [10, trade.sellForMoney],
  buyFromMaker: [5, trade.buyFromMaker],
  sellToMaker: [5, trade.sellToMaker],
  zap: [2, trade.zap],
  buyAndForward: [1, trade.buyAndForward],
  sellAway: [1, trade.sellAway],
  sellForDust: [1, trade.sellForDust],
  buyThroughMoney: [1, trade.buyThroughMoney],
  orderFilled: [2, trade.orderFilled],
  settleOrder: [1, trade.settleOrder],
  keepOrTake: [4, trade.keepOrTake],
  swapCoins: [5, trade.swapCoins],
  buyTwo: [1, trade.buyTwo],
  arbitrage: [3, trade.arbitrage],
  failing: [4, trade.failing],
  receiveSol: [4, transfer.receiveSol],
  paySol: [3, transfer.paySol],
  receiveTokens: [4, transfer.receiveTokens],
  receiveMoney: [4, transfer.receiveMoney],
  payMoney: [1, transfer.payMoney],
  airdrop: [2, transfer.airdrop],
  sendTokens: [3, transfer.sendTokens],
  buyAndSend: [1, transfer.buyAndSend],
  burn: [2, transfer.burn],
  wrapOrUnwrap: [3, transfer.wrapOrUnwrap],
  unwrap: [6, transfer.unwrap],
  withdraw: [4, transfer.withdraw],
  sync: [5, transfer.sync],
  openOrClose: [2, transfer.openOrClose],
  tipAlone: [2, transfer.tipAlone],
  named: [2, transfer.named],
};
const weights = Object.fromEntries(Object.entries(acts).map(([name, [weight]]) => [name, weight]));

/** A wallet's history as it was played, with what lies before the window of a check. */
export interface History {
  readonly name: string;
  readonly life: Life;
}

/** A stage on which so many wallets lived their lives at the same time. The seed decides all of it. */
export function playStage(
  seed: string,
  wallets: number,
): { readonly stage: Stage; readonly histories: readonly History[] } {
  const stage = new Stage(seed, COINS);
  const histories = Array.from({ length: wallets }, (_, index) => {
    const name = `wallet ${index}`;
    return { name, life: new Life(stage, name, chanceOf(seed, name)) };
  });
  const chance = chanceOf(seed, 'whale');
  const lives = histories.map(({ life }) => life);
  const dust = chanceOf(seed, 'spammer');
  const agenda = [
    ...lives.flatMap((life) => slotsOf(life.chance).map((slot) => ({ slot, life }))),
    ...slotsOfDust(dust).map((slot) => ({ slot, life: null })),
  ];
  agenda.sort((a, b) => a.slot - b.slot);
  for (const { slot, life } of agenda) {
    if (chance.happens(0.35)) stir(stage, chance, slot);
    if (life) live(life, slot);
    else sendDust(stage, lives, dust, slot);
  }
  return { stage, histories };
}

/** When a wallet does something: bursts of minutes, with hours or days between them. The first one is its birth. */
function slotsOf(chance: Chance): readonly number[] {
  const [from, to] = chance.happens(0.2) ? BORN.aged : BORN.inside;
  const steps = chance.whole(20, 60);
  const born = Stage.slot(chance.whole(from, to));
  const last = Stage.slot(chance.happens(0.3) ? 10 : 1) - 1_000;
  const span = (last - born) / steps;
  const slots = [born];
  let at = born;
  for (let step = 1; step < steps; step += 1) {
    const gap = chance.pick({ same: 1, minutes: 10, hours: 9 });
    const minutes = Math.round(MINUTE * 25 * chance.next()) + 1;
    at += { same: 0, minutes, hours: Math.round(2 * span * chance.next()) + 1 }[gap];
    if (at < last) slots.push(at);
  }
  return slots;
}

function live(life: Life, slot: number): void {
  if (life.entries.length === 0) {
    const { friend } = life.stage.people;
    const sheet = life.foreign(friend);
    sheet.receive(friend, BigInt(life.chance.whole(5, 20)) * SOL);
    life.play(sheet, slot);
    return;
  }
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const sheet = acts[life.chance.pick(weights)]?.[1](life);
    if (sheet && life.play(sheet, slot)) return;
  }
}

/** The whale buys or sells in one of the pools, for up to a fifth of what lies in it. */
function stir(stage: Stage, chance: Chance, slot: number): void {
  const listed = stage.listed[chance.whole(0, stage.listed.length - 1)];
  const pool = listed?.pools[0];
  if (!listed || !pool) return;
  const share = BigInt(chance.whole(10, 200));
  if (chance.happens(0.5)) stage.stir(pool, SOL_COIN, (1_500n * SOL * share) / 1_000n, slot);
  else stage.stir(pool, listed.coin, (200_000_000_000_000n * share) / 1_000n, slot);
}
