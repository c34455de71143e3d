import {
  type LaunchReading,
  type MarketOpening,
  readKept,
  readLaunch,
  withMade,
} from '#gather/token/insiders/launch.ts';
import {
  askedHolders,
  holderReadings,
  type InsiderQuestion,
  insidersFrom,
  nobody,
  readAllMade,
  sharedRecipientsOf,
  traceAll,
  traceBuyers,
} from '#gather/token/insiders/read-insiders.ts';
import type { Receiver } from '#gather/token/insiders/token-way.ts';
import { readWays } from '#gather/token/insiders/ways.ts';
import { known, mapReading, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { type Fact, factsOf } from '../fact.ts';

/** Who made a token, how its market opened, and who holds it. */
interface InsiderNeeds<I> {
  readonly asking: Fact<I, Reading<InsiderQuestion>>;
  /** What counts as held of each account when the whole market is known. */
  readonly held: Fact<I, Reading<ReadonlyMap<Address, bigint>>>;
  /** True where the market is not proven to be older than 30 days. */
  readonly isYoung: Fact<I, Reading<boolean>>;
  /** Whether lists already show that youth will hardly be proven, so that the questions about a young market are asked at once. */
  readonly beganLately: Fact<I, Reading<boolean>>;
  /** How the market opened; null where there is none. */
  readonly opening: Fact<I, Reading<MarketOpening | null>>;
}

/** What is read of the largest holders. */
function holdersOf<I>({ asking, held, isYoung }: InsiderNeeds<I>) {
  const { reading, tolerated } = factsOf<I>();

  const asked = reading('asked_holders', { asking }, (given) => known(askedHolders(given.asking)));

  const accountPages = reading('account_pages', { asking, asked }, async (given) => {
    const accounts = [...given.asked.wallets, ...given.asked.programs].map(({ account }) => account);
    return known(await Promise.all(accounts.map((one) => (one ? given.asking.reader.signatures(one) : null))));
  });

  /** Of another market than a young or concentrated one only the ways of tokens are asked. */
  const traceable = reading('traceable', { asking, asked }, (given) =>
    known(given.asking.isWhole ? given.asked.wallets : []),
  );

  const walletPages = reading('wallet_pages', { asking, traceable }, async (given) =>
    known(await Promise.all(given.traceable.map(({ wallet }) => given.asking.reader.signatures(wallet)))),
  );

  const ways = reading('ways', { asking, asked, accountPages }, async (given) =>
    known(await readWays([...given.asked.wallets, ...given.asked.programs], given.accountPages, given.asking)),
  );

  const money = reading('money', { asking, traceable, walletPages }, async (given) =>
    known(await traceAll(given.traceable, given.walletPages, given.asking)),
  );

  const givers = reading('givers', { asking, ways }, async (given) =>
    known(await traceAll(given.asking.isWhole ? given.ways.givers.map(nobody) : [], [], given.asking)),
  );

  const isProvenYoung = reading('is_proven_young', { isYoung: tolerated(isYoung) }, (given) =>
    known(given.isYoung.read.known && given.isYoung.read.value),
  );

  const recipients = reading('recipients', { asking, traceable, walletPages, isProvenYoung }, async (given) =>
    known(given.isProvenYoung ? await sharedRecipientsOf(given.traceable, given.walletPages, given.asking) : []),
  );

  return reading(
    'holders',
    { asking, asked, money, ways, givers, recipients, isProvenYoung, held: tolerated(held) },
    ({ asking: question, held: { read }, ...given }) => known(holderReadings(question, { ...given, held: read })),
  );
}

type Opened = Promise<Reading<LaunchReading | null>>;
type Received = Promise<Reading<readonly Receiver[] | null>>;

/** What is read of the launch of a young market and of its buyers; null where there is none. */
function buyersOf<I>({ asking, isYoung, beganLately, opening }: InsiderNeeds<I>) {
  const { reading, tolerated } = factsOf<I>();

  const launch = reading('launch', { asking, isYoung, opening: tolerated(opening) }, async (given): Opened => {
    const { read } = given.opening;
    if (!given.isYoung) return known(null);
    if (!read.known) return read;
    return read.value ? readLaunch(read.value, given.asking) : known(null);
  });

  const made = reading('made', { asking }, (given) => readAllMade(given.asking));

  const receivers = reading('receivers', { asking, beganLately }, async (given, { get }): Received => {
    // Asked for at once where the market will hardly be proven to be old.
    const ahead = given.beganLately ? get(made) : null;
    const opened = await get(launch);
    if (!opened.known) return opened;
    const { value } = opened;
    if (value === null) return known(null);
    return mapReading(await (ahead ?? get(made)), (some) => withMade(value, some, given.asking));
  });

  const traced = reading('traced', { asking, receivers }, async (given) =>
    known(await traceBuyers(given.receivers ?? [], given.asking)),
  );

  const kept = reading('kept', { asking, launch, receivers }, (given) =>
    given.launch && given.receivers ? readKept(given.launch, given.receivers, given.asking) : known([]),
  );

  return reading('launch', { launch, receivers, kept, traced }, (given) => {
    const { launch: opened, receivers: some } = given;
    return known(opened && some && { ...given, launch: opened, receivers: some });
  });
}

/**
 * The people behind the largest holders and the buyers of the launch, in four rounds. The first reads the newest pages of wallets and of
 * their token accounts; the second first funders, how tokens arrived, and late payments; the third the kinds of funders and givers; the
 * fourth who funded and supplied those. The launch and its buyers are read at the same time, in three rounds.
 */
export function insidersOf<I>(needs: InsiderNeeds<I>) {
  const { reading, tolerated } = factsOf<I>();
  const { asking } = needs;
  const [holders, buyers] = [holdersOf(needs), tolerated(buyersOf(needs))];
  return reading('insiders', { asking, holders, buyers }, (given) =>
    known(insidersFrom(given.asking, given.holders, given.buyers.read)),
  );
}
