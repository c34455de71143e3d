import type { HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { isFailure, known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { AgeFacts } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { findBeginning, holdsRent, type IsSo } from '../sources/list-beginning.ts';
import { CROWDED_PAGES, openBodies, PAGE_SIGNATURES } from '../sources/listing.ts';
import type { MarketHistory } from './market-history.ts';
import {
  type BackwardHistory,
  beginHistory,
  describesMint,
  existenceProof,
  lastingProof,
  type Means,
  makesClosable,
  nearsEnd,
  type Proof,
  proofIn,
  readFurtherBack,
  SETTLED_SECONDS,
} from './mint-history.ts';

/**
 * The newest pages, up to 1,000 signatures each, of the mint and of `quiet` accounts. Few transactions name a quiet account after
 * the token's first, such as its Metaplex account, so its first page often reaches back to the beginning.
 */
export interface Histories {
  readonly mint: Reading<readonly SignatureEntry[]>;
  readonly quiet: readonly QuietHistory[];
}

/** The newest page of an account. `launchpad`: the program of an account that a launchpad keeps of the mint. */
export interface QuietHistory {
  readonly of: Address;
  readonly launchpad?: Address;
  readonly page: Reading<readonly SignatureEntry[]>;
}

/** True where the first page of the mint's history is complete, so that its beginning is known a round later. */
export function isShort({ mint }: Histories): boolean {
  return mint.known && mint.value.length < PAGE_SIGNATURES;
}

/** True where the beginning of the mint or of a quiet account is known a round later. */
export function hasBeginning(histories: Histories): boolean {
  return (
    isShort(histories) ||
    histories.quiet.some(({ page }) => page.known && page.value.length > 0 && page.value.length < PAGE_SIGNATURES)
  );
}

function begunOf({ of, page, launchpad }: QuietHistory): BackwardHistory {
  return beginHistory(of, page, launchpad);
}

/** The creation of a token. */
export interface TokenOrigin {
  readonly age: Reading<AgeFacts>;
  /**
   * The transaction that initialized the mint, the last one if there are several; where that was not read, one that created its
   * metadata, which the mint's authority signs. Null where a complete list has neither.
   */
  readonly creation: Reading<Transaction | null>;
  /** True where unread transactions may have closed the mint and made it again. */
  readonly mayBeRemade: boolean;
}

/** The combined proof of all histories. */
interface Found {
  readonly creation: Transaction | null;
  readonly exact: boolean;
  /** The earliest proof that has a block time. */
  readonly earliest: { readonly since: number; readonly body: Transaction; readonly what: Proof } | null;
}

/** How many of the oldest transactions are read near the end of a history, round by round: after the first one only among noise. */
const BODIES_PER_ROUND = [5, 20, 5, 5, 5, 5];

/** Whether the last transactions that were read do not show the mint, and more can be read: anybody may name its address. */
function isNoise({ bodies, whole }: BackwardHistory, before: BackwardHistory | undefined, mint: Address): boolean {
  const read = bodies.slice(before?.bodies.length);
  return (read.length > 0 || !whole) && !read.some((body) => existenceProof(mint)(body) !== null);
}

/** Histories of which the first round is read, with what they are read with. */
export interface BegunHistories {
  readonly trails: readonly BackwardHistory[];
  readonly means: Means;
}

/** Reads the first round of histories, the mint's own first. */
export async function beginOrigin(mint: Address, first: Histories, reader: HistoryReader): Promise<BegunHistories> {
  const means = { reader, bodies: openBodies(reader) };
  const begun = [beginHistory(mint, first.mint), ...first.quiet.map(begunOf)];
  return { trails: await Promise.all(begun.map((trail) => readFurtherBack(trail, true, means))), means };
}

/**
 * Finds since when the mint is proven to exist, in two rounds and three pages of the mint's history, and more where noise fills them. Each
 * round reads the oldest transactions and the page before them. It stops when the age is exact, or above seven days where it cannot become
 * exact. `late`: histories that are read only where the others do not suffice. `now` in Unix seconds; `isClosable`: the mint can be
 * closed. Gaps: the cause of the unreadable part, `history_missing` where the mint has no history, `limit_reached` where it may have been
 * closed and made again.
 */
export async function readOrigin(
  mint: Address,
  { trails: read, means }: BegunHistories,
  late: readonly QuietHistory[],
  now: number,
  isClosable = false,
): Promise<TokenOrigin> {
  let trails = [...read, ...late.map(begunOf)];
  let found = assess(trails, mint);
  let further = worthFollowing(trails, found, mint, now);
  for (const [round, most] of BODIES_PER_ROUND.entries()) {
    if (further.size === 0) break;
    const before = trails;
    // After a full page comes another page without transactions, which proves nothing; after a short page the history ends.
    trails = await Promise.all(
      before.map((trail) =>
        further.has(trail) ? readFurtherBack(trail, round > 0 || nearsEnd(trail), means, most) : trail,
      ),
    );
    found = assess(trails, mint);
    const worth = worthFollowing(trails, found, mint, now);
    further = new Set(trails.filter((trail, at) => worth.has(trail) && isNoise(trail, before[at], mint)));
  }
  const [own, ...others] = trails;
  if (own && !own.lost && found.creation === null && !isReadWhole(own)) {
    trails = [await withBeginning(own, mint, means), ...others];
    found = assess(trails, mint);
  }
  if (isDoubtful(trails, mint, isClosable)) {
    const age = missing('age', 'limit_reached', 'the mint could be closed and made again in what was not read');
    return { age, creation: renamed('creator', age.gap), mayBeRemade: true };
  }
  return {
    age: ageOf(trails, found, now),
    creation: creationIn(trails, found, mint),
    mayBeRemade: false,
  };
}

/** The history with the first transaction that shows the mint, where noise fills its list. */
async function withBeginning(trail: BackwardHistory, mint: Address, means: Means): Promise<BackwardHistory> {
  const shows: IsSo = (body) => existenceProof(mint)(body) !== null || holdsRent(mint)(body);
  let own = trail;
  for (let pages = 0; pages < CROWDED_PAGES && !own.whole && !own.lost; pages += 1) {
    own = await readFurtherBack(own, true, means, 1);
  }
  if (own.lost) return own;
  const first = await findBeginning(mint, own, means.reader, shows);
  if (!first.known) return { ...own, gaps: [...own.gaps, first.gap] };
  return first.value ? { ...own, bodies: [...own.bodies, first.value] } : own;
}

/**
 * The age with the proofs of the market: its launches, and the moment since which it is deep. They replace unreadable histories, and may
 * be older than the age that these prove. Nothing is added to an exact age, to a fact about which endpoints contradict each other, and
 * where the mint may have been made again. Where endpoints failed to give a history, a young market proves no young mint. `now` in Unix
 * seconds.
 */
export function withMarketProof(
  mint: Address,
  { age, mayBeRemade }: TokenOrigin,
  { openings, heldSince }: Pick<MarketHistory, 'openings' | 'heldSince'>,
  now: number,
): Reading<AgeFacts> {
  if (mayBeRemade || (age.known ? age.value.exact : age.gap.cause === 'rpc_disagrees')) return age;
  const held = heldSince ? [{ body: heldSince, what: existenceProof(mint)(heldSince) }] : [];
  const [earliest] = [...openings.map((body) => ({ body, what: lastingProof(body, mint) })), ...held]
    .flatMap(({ body, what }) =>
      what === null || body.blockTime === null ? [] : [{ body, what, since: body.blockTime }],
    )
    .sort((a, b) => a.since - b.since);
  if (!earliest || (age.known && age.value.provenSince <= earliest.since)) return age;
  if (!age.known && isFailure(age.gap) && mayBeOlder(earliest, now)) return age;
  const { body, what, since } = earliest;
  return known({ provenSince: since, exact: false, proof: { transaction: body.signature, slot: body.slot, what } });
}

/**
 * A closable mint may have been closed and made again today with other authorities. Only a completely read history dates the
 * present one.
 */
function isDoubtful(trails: readonly BackwardHistory[], mint: Address, isClosable: boolean): boolean {
  const [own] = trails;
  if (!isClosable && !trails.some(({ bodies }) => bodies.some((body) => makesClosable(body, mint)))) return false;
  return !isReadWhole(own);
}

/** Whether nothing that succeeded with the mint is unread. */
function isReadWhole(own: BackwardHistory | undefined): boolean {
  return own?.whole === true && own.entries.every(({ failed, signature }) => failed || own.asked.has(signature));
}

/** The creation, or why it was not found: no list has it where the mint's own list is complete, as of a mint of the genesis. */
function creationIn(trails: readonly BackwardHistory[], { creation }: Found, mint: Address): TokenOrigin['creation'] {
  const [own] = trails;
  const made = creation ?? trails.flatMap(({ bodies }) => bodies).find((body) => describesMint(body, mint));
  if (made) return known(made);
  const [gap] = own?.gaps ?? [];
  if (gap) return renamed('creator', gap);
  const isWhole = own?.whole || own?.entries.length === 0;
  // The oldest are read first, so that everything older than a use of the mint was read.
  const isRead =
    own?.entries.every(({ failed, signature }) => failed || own.asked.has(signature)) ||
    own?.bodies.some((body) => existenceProof(mint)(body) !== null);
  return isWhole && isRead
    ? known(null)
    : missing('creator', 'limit_reached', 'the transaction that made the mint was not read');
}

/** Whether a mint that is proven since then may be older, and not young at all. */
function mayBeOlder({ what, since }: { readonly what: Proof; readonly since: number }, now: number): boolean {
  return what !== 'creation' && now - since <= SETTLED_SECONDS;
}

/** Combines the histories; the first one is the mint's own. */
function assess(trails: readonly BackwardHistory[], mint: Address): Found {
  const proves = isReadWhole(trails[0]) ? existenceProof(mint) : null;
  const bodies = trails.flatMap((trail) =>
    trail.bodies.map((body) => ({ body, what: proves ? proves(body) : proofIn(trail, body, mint) })),
  );
  const made = bodies.filter(({ what }) => what === 'creation').sort((a, b) => b.body.slot - a.body.slot)[0];
  const creation = made?.body ?? null;
  // The mint did not exist right before its creation. An earlier mint at the same address proves nothing about this one.
  const later = bodies.filter(({ body }) => !creation || body.slot > creation.slot);
  const [earliest] = [...(made ? [made] : []), ...later]
    .flatMap(({ body, what }) =>
      body.blockTime === null || what === null ? [] : [{ since: body.blockTime, body, what }],
    )
    .sort((a, b) => a.body.slot - b.body.slot);
  const [own] = trails;
  const exact = own?.whole === true && creation?.blockTime != null && lists(own, creation);
  return { creation, exact, earliest: earliest ?? null };
}

function lists({ entries }: BackwardHistory, { signature }: Transaction): boolean {
  return entries.some((entry) => entry.signature === signature);
}

/** The histories in which another round can still find proof. */
function worthFollowing(
  trails: readonly BackwardHistory[],
  { creation, earliest }: Found,
  mint: Address,
  now: number,
): ReadonlySet<BackwardHistory> {
  const settled = earliest !== null && now - earliest.since > SETTLED_SECONDS;
  // Transactions before the creation prove nothing, so older ones are needed only until it is read.
  const older = !settled && creation === null;
  const worth = trails.filter((trail, index) => {
    if (trail.lost) return false;
    if (index > 0) return older && !(trail.whole && trail.bodies.some((body) => proofIn(trail, body, mint) !== null));
    return older || (nearsEnd(trail) && !(trail.whole && creation));
  });
  return new Set(worth);
}

/**
 * Where no read transaction proves the mint, its present state does. An age that can only be too young, because no endpoint gave older
 * entries, is a gap.
 */
function ageOf(trails: readonly BackwardHistory[], { exact, earliest }: Found, now: number): Reading<AgeFacts> {
  const failed = trails.flatMap(({ gaps }) => gaps).find(isFailure);
  if (failed && earliest && mayBeOlder(earliest, now)) return renamed('age', failed);
  if (earliest) {
    const { since, body, what } = earliest;
    return known({ provenSince: since, exact, proof: { transaction: body.signature, slot: body.slot, what } });
  }
  const [gap] = trails.flatMap(({ gaps }) => gaps);
  if (gap) return renamed('age', gap);
  return trails[0]?.entries.length === 0
    ? missing('age', 'history_missing', 'no transaction of the mint is listed')
    : known({ provenSince: now, exact: false, proof: { transaction: null, slot: null, what: 'state' } });
}
