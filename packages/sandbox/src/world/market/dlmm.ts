import { type Address, addressBytes, derivedAddress, inByteOrder } from 'assay-core/solana/address.ts';
import { binArrayAddress, presetPool, vaultAddress } from 'assay-core/venues/meteora-dlmm/addresses.ts';
import { BINS, binArrayOf } from 'assay-core/venues/meteora-dlmm/bins.ts';
import { meteoraDlmm } from 'assay-core/venues/meteora-dlmm/index.ts';
import type { DlmmBin } from '#pools/meteora-dlmm.ts';
import { dlmmAccounts } from '#pools/meteora-dlmm.ts';
import { dlmmSeeds, dlmmSwap } from '#program/venues/concentrated.ts';
import { bumpSeed, VENUE_PROGRAMS } from '#program/venues/trade.ts';
import { genesis } from './accounts.ts';
import { type Coin, SOL_COIN } from './coin.ts';
import { dataAt, type QuotedOrder, type ReadAccount, type SamplePool, sideOf } from './pool.ts';
import { dlmmPresetAt } from './settings.ts';
import { addU64, copied, feeTotals, quotedSwap } from './trades.ts';

/** The initial state of a pool of a coin (X) against SOL (Y): as many bins on each side, each with the same amount. */
export interface DlmmOpening {
  readonly coin: Coin;
  readonly creator: Address;
  /** The number of the preset that decides on step and fee. */
  readonly preset: number;
  /** The bin that trades now: (1 + step) ^ id lamports for one atomic unit of the coin. */
  readonly activeId: number;
  readonly binsAside: number;
  readonly binCoins: bigint;
  readonly binLamports: bigint;
}

/** Offsets in `LbPair` and `BinArray`. */
const AT = { owed: 216, activeId: 76, bins: 56, binBytes: 144 } as const;

/** A pool of Meteora DLMM made with a preset. */
export function openDlmm(parts: DlmmOpening): SamplePool {
  const { coin, creator, activeId } = parts;
  const { address: baseKey, binStep, baseFactor } = dlmmPresetAt(parts.preset);
  const address = presetPool(baseKey, coin.mint, SOL_COIN.mint);
  const [lower, higher] = inByteOrder(coin.mint, SOL_COIN.mint);
  const bins = binsOf(parts);
  const oracle = derivedAddress([Buffer.from('oracle'), addressBytes(address)], VENUE_PROGRAMS.meteoraDlmm);
  const [bump = 0] = bumpSeed(VENUE_PROGRAMS.meteoraDlmm, [baseKey, lower, higher].map(addressBytes));
  const accounts = dlmmAccounts({
    address,
    mintX: coin.mint,
    mintY: SOL_COIN.mint,
    baseKey,
    binStep,
    baseFactor,
    bump,
    activeId,
    creator,
    oracle,
    bins,
    indexReference: activeId,
  });
  const described = {
    address,
    oracle,
    seeds: dlmmSeeds(baseKey, lower, higher),
    sides: [
      sideOf(coin, vaultAddress(address, coin.mint)),
      sideOf(SOL_COIN, vaultAddress(address, SOL_COIN.mint)),
    ] as const,
  };
  const pooled = bins.reduce((sum, { x = 0n }) => sum + x, 0n);
  return {
    venue: meteoraDlmm,
    address,
    coin,
    other: SOL_COIN,
    isNative: false,
    pooled,
    accounts: accounts.map((one) => genesis(one)),
    swap(order, readAccount) {
      const arrays = [binArrayAddress(address, binArrayOf(activeId))];
      const trade = quotedSwap(order, [coin, SOL_COIN], changesOf(address, activeId, order, readAccount));
      return dlmmSwap({ ...described, arrays }, order.side === 'sell' ? 0 : 1, trade);
    },
  };
}

function binsOf({ activeId, binsAside, binCoins, binLamports }: DlmmOpening): readonly DlmmBin[] {
  return Array.from({ length: 2 * binsAside + 1 }, (_, place) => {
    const aside = place - binsAside;
    return {
      id: activeId + aside,
      ...(aside >= 0 && { x: aside === 0 ? binCoins / 2n : binCoins }),
      ...(aside <= 0 && { y: aside === 0 ? binLamports / 2n : binLamports }),
    };
  });
}

/** The state after a swap within the active bin: fees stay apart from the bin, and the pool owes the protocol's part. */
function changesOf(pool: Address, activeId: number, { side, quote }: QuotedOrder, readAccount: ReadAccount) {
  const array = binArrayAddress(pool, binArrayOf(activeId));
  const [poolBefore, binsBefore] = [dataAt(readAccount, pool), dataAt(readAccount, array)];
  if (Buffer.from(poolBefore).readInt32LE(AT.activeId) !== activeId) throw new Error('the active bin was left');
  const [poolAfter, binsAfter] = [copied(poolBefore), copied(binsBefore)];
  const [entering, leaving] = side === 'sell' ? [0, 8] : [8, 0];
  const bin = AT.bins + AT.binBytes * (activeId - binArrayOf(activeId) * BINS);
  const { all, protocol } = feeTotals(quote);
  addU64(binsAfter, bin + entering, quote.spent - all);
  addU64(binsAfter, bin + leaving, -quote.received);
  addU64(poolAfter, AT.owed + entering, protocol);
  return [
    { account: pool, before: poolBefore, after: poolAfter },
    { account: array, before: binsBefore, after: binsAfter },
  ];
}
