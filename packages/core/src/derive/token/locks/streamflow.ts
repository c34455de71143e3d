import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { type Release, releaseAt } from '#solana/token/release.ts';
import { smaller } from '#venues/arithmetic.ts';
import { type Lock, type LockAccount, lockSeed } from './lock.ts';

export const STREAMFLOW = address('strmRqUCoQUgGUan5YhzUZa6KqdzwX5L6FpUxfmKg5m');

/** Length of a stream, and the offset of the token account that it fills. */
export const STREAM_LAYOUT = { bytes: 1_104, escrowAt: 209 } as const;

/** Flags of a stream: who can cancel, whether its sender can pass it on, whether its rate can be changed, whether it ended. */
const FLAGS = { bySender: 457, byRecipient: 458, transferableBySender: 460, canUpdateRate: 540, closed: 671 } as const;

/**
 * The lock in a `Stream` (streamflow-finance/js-sdk, `packages/stream/solana/layout.ts`): cancelled at 25, end 33, sender 49,
 * recipient 113, mint 177, token account 209, start 409, deposited 417, period 425, per period 433, cliff 441, unlocked at the cliff
 * 449, flags 457, 458, 460 and 540, closed 671. It has no discriminator, so that only the derived address of its token account proves it.
 * `escrow` is the token account that is asked about. Pauses only delay, and are left out. A sender that can change the rate can
 * open it early, as one that can cancel. No public source says whether a sender can take back that a stream is final, so that it counts
 * as final. Null for what is none, or has ended.
 */
export function streamflowLock({ address: at, owner, data }: LockAccount, escrow: Address): Lock | null {
  const bytes = new Bytes(data);
  if (owner !== STREAMFLOW || bytes.length !== STREAM_LAYOUT.bytes || bytes.key(STREAM_LAYOUT.escrowAt) !== escrow)
    return null;
  if (derivedAddress([lockSeed('strm'), addressBytes(at)], STREAMFLOW) !== escrow) return null;
  if (bytes.u64(25) !== 0n || bytes.u8(FLAGS.closed) !== 0) return null;
  const [sender, recipient] = [bytes.key(49), bytes.key(113)];
  const bySender = bytes.u8(FLAGS.bySender) !== 0 || bytes.u8(FLAGS.canUpdateRate) !== 0;
  return {
    program: 'Streamflow',
    mint: bytes.key(177),
    sender,
    recipient,
    ...(bytes.u8(FLAGS.transferableBySender) !== 0 && { redirectedBy: sender }),
    cancelableBy: [...(bySender ? [sender] : []), ...(bytes.u8(FLAGS.byRecipient) !== 0 ? [recipient] : [])],
    releases: releasesOf(bytes),
  };
}

/** The part at the cliff, then a part each period while any is left, and all of it at the end. */
function releasesOf(bytes: Bytes): readonly Release[] {
  const [end, deposited, every, each] = [bytes.u64(33), bytes.u64(417), bytes.u64(425), bytes.u64(433)];
  const cliff = smaller(bytes.u64(441) === 0n ? bytes.u64(409) : bytes.u64(441), end);
  const atCliff = smaller(bytes.u64(449), deposited);
  const rest = deposited - atCliff;
  const steps = every > 0n && each > 0n ? smaller(rest / each, (end - cliff) / every) : 0n;
  return [
    releaseAt(cliff, atCliff),
    { at: cliff + every, amount: steps * each, steps, every },
    releaseAt(smaller(end, cliff + (steps + 1n) * every), rest - steps * each),
  ];
}
