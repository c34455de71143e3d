import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { releaseAt } from '#solana/token/release.ts';
import type { Lock, LockAccount } from './lock.ts';

/**
 * UNCX's lockers of LP tokens with the authority that owns all their vaults, the address of `["uncx_authority"]`, and the length of
 * a lock (docs.uncx.network, guides for projects; DefiLlama/DefiLlama-Adapters, `helper/utils/solana/layouts/unicrypt-layout.js`).
 */
const LP_LOCKERS: readonly { readonly program: Address; readonly authority: Address; readonly bytes: number }[] = [
  {
    program: address('GsSCS3vPWrtJ5Y9aEVVT65fmrex5P5RGHXdZvsdbWgfo'),
    authority: address('BzKincxjgFQjj4FmhaWrwHES1ekBGN73YesA7JwJJo7X'),
    bytes: 146,
  },
  {
    program: address('UNCX77nZrA3TdAxMEggqG18xxpgiNGT6iqyynPwpoxN'),
    authority: address('DAtFFs2mhQFvrgNLA29vEDeTLLN8vHknAaAhdLEc4SQH'),
    bytes: 196,
  },
  {
    program: address('UNCXdvMRxvz91g3HqFmpZ5NgmL77UH4QRM4NfeL4mQB'),
    authority: address('FEmGEWdxCBSJ1QFKeX5B6k7VTDPwNU3ZLdfgJkvGYrH5'),
    bytes: 180,
  },
];

/** The locker of Raydium CLMM positions. */
const CLMM_LOCKER = {
  program: address('UNCXrB8cZXnmtYM1aSo1Wx3pQaeSZYuF2jCTesXvECs'),
  authority: address('GAYWATob4bqCj3fhVm8ZxoMSqUW2fb6e6SBQ7kk5qyps'),
  bytes: 196,
} as const;

const TOKEN_LOCK = '49e490f19a2c5dee';

/** Where locks of what an authority of UNCX holds are searched: the program, the offset of what they name, and their length. */
export interface UncxSearch {
  readonly program: Address;
  readonly named: 'pool' | 'mint';
  readonly at: number;
  readonly bytes: number;
}

/** The search for the locks under an owner; null for all others. LP locks name the pool, position locks the mint of the NFT. */
export function uncxSearch(owner: Address): UncxSearch | null {
  const locker = LP_LOCKERS.find(({ authority }) => authority === owner);
  if (locker) return { program: locker.program, named: 'pool', at: 9, bytes: locker.bytes };
  if (owner !== CLMM_LOCKER.authority) return null;
  return { program: CLMM_LOCKER.program, named: 'mint', at: 41, bytes: CLMM_LOCKER.bytes };
}

/**
 * The lock in a `TokenLock` (uncx-network/raydium-amm-lp-locker, `state/token_lock.rs`). LP tokens: pool 9, LP mint 41, unlock date
 * 89, amount left 106, owner 114. Positions: pool 9, mint of the NFT 41, unlock date 121, owner 162. One vault holds the LP tokens
 * of all locks of a pool. Before the date only the owner together with a migrator that UNCX admitted can take something out, to
 * bring it to another pool; that is no cancellation by the owner alone. Null for what is none.
 */
export function uncxLock({ owner, data }: LockAccount): Lock | null {
  const bytes = new Bytes(data);
  if (!bytes.spells(0, TOKEN_LOCK)) return null;
  const base = { program: 'UNCX', cancelableBy: [] };
  if (LP_LOCKERS.some((locker) => locker.program === owner && locker.bytes === bytes.length)) {
    const releases = [releaseAt(bytes.i64(89), bytes.u64(106))];
    return { ...base, mint: bytes.key(41), recipient: bytes.key(114), releases };
  }
  if (owner !== CLMM_LOCKER.program || bytes.length !== CLMM_LOCKER.bytes) return null;
  return { ...base, mint: bytes.key(41), recipient: bytes.key(162), releases: [releaseAt(bytes.i64(121), 1n)] };
}
