import type { Effect } from '../effect.ts';
import { magnitude } from './divide.ts';
import { type FlowClass, flowClasses } from './positions.ts';

/** Classes that are no trading, and whose profit or loss the book does not know. */
const SPECIAL: ReadonlySet<FlowClass> = new Set(['liquidity', 'lending', 'nfts', 'orders']);

/** What the costs of a transaction come to; they are part of its change. */
export function costsOf({ fee, tips, platformFees, rentForOthers }: Effect): bigint {
  return fee + tips + platformFees + rentForOthers;
}

/** Where every lamport went, each in one class. */
export class Flows {
  readonly classes = Object.fromEntries(flowClasses.map((name) => [name, 0n])) as Record<FlowClass, bigint>;
  gross = 0n;
  special = 0n;

  add(to: FlowClass, lamports: bigint): void {
    if (lamports !== 0n) this.classes[to] += lamports;
  }

  /** A trade: its costs are part of what it cost or brought. */
  trade(to: FlowClass, rest: bigint): void {
    this.gross += magnitude(rest);
    this.add(to, rest);
  }

  /** Anything else: costs by themselves, `sol` (what moved beside them) to its class. */
  apart(effect: Effect, to: FlowClass, sol: bigint): void {
    this.gross += magnitude(sol - costsOf(effect));
    if (SPECIAL.has(to)) this.special += magnitude(sol);
    this.add('other_fees', -effect.fee - effect.platformFees);
    this.add('tips', -effect.tips);
    this.add('rent_for_others', -effect.rentForOthers);
    this.add(to, sol);
  }

  /** Throws when a lamport was left out or taken twice. */
  proveSum(change: bigint): void {
    const sum = Object.values(this.classes).reduce((total, lamports) => total + lamports, 0n);
    if (sum !== change) throw new Error(`flows come to ${sum} and not to ${change} lamports`);
  }
}
