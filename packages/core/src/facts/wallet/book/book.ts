import { type Effect, type MintTraits, type Moved, WRAPPED_SOL_MINT, worthOf } from '#derive/effects/effect-type.ts';
import type { Book, CoinCurrency, CurrencySums, Position } from '#rules/wallet/evidence/book.ts';
import { Coins } from './coins.ts';
import { curvesOf } from './curves.ts';
import { type CurrencyTally, proveSums } from './flows.ts';
import { TradeLedger } from './ledger.ts';
import { Rates } from './rates.ts';
import { DUST, reckon } from './reckon.ts';
import { STALE_SECONDS } from './round-trip.ts';
import { writeEffect } from './write.ts';

/** The input of a book. */
export interface BookInput {
  /** Oldest first, in the order of execution, each signature once. */
  readonly effects: readonly Effect[];
  /** Unix seconds of the moment of the answer. */
  readonly now: number;
  /** Mints that stand for one dollar or one euro. */
  readonly stableCoins: ReadonlyMap<string, CoinCurrency>;
  /** Facts of mints that need them. An unlisted mint has no fact that matters. */
  readonly mints: readonly MintTraits[];
}

/**
 * Builds the book of a wallet from the effects of its transactions. Every atomic unit of every currency's change has one flow
 * class, and every unit of a token is in one lot. Throws when the sums differ, because that is a bug and a wrong book must not be used.
 */
export function keepBook({ effects, now, stableCoins, mints }: BookInput): Book {
  const coins = new Coins(effects, stableCoins);
  const nft = new Set(mints.flatMap((one) => (one.nft ? [one.mint] : [])));
  const kinds = { coins, nft, curves: curvesOf(effects, { coins, nft }) };
  const times = timesOf(effects, now);
  const rates = new Rates(effects, times, coins);
  const ledger = new TradeLedger(rates, kinds);
  const { sol } = ledger.tallies;
  let failed = 0;
  for (const [at, effect] of effects.entries()) {
    const time = times[at] ?? now;
    const worth = worthOf(effect);
    sol.change += worth;
    ledger.meet(effect, time);
    if (effect.failed) {
      failed += 1;
      sol.flows.add('failed_fees', worth);
    } else {
      addCoins(ledger, effect);
      writeEffect(ledger, reckonWhole(ledger, effect, worth, time));
    }
  }
  finishOrders(ledger, now);
  proveSums(ledger.tallies);
  ledger.proveBalances();
  const positions = positionsOf(ledger, now, mints);
  return {
    ...sumsOf(sol),
    others: { usd: sumsOf(ledger.tallies.usd), eur: sumsOf(ledger.tallies.eur) },
    positions,
    trades: ledger.trades,
    holds: ledger.holds,
    counts: {
      transactions: effects.length,
      failed,
      atomicGains: ledger.atomicGains,
      unpricedTrades: ledger.unpricedTrades,
    },
    unmatchedSales: ledger.unmatchedSales,
    rates: rates.used(),
    rateBounds: rates.bounds(),
    created: [...new Set(effects.flatMap(({ failed: isFailed, created }) => (isFailed ? [] : created)))],
    tradedMints: [...ledger.tradedMints],
  };
}

/**
 * The filler of an order may pay outside the program of the order. Where the program paid nothing, the money that the filler sends is the
 * price, or the tokens where the filler sends no money. Anything else stays a gift, because strangers can send it too.
 */
function reckonWhole({ quoteEscrows, holdings, kinds }: TradeLedger, effect: Effect, worth: bigint, time: number) {
  const reckoned = reckon(effect, worth, time, kinds);
  const isOfOrder = ({ account, mint }: Moved) =>
    quoteEscrows.get(account)?.mint === mint || holdings.get(mint)?.escrows.has(account);
  if (effect.signed || !effect.released.some(isOfOrder)) return reckoned;
  const { sol, rose, coins, coinChanges } = reckoned;
  if (sol > DUST || rose.length > 0 || coins.some(({ units }) => units > 0n)) return reckoned;
  const isMoney = effect.givenIn > DUST || coinChanges.some(({ givenIn }) => givenIn > 0n);
  const plain = effect.plain.map((moved) => (isMoney && !kinds.coins.has(moved.mint) ? moved : { ...moved, in: 0n }));
  return reckon({ ...effect, givenIn: 0n, plain }, worth, time, kinds);
}

function sumsOf({ flows, ...sums }: CurrencyTally): CurrencySums {
  return { ...sums, flows: flows.classes, grossFlow: flows.gross, specialFlow: flows.special };
}

/** Adds the change of the wallet's stable coins, from its accounts, to those of their currencies. */
function addCoins({ kinds, tallies }: TradeLedger, { accounts }: Effect): void {
  for (const held of accounts) {
    const currency = kinds.coins.currencyOf(held.mint);
    if (currency) tallies[currency].change += kinds.coins.changeOf(held);
  }
}

/** The time of each transaction. One without a time has that of the one before it, else the first known time. */
function timesOf(effects: readonly Effect[], now: number): number[] {
  let last = effects.find(({ time }) => time !== null)?.time ?? now;
  return effects.map(({ time }) => {
    last = time ?? last;
    return last;
  });
}

/** Positions in the order in which they were opened. */
function positionsOf(ledger: TradeLedger, now: number, mints: readonly MintTraits[]): readonly Position[] {
  const facts = new Map(mints.map((one) => [one.mint, one]));
  const positions: Position[] = [];
  for (const holding of ledger.holdings.values()) {
    if (holding.position && now - holding.position.lastTradeAt >= STALE_SECONDS) ledger.leavePaid(holding);
    const isSold = holding.roundTrips.some(({ sells }) => sells > 0);
    for (const roundTrip of holding.roundTrips) {
      // A mint that was never sold may be the receipt of a vault: its loss proves nothing, and no profit is lost with it.
      if (!isSold && ledger.kinds.curves.has(holding.mint)) roundTrip.taint ??= 'unclear';
      const left = roundTrip === holding.position ? holding.basis : 0n;
      const { position, convertedCost } = roundTrip.finish(left, now, facts.get(holding.mint));
      positions.push(position);
      ledger.tallies[position.currency].convertedCost += convertedCost;
    }
  }
  return positions.sort((a, b) => a.openedAt - b.openedAt);
}

/** Tokens that waited this long for an order count as lost. Money that may have bought something is no clear trade. */
function finishOrders({ quoteEscrows, kinds, tallies }: TradeLedger, now: number): void {
  for (const { mint, units, touchedAt, isSpent } of quoteEscrows.values()) {
    const currency = kinds.coins.currencyOf(mint) ?? (mint === WRAPPED_SOL_MINT ? 'sol' : null);
    if (now - touchedAt < STALE_SECONDS || currency === null) continue;
    const amount = currency === 'sol' ? units : kinds.coins.amountOf(mint, units);
    if (!isSpent) {
      tallies[currency].atomicLosses += amount;
      continue;
    }
    tallies[currency].flows.add('orders', amount);
    tallies[currency].flows.add('unclear', -amount);
  }
}
