import { type Coin, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import type { Life } from '../life.ts';
import type { Sheet } from '../sheet.ts';
import { across, type TruthPool } from '../stage/pools.ts';
import { type Listed, SOL } from '../stage/stage.ts';

/** Something that a wallet may do now; null where it cannot. */
export type Act = (life: Life) => Sheet | null;

/** Proceeds under which nobody sells: nothing near what counts as dust. */
const LEAST = 1_000_000n;
/** Proceeds from which on a sale is more than dust. */
const DUST_PRICE = 10_000n;
const WHOLE = 1_000n;

const solPools = ({ pools, coin }: Listed) =>
  pools.filter(({ sides }) => sides.includes(SOL_COIN) && sides.includes(coin));
const moneyPool = ({ pools }: Listed) => pools.find(({ sides }) => !sides.includes(SOL_COIN)) ?? null;
const solPoolOf = ({ stage }: Life, money: Coin) =>
  stage.conversions.find(({ sides }) => sides.includes(SOL_COIN) && sides.includes(money)) ?? null;
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
  const curve = life.stage.minted.has(listed.coin);
  sheet.deed = { kind: 'buy', mint: listed.coin.mint, units: out, lamports: spent, coins: [], curve };
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
  const curve = life.stage.minted.has(listed.coin);
  sheet.deed = { kind: 'sell', mint: listed.coin.mint, units, lamports: out, coins: [], curve };
  return sheet;
};

/** An order of the wallet was filled where nothing names it, and the money comes when it or somebody else settles. */
export const settleOrder: Act = (life) => {
  const kept = life.oneOf([...life.kept].filter(([, units]) => units > 0n));
  if (!kept) return null;
  const [coin, units] = kept;
  const sheet = life.chance.happens(0.7) ? life.sheet() : life.foreign(life.stage.people.friend);
  sheet.settle(coin, life.chance.happens(0.5) ? units : units / 2n + 1n, life.milli(50, 2_000));
  return sheet;
};

/** A purchase beside which a program that is no venue passes lamports on to a friend. */
export const buyAndForward: Act = (life) => {
  const forwarded = life.milli(150, 600);
  if (life.spendable < forwarded + 2n * SOL) return null;
  const sheet = buy(life);
  sheet?.forward(life.stage.people.friend, forwarded);
  return sheet;
};

/** A sale whose proceeds leave with a temporary account that is closed to a friend. */
export const sellAway: Act = (life) => {
  const listed = life.oneOf(life.held());
  const pool = listed && solPools(listed).find(({ native }) => !native);
  const units = listed ? portion(life, listed.coin) : 0n;
  if (!pool || life.merchantWallet.accounts.has(SOL_COIN.mint)) return null;
  if (pool.quote(listed.coin, units).out < LEAST) return null;
  const sheet = life.sheet();
  const { out } = sheet.swap(pool, listed.coin, units);
  sheet.closesTo = life.stage.people.friend;
  sheet.deed = { kind: 'sell', mint: listed.coin.mint, units, lamports: out, coins: [] };
  return sheet;
};

/** A sale that brings next to nothing. */
export const sellForDust: Act = (life) => {
  const listed = life.oneOf(life.held());
  const pool = listed && life.oneOf(solPools(listed));
  if (!pool) return null;
  const { coin } = listed;
  const units = life.stage.units(life.actor, coin) ?? 0n;
  const { out: whole } = pool.quote(coin, units);
  const few = whole > DUST_PRICE ? (units * BigInt(life.chance.whole(1, 9_000))) / whole : units;
  const { out } = pool.quote(coin, few);
  if (out === 0n || out >= DUST_PRICE) return null;
  const sheet = life.sheet();
  sheet.swap(pool, coin, few);
  const curve = life.stage.minted.has(coin);
  sheet.deed = { kind: 'sell', mint: coin.mint, units: few, lamports: out, coins: [], curve };
  return sheet;
};

/** A purchase with SOL through coins of a currency, of which a few units are left over. */
export const buyThroughMoney: Act = (life) => {
  const listed = life.oneOf(life.stage.listed.filter(moneyPool));
  const own = listed && moneyPool(listed);
  const money = own && across(own, listed.coin);
  const bridge = money && solPoolOf(life, money);
  const lamports = life.milli(100, 900);
  if (!own || !money || !bridge || life.spendable < lamports) return null;
  const sheet = life.sheet();
  const left = BigInt(life.chance.whole(1, 5));
  const { out } = sheet.swap(own, money, sheet.swap(bridge, SOL_COIN, lamports).out - left);
  const bought = { mint: listed.coin.mint, units: out, lamports, coins: [] };
  sheet.deed = { kind: 'buy', ...bought, left: [[money.mint, left]] };
  return sheet;
};

/** A friend fills an order that waits in a program's keep, and pays for it himself. */
export const orderFilled: Act = (life) => {
  const kept = life.oneOf([...life.kept].filter(([, units]) => units > 0n));
  if (!kept) return null;
  const { friend } = life.stage.people;
  const sheet = life.foreign(friend);
  sheet.fill(friend, kept[0], kept[1], life.milli(50, 2_000));
  return sheet;
};

/** A purchase with coins of a currency: in a pool of their own, through SOL, or partly with SOL. */
export const buyWithMoney: Act = (life) => {
  const { chance } = life;
  const listed = life.oneOf(life.stage.listed.filter(moneyPool));
  const own = listed && moneyPool(listed);
  if (!own) return null;
  const money = across(own, listed.coin);
  const spent = BigInt(chance.whole(5_000_000, 150_000_000));
  if ((life.merchantWallet.accounts.get(money.mint) ?? 0n) < spent) return null;
  const sheet = life.sheet(chance.happens(0.5));
  const way = chance.pick({ own: 3, through: 1, mixed: 1 });
  const extra = life.milli(20, 300);
  const bridge = solPoolOf(life, money);
  if (way === 'mixed' && life.spendable < extra) return null;
  const main = listed.pools[0] ?? own;
  const paid = { kind: 'buy', mint: listed.coin.mint, coins: [[money.mint, spent]] } as const;
  if (way === 'through' && bridge) {
    const { out } = sheet.swap(main, SOL_COIN, sheet.swap(bridge, money, spent).out);
    sheet.deed = { ...paid, units: out, lamports: 0n };
    return sheet;
  }
  const first = sheet.swap(own, money, spent).out;
  const second = way === 'mixed' ? sheet.swap(main, SOL_COIN, extra).out : 0n;
  sheet.deed = { ...paid, units: first + second, lamports: way === 'mixed' ? extra : 0n };
  return sheet;
};

/** A sale for coins of a currency, or through these for SOL. */
export const sellForMoney: Act = (life) => {
  const { chance } = life;
  const listed = life.oneOf(life.held().filter(moneyPool));
  const pool = listed && moneyPool(listed);
  const units = listed ? portion(life, listed.coin) : 0n;
  if (!pool || pool.quote(listed.coin, units).out < LEAST) return null;
  const sheet = life.sheet(chance.happens(0.5));
  const money = across(pool, listed.coin);
  const bridge = solPoolOf(life, money);
  const { out } = sheet.swap(pool, listed.coin, units);
  const deal = { kind: 'sell', mint: listed.coin.mint, units } as const;
  if (bridge && chance.happens(0.3)) {
    const { out: lamports } = sheet.swap(bridge, money, out);
    sheet.deed = { ...deal, lamports, coins: [] };
  } else sheet.deed = { ...deal, lamports: 0n, coins: [[money.mint, out]] };
  return sheet;
};

/** SOL for coins of a currency, these for SOL, or one of them for another: no trade, but perhaps a price of a currency. */
export const convert: Act = (life) => {
  const { stage, chance, merchantWallet } = life;
  const pool = life.oneOf(chance.happens(0.5) ? stage.conversions.slice(0, 1) : stage.conversions);
  if (!pool) return null;
  const [one, other] = pool.sides;
  const held = [one, other].filter(
    (coin) => coin !== SOL_COIN && (merchantWallet.accounts.get(coin.mint) ?? 0n) > LEAST,
  );
  const money = chance.happens(one === SOL_COIN ? 0.4 : 1) ? life.oneOf(held) : null;
  if (!money && one !== SOL_COIN) return null;
  const from = money ?? SOL_COIN;
  const amount = money
    ? ((merchantWallet.accounts.get(money.mint) ?? 0n) * mostly(life)) / WHOLE
    : life.milli(200, 2_000);
  if (amount < LEAST || (!money && life.spendable < amount)) return null;
  const sheet = life.sheet(chance.happens(0.3));
  const { out } = sheet.swap(pool, from, amount);
  const legs = [[from, -amount] as const, [across(pool, from), out] as const];
  const lamports = legs.reduce((sum, [coin, units]) => (coin === SOL_COIN ? sum + units : sum), 0n);
  const coins = legs.flatMap(([coin, units]) => (coin === SOL_COIN ? [] : [[coin.mint, units] as const]));
  sheet.deed = { kind: 'convert', lamports, coins };
  return sheet;
};

/** A purchase that a maker fills, for SOL or for coins of a currency. */
export const buyFromMaker: Act = (life) => {
  const listed = life.oneOf(life.stage.listed.filter(({ makers }) => makers.length > 0));
  const pool = listed && life.oneOf(listed.makers);
  if (!pool) return null;
  const quote = across(pool, listed.coin);
  const isSol = quote === SOL_COIN;
  const amount = isSol ? life.milli(30, 900) : BigInt(life.chance.whole(5_000_000, 150_000_000));
  const has = isSol ? life.spendable : (life.merchantWallet.accounts.get(quote.mint) ?? 0n);
  if (has < amount) return null;
  const sheet = sheetWith(life, pool);
  const { out } = sheet.swap(pool, quote, amount);
  sheet.deed = { ...filled(pool, quote, amount), kind: 'buy', mint: listed.coin.mint, units: out };
  return sheet;
};

/** A sale that a maker fills, likewise. */
export const sellToMaker: Act = (life) => {
  const listed = life.oneOf(life.held().filter(({ makers }) => makers.length > 0));
  const pool = listed && life.oneOf(listed.makers);
  if (!pool) return null;
  const units = portion(life, listed.coin);
  if (pool.quote(listed.coin, units).out < LEAST) return null;
  const sheet = sheetWith(life, pool);
  const { out } = sheet.swap(pool, listed.coin, units);
  const quote = across(pool, listed.coin);
  sheet.deed = { ...filled(pool, quote, out), kind: 'sell', mint: listed.coin.mint, units };
  return sheet;
};

/** Sometimes the maker pays the network's fee as well. */
function sheetWith(life: Life, { maker }: TruthPool): Sheet {
  return maker && life.chance.happens(0.4) ? life.foreign(maker) : life.sheet(life.chance.happens(0.3));
}

function filled({ maker }: TruthPool, quote: Coin, amount: bigint) {
  const by = { maker: maker?.address ?? null };
  if (quote === SOL_COIN) return { ...by, lamports: amount, coins: [] };
  return { ...by, lamports: 0n, coins: [[quote.mint, amount] as const] };
}

/** A purchase of which a part or all goes on into a program's keep in the same transaction. */
export const zap: Act = (life) => {
  const listed = life.oneOf(life.stage.listed.filter(({ coin }) => !life.stage.minted.has(coin)));
  const pool = listed?.pools[0];
  const lamports = life.milli(30, 900);
  if (!pool || life.spendable < lamports) return null;
  const sheet = life.sheet();
  const { out } = sheet.swap(pool, SOL_COIN, lamports);
  const onward = life.chance.happens(0.5) ? out : out / 3n;
  sheet.keep(listed.coin, onward);
  sheet.deed = { kind: 'buy', mint: listed.coin.mint, units: out, lamports, coins: [], onward };
  return sheet;
};

/** Units into a program's keep, or some of them back. */
export const keepOrTake: Act = (life) => {
  const kept = life.oneOf([...life.kept].filter(([, units]) => units > 0n));
  const sheet = life.sheet();
  if (kept && life.chance.happens(0.6)) {
    const [coin, units] = kept;
    const taken = life.chance.happens(0.6) ? units : units / 2n + 1n;
    sheet.open(coin);
    sheet.keep(coin, -taken);
    sheet.deed = { kind: 'take', mint: coin.mint, units: taken };
    return sheet;
  }
  const listed = life.oneOf(life.held());
  const units = listed ? portion(life, listed.coin) : 0n;
  if (!listed || units === 0n) return null;
  sheet.keep(listed.coin, units);
  sheet.deed = { kind: 'keep', mint: listed.coin.mint, units };
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

/** Two coins of pools bought in one transaction. What a curve makes beside another coin counts as a receipt for good. */
export const buyTwo: Act = (life) => {
  const pooled = life.stage.listed.filter(({ coin }) => !life.stage.minted.has(coin));
  const [one, two] = [life.oneOf(pooled), life.oneOf(pooled)];
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
