import { readMetadata } from '#derive/token/creator-and-metadata.ts';
import { launchAccounts } from '#derive/token/launch-accounts.ts';
import { readFirstRound } from '#gather/market/first-round.ts';
import type { MarketQuestion } from '#gather/market/market-question.ts';
import { readIssuer, readLinkBodies } from '#gather/token/issuers/read-issuer.ts';
import { askAhead } from '#gather/token/market-history.ts';
import { beginHistories, originOf, readHistories, readLaunchLists } from '#gather/token/origin.ts';
import type { RoundContext, TokenOptions, TokenReader } from '#gather/token/second-round.ts';
import { checkedSubject } from '#gather/token/subject.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { metadataAddress } from '#solana/token/metaplex.ts';
import { knownStakePools } from '#solana/token/stake-pool.ts';
import { type Fact, factsOf } from '../fact.ts';

/** What a token check is given. */
export interface TokenInput extends MarketQuestion {
  readonly reader: TokenReader;
  readonly options: TokenOptions;
}

const { fact, reading } = factsOf<TokenInput>();

/** The first round: the mint, its metadata, every possible pool address, accounts of launchpads, and the largest holders. */
export const first = reading('first_round', {}, (_, { input: { subject, reader, options } }) => {
  const stakePool = knownStakePools.get(subject);
  const launches = launchAccounts(subject).map(({ of }) => of);
  return readFirstRound(subject, reader, options, [
    metadataAddress(subject),
    ...launches,
    ...(stakePool ? [stakePool] : []),
  ]);
});

/** The newest pages of the lists that may show how the mint began, asked for beside the first round. */
export const histories = fact('histories', {}, (_, { input }) => readHistories(input.subject, input.reader));

export const asOf = reading('as_of', { first }, (given) => known(given.first.markets.moment.asOf));

/** What the subject is. The histories are no part of that, but have to leave with the first round. */
export const mint = reading('mint', { first, histories }, (given, { input }) =>
  checkedSubject(input.subject, given.first),
);

/** A reading of a mint. Any other account has the value `otherwise`, and the check reads no further. */
export function ofMint<T>(of: Fact<TokenInput, Reading<T>>, otherwise: T): Fact<TokenInput, Reading<T>> {
  return fact(of.name, { mint }, (given, { get }) =>
    given.mint.known && given.mint.value.is !== 'mint' ? known(otherwise) : get(of),
  );
}

/**
 * Barrier: a mint with its first round. The next questions leave as one batch only if they wait for the histories too, although most of
 * them do not use these.
 */
export const work = reading('work', { first, mint, histories }, (given, { input }) => {
  if (given.mint.is !== 'mint') return missing('work', 'not_found', 'the account is no mint');
  const { subject, sizeLamports, reader, options } = input;
  const question = { subject, sizeLamports };
  return known<RoundContext>({ question, mint: given.mint.mint, first: given.first, reader, options });
});

export const metadata = reading('metadata', { work }, ({ work: { question, mint: facts, first: round } }) =>
  readMetadata(question.subject, facts, round.markets.accounts.get(metadataAddress(question.subject)) ?? null),
);

/** The lists of the likeliest pools, asked for beside the second round, which shows the deepest one. */
export const lists = reading('lists', { work }, (given) => known(askAhead(given.work)));

const beginnings = reading('beginnings', { work, histories }, async (given) =>
  known(await beginHistories(given.work, given.histories)),
);

/** Asked for beside the first round of the histories, which may not do. */
const launchLists = reading('launch_lists', { work, histories, lists }, async (given) =>
  known(await readLaunchLists(given.work, given.histories, given.lists)),
);

/** How and when the mint began. A short history is complete with the second round. */
export const mintOrigin = reading('origin', { work, beginnings, launchLists }, async (given) =>
  known(await originOf(given.work, given.beginnings, given.launchLists)),
);

/** Transactions that may show a signature of the issuer, asked for beside the origin. */
const linkBodies = reading('link_bodies', { work, histories }, async (given) =>
  known(await readLinkBodies(given.work, given.histories.mint)),
);

export const issuer = reading('issuer', { work, histories, linkBodies, origin: mintOrigin }, (given) =>
  readIssuer(given.work, given.histories.mint, [given.origin.creation, ...given.linkBodies]),
);
