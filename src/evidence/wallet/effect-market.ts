import { magnitude } from '#checks/wallet/book/divide.ts';
import type { StableRate } from '#checks/wallet/effect.ts';
import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Scene } from './effect-scene.ts';
import { amountDelta, type Side } from './effect-sides.ts';
import { serviceOfProgram } from './effect-world.ts';

const BPS = 10_000n;
/** Less than a hundredth of a SOL is too little for a price: fees and rounding weigh too much in it. */
const RATE_LAMPORTS_MIN = 10_000_000n;

/** The share of its lamports that the account of others that paid most lost, in basis points rounded down; null where none did. */
export function poolImpact({ transaction, wallet, own }: Scene): number | null {
  const { keys, preBalances, postBalances, signers } = transaction;
  let lost = 0n;
  let had = 1n;
  for (let index = signers.length; index < keys.length; index += 1) {
    const before = preBalances[index] ?? 0n;
    const loss = before - (postBalances[index] ?? 0n);
    const key = keys[index] as Address;
    if (loss <= lost || key === wallet || own.has(key)) continue;
    lost = loss;
    had = before;
  }
  return lost > 0n ? Number((lost * BPS) / had) : null;
}

/**
 * The rate of the pool with most SOL: two vaults, one of wrapped SOL and one of a stable coin, that moved in opposite
 * directions, belong to one owner who is neither the wallet nor a signer, and are named by an instruction of a program of
 * trade that names no third vault of that owner. Two accounts that merely moved in one transaction are no pool.
 */
export function stableRate(scene: Scene): StableRate | null {
  const vaults = vaultsOf(scene);
  if (!vaults.some(({ mint }) => mint === WRAPPED_SOL)) return null;
  let best: StableRate | null = null;
  for (const { program, accounts } of scene.transaction.instructions) {
    if (serviceOfProgram(scene.world, program) !== 'trade') continue;
    const named = vaults.filter(({ account }) => accounts.includes(account));
    for (const group of byOwner(named)) {
      const rate = rateOf(group, scene);
      if (rate !== null && (best === null || rate.lamports > best.lamports)) best = rate;
    }
  }
  return best;
}

/** Token accounts that belonged to one other owner before and after, and moved. */
function vaultsOf({ transaction, wallet, sides }: Scene): readonly Side[] {
  return sides.filter((side) => {
    const owner = side.after?.owner ?? null;
    const isOthers = owner !== null && owner !== wallet && !transaction.signers.includes(owner);
    return isOthers && side.before?.owner === owner && amountDelta(side) !== 0n;
  });
}

function byOwner(vaults: readonly Side[]): Iterable<readonly Side[]> {
  const groups = new Map<Address | null, Side[]>();
  for (const side of vaults) {
    const owner = side.after?.owner ?? null;
    groups.set(owner, [...(groups.get(owner) ?? []), side]);
  }
  return groups.values();
}

/** What a pool with just these two vaults paid, or was paid, for a stable coin. */
function rateOf(vaults: readonly Side[], { world }: Scene): StableRate | null {
  const [first, second] = vaults;
  if (vaults.length !== 2 || !first || !second) return null;
  const [sol, stable] = first.mint === WRAPPED_SOL ? [first, second] : [second, first];
  if (sol.mint !== WRAPPED_SOL || !world.stableMints.includes(stable.mint)) return null;
  const [lamports, units] = [amountDelta(sol), amountDelta(stable)];
  if (magnitude(lamports) < RATE_LAMPORTS_MIN || units > 0n === lamports > 0n) return null;
  return { mint: stable.mint, units: magnitude(units), lamports: magnitude(lamports) };
}
