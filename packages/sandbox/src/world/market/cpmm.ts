import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { raydiumCpmm } from 'assay-core/venues/raydium-cpmm/index.ts';
import { AUTHORITY, configAddress } from 'assay-core/venues/raydium-cpmm/layout.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { cpmmPool } from '#pools/raydium-cpmm.ts';
import { cpmmSwap } from '#program/venues/raydium-cpmm.ts';
import { genesis } from './accounts.ts';
import { type Coin, coinMintAccount, coinTokens, SOL_COIN } from './coin.ts';
import { OPENED_UNIX, type PlainPool, sideOf, walletSides } from './pool.ts';

/** The initial state of a pool of Raydium CPMM. `config` is the index of its fees, `burned` the share of its LP tokens in percent. */
export interface CpmmParts {
  readonly coin: Coin;
  readonly coins: bigint;
  readonly lamports: bigint;
  readonly creator: Address;
  readonly config: number;
  readonly burned: bigint;
  /** The holder of the other LP tokens, if it is not the creator. */
  readonly holder?: (lp: IssuedLp) => LpHolder;
  /** True when the program's operator switched swaps off. */
  readonly isOff?: boolean;
}

/** LP tokens that were not burned. */
interface IssuedLp {
  readonly pool: Address;
  readonly lpMint: Address;
  readonly amount: bigint;
}

/** The accounts of LP tokens, and the accounts that show who may withdraw them. */
interface LpHolder {
  readonly owner: Address;
  readonly at: Address;
  readonly accounts: readonly AccountBytes[];
}

const SWAPS_OFF = 4;
const LP_ISSUED = 1_000_000_000_000n;
/** LP tokens that count as issued and were never minted. */
const LP_WITHHELD = 100n;
const LP_DECIMALS = 9;
const OBSERVATION = 296;

/** A pool of a coin against SOL. */
export function openCpmm(parts: CpmmParts): PlainPool {
  const { coin, coins, lamports, creator } = parts;
  const config = configAddress(parts.config);
  const pool = cpmmPool({
    config,
    creator,
    tokens: [coin, SOL_COIN],
    lpIssued: LP_ISSUED,
    openTime: OPENED_UNIX,
    ...(parts.isOff && { status: SWAPS_OFF }),
  });
  const lpCoin = { mint: pool.lpMint, program: SOL_COIN.program, decimals: LP_DECIMALS, powers: {} };
  const lpLeft = ((LP_ISSUED - LP_WITHHELD) * (100n - parts.burned)) / 100n;
  const holder = parts.holder?.({ pool: pool.address, lpMint: pool.lpMint, amount: lpLeft });
  const [first, second] = pool.vaults.map(({ address, mint }) => ({
    coin: mint === coin.mint ? coin : SOL_COIN,
    address,
  }));
  if (!first || !second) throw new Error('a pool has two vaults');
  const isFirst = first.coin === coin;
  const described = {
    address: pool.address,
    config,
    creatorFeeOn: 'none' as const,
    observation: addressOf(pool.data.slice(OBSERVATION, OBSERVATION + 32)),
    sides: [sideOf(first.coin, first.address), sideOf(second.coin, second.address)] as const,
  };
  return {
    venue: raydiumCpmm,
    address: pool.address,
    coin,
    other: SOL_COIN,
    isNative: false,
    pooled: coins,
    accounts: [
      genesis(pool),
      coinTokens(first.coin, AUTHORITY, isFirst ? coins : lamports, first.address),
      coinTokens(second.coin, AUTHORITY, isFirst ? lamports : coins, second.address),
      coinMintAccount(lpCoin, lpLeft, AUTHORITY),
      ...(lpLeft > 0n ? [coinTokens(lpCoin, holder?.owner ?? creator, lpLeft, holder?.at)] : []),
      ...(holder?.accounts ?? []),
    ],
    swap: (order) =>
      cpmmSwap(described, (order.side === 'sell') === isFirst ? 0 : 1, walletSides(order, coin, SOL_COIN)),
  };
}
