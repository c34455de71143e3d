import { type Effect, WRAPPED_SOL_MINT } from '../effect.ts';
import { magnitude } from './divide.ts';
import { costsOf } from './flows.ts';
import type { StableMove } from './rates.ts';

/** A change of up to this many lamports has no meaning. */
export const DUST = 10_000n;

/** The special mints of a book. */
export interface MintKinds {
  readonly stable: ReadonlySet<string>;
  readonly nft: ReadonlySet<string>;
}

/** Units of one mint, above 0. */
export interface Amount {
  readonly mint: string;
  readonly units: bigint;
}

/** A successful transaction, with the sums that the book needs. */
export interface Reckoned {
  /** The effect, with transfers that look like tips added to its tips. */
  readonly effect: Effect;
  readonly time: number;
  /** The change of worth without rent and gifts. */
  readonly rest: bigint;
  /** `rest` without costs. */
  readonly sol: bigint;
  /** The sign of `sol`; 0 for dust. */
  readonly sign: -1 | 0 | 1;
  /** Mints that programs raised and lowered, and the stable coins among them. */
  readonly rose: readonly Amount[];
  readonly fell: readonly Amount[];
  readonly stables: readonly StableMove[];
  readonly hasNft: boolean;
  /** Tokens that plain transfers moved. */
  readonly plainIn: readonly Amount[];
  readonly plainOut: readonly Amount[];
}

const NOTHING: readonly Amount[] = [];

/** `change`: that of the whole effect. */
export function reckon(found: Effect, change: bigint, time: number, kinds: MintKinds): Reckoned {
  const rest = change - found.rentFromOthers - found.givenIn;
  const effect = withUnknownTip(found, magnitude(rest + costsOf(found) + found.givenOut));
  const sol = rest + costsOf(effect);
  const { rose, fell, stables, hasNft } = sidesOf(effect, kinds);
  const { plain } = effect;
  return {
    effect,
    time,
    rest,
    sol,
    sign: magnitude(sol) <= DUST ? 0 : sol < 0n ? -1 : 1,
    rose,
    fell,
    stables,
    hasNft,
    plainIn: plain.length === 0 ? NOTHING : plainOf(plain, kinds, (moved) => moved.in),
    plainOut: plain.length === 0 ? NOTHING : plainOf(plain, kinds, (moved) => moved.out),
  };
}

/** The largest minimum tip of public transaction senders. */
const LEAST_TIP = 1_000_000n;
/** 95 of 100 tips stay below this (docs.nextblock.io/api/basics). */
const TIP_MAX = 100_000_000n;
/** Trading terminals take 1 percent, and a tip may be as large. */
const TIP_ONE_IN = 50n;

/**
 * Counts plain transfers of a trade to unlabelled accounts as tips if they are as small as tips and fees are. `moved`: lamports
 * that programs took or paid.
 */
function withUnknownTip(effect: Effect, moved: bigint): Effect {
  const { service, tips, givenOut } = effect;
  if (service !== 'trade' || givenOut === 0n) return effect;
  const isTip = givenOut <= LEAST_TIP || (givenOut <= TIP_MAX && givenOut * TIP_ONE_IN <= moved);
  return isTip ? { ...effect, tips: tips + givenOut, givenOut: 0n } : effect;
}

function sidesOf(effect: Effect, kinds: MintKinds): Pick<Reckoned, 'rose' | 'fell' | 'stables' | 'hasNft'> {
  const rose: Amount[] = [];
  const fell: Amount[] = [];
  const stables: StableMove[] = [];
  let hasNft = false;
  for (const { mint, units } of programPart(effect)) {
    if (units === 0n) continue;
    if (kinds.stable.has(mint)) stables.push({ mint, units });
    else if (kinds.nft.has(mint)) hasNft = true;
    else if (units > 0n) rose.push({ mint, units });
    else fell.push({ mint, units: -units });
  }
  return { rose, fell, stables, hasNft };
}

/** The change of each mint, less plain transfers. */
function programPart({ accounts, plain }: Effect): { readonly mint: string; units: bigint }[] {
  const deltas: { readonly mint: string; units: bigint }[] = [];
  for (const { mint, before, after } of accounts) {
    if (mint === WRAPPED_SOL_MINT) continue;
    add(deltas, mint, (after === null ? 0n : after.amount) - (before === null ? 0n : before.amount));
  }
  for (const moved of plain) if (moved.mint !== WRAPPED_SOL_MINT) add(deltas, moved.mint, moved.out - moved.in);
  return deltas;
}

/** A transaction moves few mints, so a list is faster than a map. */
function add(deltas: { readonly mint: string; units: bigint }[], mint: string, units: bigint): void {
  const known = deltas.find((delta) => delta.mint === mint);
  if (known) known.units += units;
  else deltas.push({ mint, units });
}

function plainOf(
  plain: Effect['plain'],
  kinds: MintKinds,
  unitsOf: (moved: Effect['plain'][number]) => bigint,
): readonly Amount[] {
  const isKept = (mint: string) => mint !== WRAPPED_SOL_MINT && !kinds.stable.has(mint) && !kinds.nft.has(mint);
  return plain.flatMap((moved) => {
    const units = unitsOf(moved);
    return units > 0n && isKept(moved.mint) ? [{ mint: moved.mint, units }] : [];
  });
}
