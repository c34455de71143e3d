import { type Effect, type Moved, WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';
import { magnitude } from '#lib/divide.ts';
import type { CoinCurrency } from '#rules/wallet/evidence/book.ts';
import type { Coins } from './coins.ts';
import { costsOf } from './flows.ts';
import type { CoinMove, Legs } from './rates.ts';

/** A change of up to this many lamports has no meaning. */
export const DUST = 10_000n;

/** The special mints of a book. */
export interface MintKinds {
  readonly coins: Coins;
  readonly nft: ReadonlySet<string>;
  /** Coins that a curve makes when they are bought and burns when they are sold. */
  readonly curves: ReadonlySet<string>;
}

/** Units of one mint, above 0. */
export interface Amount {
  readonly mint: string;
  readonly units: bigint;
}

/**
 * The change of one currency by its stable coins, at face value. `given`: plain transfers in and out; `away`: the part of those out that
 * is no part of a price.
 */
interface CoinChange {
  readonly currency: CoinCurrency;
  moved: bigint;
  givenIn: bigint;
  givenOut: bigint;
  away: bigint;
}

/** A successful transaction, with the sums that the book needs. */
export interface Reckoned {
  /** The effect, with transfers that look like tips added to its tips. */
  readonly effect: Effect;
  readonly time: number;
  /** The change of worth without rent and gifts. */
  readonly rest: bigint;
  /** Lamports that were given away beside a trade, and are no part of its price. */
  readonly away: bigint;
  /** `rest` without costs. */
  readonly sol: bigint;
  /** The sign of `sol`; 0 for dust that a pool neither took nor paid for a token, and for what a route left over. */
  readonly sign: -1 | 0 | 1;
  /** Mints that programs raised and lowered, and the stable coins among them. */
  readonly rose: readonly Amount[];
  readonly fell: readonly Amount[];
  readonly coins: readonly CoinMove[];
  /** Stable coins that plain transfers took away, below 0: beside a trade they are part of its price. */
  readonly coinsOut: readonly CoinMove[];
  readonly coinChanges: readonly CoinChange[];
  readonly hasNft: boolean;
  /** Of `rose` and `fell`, mints whose whole change a program made or burned, and no curve: receipts for what it keeps. */
  readonly receipts: readonly Amount[];
  /** Of `rose`, units that went on into accounts of others in the same transaction, and receipts that came for them. */
  readonly onward: readonly Moved[];
  readonly onwardReceipts: readonly Amount[];
  /** Tokens that plain transfers moved, and those that a route left over or took too many of. */
  readonly plainIn: readonly Amount[];
  readonly plainOut: readonly Amount[];
}

const NOTHING: readonly never[] = [];

/** `change`: that of the whole effect. */
export function reckon(found: Effect, change: bigint, time: number, kinds: MintKinds): Reckoned {
  const changed = change - found.rentFromOthers - found.givenIn;
  const moved = magnitude(changed + costsOf(found) + found.givenOut);
  const tipped = withUnknownTip(found, moved);
  const away = awayOf(tipped, tipped.givenOut, moved);
  const effect = away === 0n ? tipped : { ...tipped, givenOut: 0n };
  const rest = changed + away;
  const sol = rest + costsOf(effect);
  const { rose: came, fell, coins, allCoins, hasNft, onward, sign, leftIn, leftOut } = sidesOf(effect, kinds, sol);
  const receipts = receiptsOf(effect, came, fell, kinds);
  const onwardReceipts: readonly Amount[] =
    onward.length === 0 ? NOTHING : receipts.filter((one) => came.includes(one));
  const isOther = (one: Amount) => !onwardReceipts.includes(one);
  const { plain } = effect;
  const coinChanges = allCoins.length + plain.length === 0 ? NOTHING : coinChangesOf(effect, allCoins, kinds);
  const isPriced = ({ currency }: CoinMove) => !coinChanges.some((one) => one.currency === currency && one.away > 0n);
  const coinsOut = plain.length === 0 ? NOTHING : coinsOutOf(plain, kinds).filter(isPriced);
  return {
    effect,
    time,
    rest,
    away,
    sol,
    sign,
    rose: onwardReceipts.length === 0 ? came : came.filter(isOther),
    fell,
    coins,
    coinsOut,
    coinChanges,
    hasNft,
    receipts: onwardReceipts.length === 0 ? receipts : receipts.filter(isOther),
    onward,
    onwardReceipts,
    plainIn: plain.length === 0 ? leftIn : [...plainOf(plain, kinds, 'in'), ...leftIn],
    plainOut: plain.length === 0 ? leftOut : [...plainOf(plain, kinds, 'out'), ...leftOut],
  };
}

/** The largest minimum tip of public transaction senders. */
const LEAST_TIP = 1_000_000n;
/** 95 of 100 tips stay below this (docs.nextblock.io/api/basics). */
const TIP_MAX = 100_000_000n;
/** Trading terminals take 1 percent, and a tip may be as large. Beside a price of a market a tip may be up to half of the trade. */
const TIP_ONE_IN = { ofUnclearPrice: 50n, ofMarketPrice: 2n } as const;

/**
 * Counts plain transfers of a trade to unlabelled accounts as tips if they are as small as tips and fees are. `moved`: lamports
 * that programs took or paid.
 */
function withUnknownTip(effect: Effect, moved: bigint): Effect {
  const { service, tips, givenOut, atMarket } = effect;
  if (service !== 'trade' || givenOut === 0n) return effect;
  const oneIn = atMarket ? TIP_ONE_IN.ofMarketPrice : TIP_ONE_IN.ofUnclearPrice;
  const isTip = givenOut <= LEAST_TIP || (givenOut <= TIP_MAX && givenOut * oneIn <= moved);
  return isTip ? { ...effect, tips: tips + givenOut, givenOut: 0n } : effect;
}

/** A fee takes at most a tenth of a trade. */
const FEE_ONE_IN = 10n;

/** What plain transfers gave away beside a trade that a market priced; 0 where it may have been its fee, or have paid for it. */
function awayOf({ atMarket }: Effect, given: bigint, moved: bigint): bigint {
  return atMarket && moved > DUST && given * FEE_ONE_IN > moved ? given : 0n;
}

/** What was paid (negative) and received in a trade, without costs. Lamports that are dust have no meaning. */
export function legsOf({ sol, sign, coins, coinsOut }: Reckoned): Legs {
  return { sol: sign === 0 ? 0n : sol, coins: coinsOut.length === 0 ? coins : [...coins, ...coinsOut] };
}

type Sides = Pick<Reckoned, 'rose' | 'fell' | 'coins' | 'hasNft' | 'onward' | 'sign'> & {
  /** With those that a route left over or took too many of. */
  readonly allCoins: readonly CoinMove[];
  /** Tokens that a route left over, and those of which it took too many. */
  readonly leftIn: readonly Amount[];
  readonly leftOut: readonly Amount[];
};

/** The changes by programs. Units that were passed on at once count as received, because they were paid for as well. */
function sidesOf(effect: Effect, kinds: MintKinds, sol: bigint): Sides {
  const rose: Amount[] = [];
  const fell: Amount[] = [];
  const coins: CoinMove[] = [];
  let hasNft = false;
  const changes = programPart(effect);
  const onward = effect.onward.length === 0 ? NOTHING : addOnward(changes, effect.onward, kinds);
  for (const { mint, units } of changes) {
    if (units === 0n) continue;
    const currency = kinds.coins.currencyOf(mint);
    if (currency) coins.push({ mint, currency, units, amount: coinAmount(effect, mint, kinds.coins) });
    else if (kinds.nft.has(mint)) hasNft = true;
    else if (units > 0n) rose.push({ mint, units });
    else fell.push({ mint, units: -units });
  }
  const sides = { rose, fell, coins, allCoins: coins, hasNft, onward, leftIn: NOTHING, leftOut: NOTHING };
  const isMoved = magnitude(sol) > DUST || isDustPrice(effect, sides, sol);
  return withoutLeftovers(effect, { ...sides, sign: isMoved ? signOf(sol) : 0 }, sol);
}

const signOf = (amount: bigint) => (amount < 0n ? -1 : 1);

/** Whether dust is what a pool paid for the only token that left, or took for the only one that came. */
function isDustPrice(effect: Effect, { rose, fell, coins }: Pick<Sides, 'rose' | 'fell' | 'coins'>, sol: bigint) {
  if (effect.service !== 'trade' || rose.length + fell.length !== 1 || coins.length > 0) return false;
  if (fell.length === 1) return sol > 0n && effect.poolImpactBps !== null;
  return sol < 0n && passedOf(effect, WRAPPED_SOL_MINT) > 0n;
}

/** At most one unit in so many that went through the wallet is left over, or was too many. */
const LEFT_ONE_IN = 1_000n;

/** What programs took of a mint from the wallet into accounts of others. */
function passedOf({ deposits }: Effect, of: string): bigint {
  return deposits.reduce((sum, { mint, amount }) => (mint === of ? sum + amount : sum), 0n);
}

/**
 * Sets the rest of a route's middle coins apart, where the remainder is an exchange by itself. A transfer of the same coin to others in
 * the transaction marks such a rest, so that a purchase beside the route is none.
 */
function withoutLeftovers(effect: Effect, sides: Sides, sol: bigint): Sides {
  const { rose, fell, coins, sign } = sides;
  if (rose.length + fell.length + coins.length + (sign === 0 ? 0 : 1) < 3 || effect.deposits.length === 0) return sides;
  const isLeft = (mint: string, units: bigint) => magnitude(units) * LEFT_ONE_IN <= passedOf(effect, mint);
  const rest = {
    rose: rose.filter(({ mint, units }) => !isLeft(mint, units)),
    fell: fell.filter(({ mint, units }) => !isLeft(mint, units)),
    coins: coins.filter(({ mint, units }) => !isLeft(mint, units)),
    sign: isLeft(WRAPPED_SOL_MINT, sol) ? (0 as const) : sign,
  };
  const directions = [
    ...rest.rose.map(() => 1),
    ...rest.fell.map(() => -1),
    ...rest.coins.map(({ units }) => signOf(units)),
    rest.sign,
  ];
  if (!directions.includes(1) || !directions.includes(-1)) return sides;
  return {
    ...sides,
    ...rest,
    leftIn: rose.filter((one) => !rest.rose.includes(one)),
    leftOut: fell.filter((one) => !rest.fell.includes(one)),
  };
}

/** Adds the units that went on, of each mint that otherwise came in more than it left; returns it. */
function addOnward(deltas: Delta[], onward: readonly Moved[], kinds: MintKinds): readonly Moved[] {
  const added = onward.filter(({ mint }) => {
    if (!isKept(mint, kinds)) return false;
    const units = onward.reduce((sum, one) => (one.mint === mint ? sum + one.amount : sum), 0n);
    return (deltas.find((delta) => delta.mint === mint)?.units ?? 0n) + units > 0n;
  });
  for (const { mint, amount } of added) add(deltas, mint, amount);
  return added;
}

function receiptsOf(
  { minted, burned }: Effect,
  rose: readonly Amount[],
  fell: readonly Amount[],
  { curves }: MintKinds,
): readonly Amount[] {
  if (minted.length === 0 && burned.length === 0) return NOTHING;
  const isOf = (made: Effect['minted']) => (amount: Amount) =>
    !curves.has(amount.mint) &&
    made.some((one) => one.byProgram && one.mint === amount.mint && one.amount >= amount.units);
  return [...rose.filter(isOf(minted)), ...fell.filter(isOf(burned))];
}

interface Delta {
  readonly mint: string;
  units: bigint;
}

/** True for mints whose units are kept in lots. */
function isKept(mint: string, { coins, nft }: MintKinds): boolean {
  return mint !== WRAPPED_SOL_MINT && !coins.has(mint) && !nft.has(mint);
}

/** The change of each mint, less plain transfers. */
function programPart({ accounts, plain }: Effect): Delta[] {
  const deltas: Delta[] = [];
  for (const { mint, before, after } of accounts) {
    if (mint === WRAPPED_SOL_MINT) continue;
    add(deltas, mint, (after === null ? 0n : after.amount) - (before === null ? 0n : before.amount));
  }
  for (const moved of plain) if (moved.mint !== WRAPPED_SOL_MINT) add(deltas, moved.mint, moved.out - moved.in);
  return deltas;
}

/** A transaction moves few mints, so a list is faster than a map. */
function add(deltas: Delta[], mint: string, units: bigint): void {
  const known = deltas.find((delta) => delta.mint === mint);
  if (known) known.units += units;
  else deltas.push({ mint, units });
}

function coinsOutOf(plain: Effect['plain'], { coins }: MintKinds): readonly CoinMove[] {
  return plain.flatMap(({ mint, out }) => {
    const currency = coins.currencyOf(mint);
    return currency && out > 0n ? [{ mint, currency, units: -out, amount: -coins.amountOf(mint, out) }] : [];
  });
}

/** The program changes and the given amounts, by currency. */
function coinChangesOf(effect: Effect, moves: readonly CoinMove[], { coins }: MintKinds): readonly CoinChange[] {
  const changes: CoinChange[] = [];
  const of = (currency: CoinCurrency) => {
    const known = changes.find((one) => one.currency === currency);
    if (known) return known;
    const change = { currency, moved: 0n, givenIn: 0n, givenOut: 0n, away: 0n };
    changes.push(change);
    return change;
  };
  for (const { currency, amount } of moves) of(currency).moved += amount;
  for (const moved of effect.plain) {
    const currency = coins.currencyOf(moved.mint);
    if (!currency) continue;
    of(currency).givenIn += givenInOf(moved, coins);
    of(currency).givenOut += coins.amountOf(moved.mint, moved.out);
  }
  for (const one of changes) {
    one.away = awayOf(effect, one.givenOut, magnitude(one.moved));
    one.givenOut -= one.away;
  }
  return changes;
}

/** Gifts received are rounded up and gifts made are rounded down, so that the changes by programs are rounded against the wallet. */
function givenInOf({ mint, in: came }: Effect['plain'][number], coins: Coins): bigint {
  return -coins.amountOf(mint, -came);
}

/** What programs moved of a coin at face value: the change of its accounts less plain transfers. */
function coinAmount({ accounts, plain }: Effect, of: string, coins: Coins): bigint {
  let amount = 0n;
  for (const held of accounts) if (held.mint === of) amount += coins.changeOf(held);
  for (const moved of plain) if (moved.mint === of) amount += coins.amountOf(of, moved.out) - givenInOf(moved, coins);
  return amount;
}

function plainOf(plain: Effect['plain'], kinds: MintKinds, way: 'in' | 'out'): readonly Amount[] {
  return plain.flatMap(({ mint, [way]: units }) => (units > 0n && isKept(mint, kinds) ? [{ mint, units }] : []));
}
