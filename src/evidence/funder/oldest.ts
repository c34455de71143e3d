import type { HistoryReader, TokenHolding, Transaction } from '#chain/model.ts';
import type { FirstTouch, FunderEvidence, Funding, History } from '#checks/funder/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { EffectWorld } from '../wallet/effect-world.ts';
import type { Bodies } from './bodies.ts';
import { placeOf } from './facts.ts';
import { firstTradeOf } from './first-trade.ts';
import { type Listing, OLDEST_MAX, OLDEST_PER_ROUND } from './listing.ts';
import { tokenGaps } from './token-gaps.ts';
import { readTokenListing } from './token-listing.ts';
import { touchOf } from './touch.ts';
import { reachesSpending, walk } from './walk.ts';

/** The readings that the oldest transactions give. */
export type Oldest = Pick<FunderEvidence, 'history' | 'birth' | 'continuity' | 'funding' | 'firstTouch' | 'firstTrade'>;

/**
 * Reads the oldest bodies in rounds until the first self-paid transaction, the end of the listing, or `OLDEST_MAX`.
 * `holdings` are the token accounts whose histories were listed, none where it is the subject's own.
 */
export async function readOldest(
  subject: Address,
  { oldest, signatures, pages }: Listing,
  bodies: Bodies,
  world: Reading<EffectWorld>,
  holdings: readonly TokenHolding[] = [],
): Promise<Oldest> {
  const [first] = oldest;
  const read: Reading<Transaction>[] = [];
  while (read.length < Math.min(oldest.length, OLDEST_MAX) && !reachesSpending(subject, read)) {
    read.push(...(await bodies.load(oldest.slice(read.length, read.length + OLDEST_PER_ROUND))));
  }
  const viaTokenAccounts = holdings.length > 0;
  const walked = walk(subject, read, read.length < signatures);
  return {
    history: known(first ? historyOf({ oldest, signatures, pages }, viaTokenAccounts, placeOf(first)) : null),
    ...walked,
    ...tokenGaps(holdings, read),
    funding: heldUnseen(walked.funding, holdings),
    firstTouch: known(firstTouchOf(subject, read[0])),
    firstTrade: firstTradeOf(subject, read, world),
  };
}

function historyOf({ signatures, pages }: Listing, viaTokenAccounts: boolean, oldest: History['oldest']): History {
  return { signatures, pages, oldest, viaTokenAccounts };
}

function firstTouchOf(subject: Address, oldest: Reading<Transaction> | undefined): FirstTouch | null {
  return oldest?.known ? touchOf(oldest.value, subject) : null;
}

/** Tokens that are held although no transaction gave any are a gap: "nothing arrived" would be untrue. */
function heldUnseen(funding: Reading<Funding | null>, holdings: readonly TokenHolding[]): Reading<Funding | null> {
  const held = holdings.find(({ amount }) => amount > 0n);
  if (!held || !funding.known || !nothingSeen(funding.value)) return funding;
  return missing('funding', 'history_missing', `no transaction shows how ${held.account} got its tokens`);
}

/** True when transactions name the subject but none of them gave it anything. */
function nothingSeen(funding: Funding | null): funding is Funding {
  return funding !== null && funding.credits.length === 0 && !funding.tokenCredit && !funding.sponsor;
}

/** The readings of an address that is named but was given nothing under its own name: its token accounts may know better. */
export async function withTokensBehind(
  subject: Address,
  oldest: Oldest,
  reader: HistoryReader,
  bodies: Bodies,
  world: Reading<EffectWorld>,
): Promise<Oldest> {
  const funding = oldest.funding.known ? oldest.funding.value : null;
  if (!nothingSeen(funding)) return oldest;
  const holdings = await reader.tokenHoldings(subject);
  if (!holdings.known) return { ...oldest, funding: renamed('funding', holdings.gap) };
  const held = holdings.value.value;
  if (held.length === 0) return oldest;
  const listing = await readTokenListing(reader, bodies, held);
  if (!listing.known) return { ...oldest, funding: renamed('funding', listing.gap) };
  const behind = await readOldest(subject, listing.value, bodies, world, held);
  const { birth, continuity } = behind;
  if (!birth.known || !continuity.known) return { ...oldest, birth, continuity };
  if (!behind.funding.known) return { ...oldest, funding: behind.funding };
  return { ...oldest, funding: known({ ...funding, tokenCredit: behind.funding.value?.tokenCredit ?? null }) };
}
