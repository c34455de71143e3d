import { type Coin, SOL_COIN } from '#sandbox/world/market/coin.ts';
import type { Life } from '../life.ts';
import type { Sheet } from '../sheet.ts';
import type { TruthPool } from '../stage/pools.ts';
import type { Listed } from '../stage/stage.ts';

/** Something that a wallet may do now; null where it cannot. */
export type Act = (life: Life) => Sheet | null;

/** Proceeds under which nobody sells: nothing near what counts as dust. */
const LEAST = 1_000_000n;
const WHOLE = 1_000n;

const solPools = ({ pools, coin }: Listed) =>
  pools.filter(({ sides }) => sides.includes(SOL_COIN) && sides.includes(coin));
const dollarPool = ({ pools }: Listed) => pools.find(({ sides }) => !sides.includes(SOL_COIN)) ?? null;
const mostly = (life: Life): bigint => BigInt(life.chance.pick({ 1000: 6, 995: 1, 700: 1, 450: 1, 120: 1 }));

/** Units that would be sold, now that some plain share was drawn. */
function portion(life: Life, coin: Coin): bigint {
  return ((life.merchantWallet.accounts.get(coin.mint) ?? 0n) * mostly(life)) / WHOLE;
}

/** A purchase with SOL; sometimes somebody sends the wallet lamports in the same transaction. */
export const buy: Act = (life) => {
  const listed = life.oneOf(life.stage.listed);
  const pool = listed && life.oneOf(solPools(listed));
  const lamports = life.milli(30, 1_500);
  if (!pool || life.spendable < lamports) return null;
  const sheet = life.sheet(true);
  if (life.chance.happens(0.05)) sheet.receive(life.stage.people.friend, life.milli(1, 400));
  const { spent, out } = sheet.swap(pool, SOL_COIN, lamports);
  sheet.deed = { kind: 'buy', mint: listed.coin.mint, units: out, lamports: spent, dollars: 0n };
  return sheet;
};

/** A sale for SOL of all, nearly all, or a part; an account that it empties is sometimes closed. */
export const sell: Act = (life) => {
  const listed = life.oneOf(life.held());
  const pool = listed && life.oneOf(solPools(listed));
  const units = listed ? portion(life, listed.coin) : 0n;
  if (!pool || pool.quote(listed.coin, units).out < LEAST) return null;
  const sheet = life.sheet(true);
  if (life.chance.happens(0.05)) sheet.receive(life.stage.people.friend, life.milli(1, 400));
  const { out } = sheet.swap(pool, listed.coin, units);
  if (sheet.units(listed.coin) === 0n && life.chance.happens(0.5)) sheet.close(listed.coin);
  sheet.deed = { kind: 'sell', mint: listed.coin.mint, units, lamports: out, dollars: 0n };
  return sheet;
};

/** A purchase with dollars: in a pool of their own, through SOL, or partly with SOL. */
export const buyWithDollars: Act = (life) => {
  const { stage, chance } = life;
  const [, dollar] = stage.dollars.sides;
  const listed = life.oneOf(stage.listed.filter(dollarPool));
  const own = listed && dollarPool(listed);
  const dollars = BigInt(chance.whole(5_000_000, 150_000_000));
  if (!own || (life.merchantWallet.accounts.get(dollar.mint) ?? 0n) < dollars) return null;
  const sheet = life.sheet(chance.happens(0.5));
  const way = chance.pick({ own: 3, through: 1, mixed: 1 });
  const extra = life.milli(20, 300);
  if (way === 'mixed' && life.spendable < extra) return null;
  const main = listed.pools[0] ?? own;
  if (way === 'through') {
    const { out } = sheet.swap(main, SOL_COIN, sheet.swap(stage.dollars, dollar, dollars).out);
    sheet.deed = { kind: 'buy', mint: listed.coin.mint, units: out, lamports: 0n, dollars };
    return sheet;
  }
  const first = sheet.swap(own, dollar, dollars).out;
  const second = way === 'mixed' ? sheet.swap(main, SOL_COIN, extra).out : 0n;
  const lamports = way === 'mixed' ? extra : 0n;
  sheet.deed = { kind: 'buy', mint: listed.coin.mint, units: first + second, lamports, dollars };
  return sheet;
};

/** A sale for dollars, or through dollars for SOL. */
export const sellForDollars: Act = (life) => {
  const { stage, chance } = life;
  const [, dollar] = stage.dollars.sides;
  const listed = life.oneOf(life.held().filter(dollarPool));
  const pool = listed && dollarPool(listed);
  const units = listed ? portion(life, listed.coin) : 0n;
  if (!pool || pool.quote(listed.coin, units).out < LEAST) return null;
  const sheet = life.sheet(chance.happens(0.5));
  const { out } = sheet.swap(pool, listed.coin, units);
  const deal = { kind: 'sell', mint: listed.coin.mint, units } as const;
  if (chance.happens(0.3)) {
    const { out: lamports } = sheet.swap(stage.dollars, dollar, out);
    sheet.deed = { ...deal, lamports, dollars: 0n };
  } else sheet.deed = { ...deal, lamports: 0n, dollars: out };
  return sheet;
};

/** SOL for dollars, or dollars for SOL: no trade, but a price of the dollar. */
export const convert: Act = (life) => {
  const { stage, chance } = life;
  const [sol, dollar] = stage.dollars.sides;
  const dollars = life.merchantWallet.accounts.get(dollar.mint) ?? 0n;
  const isBack = dollars > 1_000_000n && chance.happens(0.4);
  const amount = isBack ? (dollars * mostly(life)) / WHOLE : life.milli(200, 2_000);
  if (!isBack && life.spendable < amount) return null;
  const sheet = life.sheet(chance.happens(0.3));
  const { out } = sheet.swap(stage.dollars, isBack ? dollar : sol, amount);
  sheet.deed = { kind: 'flow', flow: 'conversions', lamports: isBack ? out : -amount };
  return sheet;
};

/** One coin for another through SOL, of which a few lamports are left over. */
export const swapCoins: Act = (life) => {
  const source = life.oneOf(life.held());
  const target = life.oneOf(life.stage.listed);
  const pools = [source, target].map((one) => one && life.oneOf(solPools(one).filter(({ native }) => !native)));
  const [first, second]: readonly (TruthPool | null | undefined)[] = pools;
  if (!source || !target || !first || !second || source.coin === target.coin) return null;
  const units = portion(life, source.coin);
  if (first.quote(source.coin, units).out < LEAST) return null;
  const sheet = life.sheet(true);
  const left = BigInt(life.chance.pick({ 0: 3, 1: 1 }) === '0' ? 0 : life.chance.whole(1, 4_000));
  const { out } = sheet.swap(first, source.coin, units);
  const got = sheet.swap(second, SOL_COIN, out - left).out;
  sheet.deed = { kind: 'swap', gave: [source.coin.mint, units], got: [target.coin.mint, got], lamports: left };
  return sheet;
};

/** Two coins bought in one transaction. */
export const buyTwo: Act = (life) => {
  const [one, two] = [life.oneOf(life.stage.listed), life.oneOf(life.stage.listed)];
  const [first, second] = [one?.pools[0], two?.pools[0]];
  const each = life.milli(30, 300);
  if (!one || !two || !first || !second || one === two || life.spendable < 2n * each) return null;
  const sheet = life.sheet(life.chance.happens(0.5));
  const coins = [sheet.swap(first, SOL_COIN, each).out, sheet.swap(second, SOL_COIN, each).out] as const;
  const came = [[one.coin.mint, coins[0]] as const, [two.coin.mint, coins[1]] as const];
  sheet.deed = { kind: 'muddle', in: came, out: [], lamports: -2n * each };
  return sheet;
};

/** A coin bought in one pool and sold in another at once, where that gains. */
export const arbitrage: Act = (life) => {
  const listed = life.oneOf(life.stage.listed);
  const pools = listed ? solPools(listed).filter(({ native }) => !native) : [];
  const lamports = life.milli(100, 900);
  const [first, second] = life.chance.happens(0.5) ? pools : [...pools].reverse();
  if (!listed || !first || !second || life.spendable < lamports) return null;
  const back = second.quote(listed.coin, first.quote(SOL_COIN, lamports).out).out;
  if (back < lamports + LEAST) return null;
  const sheet = life.sheet(true);
  const { out } = sheet.swap(first, SOL_COIN, lamports);
  sheet.swap(second, listed.coin, out);
  sheet.deed = { kind: 'flow', flow: 'atomic', lamports: back - lamports };
  return sheet;
};

/** A trade that asks for more than the pool gives: it costs its fee, or another's. */
export const failing: Act = (life) => {
  const listed = life.oneOf(life.stage.listed);
  const pool = listed?.pools[0];
  const lamports = life.milli(30, 300);
  if (!pool || life.spendable < lamports) return null;
  const sheet = life.sheet(true);
  sheet.fails = true;
  sheet.swap(pool, SOL_COIN, lamports);
  return sheet;
};
