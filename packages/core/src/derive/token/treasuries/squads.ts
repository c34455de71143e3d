import type { TreasuryFacts } from '#rules/token/holdings/evidence.ts';
import { type Address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { SQUADS_V3, SQUADS_V4, squadsV3Vault, squadsV4Vault } from '#solana/token/powers/upgrade-multisig.ts';
import type { LockAccount as Stored } from '../locks/lock.ts';

/** How many vaults of a multisig are tried. The applications make the first one, and few teams make more. */
const VAULTS_TRIED = 4;

/** The vaults of an account if it is a multisig of version 4. */
export function squadsV4Vaults(multisig: Address): readonly Address[] {
  return Array.from({ length: VAULTS_TRIED }, (_, index) => squadsV4Vault(multisig, index));
}

/** The same of version 3. */
export function squadsV3Vaults(multisig: Address): readonly Address[] {
  return Array.from({ length: VAULTS_TRIED }, (_, index) => squadsV3Vault(multisig, index + 1));
}

const V4 = { discriminator: 'e07479ba44a14fec', rentCollectorAt: 94, keyBytes: 32, memberBytes: 33 };
/** The permission to vote in the mask of a member. */
const VOTE = 2;

/**
 * The `Multisig` of version 4 (Squads-Protocol/v4, `programs/squads_multisig_program/src/state/multisig.rs`): config authority 40, threshold
 * 72, time lock in seconds 74, rent collector 94 (a flag, and a key where it is set), bump, and members of a key and a mask each. The
 * time lock holds for transactions; spending limits pass it by. Null for what is none.
 */
export function squadsV4Treasury({ address: at, owner, data }: Stored): TreasuryFacts | null {
  const bytes = new Bytes(data);
  if (owner !== SQUADS_V4 || !bytes.spells(0, V4.discriminator) || bytes.length <= V4.rentCollectorAt) return null;
  const countAt = V4.rentCollectorAt + 2 + (bytes.u8(V4.rentCollectorAt) === 0 ? 0 : V4.keyBytes);
  const keys = listedAt(bytes, countAt, V4.memberBytes);
  if (keys === null) return null;
  const authority = bytes.key(40);
  return {
    kind: 'squads_v4',
    account: at,
    threshold: bytes.u16(72),
    members: keys.filter((key) => (bytes.u8(key + V4.keyBytes) & VOTE) !== 0).length,
    configAuthority: authority === SYSTEM_PROGRAM ? null : authority,
    delaySeconds: bytes.u32(74),
  };
}

const V3 = { discriminator: '4676096cfed71f78', countAt: 54, keyBytes: 32 };

/**
 * The `Ms` of version 3 (Squads-Protocol/squads-mpl, `programs/squads-mpl/src/state/ms.rs`): threshold 8, keys 54. It has no delay, and
 * members change by its own transactions. Null for what is none.
 */
export function squadsV3Treasury({ address: at, owner, data }: Stored): TreasuryFacts | null {
  const bytes = new Bytes(data);
  if (owner !== SQUADS_V3 || !bytes.spells(0, V3.discriminator)) return null;
  const keys = listedAt(bytes, V3.countAt, V3.keyBytes);
  if (keys === null) return null;
  return {
    kind: 'squads_v3',
    account: at,
    threshold: bytes.u16(8),
    members: keys.length,
    configAuthority: null,
    delaySeconds: 0,
  };
}

/** Where the entries of a Borsh list begin; null where it does not fit. */
function listedAt(bytes: Bytes, countAt: number, entryBytes: number): readonly number[] | null {
  const first = countAt + 4;
  if (bytes.length < first) return null;
  const count = bytes.u32(countAt);
  if (first + count * entryBytes > bytes.length) return null;
  return Array.from({ length: count }, (_, n) => first + n * entryBytes);
}
