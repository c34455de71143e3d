import { type Address, address, addressBytes, derivedAddress } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import {
  DAMM_V1_PROGRAM,
  poolSharesAddress,
  tokenVaultAddress,
  VAULT_PROGRAM,
  vaultAddress,
  vaultLpMintAddress,
} from 'assay-core/venues/meteora-damm-v1/addresses.ts';
import { type EncodedAccount, Layout } from './layout.ts';

const NOBODY = address('11111111111111111111111111111111');
const DEPEGS = ['none', 'marinade', 'lido', 'spl_stake'] as const;

/** The stable curve of a pool; `virtualPrice` in parts of a million, `cachedAt` in Unix seconds. */
export interface DammV1Stable {
  readonly amplification: bigint;
  readonly multiplierA?: bigint;
  readonly multiplierB?: bigint;
  readonly depeg?: (typeof DEPEGS)[number];
  readonly virtualPrice?: bigint;
  readonly cachedAt?: bigint;
}

/** A pool's account. The fee is 0.25 % with a fifth for the protocol unless said otherwise. */
export interface DammV1Pool {
  readonly address: Address;
  readonly lpMint: Address;
  readonly mintA: Address;
  readonly mintB: Address;
  readonly bytes?: 944 | 1387;
  readonly enabled?: number;
  readonly fee?: readonly [bigint, bigint];
  readonly protocolFee?: readonly [bigint, bigint];
  readonly stakePool?: Address;
  readonly lockedLp?: bigint;
  readonly activationPoint?: bigint;
  readonly activationType?: number;
  readonly creator?: Address;
  readonly stable?: DammV1Stable;
}

/** One side of a pool: its vault's total and shares, the pool's part of them and the tokens at hand. */
export interface DammV1Side {
  readonly total: bigint;
  readonly supply: bigint;
  readonly shares: bigint;
  readonly cash: bigint;
  readonly enabled?: number;
  readonly lockedProfit?: bigint;
  readonly reportedAt?: bigint;
  readonly releasePerSecond?: bigint;
}

export function dammV1Pool(pool: DammV1Pool): EncodedAccount {
  const [vaultA, vaultB] = [vaultAddress(pool.mintA), vaultAddress(pool.mintB)];
  const [feeNumerator, feeDenominator] = pool.fee ?? [250n, 100_000n];
  const [protocolNumerator, protocolDenominator] = pool.protocolFee ?? [20_000n, 100_000n];
  const layout = new Layout(pool.bytes ?? 1387)
    .hex(0, 'f19a6d0411b16dbc')
    .key(8, pool.lpMint)
    .key(40, pool.mintA)
    .key(72, pool.mintB)
    .key(104, vaultA)
    .key(136, vaultB)
    .key(168, poolSharesAddress(vaultA, pool.address))
    .key(200, poolSharesAddress(vaultB, pool.address))
    .u8(233, pool.enabled ?? 1)
    .key(234, protocolFeeAddress(pool.mintA, pool.address))
    .key(266, protocolFeeAddress(pool.mintB, pool.address))
    .u64(330, feeNumerator)
    .u64(338, feeDenominator)
    .u64(346, protocolNumerator)
    .u64(354, protocolDenominator)
    .u8(362, 1)
    .key(363, pool.stakePool ?? NOBODY)
    .u64(395, pool.lockedLp ?? 0n)
    .u64(403, pool.activationPoint ?? 0n)
    .key(443, pool.creator ?? NOBODY)
    .u8(475, pool.activationType ?? 0);
  if (pool.stable) stable(layout, pool.stable);
  return { address: pool.address, owner: DAMM_V1_PROGRAM, data: layout.bytes() };
}

/** The token account that receives a pool's protocol fees in a mint. */
function protocolFeeAddress(mint: Address, pool: Address): Address {
  return derivedAddress([Buffer.from('fee'), addressBytes(mint), addressBytes(pool)], DAMM_V1_PROGRAM);
}

function stable(layout: Layout, { amplification, multiplierA, multiplierB, depeg, ...price }: DammV1Stable): void {
  layout
    .u8(874, 1)
    .u64(875, amplification)
    .u64(883, multiplierA ?? 1n)
    .u64(891, multiplierB ?? 1n)
    .u64(900, price.virtualPrice ?? 0n)
    .u64(908, price.cachedAt ?? 0n)
    .u8(916, DEPEGS.indexOf(depeg ?? 'none'));
}

/** The vault of a mint. */
function dynamicVault(mint: Address, side: DammV1Side): EncodedAccount {
  const vault = vaultAddress(mint);
  const data = new Layout(10_240)
    .hex(0, 'd308e82b02987577')
    .u8(8, side.enabled ?? 1)
    .u64(11, side.total)
    .key(19, tokenVaultAddress(vault))
    .key(83, mint)
    .key(115, vaultLpMintAddress(vault))
    .u64(1203, side.lockedProfit ?? 0n)
    .u64(1211, side.reportedAt ?? 0n)
    .u64(1219, side.releasePerSecond ?? 46_296_296n)
    .bytes();
  return { address: vault, owner: VAULT_PROGRAM, data };
}

/** A mint of shares. */
function sharesMint(mint: Address, supply: bigint, authority: Address): EncodedAccount {
  const data = new Layout(82).u32(0, 1).key(4, authority).u64(36, supply).u8(44, 9).u8(45, 1).bytes();
  return { address: mint, owner: TOKEN_PROGRAM, data };
}

/** A token account; `state` 1 is usable, 2 frozen. */
export function writtenTokenAccount(
  at: Address,
  mint: Address,
  authority: Address,
  amount: bigint,
  state = 1,
): EncodedAccount {
  const data = new Layout(165).key(0, mint).key(32, authority).u64(64, amount).u8(108, state).bytes();
  return { address: at, owner: TOKEN_PROGRAM, data };
}

/** All accounts that a pool trades with, its own first. `lpSupply` counts the pool's own LP tokens. */
export function dammV1Accounts(
  pool: DammV1Pool,
  sides: { readonly a: DammV1Side; readonly b: DammV1Side; readonly lpSupply?: bigint },
): readonly EncodedAccount[] {
  const authority = poolSharesAddress(vaultAddress(pool.mintA), pool.address);
  const side = (mint: Address, state: DammV1Side): readonly EncodedAccount[] => {
    const vault = vaultAddress(mint);
    const lpMint = vaultLpMintAddress(vault);
    return [
      dynamicVault(mint, state),
      writtenTokenAccount(tokenVaultAddress(vault), mint, vault, state.cash),
      sharesMint(lpMint, state.supply, vault),
      writtenTokenAccount(poolSharesAddress(vault, pool.address), lpMint, authority, state.shares),
      writtenTokenAccount(protocolFeeAddress(mint, pool.address), mint, authority, 0n),
    ];
  };
  return [
    dammV1Pool(pool),
    ...side(pool.mintA, sides.a),
    ...side(pool.mintB, sides.b),
    sharesMint(pool.lpMint, sides.lpSupply ?? 1_000_000_000n, authority),
  ];
}
