import type { HistoryReader } from '#chain/chain-reader.ts';
import { reviewedUnix } from '#derive/token/issuers/issuer-table.ts';
import { launchAccounts } from '#derive/token/launch-accounts.ts';
import { isOwnCurve } from '#derive/token/roles.ts';
import { known } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { metadataAddress } from '#solana/token/metaplex.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { venues } from '#venues/index.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import {
  type BegunHistories,
  beginOrigin,
  type Histories,
  hasBeginning,
  type QuietHistory,
  readOrigin,
  type TokenOrigin,
} from './age.ts';
import type { PoolLists } from './market-opening.ts';
import { SETTLED_SECONDS } from './mint-history.ts';
import { nowOf, type RoundContext } from './second-round.ts';

/** The newest pages of the mint, of its metadata, and of the curve that pump.fun would have for it. */
export async function readHistories(subject: Address, reader: Pick<HistoryReader, 'signatures'>): Promise<Histories> {
  const [metadata, curve] = [metadataAddress(subject), curveAddress(subject)];
  const [mint, described, launched] = await Promise.all([subject, metadata, curve].map((of) => reader.signatures(of)));
  if (!mint || !described || !launched) throw new Error('a list without an answer');
  const quiet = [
    { of: metadata, page: described },
    { of: curve, page: launched, launchpad: PUMP_PROGRAM },
  ];
  return { mint, quiet };
}

/** Where the mint's own list may have no readable beginning: those of launch accounts. Those of curves were asked for already. */
export async function readLaunchLists(
  { question: { subject }, first, reader }: RoundContext,
  histories: Histories,
  lists: PoolLists,
): Promise<readonly QuietHistory[]> {
  if (hasBeginning(histories)) return [];
  const { accounts, found } = first.markets;
  const asked = new Set(histories.quiet.map(({ of }) => of));
  const curves = found.pools.filter((pool) => isOwnCurve(pool) && !asked.has(pool.address));
  const listed = curves.map(async (pool) => {
    const own = await lists.early(pool);
    const launchpad = venues.find(({ id }) => id === pool.venue)?.program;
    return own && launchpad ? [{ of: pool.address, page: own.page, launchpad }] : [];
  });
  const others = launchAccounts(subject)
    .filter(({ of, launchpad }) => accounts.get(of)?.owner === launchpad)
    .map(async (one) => [{ ...one, page: await reader.signatures(one.of) }]);
  return (await Promise.all([...listed, ...others])).flat();
}

/** Reads the first round of the histories; null for an asset that existed at its review, so that none need be read to the beginning. */
export async function beginHistories(work: RoundContext, histories: Histories): Promise<BegunHistories | null> {
  return reviewedSince(work) === null ? beginOrigin(work.question.subject, histories, work.reader) : null;
}

/** When and by whom the mint was made. */
export async function originOf(
  work: RoundContext,
  begun: BegunHistories | null,
  late: readonly QuietHistory[],
): Promise<TokenOrigin> {
  const { question, mint } = work;
  if (begun) {
    const isClosable = mint.extensions.some(({ type }) => type === 'close_authority');
    return withoutMaker(question.subject, await readOrigin(question.subject, begun, late, nowOf(work), isClosable));
  }
  const proof = { transaction: null, slot: null, what: 'review' } as const;
  const age = { provenSince: reviewedSince(work) ?? 0, exact: false, proof };
  return { age: known(age), creation: known(null), mayBeRemade: false };
}

/** The review of the asset, where that is as long ago as makes its age settled; else null. */
function reviewedSince(work: RoundContext): number | null {
  const reviewed = reviewedUnix(work.options.issuers, work.question.subject, work.mint);
  return reviewed !== null && reviewed <= nowOf(work) - SETTLED_SECONDS ? reviewed : null;
}

/** Nobody made the mint of SOL. */
function withoutMaker(subject: Address, origin: TokenOrigin): TokenOrigin {
  return subject === WRAPPED_SOL ? { ...origin, creation: known(null) } : origin;
}
