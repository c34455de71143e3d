import type { InsiderFacts } from '#checks/token/evidence.ts';
import { type Address, isOnCurve } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { readTokenAccount } from '#lib/token/account.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';
import { type Histories, SETTLED_SECONDS, type TokenOrigin } from './age.ts';
import type { Maker } from './creator-and-metadata.ts';
import { readInsiders } from './insiders.ts';
import { burnOwners, curveAuthorities, launchSystems, poolAuthorities } from './roles.ts';
import type { RoundContext, SecondRound } from './second-round.ts';

/** The input about a token's creator and first buyers. `now` in Unix seconds. */
interface Question {
  readonly work: RoundContext;
  readonly second: SecondRound;
  readonly origin: TokenOrigin;
  readonly maker: Maker | null;
  readonly now: number;
}

/** Maximum number of wallets whose first funder is searched, the creator included. */
const WALLETS_MAX = 10;

/** True where the first page of the mint's history is complete, so that its beginning is known a round later. */
export function isShort({ mint }: Histories): boolean {
  return mint.known && mint.value.length < PAGE_SIGNATURES;
}

/** Examines the launch and first funders of a mint that is proven to be younger than a week. */
export async function readInsidersOf({
  work,
  second,
  origin,
  maker,
  now,
}: Question): Promise<Reading<InsiderFacts | null>> {
  const { age, creation, oldest } = origin;
  const since = age.known && age.value?.exact ? age.value.provenSince : null;
  if (since === null || now - since >= SETTLED_SECONDS) return known(null);
  const pools = new Set(second.opened.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
  const isPool = (owner: Address): boolean =>
    [pools, poolAuthorities, curveAuthorities, launchSystems, burnOwners].some((some) => some.has(owner));
  return readInsiders({
    ...{ mint: work.question.subject, creation, oldest, creator: maker?.address ?? null, isPool },
    ...{ holders: walletsIn(work, second, isPool), reader: work.reader, labels: work.options.labels },
  });
}

/** The largest accounts of the mint whose owners may be people. */
function walletsIn({ look, options }: RoundContext, { round }: SecondRound, isPool: (owner: Address) => boolean) {
  const { large } = look.sight;
  const wallets = (large.known ? large.value : []).flatMap(({ account }) => {
    const state = round.accounts.get(account);
    const tokenAccount = state ? readTokenAccount(state) : null;
    if (tokenAccount === null || !isOnCurve(tokenAccount.authority) || isPool(tokenAccount.authority)) return [];
    return options.labels.find(tokenAccount.authority)
      ? []
      : [{ owner: tokenAccount.authority, account, tokens: tokenAccount.amount }];
  });
  return wallets.slice(0, WALLETS_MAX);
}
