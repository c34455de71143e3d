import type { Address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { DAMM_V1_PROGRAM, VAULT_PROGRAM } from './addresses.ts';

/** How the virtual price of a pool's second token is found; `none` where the two are worth the same. */
type Depeg = 'none' | 'marinade' | 'lido' | 'spl_stake';

/** The stable curve of a pool. `virtualPrice` in parts of a million, as of `cachedAt` (Unix seconds). */
export interface StableSettings {
  readonly amplification: bigint;
  readonly multiplierA: bigint;
  readonly multiplierB: bigint;
  readonly depeg: Depeg;
  readonly virtualPrice: bigint;
  readonly cachedAt: bigint;
}

/** A fee as a fraction; `protocol` is the part of it that the protocol takes. */
export interface FeeRate {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly protocolNumerator: bigint;
  readonly protocolDenominator: bigint;
}

/** One token of a pool: its mint, its vault and the pool's account of the vault's shares. */
export interface PoolToken {
  readonly mint: Address;
  readonly vault: Address;
  readonly shares: Address;
}

/** The fields of a pool's account. `stable` null means constant product. Activation in slots or Unix seconds. */
export interface DammV1PoolAccount {
  readonly lpMint: Address;
  readonly a: PoolToken;
  readonly b: PoolToken;
  readonly enabled: boolean;
  readonly fee: FeeRate;
  readonly stakePool: Address;
  readonly lockedLp: bigint;
  readonly activation: { readonly point: bigint; readonly unit: 'slot' | 'time' };
  readonly creator: Address | null;
  readonly stable: StableSettings | null;
}

/** The fields of a vault's account. `total` includes lent amounts; profit is released from `reportedAt` on. */
export interface VaultState {
  readonly enabled: boolean;
  readonly total: bigint;
  readonly tokenVault: Address;
  readonly mint: Address;
  readonly lpMint: Address;
  readonly lockedProfit: bigint;
  readonly reportedAt: bigint;
  readonly releasePerSecond: bigint;
}

/** Pools from before partner fees are shorter; both end in the curve at 874, which is all of them that was ever used. */
const POOL_BYTES = [944, 1387];
const POOL_DISCRIMINATOR = 'f19a6d0411b16dbc';
const VAULT_BYTES = 1227;
const VAULT_DISCRIMINATOR = 'd308e82b02987577';
const CURVE_AT = 874;
const DEPEGS: readonly Depeg[] = ['none', 'marinade', 'lido', 'spl_stake'];

/** Reads a pool (`programs/dynamic-amm/src/state.rs`, struct Pool). Refused unless every field that a price needs is known. */
export function readPool({ owner, data }: AccountBytes): DammV1PoolAccount | Refused {
  if (owner !== DAMM_V1_PROGRAM) return refuse('foreign_owner', `pool of ${owner}`);
  const bytes = new Bytes(data);
  if (!bytes.spells(0, POOL_DISCRIMINATOR)) return refuse('wrong_layout', 'discriminator of the pool');
  if (!POOL_BYTES.includes(data.length)) return refuse('wrong_layout', `pool of ${data.length} bytes`);
  if (bytes.u8(233) > 1) return refuse('wrong_layout', 'enabled flag of the pool');
  if (bytes.u8(475) > 1) return refuse('unknown_variant', `activation type ${bytes.u8(475)}`);
  const fee = {
    numerator: bytes.u64(330),
    denominator: bytes.u64(338),
    protocolNumerator: bytes.u64(346),
    protocolDenominator: bytes.u64(354),
  };
  if (!isFraction(fee.numerator, fee.denominator) || !isFraction(fee.protocolNumerator, fee.protocolDenominator)) {
    return refuse('wrong_layout', 'fee of the pool');
  }
  const stable = readCurve(bytes);
  if (stable !== null && 'refused' in stable) return stable;
  return {
    lpMint: bytes.key(8),
    a: { mint: bytes.key(40), vault: bytes.key(104), shares: bytes.key(168) },
    b: { mint: bytes.key(72), vault: bytes.key(136), shares: bytes.key(200) },
    enabled: bytes.u8(233) === 1,
    fee,
    stakePool: bytes.key(363),
    lockedLp: bytes.u64(395),
    activation: { point: bytes.u64(403), unit: bytes.u8(475) === 0 ? 'slot' : 'time' },
    creator: bytes.isZero(443, 32) ? null : bytes.key(443),
    stable,
  };
}

/** The curve: tag 0 is constant product, 1 stable with its settings; null for the former. */
function readCurve(bytes: Bytes): StableSettings | Refused | null {
  const tag = bytes.u8(CURVE_AT);
  if (tag === 0) return null;
  if (tag !== 1) return refuse('unknown_variant', `curve ${tag}`);
  const depeg = DEPEGS[bytes.u8(CURVE_AT + 42)];
  if (depeg === undefined) return refuse('unknown_variant', `depeg type ${bytes.u8(CURVE_AT + 42)}`);
  const [amplification, multiplierA, multiplierB] = [bytes.u64(CURVE_AT + 1), bytes.u64(883), bytes.u64(891)];
  if (amplification === 0n || multiplierA === 0n || multiplierB === 0n) {
    return refuse('wrong_layout', 'stable curve of the pool');
  }
  return {
    amplification,
    multiplierA,
    multiplierB,
    depeg,
    virtualPrice: bytes.u64(CURVE_AT + 26),
    cachedAt: bytes.u64(CURVE_AT + 34),
  };
}

/** Reads a vault (`programs/dynamic-vault/src/state.rs`, struct Vault). */
export function readVault({ owner, data }: AccountBytes): VaultState | Refused {
  if (owner !== VAULT_PROGRAM) return refuse('foreign_owner', `vault of ${owner}`);
  const bytes = new Bytes(data);
  if (!bytes.spells(0, VAULT_DISCRIMINATOR)) return refuse('wrong_layout', 'discriminator of the vault');
  if (data.length < VAULT_BYTES) return refuse('wrong_layout', `vault of ${data.length} bytes`);
  return {
    enabled: bytes.u8(8) === 1,
    total: bytes.u64(11),
    tokenVault: bytes.key(19),
    mint: bytes.key(83),
    lpMint: bytes.key(115),
    lockedProfit: bytes.u64(1203),
    reportedAt: bytes.u64(1211),
    releasePerSecond: bytes.u64(1219),
  };
}

function isFraction(numerator: bigint, denominator: bigint): boolean {
  return denominator > 0n && numerator <= denominator;
}
