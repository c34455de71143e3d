import { ifKnown } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import type { HolderFacts, LaunchBuyer, LaunchFacts, TokenEvidence } from './evidence.ts';
import { tokensTogether } from './shares.ts';

/** The creator, and who belongs to it by the launch. */
export function makersOf({ creator, launch }: Pick<TokenEvidence, 'creator' | 'launch'>): ReadonlySet<Address> {
  const buyers = ifKnown(launch)?.buyers ?? [];
  const named = ifKnown(creator)?.address;
  return new Set([...buyers.filter(isMaker).map(({ owner }) => owner), ...(named ? [named] : [])]);
}

/** Whether a buyer of the launch is its developer, or got money or tokens of it. */
function isMaker({ role }: LaunchBuyer): boolean {
  return role === 'developer' || role === 'insider';
}

/** The launch tokens of the developer and its insiders, and their present ones, decoded locks in their favour included. */
export function shareOfMakers({ buyers }: LaunchFacts, holders: HolderFacts | null) {
  const makers = buyers.filter(isMaker);
  const got = amountsByOwner(makers, ({ tokens }) => tokens);
  const left = amountsByOwner(makers, ({ owner, tokensNow }) => {
    const theirs = (holders?.accounts ?? []).filter(({ controller, owner: of }) => (controller ?? of) === owner);
    const held = tokensTogether(theirs);
    return held > tokensNow ? held : tokensNow;
  });
  return { wallets: got.size, got: totalAmount(got), left: totalAmount(left) };
}

/** An amount of each owner. One who is listed twice counts once, with the larger amount. */
export function amountsByOwner(
  buyers: readonly LaunchBuyer[],
  amountOf: (buyer: LaunchBuyer) => bigint,
): ReadonlyMap<Address, bigint> {
  const amounts = new Map<Address, bigint>();
  for (const buyer of buyers) {
    const [before, amount] = [amounts.get(buyer.owner), amountOf(buyer)];
    if (before === undefined || before < amount) amounts.set(buyer.owner, amount);
  }
  return amounts;
}

/** The sum over all owners. */
export function totalAmount(amounts: ReadonlyMap<Address, bigint>): bigint {
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
}
