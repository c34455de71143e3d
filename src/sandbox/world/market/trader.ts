import type { Actor, Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { type Act, DAY, type Sequel, SOL } from '../scene.ts';
import { EXCHANGES } from './exchange.ts';
import { entered, marketAt, PRICE_CYCLES_TITLE, priceCycleSlot, type Trip, tripActs } from './price-cycles.ts';

/** A wallet with a record: what it is called, what an exchange paid out to it, and what it does in tides. */
export interface TraderPlan {
  readonly name: string;
  /** Keeps wallets of one tide apart. */
  readonly lane: number;
  /** 40 SOL when absent. */
  readonly lamports?: bigint;
  readonly trips: readonly Trip[];
}

/** A wallet with a record: its first money, and what follows in the market with tides. */
export interface Trader {
  readonly wallet: Actor;
  readonly acts: readonly Act[];
  readonly record: Sequel;
}

/** The executed record of a wallet. */
export function trader(cast: Cast, plan: TraderPlan): Trader {
  const { name, lane, lamports = 40n * SOL, trips } = plan;
  const wallet = cast.person(name);
  const first = Math.min(...trips.map(({ priceCycle }) => priceCycle));
  const slot = priceCycleSlot(first, 'early') - DAY + lane;
  const record = {
    title: PRICE_CYCLES_TITLE,
    acts: () => tripActs(cast, wallet, lane, trips),
    outline: () =>
      [...new Set(trips.map(({ priceCycle }) => marketAt(cast, priceCycle)))].map((pool) => entered(wallet, pool)),
  };
  return { wallet, acts: [withdrawal(cast, wallet, slot, lamports)], record };
}

/** A withdrawal from an exchange to a wallet. */
export function withdrawal(cast: Cast, wallet: Actor, slot: number, lamports: bigint): Act {
  const payer = cast.stranger(EXCHANGES.coinbase);
  return { slot, payer, instructions: [pay(payer, wallet.publicKey, lamports)] };
}

/** Trips in the tides from one to another, each of half a SOL and a little: on the late side where `late` says so. */
export function tripsBetween(
  from: number,
  to: number,
  pick: (priceCycle: number) => Trip['side'] | null,
  lamports: (priceCycle: number) => bigint = (priceCycle) => SOL / 2n + BigInt(priceCycle % 7) * (SOL / 50n),
): readonly Trip[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((priceCycle) => {
    const side = pick(priceCycle);
    return side ? [{ priceCycle, side, lamports: lamports(priceCycle), tips: priceCycle % 4 === 0 }] : [];
  });
}
