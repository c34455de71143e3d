import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { type EncodedAccount, Layout } from './layout.ts';

const JUPITER_LOCK = address('LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn');
const STREAMFLOW = address('strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m');

/** UNCX's lockers of LP tokens, by venue: the program and the authority that owns its vaults. */
export const UNCX_LOCKERS = {
  ammV4: {
    program: address('GsSCS3vPWrtJ5Y9aEVVT65fmrex5P5RGHXdZvsdbWgfo'),
    authority: address('BzKincxjgFQjj4FmhaWrwHES1ekBGN73YesA7JwJJo7X'),
    bytes: 146,
  },
  cpmm: {
    program: address('UNCXdvMRxvz91g3HqFmpZ5NgmL77UH4QRM4NfeL4mQB'),
    authority: address('FEmGEWdxCBSJ1QFKeX5B6k7VTDPwNU3ZLdfgJkvGYrH5'),
    bytes: 180,
  },
} as const;

const seed = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A lock to write: amounts in atomic units, times in Unix seconds. */
interface LockSpec {
  readonly mint: Address;
  readonly creator: Address;
  readonly recipient: Address;
  /** The amount that opens at the cliff, and the equal parts after it. */
  readonly cliff: { readonly at: bigint; readonly amount: bigint };
  readonly periods?: { readonly count: bigint; readonly every: bigint; readonly each: bigint };
}

/** The `VestingEscrow` of Jupiter Lock. `cancelMode`: 1 its creator, 2 its recipient, 3 both, 0 nobody. */
export function jupiterEscrow(
  spec: LockSpec & { readonly base: Address; readonly cancelMode?: number },
): EncodedAccount {
  const { base, cliff, periods = { count: 0n, every: 1n, each: 0n } } = spec;
  const layout = new Layout(296).hex(0, 'f477b704497487c3').key(8, spec.recipient).key(40, spec.mint);
  layout
    .key(72, spec.creator)
    .key(104, base)
    .u8(138, spec.cancelMode ?? 0);
  layout.u64(144, cliff.at).u64(152, periods.every).u64(160, cliff.amount).u64(168, periods.each);
  const data = layout.u64(176, periods.count).u64(192, cliff.at).bytes();
  return { address: derivedAddress([seed('escrow'), addressBytes(base)], JUPITER_LOCK), owner: JUPITER_LOCK, data };
}

/** A `Stream` of Streamflow at any address, with the token account that it fills, which owns itself. */
export function streamflowStream(
  spec: LockSpec & { readonly stream: Address; readonly end: bigint; readonly flags?: readonly number[] },
): EncodedAccount & { readonly escrow: Address } {
  const { stream, cliff, periods = { count: 0n, every: 1n, each: 1n }, flags = [] } = spec;
  const escrow = derivedAddress([seed('strm'), addressBytes(stream)], STREAMFLOW);
  const layout = new Layout(1_104).u64(33, spec.end).key(49, spec.creator).key(113, spec.recipient);
  layout.key(177, spec.mint).key(209, escrow).u64(409, cliff.at);
  layout
    .u64(417, cliff.amount + periods.count * periods.each)
    .u64(425, periods.every)
    .u64(433, periods.each);
  layout.u64(441, cliff.at).u64(449, cliff.amount);
  for (const at of flags) layout.u8(at, 1);
  return { address: stream, owner: STREAMFLOW, data: layout.bytes(), escrow };
}

/** A `TokenLock` of UNCX on LP tokens, and the vault that all locks of the pool share. */
export function uncxTokenLock(spec: {
  readonly locker: keyof typeof UNCX_LOCKERS;
  readonly pool: Address;
  readonly lpMint: Address;
  readonly id: bigint;
  readonly owner: Address;
  readonly unlocks: bigint;
  readonly amount: bigint;
}): EncodedAccount & { readonly vault: Address; readonly authority: Address } {
  const { program, authority, bytes } = UNCX_LOCKERS[spec.locker];
  const id = new Layout(8).u64(0, spec.id).bytes();
  const layout = new Layout(bytes).hex(0, '49e490f19a2c5dee').key(9, spec.pool).key(41, spec.lpMint).u64(73, spec.id);
  layout.i64(89, spec.unlocks).u64(98, spec.amount).u64(106, spec.amount).key(114, spec.owner);
  return {
    address: derivedAddress([seed('uncx_locker'), id], program),
    owner: program,
    data: layout.bytes(),
    vault: derivedAddress([seed('uncx_lp_vault'), addressBytes(spec.pool)], program),
    authority,
  };
}
