import { address, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { releaseAt } from '#solana/token/release.ts';
import { type Lock, type LockAccount, lockSeed } from './lock.ts';

const JUPITER_LOCK = address('LocpQgucEQHbqNABEYvBvwoxCPsSbG91A1QaQhQQqjn');

/**
 * The pool authority of Meteora's bonding curve, as which it creates the locks of a launch. It can sign for itself alone and has no
 * instruction that cancels (MeteoraAg/dynamic-bonding-curve, `create_locker.rs`).
 */
const CURVE_AUTHORITY = address('FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM');

const ESCROW = { discriminator: 'f477b704497487c3', bytes: 296 };
const [BY_CREATOR, BY_RECIPIENT] = [1, 2];

/**
 * The lock in a `VestingEscrow` (jup-ag/jup-lock, `programs/locker/src/state/vesting_escrow.rs`): recipient 8, mint 40, creator 72,
 * base 104, who can change the recipient 137, cancel mode 138, cliff time 144, frequency 152, unlocked at the cliff 160, per period 168, periods 176, cancelled at
 * 200. Its token accounts belong to it. Cancelling pays what is locked to the creator. Null for what is none, or was cancelled.
 */
export function jupiterLock({ address: at, owner, data }: LockAccount): Lock | null {
  const bytes = new Bytes(data);
  if (owner !== JUPITER_LOCK || bytes.length !== ESCROW.bytes || !bytes.spells(0, ESCROW.discriminator)) return null;
  if (derivedAddress([lockSeed('escrow'), bytes.slice(104, 32)], JUPITER_LOCK) !== at || bytes.u64(200) !== 0n)
    return null;
  const [recipient, creator, mode] = [bytes.key(8), bytes.key(72), bytes.u8(138)];
  const isHarmless = creator === CURVE_AUTHORITY && mode === BY_CREATOR;
  const [cliff, every, periods] = [bytes.u64(144), bytes.u64(152), bytes.u64(176)];
  return {
    program: 'Jupiter Lock',
    mint: bytes.key(40),
    recipient,
    ...(creator !== CURVE_AUTHORITY && { sender: creator }),
    ...((bytes.u8(137) & BY_CREATOR) > 0 && { redirectedBy: creator }),
    cancelableBy: isHarmless
      ? []
      : [...((mode & BY_CREATOR) > 0 ? [creator] : []), ...((mode & BY_RECIPIENT) > 0 ? [recipient] : [])],
    releases: [
      releaseAt(cliff, bytes.u64(160)),
      { at: cliff + every, amount: bytes.u64(168) * periods, steps: periods, every },
    ],
  };
}
