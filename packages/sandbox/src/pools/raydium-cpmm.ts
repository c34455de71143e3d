import { type Address, addressBytes, derivedAddress, inByteOrder } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { configAddress, PROGRAM, poolAddress } from 'assay-core/venues/raydium-cpmm/layout.ts';
import { type EncodedAccount, Layout } from './layout.ts';

/** Rates in parts of a million; `protocol` and `fund` are shares of the trade fee. */
export interface CpmmConfigSpec {
  readonly index: number;
  readonly trade: bigint;
  readonly protocol?: bigint;
  readonly fund?: bigint;
  readonly creator?: bigint;
}

/** One token of a pool. `owed` of its vault belongs to the protocol, the fund and the creator. */
interface CpmmToken {
  readonly mint: Address;
  readonly program?: Address;
  readonly decimals?: number;
  readonly owed?: { readonly protocol?: bigint; readonly fund?: bigint; readonly creator?: bigint };
}

/** A pool; the order of the tokens does not matter. `address` for one with a random key instead of the canonical one. */
export interface CpmmPoolSpec {
  readonly config: Address;
  readonly tokens: readonly [CpmmToken, CpmmToken];
  readonly creator: Address;
  readonly address?: Address;
  readonly lpIssued?: bigint;
  readonly status?: number;
  /** Unix seconds. */
  readonly openTime?: bigint;
  /** The mint that the creator's fee is taken in; null: whichever goes in. Left out: no creator's fee. */
  readonly creatorFeeIn?: Address | null;
}

/** A pool with the accounts that it names, which are to be written beside it: two vaults and the LP mint (9 decimals). */
export interface CpmmPool extends EncodedAccount {
  readonly vaults: readonly { readonly address: Address; readonly mint: Address; readonly program: Address }[];
  readonly lpMint: Address;
}

/** A fee configuration: `AmmConfig`, 236 bytes. */
export function cpmmConfig(spec: CpmmConfigSpec): EncodedAccount {
  const layout = new Layout(236).hex(0, 'daf42168cbcb2b6f').u8(8, 255).u16(10, spec.index);
  layout.u64(12, spec.trade).u64(20, spec.protocol ?? 120_000n);
  layout.u64(28, spec.fund ?? 40_000n).u64(36, 150_000_000n);
  layout.u64(108, spec.creator ?? 0n);
  return { address: configAddress(spec.index), owner: PROGRAM, data: layout.bytes() };
}

/** A pool: `PoolState`, 637 bytes. */
export function cpmmPool(spec: CpmmPoolSpec): CpmmPool {
  const [first, second] = spec.tokens;
  const mints = inByteOrder(first.mint, second.mint);
  const tokens = mints[0] === first.mint ? [first, second] : [second, first];
  const address = spec.address ?? poolAddress(spec.config, mints);
  const vaults = tokens.map(({ mint, program = TOKEN_PROGRAM }) => ({
    address: derived('pool_vault', address, mint),
    mint,
    program,
  }));
  const lpMint = derived('pool_lp_mint', address);
  const layout = new Layout(637).hex(0, 'f7ede3f5d7c3de46').key(8, spec.config).key(40, spec.creator);
  layout.key(136, lpMint).key(296, derived('observation', address));
  layout
    .u8(328, 253)
    .u8(329, spec.status ?? 0)
    .u8(330, 9);
  layout.u64(333, spec.lpIssued ?? 1_000_000_000n).u64(373, spec.openTime ?? 1n);
  for (const [i, { address: vault, mint, program }] of vaults.entries()) {
    layout
      .key(72 + i * 32, vault)
      .key(168 + i * 32, mint)
      .key(232 + i * 32, program);
  }
  for (const [i, { decimals = 9, owed = {} }] of tokens.entries()) {
    layout.u8(331 + i, decimals).u64(341 + i * 8, owed.protocol ?? 0n);
    layout.u64(357 + i * 8, owed.fund ?? 0n).u64(397 + i * 8, owed.creator ?? 0n);
  }
  if (spec.creatorFeeIn !== undefined) {
    layout.u8(389, spec.creatorFeeIn === null ? 0 : mints.indexOf(spec.creatorFeeIn) + 1).u8(390, 1);
  }
  return { address, owner: PROGRAM, data: layout.bytes(), vaults, lpMint };
}

function derived(seed: string, ...keys: readonly Address[]): Address {
  return derivedAddress([new TextEncoder().encode(seed), ...keys.map(addressBytes)], PROGRAM);
}
