import type { CreatorFacts, InsiderFacts } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { PAGE_SIGNATURES } from '../funder/listing.ts';
import { readApart } from '../market/rounds.ts';
import { type Histories, type Origin, SETTLED_SECONDS } from './age.ts';
import { creatorAccounts, creatorOf, creatorTokens } from './creator.ts';
import { readInsiders } from './insiders.ts';
import { burnOwners, curveAuthorities, launchSystems, poolAuthorities } from './known-owners.ts';
import { accountsOf, type SecondRound, type Work } from './second-round.ts';

/** What is asked about those who made a token and bought it first. */
interface Question {
  readonly work: Work;
  readonly second: SecondRound;
  readonly origin: Promise<Origin>;
  readonly histories: Histories;
}

/** Wallets whose first money is looked for; the creator is one of them. */
const WALLETS_MAX = 10;

/** True where the first page of the mint's history holds all of it, so that its beginning is known a round later. */
function isShort({ mint }: Histories): boolean {
  return mint.known && mint.value.length < PAGE_SIGNATURES;
}

/**
 * Who made the token and what is left of it in that hand. Who is known only from the end of the history is looked at a round
 * later, and only where that end was near: else what the largest accounts show has to do.
 */
export async function creatorFacts({
  work,
  second,
  origin,
  histories,
}: Question): Promise<Reading<CreatorFacts | null>> {
  const { question, mint, reader } = work;
  const named = creatorOf(second.creators, second.creators.length > 0 ? null : (await origin).creation);
  if (named === null) return known(null);
  const places = creatorAccounts(named.address, question.subject, mint.program);
  const read = accountsOf(work, second);
  const held = (accounts: typeof read) =>
    creatorTokens(
      named.address,
      question.subject,
      [...accounts.values()].filter((account) => account !== null),
    );
  const isLate = named.by === 'fee_payer' && !isShort(histories);
  if (places.every((place) => read.has(place)) || isLate) return known({ ...named, tokens: held(read) });
  const round = await readApart(reader, places);
  if (!round.known) return renamed('creator', round.gap);
  return known({ ...named, tokens: held(new Map([...read, ...round.value.accounts])) });
}

/** Looks at the launch and at first money, for a mint that is proven to be younger than a week and has a short history. */
export async function readInsidersOf({
  now,
  ...question
}: Question & { readonly now: number }): Promise<Reading<InsiderFacts | null>> {
  const { work, second, histories } = question;
  const origin = await question.origin;
  const { age, creation, oldest } = origin;
  const since = age.known && age.value?.exact ? age.value.provenSince : null;
  const isYoung = since !== null && now - since < SETTLED_SECONDS;
  if (!isYoung || !isShort(histories)) return known(null);
  const creator = creatorOf(second.creators, creation)?.address ?? null;
  const pools = new Set(second.opened.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
  const isPool = (owner: Address): boolean =>
    [pools, poolAuthorities, curveAuthorities, launchSystems, burnOwners].some((some) => some.has(owner));
  return readInsiders({
    ...{ mint: work.question.subject, creation, oldest, creator, isPool },
    ...{ holders: walletsIn(work, second, isPool), reader: work.reader, labels: work.options.labels },
  });
}

/** The largest accounts of the mint whose owners may be people. */
function walletsIn({ look, options }: Work, { round }: SecondRound, isPool: (owner: Address) => boolean) {
  const { large } = look.sight;
  const wallets = (large.known ? large.value : []).flatMap(({ account }) => {
    const state = round.accounts.get(account);
    const held = state ? readTokenAccount(state) : null;
    if (held === null || !isOnCurve(held.authority) || isPool(held.authority)) return [];
    return options.labels.find(held.authority) ? [] : [{ owner: held.authority, account, tokens: held.amount }];
  });
  return wallets.slice(0, WALLETS_MAX);
}
