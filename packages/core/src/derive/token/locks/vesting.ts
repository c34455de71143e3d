import { address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { releaseAt, releaseEvenly } from '#solana/token/release.ts';
import { LAUNCHLAB_PROGRAM } from '#venues/raydium-launchlab/layout.ts';
import type { Lock, LockAccount } from './lock.ts';

export const BONFIDA_VESTING = address('CChTq6PthWU82YZkbveA3WDf7s97BWhBK4Vx9bmsT743');
export const SABLIER = address('4EauRKrNErKfsR4XetEZJNmvACGHbHnHV4R5dvJuqupC');

const BONFIDA = { initializedAt: 64, schedulesAt: 65, scheduleBytes: 16, schedulesMax: 10_000 };

/**
 * The lock in a vesting account of Bonfida/token-vesting (`program/src/state.rs`), whose token accounts belong to it: destination
 * token account 0, mint 32, initialized 64, then pairs of a Unix time and an amount, which becomes 0 when it is released. Nobody can
 * cancel it. Who owns the destination is not in it. Null for what is none.
 */
export function bonfidaLock({ owner, data }: LockAccount): Lock | null {
  const bytes = new Bytes(data);
  const schedules = (bytes.length - BONFIDA.schedulesAt) / BONFIDA.scheduleBytes;
  const fits = Number.isInteger(schedules) && schedules > 0 && schedules <= BONFIDA.schedulesMax;
  if (owner !== BONFIDA_VESTING || !fits || bytes.u8(BONFIDA.initializedAt) !== 1) return null;
  const releases = Array.from({ length: schedules }, (_, n) => {
    const at = BONFIDA.schedulesAt + n * BONFIDA.scheduleBytes;
    return releaseAt(bytes.u64(at), bytes.u64(at + 8));
  });
  return { program: 'Bonfida vesting', mint: bytes.key(32), recipient: null, cancelableBy: [], releases };
}

const STREAM = { discriminator: '3d59948d9a515671', bytes: 156 };

/**
 * The lock in a `StreamData` of Sablier (sablier-labs/solsab, `programs/lockup/src/state/lockup.rs`), whose token accounts belong to
 * it: unlocked at the start 8, at the cliff 16, deposited 24, mint 48, cancelable 97, depleted 98, cliff 99 (0: none), end 107,
 * start 115, sender 123, was cancelled 155. The rest opens evenly from the cliff, else from the start. Who holds its NFT receives.
 * Null for what is none, or has ended.
 */
export function sablierLock({ owner, data }: LockAccount): Lock | null {
  const bytes = new Bytes(data);
  if (owner !== SABLIER || bytes.length !== STREAM.bytes || !bytes.spells(0, STREAM.discriminator)) return null;
  if (bytes.u8(98) !== 0 || bytes.u8(155) !== 0) return null;
  const [start, end] = [bytes.i64(115), bytes.i64(107)];
  const cliff = bytes.i64(99) > 0n ? bytes.i64(99) : start;
  const [atStart, atCliff] = [bytes.u64(8), bytes.u64(16)];
  const rest = bytes.u64(24) - atStart - atCliff;
  if (rest < 0n || start > cliff || cliff > end) return null;
  return {
    program: 'Sablier',
    mint: bytes.key(48),
    sender: bytes.key(123),
    recipient: null,
    cancelableBy: bytes.u8(97) === 0 ? [] : [bytes.key(123)],
    releases: [releaseAt(start, atStart), releaseAt(cliff, atCliff), releaseEvenly(cliff, end - cliff, rest)],
  };
}

const LAUNCH = { discriminator: 'f7ede3f5d7c3de46', bytes: 429, migrated: 2 };

/**
 * What a pool of Raydium LaunchLab keeps in its base vault for those to whom the launch promised tokens (raydium-io/raydium-sdk-V2,
 * `launchpad/layout.ts`): status 17, vesting total 101, cliff period 109, unlock period 117, start 125, base mint 205. Nobody can
 * cancel it. The beneficiaries stand in accounts of their own. Null for what is none, for a launch that promised nothing, and
 * before the curve has migrated, because its schedule has no start until then and the vault holds what is for sale.
 */
export function launchLabLock({ owner, data }: LockAccount): Lock | null {
  const bytes = new Bytes(data);
  if (owner !== LAUNCHLAB_PROGRAM || bytes.length !== LAUNCH.bytes || !bytes.spells(0, LAUNCH.discriminator))
    return null;
  const [total, cliff, period, start] = [bytes.u64(101), bytes.u64(109), bytes.u64(117), bytes.u64(125)];
  if (bytes.u8(17) !== LAUNCH.migrated || start === 0n || total === 0n) return null;
  return {
    program: 'Raydium LaunchLab vesting',
    mint: bytes.key(205),
    recipient: null,
    cancelableBy: [],
    releases: [releaseEvenly(start + cliff, period, total)],
  };
}
