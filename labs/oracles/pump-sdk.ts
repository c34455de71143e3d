import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import type { PumpFeeRates, PumpFeeTier } from 'assay-core/venues/pump-fees/fee-config.ts';
import type { AccountBytes, Quote } from 'assay-core/venues/venue.ts';
import type { FeeConfigParts } from 'assay-sandbox/pools/pump-curve.ts';
import type { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { sdk } from './sdk.ts';

/** A number of the SDKs. */
export interface Big {
  toString(): string;
}
/** An address of the SDKs. */
export interface Key {
  toBase58(): string;
}

const BN = sdk<new (text: string) => Big>('bn.js');
const { PublicKey } = sdk<{ PublicKey: new (text: string) => Key }>('@solana/web3.js');

export const theirs = (amount: bigint): Big => new BN(amount.toString());
export const key = (of: Address): Key => new PublicKey(of);
export const ours = (amount: Big): bigint => BigInt(amount.toString());

/** An account as the SDKs decode it. */
export function info({ data, owner }: AccountBytes): unknown {
  return { data: Buffer.from(data), owner: key(owner), executable: false, lamports: 0 };
}

/** The quote mints that have a schedule of their own, and two that share one. */
export const QUOTES = [
  WRAPPED_SOL,
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  address('pumpCmXqMfrsAkQ5r49WcJnRayYRqmXz6ae8H7H9Dfn'),
  address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
] as const;

/** Some address; which one does not matter. */
export function anyAddress(chance: RandomNumbers): Address {
  return addressOf(new Uint8Array(32).map(() => Number(chance.between(1n, 255n))));
}

/** Rates that the fee program would accept, from none to nearly everything. */
function anyRates(chance: RandomNumbers): PumpFeeRates {
  const most = chance.pick([10n, 100n, 300n, 3_333n]);
  return { lp: chance.between(0n, most), protocol: chance.between(0n, most), creator: chance.between(0n, most) };
}

/** A schedule in any of its three versions, its tiers at market caps that occur. */
export function anyFeeConfig(program: Address, chance: RandomNumbers): FeeConfigParts {
  const tiers = (): PumpFeeTier[] => {
    const thresholds = Array.from({ length: Number(chance.between(1n, 50n)) }, () => chance.magnitude(1n, 1n << 70n));
    const sorted = thresholds.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    if (chance.fraction() < 0.7) sorted[0] = 0n;
    return sorted.map((threshold) => ({ threshold, rates: anyRates(chance) }));
  };
  const exotic = chance.fraction() < 0.3 ? { lp: 0n, protocol: 0n, creator: 0n } : anyRates(chance);
  const length = chance.pick([2512, 4073, 4097, 4200]);
  return { program, flat: anyRates(chance), tiers: tiers(), stableTiers: tiers(), exotic, length };
}

/** A quote's values for one share of the fee. */
export function feeOf(quote: Quote, share: 'lp' | 'protocol' | 'creator'): bigint {
  return quote.fees().find((fee) => fee.share === share)?.amount ?? 0n;
}

/** All fees of a quote. */
export function feesOf(quote: Quote): bigint {
  return quote.fees().reduce((sum, fee) => sum + fee.amount, 0n);
}
