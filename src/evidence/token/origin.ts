import type { HistoryReader } from '#chain/chain-reader.ts';
import type { Address } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { metadataAddress } from '#lib/token/metaplex.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { venues } from '#venues/index.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { type Histories, hasBeginning, readOrigin, type TokenOrigin } from './age.ts';
import { reviewedUnix } from './issuers/issuer-table.ts';
import { launchAccounts } from './launch-accounts.ts';
import type { MarketPages } from './market-opening.ts';
import { SETTLED_SECONDS } from './mint-history.ts';
import { isOwnCurve } from './roles.ts';
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

/** Histories with the pages of launch accounts, where the mint's own may have no readable beginning. Pages of curves were asked for already. */
export function withLaunchAccounts(
  { question: { subject }, look, reader }: RoundContext,
  histories: Histories,
  pages: MarketPages,
): Histories {
  if (hasBeginning(histories)) return histories;
  const { accounts, found } = look.sight;
  const asked = new Set(histories.quiet.map(({ of }) => of));
  const curves = found.pools.filter((pool) => isOwnCurve(pool) && !asked.has(pool.address));
  const listed = curves.flatMap(({ venue, address: of }) => {
    const own = pages.get(of)?.own;
    const launchpad = venues.find(({ id }) => id === venue)?.program;
    return own && launchpad ? [own.then(({ page }) => ({ of, page, launchpad }))] : [];
  });
  const late = launchAccounts(subject)
    .filter(({ of, launchpad }) => accounts.get(of)?.owner === launchpad)
    .map(async (one) => ({ ...one, page: await reader.signatures(one.of) }));
  return { ...histories, late: Promise.all([...listed, ...late]) };
}

/** A reviewed asset existed at its review, so its history need not be read back to the beginning. */
export async function originOf(work: RoundContext, histories: Histories): Promise<TokenOrigin> {
  const { question, mint, reader, options } = work;
  const now = nowOf(work);
  const reviewed = reviewedUnix(options.issuers, question.subject, mint);
  const isClosable = mint.extensions.some(({ type }) => type === 'close_authority');
  if (reviewed === null || reviewed > now - SETTLED_SECONDS)
    return withoutMaker(question.subject, await readOrigin(question.subject, histories, reader, now, isClosable));
  const proof = { transaction: null, slot: null, what: 'review' } as const;
  return { age: known({ provenSince: reviewed, exact: false, proof }), creation: known(null), mayBeRemade: false };
}

/** Nobody made the mint of SOL. */
function withoutMaker(subject: Address, origin: TokenOrigin): TokenOrigin {
  return subject === WRAPPED_SOL ? { ...origin, creation: known(null) } : origin;
}
