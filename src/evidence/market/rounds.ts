import type { AccountState, StateReader } from '#chain/chain-reader.ts';
import { CLOCK } from '#chain/slot-and-time.ts';
import { type Address, address } from '#lib/address.ts';
import { type Gap, type GapCause, known, missing, type Reading } from '#lib/reading.ts';
import { isBare, WRAPPED_SOL } from '#lib/token/programs.ts';

/** The rent of the present as an account. */
export const RENT = address('SysvarRent111111111111111111111111111111111');

/** What every network has beside its clock: asked for where what is read may all be absent. */
export const EVERYWHERE: readonly Address[] = [RENT, WRAPPED_SOL];

/** What one call takes beside its witness. */
const ACCOUNTS_PER_CALL = 99;

/** What belongs to the check that loads, and says nothing about what others may read. */
const ownCauses: readonly GapCause[] = ['deadline', 'limit_reached'];

/** What one call takes. */
const ACCOUNTS_PER_SNAPSHOT = 100;

/** Accounts of one or several snapshots, and the oldest of their slots. */
export interface Round {
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
  readonly slot: number;
}

/** Reads accounts that need not be of one slot, each once, a hundred a call. The first gap spoils the round. */
export function readApart(reader: StateReader, addresses: Iterable<Address>): Promise<Reading<Round>> {
  const wanted = [...new Set(addresses)];
  const calls: Address[][] = [];
  for (let at = 0; at < wanted.length; at += ACCOUNTS_PER_SNAPSHOT) {
    calls.push(wanted.slice(at, at + ACCOUNTS_PER_SNAPSHOT));
  }
  return readCalls(reader, calls);
}

/**
 * Reads groups of accounts, each of one slot: groups are laid into calls of a hundred in their order. An account that two
 * groups name is read for both where they do not share a call, and the later reading counts.
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

/** One load at a time for each key, shared by all who ask meanwhile. */
export type Flights<T> = (key: string, load: () => Promise<Reading<T>>) => Promise<Reading<T>>;

/**
 * Loads that checks of one process share. Nothing is kept when a load is over, so a failed one fails those who waited for it
 * and nobody else; who waited for a check that ran out of its own time or budget loads again.
 */
export function openFlights<T>(): Flights<T> {
  const underWay = new Map<string, Promise<Reading<T>>>();
  return async function share(key, load): Promise<Reading<T>> {
    const before = underWay.get(key);
    if (before) {
      // A load that throws fails whoever began it.
      const shared = await before.catch(() => null);
      return shared?.known || (shared && !ownCauses.includes(shared.gap.cause)) ? shared : share(key, load);
    }
    const mine = load().finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}

/**
 * Reads accounts that need not be of one slot, as `readApart` does, with the chain's clock in each call. A call without the clock,
 * where another call has it, comes from an endpoint that does not hold the chain. It proves nothing absent, so the reading is then a gap.
 */
export async function readWitnessed(reader: StateReader, addresses: readonly Address[]): Promise<Reading<Round>> {
  const wanted = [...new Set(addresses)].filter((address) => address !== CLOCK);
  const calls: Address[][] = [];
  for (let at = 0; at < wanted.length; at += ACCOUNTS_PER_CALL) {
    calls.push([CLOCK, ...wanted.slice(at, at + ACCOUNTS_PER_CALL)]);
  }
  const rounds: Round[] = [];
  for (const reading of await Promise.all(calls.map((call) => readApart(reader, call)))) {
    if (!reading.known) return reading;
    rounds.push(reading.value);
  }
  const blind = blindness(rounds);
  return blind === null ? known(merged(rounds)) : { known: false, gap: blind };
}

/**
 * The gap where one of several rounds has the clock and another lacks it, or where something that every network has came without its
 * data; null where they agree.
 */
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
 * The gap where nothing at all exists of what was asked for, among it what every network has: such an answer does not prove
 * that something is absent. Null otherwise, so that a chain without clock is believed for as long as it holds anything.
 */
export function emptiness({ accounts }: Round): Gap | null {
  if ([...accounts.values()].some((account) => account !== null)) return null;
  return missing('accounts', 'rpc_disagrees', 'not even what every network has is there').gap;
}

/** The gap where a token program's account came without data, which nobody is charged for; null otherwise. */
export function bareness({ accounts }: Round, address: Address): Gap | null {
  const account = accounts.get(address);
  if (!account || !isBare(account)) return null;
  return missing('mint', 'rpc_disagrees', 'an account of a token program came without data').gap;
}

/** The first reading of the clock counts. */
function merged(rounds: readonly Round[]): Round {
  const accounts = new Map<Address, AccountState | null>();
  for (const round of rounds) {
    for (const [address, account] of round.accounts) if (!accounts.has(address)) accounts.set(address, account);
  }
  return { accounts, slot: Math.min(...rounds.map(({ slot }) => slot)) };
}
