import type { Effect } from '../effect.ts';
import { magnitude } from './divide.ts';
import { type FlowClass, flowClasses } from './positions.ts';

/** Classes outside of trading, whose profit or loss the book does not know. */
const SPECIAL: ReadonlySet<FlowClass> = new Set(['liquidity', 'lending', 'nfts', 'orders']);

/** The costs of a transaction, which are part of its change. */
export function costsOf({ fee, tips, platformFees, rentForOthers }: Effect): bigint {
  return fee + tips + platformFees + rentForOthers;
}

/** Sums of lamports by flow class. */
export class Flows {
  readonly classes = Object.fromEntries(flowClasses.map((name) => [name, 0n])) as Record<FlowClass, bigint>;
  gross = 0n;
  special = 0n;

  add(to: FlowClass, lamports: bigint): void {
    if (lamports !== 0n) this.classes[to] += lamports;
  }

  /** Adds a trade. Its costs are part of its price. */
  trade(to: FlowClass, rest: bigint): void {
    this.gross += magnitude(rest);
    this.add(to, rest);
  }

  /** Adds any other transaction: its costs to their own classes, the rest (`sol`) to `to`. */
  apart(effect: Effect, to: FlowClass, sol: bigint): void {
    this.gross += magnitude(sol - costsOf(effect));
    if (SPECIAL.has(to)) this.special += magnitude(sol);
    this.add('other_fees', -effect.fee - effect.platformFees);
    this.add('tips', -effect.tips);
    this.add('rent_for_others', -effect.rentForOthers);
    this.add(to, sol);
  }

  /** Throws when a lamport is missing or counted twice. */
  proveSum(change: bigint): void {
    const sum = Object.values(this.classes).reduce((total, lamports) => total + lamports, 0n);
    if (sum !== change) throw new Error(`flows come to ${sum} and not to ${change} lamports`);
  }
}
