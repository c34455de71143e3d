import { type Effect, WRAPPED_SOL_MINT, worthOf } from '../effect.ts';
import { TradeLedger } from './ledger.ts';
import type { Book, BookInput, MintTraits, Position } from './positions.ts';
import { Rates } from './rates.ts';
import { reckon } from './reckon.ts';
import { STALE_SECONDS } from './round-trip.ts';
import { writeEffect } from './write.ts';

/**
 * Builds the book of a wallet from the effects of its transactions. Every lamport of every change has one flow class, and every
 * unit of a token is in one lot. Throws when the sums differ, because that is a bug and a wrong book must not be used.
 */
export function keepBook({ effects, now, stableMints, mints }: BookInput): Book {
  const kinds = {
    stable: new Set(stableMints),
    nft: new Set(mints.flatMap(({ mint, nft }) => (nft ? [mint] : []))),
  };
  const times = timesOf(effects, now);
  const ledger = new TradeLedger(new Rates(effects, times, kinds.stable), kinds);
  let change = 0n;
  let failed = 0;
  for (const [at, effect] of effects.entries()) {
    const time = times[at] ?? now;
    const worth = worthOf(effect);
    change += worth;
    ledger.meet(effect, time);
    if (effect.failed) {
      failed += 1;
      ledger.flows.add('failed_fees', worth);
    } else writeEffect(ledger, reckon(effect, worth, time, kinds));
  }
  finishOrders(ledger, now);
  ledger.flows.proveSum(change);
  ledger.proveBalances();
  return {
    ...positionsOf(ledger, now, mints),
    trades: ledger.trades,
    holds: ledger.holds,
    flows: ledger.flows.classes,
    change,
    counts: {
      transactions: effects.length,
      failed,
      atomicGains: ledger.atomicGains,
      unpricedTrades: ledger.unpriced.length,
    },
    atomicLosses: ledger.atomicLosses,
    unpricedLamports: unpricedLamports(ledger),
    proceeds: ledger.proceeds,
    unmatchedProceeds: ledger.unmatchedProceeds,
    unmatchedSales: ledger.unmatchedSales,
    transferredOut: ledger.transferredOut,
    sweptOut: ledger.sweptOut,
    rates: ledger.rates.used(),
    grossFlow: ledger.flows.gross,
    specialFlow: ledger.flows.special,
    created: [...new Set(effects.flatMap(({ failed: isFailed, created }) => (isFailed ? [] : created)))],
    tradedMints: [...ledger.tradedMints],
  };
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
function positionsOf(
  { holdings }: TradeLedger,
  now: number,
  mints: readonly MintTraits[],
): { readonly positions: readonly Position[]; readonly stableCost: bigint } {
  const facts = new Map(mints.map((one) => [one.mint, one]));
  const positions: Position[] = [];
  let stableCost = 0n;
  for (const holding of holdings.values()) {
    for (const roundTrip of holding.roundTrips) {
      const left = roundTrip === holding.position ? holding.basis : 0n;
      const finished = roundTrip.finish(left, now, facts.get(holding.mint));
      positions.push(finished.position);
      stableCost += finished.stableCost;
    }
  }
  return { positions: positions.sort((a, b) => a.openedAt - b.openedAt), stableCost };
}

/** Lamports that waited this long for an order count as lost, like tokens that nobody sells. */
function finishOrders(ledger: TradeLedger, now: number): void {
  for (const { mint, units, touchedAt } of ledger.quoteEscrows.values())
    if (mint === WRAPPED_SOL_MINT && now - touchedAt >= STALE_SECONDS) ledger.atomicLosses += units;
}

/** The value of trades without a price, at the nearest rate of any distance; null where there is none. */
function unpricedLamports({ unpriced, rates }: TradeLedger): bigint | null {
  let sum = 0n;
  for (const { stables, time } of unpriced) {
    const lamports = rates.roughly(stables, time);
    if (lamports === null) return null;
    sum += lamports;
  }
  return sum;
}
