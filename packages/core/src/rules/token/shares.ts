import { type Address, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { isTokenProgram } from '#solana/token/programs.ts';
import type { HolderAccount, HolderFacts, HolderRole } from './evidence.ts';

/** Basis points of the supply below which shares of the circulating part say little: GMGN's rule of two percent. */
const CIRCULATING_BPS_MIN = 200;

/** Percent by which the list of the largest holders and their accounts may differ: tokens move between two reads. Own choice. */
const HOLDERS_DIFFER_PERCENT_MAX = 1n;

/**
 * Roles that count as holders, the most ordinary first. Pools and curves of the market, burns, launch systems and locked tokens do not
 * circulate. A program that is not understood, a vault or a bridge counts as one holder: its controller can move the tokens.
 */
const countedRoles = ['wallet', 'program', 'custody', 'exchange'] as const;
type CountedRole = (typeof countedRoles)[number];

/** An amount in atomic units, with its shares of the circulating and the total supply in basis points, rounded down. */
export interface HeldShare {
  readonly tokens: bigint;
  readonly circulatingBps: number;
  readonly supplyBps: number;
}

/**
 * A counted holder with all its accounts in the list of the largest. `owner`: the wallet; for accounts under a program, which decides
 * about all of them, the program; for other addresses that nobody signs for, the largest. `label`: from the labels; null without one.
 */
export interface OwnerShare extends HeldShare {
  readonly owner: Address;
  readonly role: CountedRole;
  readonly label: string | null;
  readonly accounts: number;
}

/** The distribution of a mint among its largest accounts. Amounts in atomic units. */
export interface Shares {
  readonly supply: bigint;
  /** The supply without burns, pools, curves, launch systems and locked tokens, never below 0. */
  readonly circulating: bigint;
  /** The circulating share of the supply. */
  readonly circulatingBps: number;
  /** Whether enough circulates for meaningful shares: two percent of the unburned supply. */
  readonly assessable: boolean;
  /** The sum of each role's accounts. */
  readonly buckets: Readonly<Record<HolderRole, bigint>>;
  /** Counted holders, largest first, equals by address. */
  readonly owners: readonly OwnerShare[];
  /** The largest holder except exchanges; null where there is none. */
  readonly top1: OwnerShare | null;
  /** The five, ten and twenty largest together, exchanges left out, as they hold for many. */
  readonly top5: HeldShare;
  readonly top10: HeldShare;
  readonly top20: HeldShare;
  /** Herfindahl-Hirschman index of the counted holders, 0 to 10,000: a lower bound, as smaller ones are not seen. */
  readonly hhi: number;
}

const TOP_FEW = 5;
const TOP_OWNERS = 10;
const TOP_MANY = 20;
const WHOLE_BPS = 10_000;

/** `part` of `whole` in basis points, rounded down, from 0 to 10,000; 0 of nothing. */
export function bpsOf(part: bigint, whole: bigint): number {
  if (part <= 0n || whole <= 0n) return 0;
  return part >= whole ? WHOLE_BPS : Number((part * BigInt(WHOLE_BPS)) / whole);
}

/** The distribution of a mint with this supply, as far as its largest accounts show it. */
export function sharesOf({ accounts }: HolderFacts, supply: bigint): Shares {
  const buckets = bucketsOf(accounts);
  const outside = buckets.burn + buckets.pool + buckets.curve + buckets.launch_system + buckets.locker;
  const circulating = atLeastZero(supply - outside);
  const shareOf = (tokens: bigint): HeldShare => ({
    tokens,
    circulatingBps: bpsOf(tokens, circulating),
    supplyBps: bpsOf(tokens, supply),
  });
  const owners = merged(accounts).map((one) => ({ ...one, ...shareOf(one.tokens) }));
  const people = owners.filter(({ role }) => role !== 'exchange');
  return {
    supply,
    circulating,
    circulatingBps: bpsOf(circulating, supply),
    // Burned tokens do not count: otherwise a holder of the whole rest could hide behind a large burn.
    assessable: circulating > 0n && bpsOf(circulating, supply - buckets.burn) >= CIRCULATING_BPS_MIN,
    buckets,
    owners,
    top1: people[0] ?? null,
    top5: shareOf(tokensTogether(people.slice(0, TOP_FEW))),
    top10: shareOf(tokensTogether(people.slice(0, TOP_OWNERS))),
    top20: shareOf(tokensTogether(people.slice(0, TOP_MANY))),
    hhi: bpsOf(
      people.reduce((sum, { tokens }) => sum + tokens * tokens, 0n),
      circulating * circulating,
    ),
  };
}

/** Whether the list of the largest accounts and their balances agree within one percent of the list. */
export function isConsistent({ listedTokens, readTokens }: HolderFacts): boolean {
  const difference = listedTokens > readTokens ? listedTokens - readTokens : readTokens - listedTokens;
  return difference * 100n <= listedTokens * HOLDERS_DIFFER_PERCENT_MAX;
}

/** Whether a role counts as a holder. */
export function isCounted(role: HolderRole): role is CountedRole {
  return countedRoles.some((one) => one === role);
}

function bucketsOf(accounts: readonly HolderAccount[]): Readonly<Record<HolderRole, bigint>> {
  const of = (wanted: HolderRole) => tokensTogether(accounts.filter(({ role }) => role === wanted).map(unlocked));
  return {
    burn: of('burn'),
    pool: of('pool'),
    curve: of('curve'),
    launch_system: of('launch_system'),
    locker: accounts.reduce((sum, { lock }) => sum + (lock?.tokens ?? 0n), 0n),
    custody: of('custody'),
    exchange: of('exchange'),
    program: of('program'),
    wallet: of('wallet'),
  };
}

/** The part of an account that no lock keeps. */
function unlocked({ tokens, lock }: HolderAccount): { readonly tokens: bigint } {
  return { tokens: atLeastZero(tokens - (lock?.tokens ?? 0n)) };
}

/** Counted holders with their accounts merged. Accounts of several roles get the most ordinary one. */
function merged(accounts: readonly HolderAccount[]): readonly Omit<OwnerShare, 'circulatingBps' | 'supplyBps'>[] {
  const counted = accounts.filter((one) => isCounted(one.role) || one.role === 'locker');
  const owned = grouped(joinedBySenders(counted.filter((one) => unlocked(one).tokens > 0n)), keeperOf);
  const held = grouped(
    [...owned].map(([owner, own]) => ({ owner, role: roleOfAll(own), own })),
    ({ owner, role, own }) => (role === 'wallet' || role === 'exchange' ? owner : programBehind(owner, own)),
  );
  return [...held.values()].map(asOwner).sort((a, b) => compare(b.tokens, a.tokens) || (a.owner < b.owner ? -1 : 1));
}

/** The decider about the tokens of an account. */
function keeperOf({ owner, controller }: HolderAccount): Address {
  return controller ?? owner;
}

/**
 * The sender of locks to several recipients may be all of them: the open part, or the part that opens soon, counts as the sender's,
 * together with the recipients' other holdings.
 */
function joinedBySenders(accounts: readonly HolderAccount[]): readonly HolderAccount[] {
  const heads = new Map<Address, Address>();
  const headOf = (one: Address): Address => {
    const head = heads.get(one) ?? one;
    return head === one ? one : headOf(head);
  };
  const join = ([one, other]: readonly [Address, Address]) => {
    heads.set(headOf(one), headOf(other));
    heads.set(headOf(other), headOf(other));
  };
  for (const pair of sentIn(accounts)) join(pair);
  const givers = new Set<Address>();
  for (const { owner, controller, role } of accounts) {
    if (!controller || role !== 'wallet' || !heads.has(owner)) continue;
    join([owner, controller]);
    givers.add(controller);
  }
  return accounts.map((one) => {
    const isHis = one.role === 'wallet' || one.controller !== undefined || givers.has(one.owner);
    return isHis && heads.has(keeperOf(one)) ? { ...one, controller: headOf(keeperOf(one)) } : one;
  });
}

/**
 * Recipients of a sender to several, together with the sender, or with another recipient if nobody signs for the sender. Recipients that
 * nobody signs for stay with the strangers.
 */
function sentIn(accounts: readonly HolderAccount[]): readonly (readonly [Address, Address])[] {
  const recipients = grouped(
    accounts.flatMap((one) => one.vestings ?? []),
    ({ sender }) => sender,
  );
  return [...recipients].flatMap(([sender, sent]) => {
    const all = [...new Set(sent.flatMap(({ recipient }) => recipient ?? []))];
    const people = all.filter(isOnCurve);
    const head = sender !== null && isOnCurve(sender) ? sender : people[0];
    return sender === null || all.length < 2 || !head ? [] : people.map((one) => [one, head] as const);
  });
}

/** The accounts of one owner. */
interface Owned {
  readonly owner: Address;
  readonly role: CountedRole;
  readonly own: readonly HolderAccount[];
}

function asOwner(owned: readonly Owned[]): Omit<OwnerShare, 'circulatingBps' | 'supplyBps'> {
  const own = owned.flatMap((one) => one.own);
  const tokensOf = (one: Owned) => tokensTogether(one.own.map(unlocked));
  const [largest] = [...owned].sort((a, b) => compare(tokensOf(b), tokensOf(a)) || (a.owner < b.owner ? -1 : 1));
  const behind = largest && owned.length > 1 ? programBehind(largest.owner, own) : null;
  return {
    owner: behind !== null && behind !== STRANGER ? behind : (largest?.owner ?? SYSTEM_PROGRAM),
    role: roleOfAll(own),
    label: own.flatMap(({ label }) => label ?? []).sort()[0] ?? null,
    accounts: own.length,
    tokens: tokensTogether(own.map(unlocked)),
  };
}

function roleOfAll(own: readonly HolderAccount[]): CountedRole {
  return countedRoles.find((role) => own.some((one) => one.role === role)) ?? 'program';
}

/** All indistinguishable owners count as one stranger, so that more addresses do not make a holder look smaller. */
const STRANGER = 'stranger';

/** The program that decides about an owner's tokens. The recipient of a lock decides alone, unless nobody signs for it. */
function programBehind(owner: Address, own: readonly HolderAccount[]): Address | typeof STRANGER {
  if (own.some(({ controller }) => controller === owner)) return isOnCurve(owner) ? owner : STRANGER;
  const program = own.find((one) => one.program !== null)?.program ?? null;
  return program !== null && program !== SYSTEM_PROGRAM && !isTokenProgram(program) ? program : STRANGER;
}

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** The sum of these accounts, in atomic units. */
export function tokensTogether(parts: readonly { readonly tokens: bigint }[]): bigint {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0n);
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
