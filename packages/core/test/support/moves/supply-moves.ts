import { type FundingFacts, type HolderFacts, type Keeper, programKeepers, signers, type TokenFacts } from './facts.ts';
import { crowding, freshIn, type Move, picked, replaced } from './move.ts';

/**
 * No part of a holder who splits himself is smaller, in basis points of the supply, and he becomes this many at most. In an older
 * market those who have less are not asked how they got it, as long as the twenty largest have little together: a plain token has
 * many of them. What nobody lists, and what was sold and bought again, shows no owner at all.
 */
const PART_BPS_MIN = 200;
const PARTS_MAX = 12;

/** Holders that can act: who is frozen, or under a lock, cannot. */
function actors({ holders }: TokenFacts): readonly (readonly [HolderFacts, number])[] {
  return holders.flatMap((holder, at) => (isStill(holder) ? [] : [[holder, at] as const]));
}

const isStill = ({ keeper, frozen }: HolderFacts) => frozen || keeper.is === 'long_lock';

/** The same tokens with somebody else, who got them from the holder. `filler`: the wallet behind a program that keeps them. */
function passedOn(holder: HolderFacts, keeper: Keeper, filler: number, bps = holder.bps): HolderFacts {
  const { keeper: from, got, through } = holder;
  if (got === 'given') return { ...holder, keeper, bps };
  const buyer = from.is === 'creator' ? from.is : from.is === 'wallet' ? from.n : filler;
  return { ...holder, keeper, bps, through: through ?? buyer };
}

const splitHolder: Move = (facts, a, b) => {
  const found = picked(actors(facts), a);
  if (!found) return null;
  const [holder, at] = found;
  const count = Math.min(2 + (b % (PARTS_MAX - 1)), Math.floor(holder.bps / PART_BPS_MIN));
  if (count < 2) return null;
  const first = freshIn(facts);
  const parts = Array.from({ length: count }, (_, n) =>
    passedOn(holder, { is: 'wallet', n: first + n }, first + count, holder.bps / count),
  );
  return { ...facts, holders: replaced(facts.holders, at, parts) };
};

const renameHolder: Move = (facts, a, b) => {
  const found = picked(actors(facts), a);
  const is = picked(programKeepers, b);
  if (!found || !is) return null;
  const [holder, at] = found;
  const n = freshIn(facts);
  return { ...facts, holders: replaced(facts.holders, at, [passedOn(holder, { is, n }, n + 1)]) };
};

const passLaunch: Move = (facts) => {
  const first = freshIn(facts);
  const isLaunch = (holder: HolderFacts) => holder.got === 'launch' && !isStill(holder);
  if (!facts.holders.some(isLaunch)) return null;
  const fillers = first + facts.holders.length;
  const holders = facts.holders.map((one, n) =>
    isLaunch(one) ? passedOn(one, { is: 'wallet', n: first + n }, fillers + n) : one,
  );
  return { ...facts, holders };
};

/** Holders who paid with the money of one person get it in another way. */
function refunded(facts: TokenFacts, change: (funding: FundingFacts, n: number) => FundingFacts): TokenFacts | null {
  const isOf = ({ funding }: HolderFacts) => funding.by !== 'exchange';
  if (!facts.holders.some(isOf)) return null;
  const holders = facts.holders.map((one, n) => (isOf(one) ? { ...one, funding: change(one.funding, n) } : one));
  return { ...facts, holders };
}

const splitFunding: Move = (facts, a) => {
  const count = 2 + (a % 6);
  return refunded(facts, (funding, n) => ({ ...funding, helper: 1 + (n % count) }));
};

const routeFunding: Move = (facts, a) => refunded(facts, (funding) => ({ ...funding, hops: 1 + (a % 5) }));

/** The launchpads name another creator: an account that shares fees, which anybody may administrate. */
const renameCreator: Move = (facts, a) => {
  const { creator } = facts;
  if (creator.admin !== null) return null;
  return { ...facts, creator: { ...creator, admin: a % 2 === 0 ? 'creator' : 'stranger' } };
};

/** Another authority is named, which signs for the creator or never signs at all, after the supply was issued. */
const renameAuthority: Move = (facts, a) => {
  const signer = picked(signers, a);
  return facts.signer || !signer || !facts.powers.some((power) => power === 'mint' || power === 'freeze')
    ? null
    : { ...facts, signer };
};

/** Moves about who holds the supply. */
export const supplyMoves = {
  'splits a holder': splitHolder,
  'puts supply under a program': renameHolder,
  'passes launch purchases on': passLaunch,
  'names another creator': renameCreator,
  'names the authority of a program': renameAuthority,
  'splits funding': splitFunding,
  'routes funding': routeFunding,
  'sends dust to holders': crowding('holders', 'now', [1_100, 60]),
  'sends dust to holders before': crowding('holders', 'early', [60]),
} as const satisfies Readonly<Record<string, Move>>;
