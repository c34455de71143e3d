import type { TokenEvidence } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import type { TokenOrigin } from '../age.ts';
import { creatorAccounts, type Maker } from '../creator-and-metadata.ts';
import { burnOwners, curveAuthorities, launchSystems, poolAuthorities } from '../roles.ts';
import type { RoundContext, SecondRound } from '../second-round.ts';
import type { MarketOpening } from './launch.ts';
import { type InsiderQuestion, readInsiders } from './read-insiders.ts';

/** Markets that are proven to be older than 30 days are not young. */
const YOUNG_SECONDS = 30 * 86_400;

/** The part of what circulates, in percent, from which the largest holders of an older market matter as a cluster. */
const CONCENTRATED_PERCENT = 20n;

/** The input about a token's creator and first buyers. `now` in Unix seconds. */
interface Question {
  readonly work: RoundContext;
  readonly second: SecondRound;
  readonly origin: TokenOrigin;
  readonly maker: Maker | null;
  readonly now: number;
}

/** Examines the launch of a young market, and the largest holders of one that is young or concentrated. */
export async function readInsidersOf({
  work,
  second,
  origin,
  maker,
  now,
}: Question): Promise<Pick<TokenEvidence, 'launch' | 'insiders'>> {
  const isYoung = !(origin.age.known && origin.age.value && now - origin.age.value.provenSince > YOUNG_SECONDS);
  const mint = work.question.subject;
  const nothing = { launch: known(null), insiders: known(null) };
  // The holders of a reviewed asset are not judged.
  if (origin.age.known && origin.age.value?.proof.what === 'review') return nothing;
  const isMarket = marketOwners(second);
  const holders = holdersIn(work, second, isMarket);
  if (!isYoung && !areConcentrated(holders, work, second, isMarket)) return nothing;
  const people = [maker?.address, origin.creation?.feePayer].filter((one) => one !== undefined);
  return readInsiders({
    ...{ mint, creator: maker?.address ?? null, isYoung, isMarket, holders },
    developers: [...new Set(people)].map((owner) => ({
      owner,
      accounts: creatorAccounts(owner, mint, work.mint.program),
    })),
    opening: isYoung ? Promise.resolve(openingOf(mint, origin)) : null,
    ...{ reader: work.reader, labels: work.options.labels },
  });
}

function openingOf(mint: Address, { creation, oldest }: TokenOrigin): Reading<MarketOpening> {
  if (!creation || !oldest?.some(({ signature }) => signature === creation.signature)) {
    return missing('launch', 'limit_reached', 'the launch is beyond the history that was read');
  }
  return known({ account: mint, opening: creation, oldest });
}

/** Whether an owner is a market, a curve, a launch system or a burn address. */
function marketOwners({ opened }: SecondRound): (owner: Address) => boolean {
  const pools = new Set(opened.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
  const all = [pools, poolAuthorities, curveAuthorities, launchSystems, burnOwners];
  return (owner) => all.some((some) => some.has(owner));
}

/** The large accounts of the mint, decoded. */
function largeAccounts({ question, look }: RoundContext, { round }: SecondRound) {
  const { large } = look.sight;
  return (large.known ? large.value : []).flatMap(({ account }) => {
    const state = round.accounts.get(account);
    const decoded = state ? readTokenAccount(state) : null;
    return decoded?.mint === question.subject ? [{ owner: decoded.authority, account, tokens: decoded.amount }] : [];
  });
}

/** The largest accounts of the mint whose owners may be people without a label. */
function holdersIn(
  work: RoundContext,
  second: SecondRound,
  isMarket: (owner: Address) => boolean,
): InsiderQuestion['holders'] {
  return largeAccounts(work, second).filter(
    ({ owner, tokens }) => tokens > 0n && isOnCurve(owner) && !isMarket(owner) && !work.options.labels.find(owner),
  );
}

/** Whether these holders together could be a cluster that matters. */
function areConcentrated(
  holders: InsiderQuestion['holders'],
  work: RoundContext,
  second: SecondRound,
  isMarket: (owner: Address) => boolean,
): boolean {
  const sum = (some: InsiderQuestion['holders']) => some.reduce((total, { tokens }) => total + tokens, 0n);
  const circulating = work.mint.supply - sum(largeAccounts(work, second).filter(({ owner }) => isMarket(owner)));
  return sum(holders) * 100n >= circulating * CONCENTRATED_PERCENT;
}
