import { type Address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { PROGRAM } from 'assay-core/venues/raydium-amm-v4/layout.ts';
import { Layout } from './layout.ts';

/** One token of a pool. `owed` of its vault belongs to the protocol. */
interface AmmV4Token {
  readonly mint: Address;
  readonly decimals?: number;
  readonly owed?: bigint;
}

/** A pool of the base token `coin` against `pc`. `market` stands in for the order book's market that its addresses follow from. */
export interface AmmV4Spec {
  readonly market: Address;
  readonly coin: AmmV4Token;
  readonly pc: AmmV4Token;
  /** 6, swaps only, unless said otherwise. */
  readonly status?: bigint;
  readonly nonce?: bigint;
  readonly fee?: { readonly numerator: bigint; readonly denominator: bigint };
  /** Unix seconds. */
  readonly openTime?: bigint;
  readonly lpIssued?: bigint;
}

/** The pool with the accounts that it names, which are to be written beside it. */
export interface AmmV4Pool {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
  readonly vaults: readonly { readonly address: Address; readonly mint: Address }[];
  readonly lpMint: Address;
}

/** A pool: `AmmInfo`, 752 bytes, as `process_initialize2` leaves it. */
export function ammV4Pool(spec: AmmV4Spec): AmmV4Pool {
  const { coin, pc } = spec;
  const associated = (seed: string) =>
    derivedAddress([addressBytes(PROGRAM), addressBytes(spec.market), new TextEncoder().encode(seed)], PROGRAM);
  const [coinVault, pcVault] = [associated('coin_vault_associated_seed'), associated('pc_vault_associated_seed')];
  const lpMint = associated('lp_mint_associated_seed');
  const fee = spec.fee ?? { numerator: 25n, denominator: 10_000n };
  const [coinDecimals, pcDecimals] = [coin.decimals ?? 9, pc.decimals ?? 6];
  const layout = new Layout(752)
    .u64(0, spec.status ?? 6n)
    .u64(8, spec.nonce ?? 254n)
    .u64(16, 7n)
    .u64(24, 3n)
    .u64(32, BigInt(coinDecimals))
    .u64(40, BigInt(pcDecimals))
    .u64(48, 1n)
    .u64(72, 500n)
    .u64(104, 1n)
    .u64(112, 1_000_000_000n)
    .u64(120, 10n ** BigInt(Math.max(coinDecimals, pcDecimals)));
  const fractions = [5n, 10_000n, 25n, 10_000n, 12n, 100n, fee.numerator, fee.denominator];
  for (const [i, value] of fractions.entries()) layout.u64(128 + i * 8, value);
  layout.u64(192, coin.owed ?? 0n).u64(200, pc.owed ?? 0n);
  layout.u64(224, spec.openTime ?? 0n);
  layout.key(336, coinVault).key(368, pcVault).key(400, coin.mint).key(432, pc.mint).key(464, lpMint);
  layout.key(528, spec.market).key(592, associated('target_associated_seed'));
  layout.u64(720, spec.lpIssued ?? 1_000_000_000n);
  const vaults = [
    { address: coinVault, mint: coin.mint },
    { address: pcVault, mint: pc.mint },
  ];
  return { address: associated('amm_associated_seed'), owner: PROGRAM, data: layout.bytes(), vaults, lpMint };
}
