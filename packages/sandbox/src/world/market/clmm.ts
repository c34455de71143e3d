import { type Address, addressBytes, derivedAddress, inByteOrder } from 'assay-core/solana/address.ts';
import { configurationAddress, tickArrayAddress } from 'assay-core/venues/raydium-clmm/addresses.ts';
import { raydiumClmm } from 'assay-core/venues/raydium-clmm/index.ts';
import { startOf, tickArrayOf } from 'assay-core/venues/raydium-clmm/tick-arrays.ts';
import { tickAt } from 'assay-core/venues/raydium-clmm/tick-price.ts';
import { clmmAccounts } from '#pools/raydium-clmm.ts';
import { clmmSeeds, clmmSwap } from '#program/venues/concentrated.ts';
import { VENUE_PROGRAMS } from '#program/venues/trade.ts';
import { genesis } from './accounts.ts';
import { type Coin, coinTokens } from './coin.ts';
import { dataAt, OPENED_UNIX, type QuotedOrder, type SamplePool, sideOf } from './pool.ts';
import { clmmConfiguration } from './settings.ts';
import { addU64, copied, feeTotals, putU128, quotedSwap, sqrtPriceAfter } from './trades.ts';
import { layRanges, type PositionRange, type Ranges, tickWithin } from './whirlpool.ts';

/** Offsets in `PoolState`; owed amounts are of token 0, token 1 follows. */
const AT = { decimals: 233, sqrtPrice: 253, tick: 269, protocol: 309, fund: 1064 } as const;
/** The protocol's share of the fee, in parts of a million; the fund gets the rest of what is not for liquidity. */
const PROTOCOL_SHARE = 120_000n;
const MILLION = 1_000_000n;

/** A pool of Raydium CLMM under the fee configuration with an index. */
export function openClmm(coins: readonly [Coin, Coin], creator: Address, config: number, ranges: Ranges): SamplePool {
  const [coin, other] = coins;
  const configuration = clmmConfiguration(config);
  const { tickSpacing } = configuration;
  const state = layRanges(coins, ranges, tickSpacing, tickAt);
  const { sqrtPrice, positions, coinIsZero } = state;
  const mints = [coin.mint, other.mint] as const;
  const made = clmmAccounts({ mints, configuration, creator, sqrtPrice, positions, openTime: OPENED_UNIX });
  const { address } = made.pool;
  const data = copied(made.pool.data);
  const [zero, one] = coinIsZero ? [coin, other] : [other, coin];
  data.set([zero.decimals, one.decimals], AT.decimals);
  const vaultOf = (of: Coin) => {
    const vault = made.vaults.find(({ mint }) => mint === of.mint);
    if (!vault) throw new Error(`no vault of ${of.mint}`);
    return vault;
  };
  const described = {
    address,
    config: configurationAddress(config),
    sides: [sideOf(coin, vaultOf(coin).address), sideOf(other, vaultOf(other).address)] as const,
    oracle: derivedAddress([Buffer.from('observation'), addressBytes(address)], VENUE_PROGRAMS.raydiumClmm),
    seeds: clmmSeeds(configurationAddress(config), inByteOrder(...mints)),
  };
  return {
    venue: raydiumClmm,
    address,
    coin,
    other,
    isNative: false,
    pooled: vaultOf(coin).amount,
    accounts: [
      ...[{ ...made.pool, data }, made.extension, ...made.arrays].map((one) => genesis(one)),
      ...coins.map((of) => coinTokens(of, address, vaultOf(of).amount, vaultOf(of).address)),
    ],
    swap(order, readAccount) {
      const before = dataAt(readAccount, address);
      const array = tickArrayOf(Buffer.from(before).readInt32LE(AT.tick), tickSpacing);
      const arrays = [tickArrayAddress(address, startOf(array, tickSpacing))];
      const changes = [{ account: address, before, after: afterwards(before, order, coinIsZero, positions) }];
      return clmmSwap({ ...described, arrays }, order.side === 'sell' ? 0 : 1, quotedSwap(order, coins, changes));
    },
  };
}

/** The pool's data after a swap that stays between two ticks. */
function afterwards(
  before: Uint8Array,
  { side, quote }: QuotedOrder,
  coinIsZero: boolean,
  positions: readonly PositionRange[],
): Uint8Array {
  const data = copied(before);
  const sqrtPrice = sqrtPriceAfter(quote, coinIsZero);
  putU128(data, AT.sqrtPrice, sqrtPrice);
  data.writeInt32LE(tickWithin(positions, tickAt(sqrtPrice)), AT.tick);
  const { all, protocol } = feeTotals(quote);
  const own = (all * PROTOCOL_SHARE) / MILLION;
  const token = (side === 'sell') === coinIsZero ? 0 : 8;
  addU64(data, AT.protocol + token, own);
  addU64(data, AT.fund + token, protocol - own);
  return data;
}
