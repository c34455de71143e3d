import type { AccountState, StateReader } from '#chain/chain-reader.ts';
import { allKnown, type Gap, type GapCause, known, missing, type Reading } from '#lib/reading.ts';
import { type Address, address } from '#solana/address.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { isBare, WRAPPED_SOL } from '#solana/token/programs.ts';

/** The rent sysvar. */
export const RENT = address('SysvarRent111111111111111111111111111111111');

/** Accounts that exist on every network. They are read along where all other accounts may be absent. */
export const EVERYWHERE: readonly Address[] = [RENT, WRAPPED_SOL];

/** Accounts of one call, the clock not counted. */
const ACCOUNTS_BESIDE_CLOCK = 99;

/** Limits of the loading check: they do not limit other checks. */
const ownCauses: readonly GapCause[] = ['deadline', 'limit_reached'];

/** Accounts of one call. */
const ACCOUNTS_PER_SNAPSHOT = 100;

/** Accounts of one or several snapshots, and the oldest of their slots. */
export interface Round {
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
  readonly slot: number;
}

/** Reads each account once, 100 a call, at any slots. Any gap is the gap of the round. */
export function readApart(reader: StateReader, addresses: Iterable<Address>): Promise<Reading<Round>> {
  const wanted = [...new Set(addresses)];
  const calls: Address[][] = [];
  for (let at = 0; at < wanted.length; at += ACCOUNTS_PER_SNAPSHOT) {
    calls.push(wanted.slice(at, at + ACCOUNTS_PER_SNAPSHOT));
  }
  return readCalls(reader, calls);
}

/**
 * Reads groups of accounts, each group at one slot, in calls of at most 100. An account of two groups is read twice if they are in
 * different calls; the later reading counts.
 */
export function readTogether(reader: StateReader, groups: readonly (readonly Address[])[]): Promise<Reading<Round>> {
  const calls: Set<Address>[] = [];
  for (const group of groups) {
    const last = calls.at(-1);
    const joined = new Set([...(last ?? []), ...group]);
    if (last && joined.size <= ACCOUNTS_PER_SNAPSHOT) for (const address of group) last.add(address);
    else calls.push(new Set(group));
  }
  return readCalls(
    reader,
    calls.map((call) => [...call]),
  );
}

async function readCalls(reader: StateReader, calls: readonly (readonly Address[])[]): Promise<Reading<Round>> {
  const readings = await Promise.all(calls.map((call) => reader.snapshot(call)));
  const accounts = new Map<Address, AccountState | null>();
  let slot = Number.POSITIVE_INFINITY;
  for (const [index, reading] of readings.entries()) {
    if (!reading.known) return reading;
    slot = Math.min(slot, reading.value.slot);
    for (const [at, address] of (calls[index] ?? []).entries()) accounts.set(address, reading.value.value[at] ?? null);
  }
  return known({ accounts, slot });
}

/** Runs one load a key at a time and shares it with all concurrent callers. */
export type Flights<T> = (key: string, load: () => Promise<Reading<T>>) => Promise<Reading<T>>;

/**
 * Loads that checks of one process share. Nothing is cached after a load ends, so a failure reaches only its waiters. A waiter
 * loads again if the loading check ran out of its own time or budget.
 */
export function openFlights<T>(): Flights<T> {
  const underWay = new Map<string, Promise<Reading<T>>>();
  return async function share(key, load): Promise<Reading<T>> {
    const before = underWay.get(key);
    if (before) {
      // An exception belongs to the caller that started the load.
      const shared = await before.catch(() => null);
      return shared?.known || (shared && !ownCauses.includes(shared.gap.cause)) ? shared : share(key, load);
    }
    const mine = load().finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}

/**
 * Like `readApart`, with the chain's clock in each call. A call that lacks the clock while another has it comes from an endpoint
 * without the full state. It proves no account absent, so the result is a gap.
 */
export async function readWitnessed(reader: StateReader, addresses: readonly Address[]): Promise<Reading<Round>> {
  const wanted = [...new Set(addresses)].filter((address) => address !== CLOCK);
  const calls: Address[][] = [];
  for (let at = 0; at < wanted.length; at += ACCOUNTS_BESIDE_CLOCK) {
    calls.push([CLOCK, ...wanted.slice(at, at + ACCOUNTS_BESIDE_CLOCK)]);
  }
  const rounds = allKnown(await Promise.all(calls.map((call) => readApart(reader, call))));
  if (!rounds.known) return rounds;
  const blind = blindness(rounds.value);
  return blind === null ? known(merged(rounds.value)) : { known: false, gap: blind };
}

/** A gap where some rounds have the clock and others lack it, or where an account of every network has no data; else null. */
export function blindness(rounds: readonly Round[]): Gap | null {
  const isStripped = rounds.some(({ accounts }) =>
    [CLOCK, ...EVERYWHERE].some((address) => accounts.get(address)?.data.length === 0),
  );
  if (isStripped) return missing('accounts', 'rpc_disagrees', 'what every network has came without its data').gap;
  const seeing = rounds.filter(({ accounts }) => accounts.get(CLOCK));
  if (seeing.length === 0 || seeing.length === rounds.length) return null;
  return missing('accounts', 'rpc_disagrees', 'the clock is there in one call and not in another').gap;
}

/**
 * A gap where no account exists, not even those of every network: this answer does not prove absence. A chain without a clock account is
 * accepted while any other account exists. Else null.
 */
export function emptiness({ accounts }: Round): Gap | null {
  if ([...accounts.values()].some((account) => account !== null)) return null;
  return missing('accounts', 'rpc_disagrees', 'not even what every network has is there').gap;
}

/** A gap where an account of a token program has no data; else null. Nobody is charged for that answer. */
export function bareness({ accounts }: Round, address: Address): Gap | null {
  const account = accounts.get(address);
  if (!account || !isBare(account)) return null;
  return missing('mint', 'rpc_disagrees', 'an account of a token program came without data').gap;
}

/** For an account of several rounds, such as the clock, the first reading counts. */
function merged(rounds: readonly Round[]): Round {
  const accounts = new Map<Address, AccountState | null>();
  for (const round of rounds) {
    for (const [address, account] of round.accounts) if (!accounts.has(address)) accounts.set(address, account);
  }
  return { accounts, slot: Math.min(...rounds.map(({ slot }) => slot)) };
}
