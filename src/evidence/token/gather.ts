import type { AccountState } from '#chain/chain-reader.ts';
import type { HolderFacts, TokenCheckSubject, TokenEvidence } from '#checks/token/evidence.ts';
import { type Address, isOnCurve, SYSTEM_PROGRAM } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { type Gap, ifKnown, known, mapReading, missing, type Reading, renamed } from '#lib/reading.ts';
import { metadataAddress } from '#lib/token/metaplex.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { knownStakePools } from '#lib/token/stake-pool.ts';
import { readTokenSubject } from '#lib/token/token-subject.ts';
import { venues } from '#venues/index.ts';
import { curveAddress } from '#venues/pump-curve/layout.ts';
import { PUMP_PROGRAM } from '#venues/pump-fees/programs.ts';
import { type FirstLook, lookFirst } from '../market/look.ts';
import type { Priced } from '../market/opened.ts';
import { readApart } from '../market/rounds.ts';
import { type Histories, hasBeginning, isShort, readOrigin, type TokenOrigin, withMarketProof } from './age.ts';
import { authorityFacts, hookFacts } from './authorities.ts';
import {
  type CreatorPerson,
  creatorAccounts,
  creatorFacts,
  creatorOf,
  launchIn,
  readMetadata,
} from './creator-and-metadata.ts';
import { type InsidersQuestion, type People, readInsidersOf } from './insiders/asked.ts';
import { personBehind } from './insiders/developer.ts';
import { reviewedUnix } from './issuers/issuer-table.ts';
import { readIssuer } from './issuers/read-issuer.ts';
import { launchAccounts } from './launch-accounts.ts';
import { askMarketPages, enoughLamports, rankedPools, readMarketHistory } from './market-history.ts';
import { deepPools, type MarketPages } from './market-opening.ts';
import { readMarket } from './market-readings.ts';
import { SETTLED_SECONDS } from './mint-history.ts';
import { readPrograms, searchPools } from './programs/read-programs.ts';
import { isOwnCurve } from './roles.ts';
import {
  accountsOf,
  type RoundContext,
  readSecond,
  type SecondRound,
  type TokenOptions,
  type TokenReader,
} from './second-round.ts';
import { readTrades } from './trades/read-trades.ts';
import { withTreasuries } from './treasuries/find-treasuries.ts';

/** The length of a mint without extensions, and the offset of its initialized flag. */
const MINT_BYTES = 82;

const INITIALIZED_AT = 45;

/** Pools are chosen for a trade of this size: 0.1 SOL. */
const SIZE_LAMPORTS = 100_000_000n;

/**
 * Reads the evidence of a token check. The first round reads the mint, its metadata, the first history pages, the largest holders
 * and every possible pool address; the second the state of pools, large accounts and authorities; the third the owners' accounts
 * and trial sales. A young market takes up to three rounds more for its launch, its holders and its developer; so does an older
 * one whose largest holders have much together. Pools behind holders and concentrated positions take up to two.
 */
export async function gatherToken(
  subject: Address,
  reader: TokenReader,
  options: TokenOptions,
): Promise<TokenEvidence> {
  const metadata = metadataAddress(subject);
  const curve = curveAddress(subject);
  const stakePool = knownStakePools.get(subject);
  const [looked, own, ...quiet] = await Promise.all([
    lookFirst(subject, reader, options, [
      metadata,
      ...launchAccounts(subject).map(({ of }) => of),
      ...(stakePool ? [stakePool] : []),
    ]),
    reader.signatures(subject),
    reader.signatures(metadata),
    reader.signatures(curve),
  ]);
  if (!looked.known) return allMissing(subject, looked.gap);
  const histories = {
    mint: own,
    quiet: [
      { of: metadata, page: quiet[0] },
      { of: curve, page: quiet[1], launchpad: PUMP_PROGRAM },
    ],
  };
  return withSubject({ subject, reader, options, look: looked.value, histories });
}

function hasHolders({ sight }: FirstLook): boolean {
  return sight.large.known && sight.large.value.some(({ amount }) => amount > 0n);
}

interface Begun {
  readonly subject: Address;
  readonly reader: TokenReader;
  readonly options: TokenOptions;
  readonly look: FirstLook;
  readonly histories: Histories;
}

/** If the subject is no mint, there is nothing else to read. */
async function withSubject(begun: Begun): Promise<TokenEvidence> {
  const { subject, look } = begun;
  const { moment, accounts } = look.sight;
  const account = accounts.get(subject) ?? null;
  const read = readSubject(account, moment.clock.epoch);
  if (account === null && hasHolders(look)) {
    return {
      ...allMissing(subject, missing('mint', 'rpc_disagrees', 'a mint without an account has holders').gap),
      asOf: known(moment.asOf),
    };
  }
  const start = unasked(subject, known(moment.asOf), known(read));
  if (read.is !== 'mint') return start;
  const metadata = readMetadata(subject, read.mint, accounts.get(metadataAddress(subject)) ?? null);
  const question = { subject, sizeLamports: SIZE_LAMPORTS };
  const work: RoundContext = { question, mint: read.mint, look, reader: begun.reader, options: begun.options };
  return { ...start, metadata, ...(await readFurther(work, begun.histories)) };
}

/**
 * Reads the rounds after the first one, histories and state concurrently. A short history is complete with the second round, so
 * that the third one can build on it.
 */
async function readFurther(work: RoundContext, histories: Histories): Promise<Partial<TokenEvidence>> {
  const { question, mint, look } = work;
  const now = look.sight.moment.asOf.time ?? 0;
  const pages = askMarketPages(work);
  const begun = originOf(work, withLaunchAccounts(work, histories, pages), now);
  const creation = begun.then((origin) => origin.creation);
  const asking = { subject: question.subject, mint, page: histories.mint, creation };
  const issuer = readIssuer(asking, work.options.issuers, work.reader);
  const pools = searchPools(work);
  const read = await readSecond(work);
  let begins: () => void = () => undefined;
  const third = new Promise<void>((resolve) => {
    begins = resolve;
  });
  const programs = readPrograms(work, read, { pools, third });
  if (!read.known) {
    const whole = { programs: await programs, issuer: await issuer, age: (await begun).age };
    return { ...allMissing(question.subject, read.gap), ...kept(work), ...whole };
  }
  const second = read.value;
  const history = readMarketHistory(work, second, second.priced, pages);
  const sales = readTrades(work, second, second.priced, pages);
  const early = isShort(histories) ? await begun : null;
  const maker = ifKnown(creatorOf(second.creators, early?.creation ?? known(null)));
  const places = maker ? creatorAccounts(maker.address, question.subject, mint.program) : [];
  const readings = readMarket(work, second, places, begins);
  const held = readings.then(({ holders }) => holders);
  const found = readings.then(({ priced }) => priced);
  const whole = found.then(async (priced) =>
    haveSameMarket(work, second, priced) ? history : readMarketHistory(work, second, priced, pages),
  );
  const trades = found.then(async (priced) =>
    haveSameMarket(work, second, priced) ? sales : readTrades(work, second, priced, pages),
  );
  const person = third.then(() => (maker ? readPerson(work, maker.address) : known(null)));
  const rest = readRest(work, second, { readings, begun, whole, trades, maker, person, programs, issuer });
  const { isFreeWithoutLaunch = () => false } = work.options;
  const isFree = async (people: People) =>
    isFreeWithoutLaunch({ subject: question.subject, ...kept(work), ...withPeople(await rest, people) });
  const about = { work, second, histories, pages, history, whole, found, early, begun, maker, person, now, held };
  const asked = third.then(() => readInsidersOf({ ...about, isFree }));
  return withPeople(...(await Promise.all([rest, asked])));
}

/** What is under way besides the launch, the insiders and the developer. */
interface Asked extends Pick<InsidersQuestion, 'begun' | 'whole' | 'maker' | 'person'> {
  readonly readings: ReturnType<typeof readMarket>;
  readonly trades: ReturnType<typeof readTrades>;
  readonly programs: Promise<TokenEvidence['programs']>;
  readonly issuer: Promise<TokenEvidence['issuer']>;
}

/** The evidence besides the launch, the insiders and the developer, and without what these say of holders and the creator. */
async function readRest(
  work: RoundContext,
  second: SecondRound,
  { readings, begun, whole, trades, maker, person, programs, issuer }: Asked,
) {
  const { subject } = work.question;
  const [{ third: owners, priced: _, treasuries, ...market }, origin] = await Promise.all([readings, begun]);
  const { market: opened, launch, ...proven } = await whole;
  const accounts = accountsOf(work, second);
  return {
    ...market,
    market: opened,
    trades: await trades,
    age: withMarketProof(subject, origin, proven, work.look.sight.moment.asOf.time ?? 0),
    vaults: await treasuries,
    creator: creatorFacts(subject, maker ? known(maker) : creatorOf([], origin.creation), {
      payer: launchIn(origin.creation, launch)?.feePayer ?? null,
      person: await person,
      ...{ accounts, third: owners },
    }),
    programs: await programs,
    issuer: await issuer,
    authorities: known(authorityFacts(work.mint, accounts)),
    hook: hookFacts(work.mint, accounts),
  };
}

/** The evidence with the launch, the insiders and the developer, and what these say of holders and the creator. */
function withPeople(
  { vaults, holders, creator, ...others }: Awaited<ReturnType<typeof readRest>>,
  { handed, unfollowed, tokenSources, ...people }: People,
) {
  return {
    ...others,
    holders: mapReading(holders, (facts) => facts && withTreasuries(withSources(facts, tokenSources), vaults)),
    creator: mapReading(creator, (facts) => facts && { ...facts, handed, unfollowed }),
    ...people,
  };
}

/** Histories with the pages of launch accounts, where the mint's own may have no readable beginning. Pages of curves were asked for already. */
function withLaunchAccounts(
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

/** Whether the same of these pools are deep, and the same ones may be the market, however deep others are. */
function haveSameMarket(work: RoundContext, { hubs, priced: before }: SecondRound, later: readonly Priced[]): boolean {
  const [own, theirs] = [before, later].map((priced) => {
    const ranked = rankedPools(priced, enoughLamports(work, hubs, priced));
    const [main] = ranked;
    return main ? [...deepPools(main, priced), ...ranked].map(({ pool }) => pool.address) : [];
  });
  return own?.join() === theirs?.join();
}

/** Who stands behind a creator that nobody signs for, with the tokens of the mint that it has; null for a creator that signs itself. */
async function readPerson(
  { question, mint, reader }: RoundContext,
  creator: Address,
): Promise<Reading<CreatorPerson | null>> {
  const found = isOnCurve(creator) ? known(creator) : await personBehind(creator, question.subject, reader);
  if (!found.known || found.value === creator) return mapReading(found, () => null);
  const address = found.value;
  const round = await readApart(reader, creatorAccounts(address, question.subject, mint.program));
  return mapReading(round, ({ accounts }) => ({ address, accounts }));
}

/** The holders, with who gave them their tokens as who decides about these. */
function withSources(holders: HolderFacts, sources: ReadonlyMap<Address, Address>): HolderFacts {
  const accounts = holders.accounts.map((one) => {
    const source = one.role === 'wallet' || one.role === 'program' ? sources.get(one.owner) : undefined;
    return source && one.controller === undefined ? { ...one, controller: source } : one;
  });
  return { ...holders, accounts };
}

/** A reviewed asset existed at its review, so its history need not be read back to the beginning. */
async function originOf(
  { question, mint, reader, options }: RoundContext,
  histories: Histories,
  now: number,
): Promise<TokenOrigin> {
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

/** The readings of the first round, valid even if the second one fails. */
function kept({ question, mint, look }: RoundContext): Pick<TokenEvidence, 'asOf' | 'mint' | 'metadata'> {
  const { moment, accounts } = look.sight;
  return {
    asOf: known(moment.asOf),
    mint: known({ is: 'mint', mint: { ...mint, epoch: moment.clock.epoch } }),
    metadata: readMetadata(question.subject, mint, accounts.get(metadataAddress(question.subject)) ?? null),
  };
}

/** Evidence with only the first two readings. */
function unasked(subject: Address, asOf: TokenEvidence['asOf'], mint: TokenEvidence['mint']): TokenEvidence {
  const nothing = known(null);
  return {
    ...{ subject, asOf, mint },
    authorities: known([]),
    programs: known([]),
    issuer: nothing,
    hook: nothing,
    metadata: nothing,
    holders: nothing,
    liquidity: nothing,
    saleQuote: nothing,
    trialSale: nothing,
    age: nothing,
    market: nothing,
    trades: nothing,
    developer: nothing,
    creator: nothing,
    launch: nothing,
    insiders: nothing,
  };
}

/** Evidence where each reading is missing for the same cause. */
function allMissing(subject: Address, gap: Gap): TokenEvidence {
  const of = (name: string): Reading<never> => renamed(name, gap);
  return {
    subject,
    asOf: of('as_of'),
    mint: of('mint'),
    authorities: of('authorities'),
    programs: of('programs'),
    issuer: of('issuer'),
    hook: of('hook'),
    metadata: of('metadata'),
    holders: of('holders'),
    liquidity: of('liquidity'),
    saleQuote: of('sale_quote'),
    trialSale: of('trial_sale'),
    age: of('age'),
    market: of('market'),
    trades: of('trades'),
    developer: of('developer'),
    creator: of('creator'),
    launch: of('launch'),
    insiders: of('insiders'),
  };
}

/** Classifies the account of the subject, in an epoch. */
export function readSubject(account: AccountState | null, epoch: bigint): TokenCheckSubject {
  if (account === null) return { is: 'nothing' };
  const { owner } = account;
  const read = readTokenSubject(account);
  switch (read.is) {
    case 'mint':
      return { is: 'mint', mint: { ...read.mint, epoch } };
    case 'malformed':
      return { is: 'malformed', owner, why: read.why };
    case 'uninitialized':
      return { is: 'uninitialized', owner };
    case 'token_account':
      return other('token_account', owner, { mint: read.mint });
    case 'multisig':
      return other('multisig', owner);
    case 'foreign':
      return other(whatIs(account), owner, { looksLikeMint: looksLikeMint(account) });
  }
}

type Other = Extract<TokenCheckSubject, { readonly is: 'other' }>;

function other(
  what: Other['what'],
  owner: Address,
  more: Partial<Pick<Other, 'mint' | 'looksLikeMint'>> = {},
): TokenCheckSubject {
  return { is: 'other', what, owner, mint: null, looksLikeMint: false, ...more };
}

function whatIs({ address, owner, executable, data }: AccountState): Other['what'] {
  if (executable) return 'program';
  return owner === SYSTEM_PROGRAM && data.length === 0 && isOnCurve(address) ? 'wallet' : 'account';
}

/** True for data of a forked token program, whose rules are unknown. */
function looksLikeMint({ owner, data }: AccountState): boolean {
  if (owner === SYSTEM_PROGRAM || data.length !== MINT_BYTES) return false;
  const bytes = new Bytes(data);
  return bytes.u8(INITIALIZED_AT) === 1 && bytes.u32(0) <= 1 && bytes.u32(INITIALIZED_AT + 1) <= 1;
}
