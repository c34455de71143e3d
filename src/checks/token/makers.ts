import type { Address } from '#lib/address.ts';
import { ifKnown } from '#lib/reading.ts';
import type { HolderFacts, LaunchBuyer, LaunchFacts, TokenEvidence } from './evidence.ts';

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

/** What the developer and its insiders got at the launch, and what is theirs now, decoded locks in their favour included. */
export function shareOfMakers({ buyers }: LaunchFacts, holders: HolderFacts | null) {
  const makers = buyers.filter(isMaker);
  const got = new Map<Address, bigint>();
  const left = new Map<Address, bigint>();
  for (const { owner, tokens, tokensNow } of makers) {
    got.set(owner, larger(got.get(owner), tokens));
    left.set(owner, larger(left.get(owner), tokensNow));
  }
  for (const owner of left.keys()) {
    const theirs = (holders?.accounts ?? []).filter(({ controller, owner: of }) => (controller ?? of) === owner);
    left.set(
      owner,
      larger(
        left.get(owner),
        theirs.reduce((sum, { tokens }) => sum + tokens, 0n),
      ),
    );
  }
  return { wallets: got.size, got: sumOf(got), left: sumOf(left) };
}

function larger(a: bigint | undefined, b: bigint): bigint {
  return a !== undefined && a > b ? a : b;
}

function sumOf(of: ReadonlyMap<Address, bigint>): bigint {
  return [...of.values()].reduce((sum, one) => sum + one, 0n);
}
