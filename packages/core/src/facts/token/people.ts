import { creatorFacts, creatorOf, launchIn, PAYER_UNREAD } from '#derive/token/creator-and-metadata.ts';
import { reviewedUnix } from '#derive/token/issuers/issuer-table.ts';
import {
  areConcentrated,
  beginsLately,
  countedTokens,
  extentOf,
  holdingsIn,
  insiderQuestion,
  isNotOld,
  launchpadOf,
  mayBeConcentrated,
  mayBeElsewhere,
  NO_PEOPLE,
  NOBODY_ASKED,
  namedMakers,
  onlyMarket,
  payerBeside,
  showsYouth,
  unreadPeople,
  withHanded,
  withSources,
  withUnasked,
} from '#gather/token/insiders/asked.ts';
import { readDeveloper, readPerson, worseRecord } from '#gather/token/insiders/developer.ts';
import { accountsOf, nowOf } from '#gather/token/second-round.ts';
import { withTreasuries } from '#gather/token/treasuries/find-treasuries.ts';
import { ifKnown, known, mapReading, missing } from '#lib/reading.ts';
import { factsOf } from '../fact.ts';
import { insidersOf } from './insiders.ts';
import {
  age,
  agedMarket,
  authorities,
  earlyMaker,
  earlyOrigin,
  firstHistory,
  history,
  holdersAlone,
  hook,
  liquidity,
  ownerAccounts,
  ownerTreasuries,
  pools,
  quotedSale,
  second,
  third,
  trades,
  triedSale,
} from './market.ts';
import { programs } from './programs.ts';
import { asOf, histories, issuer, lists, metadata, mint, mintOrigin, ofMint, type TokenInput, work } from './start.ts';

const { fact, reading, tolerated } = factsOf<TokenInput>();

/** Whether the market may be behind a holder, so that all pools have to be known first. */
const elsewhere = reading('elsewhere', { work, second, third }, (given) =>
  known(mayBeElsewhere(given.work, given.second)),
);

/** The largest holders that may be people. */
const holdings = reading('holdings', { work, second, elsewhere }, async (given, { get }) => {
  const found = given.elsewhere ? await get(pools) : null;
  if (found && !found.known) return found;
  return known(holdingsIn(given.work, given.second, found?.value.priced ?? []));
});

/** The past of the market that is known first where that is young, else of the whole one. */
const settledHistory = reading('settled_history', { work, elsewhere }, async (given, { get }) => {
  const first = given.elsewhere ? null : await get(firstHistory);
  return first?.known && showsYouth(first.value, nowOf(given.work)) ? first : get(history);
});

/** Whether the market is not proven to be older than 30 days. */
const isYoung = reading('is_young', { work, settledHistory, origin: mintOrigin }, (given) =>
  isNotOld(given.settledHistory.market, given.origin.age, nowOf(given.work)),
);

/** Whether lists already show that youth will hardly be proven, so that the questions about a young market are asked at once. */
const beganLately = reading(
  'began_lately',
  { work, second, histories, lists, elsewhere },
  async ({ work: context, second: round, histories: own, lists: ofPools, elsewhere: isElsewhere }) => {
    const main = isElsewhere ? null : onlyMarket(context, round);
    const listed = main && (await ofPools.early(main));
    const all = [own.mint, ...own.quiet.map(({ page }) => page), ...(listed ? [listed.page] : [])];
    return known(beginsLately(all, nowOf(context)));
  },
);

/** What counts as held of the largest accounts. */
const counted = reading('counted', { holdersAlone }, (given) => known(countedTokens(given.holdersAlone)));

const concentrated = reading('concentrated', { holdings }, async ({ holdings: { all } }, { get }) => {
  const isSo = mayBeConcentrated(all);
  if (isSo !== null) return known(isSo);
  const held = await get(counted);
  return known(!held.known || areConcentrated(all, held.value));
});

/**
 * The wallets that the check asks about. It examines the launch of a young market, and the largest holders of a young or concentrated one.
 * In any other market it asks only about holders of much, and only how they got their tokens. An unknown age counts as old here, since
 * holders of an old market are not judged.
 */
const extent = reading(
  'extent',
  { work, holdings, beganLately },
  async (given, { get, input: { options, subject } }) => {
    if (reviewedUnix(options.issuers, subject, given.work.mint) !== null) return known(NOBODY_ASKED);
    const isLikely = given.beganLately || ifKnown(await get(concentrated));
    return known(extentOf(isLikely ? known(true) : await get(isYoung), given.holdings.all));
  },
);

/** The person behind a creator that has no key. */
const person = tolerated(
  reading('person', { work, earlyMaker, third }, (given) =>
    given.earlyMaker ? readPerson(given.work, given.earlyMaker.address) : known(null),
  ),
);

/** Where the third round knows a creator without the origin, it is not waited for. */
const makers = reading('makers', { earlyMaker, earlyOrigin, extent, person }, async (given, { get }) => {
  const waited = given.earlyMaker || given.earlyOrigin ? null : ifKnown(await get(mintOrigin));
  const creation = (given.earlyOrigin ?? waited)?.creation ?? known(null);
  return known(namedMakers(given.earlyMaker, creation, given.person.read));
});

/** The record of the creator. An administrator can be anybody, so the record of the payer of the creation counts in its place. */
const creatorRecord = reading('creator_record', { work, second, makers }, (given) => {
  const { question, reader } = given.work;
  const { admin, creator: wallet } = given.makers;
  if (admin) return known(null);
  return readDeveloper({ mint: question.subject, launchpad: launchpadOf(given.second), wallet }, reader);
});

/** The record that counts. A creator who did not sign can be anybody as well, and the payer is then the second launcher. */
const record = reading(
  'record',
  { work, second, makers, named: tolerated(creatorRecord), origin: mintOrigin, settledHistory },
  async ({ work: { question, reader, options }, makers: { admin, creator: signer }, named: { read }, ...given }) => {
    const made = launchIn(given.origin.creation, given.settledHistory.launch);
    if (admin && made === null) return missing('record', 'limit_reached', PAYER_UNREAD);
    const wallet = admin ? (made?.feePayer ?? null) : payerBeside(made, signer, options.labels);
    if (wallet === null) return read;
    const paid = await readDeveloper({ mint: question.subject, launchpad: launchpadOf(given.second), wallet }, reader);
    return admin ? paid : worseRecord(read, paid);
  },
);

export const developer = reading('developer', { extent, beganLately }, async (given, { get }) => {
  const { isAsked, young: found } = given.extent;
  if (!isAsked) return mapReading(found, () => null);
  // What a young market needs is asked at once where it will hardly be proven to be old.
  const ahead = given.beganLately ? get(record) : null;
  const young = await get(isYoung);
  if (!young.known) return young;
  if (!young.value) return known(null);
  const by = await get(makers);
  return by.known && !by.value.made.known ? by.value.made : (ahead ?? get(record));
});

/** The creator with its tokens, before people are known. */
const creatorAlone = reading(
  'creator',
  { work, second, earlyMaker, origin: mintOrigin, history, person, owners: tolerated(ownerAccounts) },
  ({ work: context, earlyMaker: named, origin: { creation }, ...given }) =>
    creatorFacts(context.question.subject, named ? known(named) : creatorOf([], creation), {
      payer: launchIn(creation, given.history.launch)?.feePayer ?? null,
      person: given.person.read,
      accounts: accountsOf(context, given.second),
      third: given.owners.read,
    }),
);

/** The evidence that needs no questions about people: all but people, and their effect on holders and the creator. */
export const apartFromPeople = {
  asOf,
  mint,
  authorities: ofMint(authorities, []),
  programs: ofMint(programs, []),
  issuer: ofMint(issuer, null),
  hook: ofMint(hook, null),
  metadata: ofMint(metadata, null),
  liquidity: ofMint(liquidity, null),
  saleQuote: ofMint(quotedSale, null),
  trialSale: ofMint(triedSale, null),
  age: ofMint(age, null),
  market: ofMint(agedMarket, null),
  trades: ofMint(trades, null),
};

/** Whether the answer is free whatever the launch and the insiders show. */
const isFree = fact(
  'is_free',
  { ...apartFromPeople, holders: holdersAlone, creator: creatorAlone, developer },
  (given, { input: { subject, options } }) => {
    const { holders, creator: alone } = given;
    if (!options.isFreeWithoutLaunch || holders.known) return false;
    const unread = unreadPeople(holders.gap);
    return options.isFreeWithoutLaunch({
      ...given,
      subject,
      creator: mapReading(alone, (facts) => withHanded(facts, unread)),
      launch: unread.launch,
      insiders: unread.insiders,
    });
  },
);

const opening = reading('opening', { settledHistory }, (given) => given.settledHistory.launch);

const asking = reading('asking', { work, makers, holdings, extent }, (given) =>
  known(insiderQuestion(given.work, given.makers, given.holdings, given.extent)),
);

const examined = insidersOf<TokenInput>({ asking, held: counted, isYoung, beganLately, opening });

/** The facts about the wallets that are asked about. Without a list of holders, the launch is read only where it can change the answer. */
const asked = reading('asked', { work, holdings, extent }, async (given, { get }) => {
  const { large } = given.work.first.markets;
  if (!large.known && (await get(isFree))) return known(unreadPeople(large.gap));
  const { young } = given.extent;
  return mapReading(await get(examined), (read) =>
    young.known ? read : withUnasked(read, given.holdings.all, young.gap),
  );
});

const people = reading('people', { extent }, ({ extent: { isAsked, young } }, { get }) => {
  if (isAsked) return get(asked);
  return known(young.known ? NO_PEOPLE : unreadPeople(young.gap));
});

export const examinedLaunch = reading('launch', { people }, (given) => given.people.launch);

export const insiders = reading('insiders', { people }, (given) => given.people.insiders);

export const creator = reading('creator', { creatorAlone, people }, (given) =>
  known(withHanded(given.creatorAlone, given.people)),
);

export const holders = reading('holders', { holdersAlone, people, treasuries: ownerTreasuries }, (given) =>
  known(withTreasuries(withSources(given.holdersAlone, given.people.tokenSources), given.treasuries)),
);
