import type { HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import type { AgeFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { openBodies } from '../sources/listing.ts';
import {
  type BackwardHistory,
  beginHistory,
  existenceProof,
  makesClosable,
  nearsEnd,
  type Proof,
  readFurtherBack,
} from './mint-history.ts';

/** Older than this a token is not young, and how much older changes nothing: 7 days. */
export const SETTLED_SECONDS = 604_800;
/** Entries of a complete history that are handed on: the launch is among the oldest. */
const OLDEST_MAX = 64;

/**
 * The newest pages, of up to 1,000 signatures, of the mint and of `quiet` accounts: those that few transactions name after
 * the token's first, such as its Metaplex account, whose first page often reaches back to the beginning.
 */
export interface Histories {
  readonly mint: Reading<readonly SignatureEntry[]>;
  readonly quiet: readonly { readonly of: Address; readonly page: Reading<readonly SignatureEntry[]> }[];
}

/** Where a token comes from. */
export interface TokenOrigin {
  readonly age: Reading<AgeFacts>;
  /** The transaction that initialized the mint, the last one where several did; null where it was not read. */
  readonly creation: Transaction | null;
  /** The oldest entries of the mint's complete history, ascending, at most 64; null where that was not read to its end. */
  readonly oldest: readonly SignatureEntry[] | null;
}

/** What the trails prove together. */
interface Found {
  readonly creation: Transaction | null;
  readonly exact: boolean;
  /** The earliest proof with a block time. */
  readonly earliest: { readonly since: number; readonly body: Transaction; readonly what: Proof } | null;
}

/**
 * Since when the mint is proven to exist, in at most two rounds beyond the first pages and three pages of the mint. A round
 * reads the oldest bodies of what is listed, ten of an address at most, and the page before them. Nothing more is read once
 * the age is exact, or beyond seven days where it cannot become exact. `now` in Unix seconds; `isClosable`: somebody may
 * close the mint. Gaps: the cause of what could
 * not be read, `history_missing` where nothing is listed for the mint, `limit_reached` where nothing that was read proves it.
 */
export async function readOrigin(
  mint: Address,
  first: Histories,
  reader: HistoryReader,
  now: number,
  isClosable = false,
): Promise<TokenOrigin> {
  const means = { reader, bodies: openBodies(reader) };
  const begun = [beginHistory(mint, first.mint), ...first.quiet.map(({ of, page }) => beginHistory(of, page))];
  const proves = existenceProof(mint);
  let trails = await Promise.all(begun.map((trail) => readFurtherBack(trail, true, means)));
  let found = assess(trails, proves);
  const further = worthFollowing(trails, found, proves, now);
  if (further.size > 0) {
    // Behind a full page another one would come without its bodies, which proves nothing; behind a short one it is the end.
    trails = await Promise.all(
      trails.map((trail) => (further.has(trail) ? readFurtherBack(trail, nearsEnd(trail), means) : trail)),
    );
    found = assess(trails, proves);
  }
  const [own] = trails;
  if (isDoubtful(trails, mint, isClosable)) {
    const age = missing('age', 'limit_reached', 'the mint could be closed and made again in what was not read');
    return { age, creation: null, oldest: null };
  }
  return {
    age: ageOf(trails, found),
    creation: found.creation,
    oldest: own?.whole ? own.entries.slice(-OLDEST_MAX).reverse() : null,
  };
}

/**
 * A mint that could be closed may be another one by now, with other powers and of today: only a history of which every
 * transaction was read says since when this one is there.
 */
function isDoubtful(trails: readonly BackwardHistory[], mint: Address, isClosable: boolean): boolean {
  const [own] = trails;
  if (!isClosable && !trails.some(({ bodies }) => bodies.some((body) => makesClosable(body, mint)))) return false;
  return !own?.whole || own.entries.some(({ failed, signature }) => !failed && !own.asked.has(signature));
}

/** The first trail is the mint's own. */
function assess(trails: readonly BackwardHistory[], proves: (body: Transaction) => Proof | null): Found {
  const bodies = trails.flatMap((trail) => trail.bodies).map((body) => ({ body, what: proves(body) }));
  const made = bodies.filter(({ what }) => what === 'creation').sort((a, b) => b.body.slot - a.body.slot)[0];
  const creation = made?.body ?? null;
  // A mint that is made was not there just before: what an earlier one of the same address did proves nothing of it.
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

/** The trails that another round could learn something from. */
function worthFollowing(
  trails: readonly BackwardHistory[],
  { creation, earliest }: Found,
  proves: (body: Transaction) => Proof | null,
  now: number,
): ReadonlySet<BackwardHistory> {
  const settled = earliest !== null && now - earliest.since > SETTLED_SECONDS;
  // What came before the creation proves nothing, so that older bodies are wanted as long as that was not read.
  const older = !settled && creation === null;
  const worth = trails.filter((trail, index) => {
    if (trail.lost) return false;
    if (index > 0) return older && !(trail.whole && trail.bodies.some((body) => proves(body) !== null));
    return older || (nearsEnd(trail) && !(trail.whole && creation));
  });
  return new Set(worth);
}

function ageOf(trails: readonly BackwardHistory[], { exact, earliest }: Found): Reading<AgeFacts> {
  if (earliest) {
    const { since, body, what } = earliest;
    return known({ provenSince: since, exact, proof: { transaction: body.signature, slot: body.slot, what } });
  }
  const [gap] = trails.flatMap(({ gaps }) => gaps);
  if (gap) return renamed('age', gap);
  return trails[0]?.entries.length === 0
    ? missing('age', 'history_missing', 'no transaction of the mint is listed')
    : missing('age', 'limit_reached', 'no transaction that was read proves the mint');
}
