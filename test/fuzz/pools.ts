import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { venues } from 'assay-core/venues/index.ts';
import type { AccountBytes, Accounts, Clock, Venue } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { hasPools, recordedAccounts } from '../../packages/core/test/support/recorded-pools.ts';
import { sampleWorld } from '../sandbox/sample-world.ts';

/** A pool with everything that it is opened with. */
export interface FuzzedPool {
  readonly venue: Venue;
  readonly address: Address;
  readonly mint: Address;
  readonly accounts: Accounts;
  /** The accounts that its price rests on, itself first. */
  readonly named: readonly Address[];
  readonly clock: Clock;
}

/** Of each venue; the collection holds hundreds of some. */
const POOLS_PER_VENUE_MAX = 4;
const KEY_BYTES = 32;

/** Pools of the sample world and, where it is there, of the collection: some of each venue. */
export async function fuzzedPools(): Promise<readonly FuzzedPool[]> {
  const { chain } = sampleWorld();
  const slot = chain.clock.tip();
  const clock = { slot: BigInt(slot), unixTime: BigInt(chain.clock.blockTime(slot)), epoch: 900n };
  const sample = new Map<Address, AccountBytes>();
  for (const name of chain.addresses()) {
    const [at, found] = [address(name), chain.account(name, 'processed')];
    if (found) sample.set(at, { address: at, owner: address(found.owner), lamports: found.lamports, data: found.data });
  }
  const collected: Accounts = hasPools ? recordedAccounts('') : new Map();
  return [...poolsIn(sample, clock), ...poolsIn(collected, clock)];
}

function poolsIn(accounts: Accounts, clock: Clock): readonly FuzzedPool[] {
  return venues.flatMap((venue) => {
    const own = [...accounts.values()].filter((one) => one !== null && one.owner === venue.program);
    return own.flatMap((one) => (one ? poolOf(venue, one, accounts, clock) : [])).slice(0, POOLS_PER_VENUE_MAX);
  });
}

/** The pool of an account that opens, for one of the mints that stand in it. */
function poolOf(venue: Venue, account: AccountBytes, accounts: Accounts, clock: Clock): readonly FuzzedPool[] {
  const mint = mintsIn(account).find((key) => !isRefused(venue.recognise(account, key)));
  const pool = mint === undefined ? null : venue.recognise(account, mint);
  if (mint === undefined || pool === null || isRefused(pool)) return [];
  const named = [account.address, ...pool.needs, ...venue.configurations, pool.mint, pool.other];
  const read = new Map(named.map((at) => [at, accounts.get(at) ?? null]));
  if (isRefused(pool.open(read, clock))) return [];
  const present = named.filter((at) => read.get(at) != null);
  return [{ venue, address: account.address, mint, accounts: read, named: present, clock }];
}

/** Every 32 bytes that may be a key. */
function mintsIn({ data }: AccountBytes): readonly Address[] {
  const places = Array.from({ length: Math.max(0, Math.min(600, data.length) - KEY_BYTES) }, (_, at) => at);
  const keys = places.map((at) => addressOf(data.subarray(at, at + KEY_BYTES)));
  return [...new Set(keys)].filter((key) => key !== WRAPPED_SOL);
}
