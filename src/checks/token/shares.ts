import type { Address } from '#lib/address.ts';
import type { HolderAccount, HolderFacts, HolderRole } from './evidence.ts';

/** Basis points of the supply below which shares of what circulates say little: GMGN's rule of two percent. */
const CIRCULATING_BPS_MIN = 200;

/** Percent by which the list of the largest holders and their accounts may differ: tokens move between two reads. Own choice. */
const HOLDERS_DIFFER_PERCENT_MAX = 1n;

/**
 * Roles that count as holders, the most ordinary first. Pools, curves, burns and launch systems do not circulate; lockers and
 * custodians do, but for unknown holders.
 */
const countedRoles = ['wallet', 'program', 'exchange'] as const;
type CountedRole = (typeof countedRoles)[number];

/** An amount in atomic units, with its shares of the circulating and the total supply in basis points, rounded down. */
interface Share {
  readonly tokens: bigint;
  readonly circulatingBps: number;
  readonly supplyBps: number;
}

/** A counted holder with all its accounts among the largest. `label`: from the labels; null where there is none. */
export interface OwnerShare extends Share {
  readonly owner: Address;
  readonly role: CountedRole;
  readonly label: string | null;
  readonly accounts: number;
}

/** The distribution of a mint among its largest accounts. Amounts in atomic units. */
export interface Shares {
  readonly supply: bigint;
  /** The supply without burns, pools, curves and launch systems, never below 0. */
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
  /** The five and the ten largest together, exchanges left out, as they hold for many. */
  readonly top5: Share;
  readonly top10: Share;
  /** Herfindahl-Hirschman index of the counted holders, 0 to 10,000: a lower bound, as smaller ones are not seen. */
  readonly hhi: number;
}

const TOP_FEW = 5;
const TOP_OWNERS = 10;
const WHOLE_BPS = 10_000;

/** `part` of `whole` in basis points, rounded down, from 0 to 10,000; 0 of nothing. */
export function bpsOf(part: bigint, whole: bigint): number {
  if (part <= 0n || whole <= 0n) return 0;
  return part >= whole ? WHOLE_BPS : Number((part * BigInt(WHOLE_BPS)) / whole);
}

/** The distribution of a mint with this supply, as far as its largest accounts show it. */
export function sharesOf({ accounts }: HolderFacts, supply: bigint): Shares {
  const buckets = bucketsOf(accounts);
  const outside = buckets.burn + buckets.pool + buckets.curve + buckets.launch_system;
  const circulating = atLeastZero(supply - outside);
  const shareOf = (tokens: bigint): Share => ({
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
    top5: shareOf(sumOf(people.slice(0, TOP_FEW))),
    top10: shareOf(sumOf(people.slice(0, TOP_OWNERS))),
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
  const of = (wanted: HolderRole) => sumOf(accounts.filter(({ role }) => role === wanted));
  return {
    burn: of('burn'),
    pool: of('pool'),
    curve: of('curve'),
    launch_system: of('launch_system'),
    locker: of('locker'),
    custody: of('custody'),
    exchange: of('exchange'),
    program: of('program'),
    wallet: of('wallet'),
  };
}

/** Counted holders with their accounts merged. Accounts of several roles get the most ordinary one. */
function merged(accounts: readonly HolderAccount[]): readonly Omit<OwnerShare, 'circulatingBps' | 'supplyBps'>[] {
  const byOwner = new Map<Address, HolderAccount[]>();
  for (const account of accounts) {
    if (!isCounted(account.role) || account.tokens === 0n) continue;
    byOwner.set(account.owner, [...(byOwner.get(account.owner) ?? []), account]);
  }
  return [...byOwner]
    .map(([owner, own]) => ({
      owner,
      role: countedRoles.find((role) => own.some((one) => one.role === role)) ?? 'wallet',
      label: own.flatMap(({ label }) => label ?? []).sort()[0] ?? null,
      accounts: own.length,
      tokens: sumOf(own),
    }))
    .sort((a, b) => compare(b.tokens, a.tokens) || (a.owner < b.owner ? -1 : 1));
}

function sumOf(parts: readonly { readonly tokens: bigint }[]): bigint {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0n);
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
