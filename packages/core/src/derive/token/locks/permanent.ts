import { type Address, address, derivedAddress } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { DAMM_V1_PROGRAM } from '#venues/meteora-damm-v1/addresses.ts';
import { type Lock, type LockAccount, lockSeed, permanentLock } from './lock.ts';

/**
 * Authorities under which Raydium's Burn & Earn keeps LP tokens of CPMM (`["lock_cp_authority_seed"]`) and CLMM positions
 * (`["program_authority_seed"]`) of LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE (raydium-io/raydium-cpi,
 * `programs/locking-cpi/src/lib.rs`). The program can collect fees for them and has no instruction that gives them back.
 */
const BURN_AND_EARN: ReadonlySet<Address> = new Set([
  address('3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH'),
  address('kN1kEznaF5Xbd8LYuqtEFcxzWSBk5Fv6ygX6SqEGJVy'),
]);

/** The lock of liquidity that Burn & Earn holds; null for other owners. */
export function burnAndEarnLock(owner: Address, mint: Address, tokens: bigint): Lock | null {
  return BURN_AND_EARN.has(owner) ? permanentLock('Raydium Burn & Earn', mint, tokens) : null;
}

const LOCK_ESCROW = { discriminator: 'be6a7906c8b6154b', bytesMin: 153 };

/**
 * The lock in a `LockEscrow` of Meteora DAMM v1 (MeteoraAg/damm-v1-sdk, `programs/dynamic-amm`): pool 8, owner 40, LP tokens locked
 * 105. Its owner can claim what fees compounded, never what was put in. Null for what is none, and for another pool.
 */
export function dammV1Lock({ address: at, owner, data }: LockAccount, pool: Address, lpMint: Address): Lock | null {
  const bytes = new Bytes(data);
  if (owner !== DAMM_V1_PROGRAM || bytes.length < LOCK_ESCROW.bytesMin) return null;
  if (!bytes.spells(0, LOCK_ESCROW.discriminator) || bytes.key(8) !== pool) return null;
  const seeds = [lockSeed('lock_escrow'), bytes.slice(8, 32), bytes.slice(40, 32)];
  if (derivedAddress(seeds, DAMM_V1_PROGRAM) !== at) return null;
  return permanentLock('Meteora DAMM v1', lpMint, bytes.u64(105));
}
