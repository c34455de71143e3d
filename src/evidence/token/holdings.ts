import type { HolderAccount, HolderFacts, LiquidityFacts } from '#checks/token/evidence.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { readTokenAccount, type TokenAccount } from '#lib/token/account.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Accounts } from '#venues/venue.ts';
import { recogniseAll } from '../market/found.ts';
import type { OpenedPool } from '../market/opened.ts';
import { depthLamportsOf, type Priced } from '../market/opened.ts';
import { holderFacts, isCurveVenue } from './roles.ts';
import type { RoundContext, SecondRound } from './second-round.ts';

/** A large account of the mint as it stands. */
interface MintAccount extends TokenAccount {
  readonly account: Address;
}

/** The large accounts that the second round read, largest first. */
export function mintAccounts({ question, look }: RoundContext, { round }: SecondRound): readonly MintAccount[] {
  const { large } = look.sight;
  return (large.known ? large.value : []).flatMap(({ account }) => {
    const state = round.accounts.get(account);
    const tokenAccount = state ? readTokenAccount(state) : null;
    return tokenAccount?.mint === question.subject ? [{ account, ...tokenAccount }] : [];
  });
}

/** The pools that were found, and those of them that have a price. */
export interface Pools {
  readonly opened: readonly OpenedPool[];
  readonly priced: readonly Priced[];
}

/** The largest holders with whose they are. A list that contradicts the mint or its own accounts is a gap. */
export function holdersReading(
  work: RoundContext,
  second: SecondRound,
  owners: Reading<Accounts>,
  { opened, priced }: Pools,
): Reading<HolderFacts> {
  const { question, look, mint, options } = work;
  const { large } = look.sight;
  if (!large.known) return renamed('holders', large.gap);
  if (!owners.known) return renamed('holders', owners.gap);
  const contradiction = contradicted(work, second);
  if (contradiction !== null) return missing('holders', 'rpc_disagrees', contradiction);
  const pools = opened.map(({ pool }) => pool);
  const foreign = owners.value.size > 0 ? foreignPools(owners.value, question.subject) : [];
  const shallow = new Set([...shallowIn(priced), ...foreign]);
  const facts = holderFacts(large.value, second.round.accounts, owners.value, {
    ...{ mint: question.subject, freezeAuthority: mint.freezeAuthority, labels: options.labels },
    vaults: new Set(pools.flatMap(({ address, vaults }) => [address, vaults.mint])),
    curves: new Set(pools.filter(({ venue }) => isCurveVenue(venue)).map(({ address }) => address)),
  });
  return known({ ...facts, accounts: facts.accounts.map((one) => asHolder(one, shallow)) });
}

/** Pools of other mints: they hold this one as a reward, or because somebody put it there. */
function foreignPools(owners: Accounts, mint: Address): readonly Address[] {
  const { unread } = recogniseAll(owners.keys(), owners, mint);
  return unread.flatMap(({ address, why }) => (why.refused === 'inconsistent' ? [address] : []));
}

/** An endpoint lists this many of the largest accounts; what is not among them may have doubled since. */
const LISTED_MAX = 20;
const MOVED_FACTOR = 2n;

/** A pool with less than this part of what the deepest one has is a place to keep tokens, and not one to sell them. */
const SHALLOW_PARTS = 10n;

/**
 * Vaults and addresses of pools that hardly anybody can sell to. What lies there is whoever's who put it there: to leave it
 * out of what circulates would let a holder hide behind a pool of his own.
 */
function shallowIn(priced: readonly Priced[]): ReadonlySet<Address> {
  const most = priced.reduce((deepest, one) => (depthLamportsOf(one) > deepest ? depthLamportsOf(one) : deepest), 0n);
  const shallow = priced.filter((one) => depthLamportsOf(one) * SHALLOW_PARTS < most && !isCurveVenue(one.pool.venue));
  return new Set(shallow.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
}

function asHolder(holder: HolderAccount, shallow: ReadonlySet<Address>): HolderAccount {
  const isShallow = holder.role === 'pool' && (shallow.has(holder.account) || shallow.has(holder.owner));
  return isShallow ? { ...holder, role: 'program' } : holder;
}

/** What the list of holders says against the mint or against its own accounts; null where they agree. */
function contradicted(work: RoundContext, second: SecondRound): string | null {
  const { question, look, mint } = work;
  const { large } = look.sight;
  const listed = large.known ? large.value : [];
  if (listed.length === 0 && mint.supply > 0n && question.subject !== WRAPPED_SOL) return 'a supply without a holder';
  const read = new Set(mintAccounts(work, second).map(({ account }) => account));
  const odd = listed.find(({ account, amount }) => amount > 0n && !read.has(account));
  if (odd) return `${odd.account} was listed as a holder and is none`;
  const missed = unlistedVault(work, second);
  return missed ? `the vault ${missed} holds more than listed accounts and is not listed` : null;
}

/** A vault of a pool that must be among the largest accounts and is not; amounts may have moved between two reads. */
function unlistedVault({ look }: RoundContext, { opened, round }: SecondRound): Address | null {
  const { large } = look.sight;
  const listed = new Map((large.known ? large.value : []).map(({ account, amount }) => [account, amount]));
  if (listed.size === 0) return null;
  const smallest = [...listed.values()].reduce((least, amount) => (amount < least ? amount : least));
  const bound = listed.size < LISTED_MAX ? 0n : smallest * MOVED_FACTOR;
  const vaults = opened.map(({ pool }) => pool.vaults.mint).filter((vault) => !listed.has(vault));
  return (
    vaults.find((vault) => {
      const state = round.accounts.get(vault);
      return ((state ? readTokenAccount(state)?.amount : undefined) ?? 0n) > bound;
    }) ?? null
  );
}

/**
 * Large accounts that belong to markets which no pool that was found explains. A pool of other mints holds this one for
 * another reason than to trade it.
 */
export function unmeasuredIn(
  work: RoundContext,
  second: SecondRound,
  owners: Accounts,
  pools: Pools,
): LiquidityFacts['unmeasured'] {
  const facts = holdersReading(work, second, known(owners), pools);
  if (!facts.known) return [];
  const explained = new Set(pools.opened.flatMap(({ pool }) => [pool.address, pool.vaults.mint]));
  return facts.value.accounts.flatMap(({ account, owner, tokens, role, label, program }) => {
    if ((role !== 'pool' && role !== 'curve') || tokens === 0n) return [];
    if (explained.has(account) || explained.has(owner)) return [];
    const { unread } = recogniseAll([owner], owners, work.question.subject);
    if (unread.some(({ why }) => why.refused === 'inconsistent')) return [];
    return [{ account, venue: label ?? program ?? owner, tokens }];
  });
}
