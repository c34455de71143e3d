import type { TransactionInstruction } from '@solana/web3.js';
import { cpmmPool } from 'assay-sandbox/pools/raydium-cpmm.ts';
import { curveBuy, curveSell, pumpCurveOf } from 'assay-sandbox/program/venues/pump-curve.ts';
import { cpmmSwap } from 'assay-sandbox/program/venues/raydium-cpmm.ts';
import type { Actor, Cast } from 'assay-sandbox/world/actors.ts';
import { genesis } from 'assay-sandbox/world/market/accounts.ts';
import { type Coin, coinMintAccount, coinTokens, SOL_COIN } from 'assay-sandbox/world/market/coin.ts';
import { OPENED_UNIX, sideOf } from 'assay-sandbox/world/market/pool.ts';
import { openCurve, pumpRecipients } from 'assay-sandbox/world/market/pump.ts';
import { tokenHoldingOf } from 'assay-sandbox/world/token-instructions.ts';
import { type Address, address, addressOf } from '#solana/address.ts';
import { AUTHORITY, configAddress } from '#venues/raydium-cpmm/layout.ts';
import type { AccountBytes } from '#venues/venue.ts';

/** What a swap takes and gives, in atomic units. */
export interface Swapped {
  readonly spent: bigint;
  readonly out: bigint;
}

/**
 * A pool whose state the generator knows by its own arithmetic, so that what a swap gives is known before the chain runs it.
 * A native pool takes and gives lamports themselves.
 */
export interface TruthPool {
  readonly sides: readonly [Coin, Coin];
  readonly native: boolean;
  /** Who signs every swap beside the wallet, and is its other party. */
  readonly maker?: Actor;
  readonly accounts: readonly AccountBytes[];
  /** Addresses that every swap names, for a lookup table. */
  readonly keys: readonly Address[];
  /** What a swap of so much of `from` would do now. Changes nothing. */
  quote(from: Coin, amount: bigint): Swapped;
  /** Notes that the swap was made. */
  settle(from: Coin, amount: bigint): void;
  /** Swaps between the wallet's associated accounts; fails on the chain when less than `minimum` comes out. */
  swap(wallet: Address, from: Coin, amount: bigint, minimum: bigint): TransactionInstruction;
}

const PARTS = 1_000_000n;
/** Shares of a trade's fee that leave a Raydium CPMM pool for its protocol and its fund, as the sandbox's configurations say. */
const PROTOCOL = 120_000n;
const FUND = 40_000n;
/** Fees of the configurations by index, in parts of a million. */
const RATES = [2_500n, 10_000n] as const;
const OBSERVATION = 296;

const up = (product: bigint, by: bigint) => (product + by - 1n) / by;

/** The other side of a pool. */
export function across(pool: TruthPool, from: Coin): Coin {
  return pool.sides[0] === from ? pool.sides[1] : pool.sides[0];
}

/** A pool of constant product between two coins (Raydium CPMM). */
export function productPool(spec: {
  readonly coins: readonly [Coin, Coin];
  readonly amounts: readonly [bigint, bigint];
  readonly config: 0 | 1;
  readonly creator: Address;
}): TruthPool {
  const { coins, creator } = spec;
  const rate = RATES[spec.config];
  const config = configAddress(spec.config);
  const written = cpmmPool({ config, creator, tokens: coins, openTime: OPENED_UNIX });
  const reserve = new Map(coins.map((coin, index) => [coin, spec.amounts[index] ?? 0n]));
  const of = (coin: Coin) => reserve.get(coin) ?? 0n;
  const pooled = written.vaults.map(({ address: vault, mint }) => {
    const coin = mint === coins[0].mint ? coins[0] : coins[1];
    return { coin, vault };
  });
  const [first, second] = pooled;
  if (!first || !second) throw new Error('a pool has two vaults');
  const described = {
    address: written.address,
    config,
    creatorFeeOn: 'none' as const,
    observation: addressOf(written.data.slice(OBSERVATION, OBSERVATION + 32)),
    sides: [sideOf(first.coin, first.vault), sideOf(second.coin, second.vault)] as const,
  };
  const lp: Coin = { mint: written.lpMint, program: SOL_COIN.program, decimals: 9, powers: {} };
  const other = (from: Coin) => (from === coins[0] ? coins[1] : coins[0]);
  const quote = (from: Coin, amount: bigint) => {
    const net = amount - up(amount * rate, PARTS);
    return { spent: amount, out: (net * of(other(from))) / (of(from) + net) };
  };
  return {
    sides: coins,
    native: false,
    quote,
    keys: [written.address, described.observation, first.vault, second.vault],
    accounts: [
      genesis(written),
      ...pooled.map(({ coin, vault }) => coinTokens(coin, AUTHORITY, of(coin), vault)),
      coinMintAccount(lp, 1_000_000_000n, AUTHORITY),
    ],
    settle(from, amount) {
      const { out } = quote(from, amount);
      const fee = up(amount * rate, PARTS);
      reserve.set(from, of(from) + amount - (fee * PROTOCOL) / PARTS - (fee * FUND) / PARTS);
      reserve.set(other(from), of(other(from)) - out);
    },
    swap(wallet, from, amount, minimum) {
      const account = (coin: Coin) => tokenHoldingOf(coin, wallet);
      const trade = { wallet, from: account(from), to: account(other(from)), amountIn: amount, minimumOut: minimum };
      return cpmmSwap(described, from === first.coin ? 0 : 1, trade);
    },
  };
}

const BPS = 10_000n;
const CURVE = { protocol: 95n, creator: 30n } as const;
/** With what pump.fun's curves start. */
const START = { lamports: 30_000_000_000n, coins: 1_073_000_000_000_000n } as const;

/** A curve of pump.fun into which so many lamports were paid. */
export function curvePool(cast: Cast, coin: Coin, lamports: bigint): TruthPool {
  const creator = address(cast.person(`creator of ${coin.mint}`).address);
  const [recipient] = pumpRecipients(cast);
  if (!recipient) throw new Error('nobody takes the fees of curves');
  const { mint, program } = coin;
  const described = pumpCurveOf({ mint, program, creator, feeRecipient: recipient.address });
  let quoteSide = START.lamports + lamports;
  let coinSide = up(START.coins * START.lamports, quoteSide);
  const feeOn = (amount: bigint) => up(amount * CURVE.protocol, BPS) + up(amount * CURVE.creator, BPS);
  const buy = (budget: bigint) => {
    const estimate = (budget * BPS) / (BPS + CURVE.protocol + CURVE.creator);
    const fee = feeOn(estimate);
    const net = estimate + fee > budget ? budget - fee : estimate;
    return { net, spent: net + fee, out: ((net - 1n) * coinSide) / (quoteSide + net - 1n) };
  };
  const sell = (amount: bigint) => {
    const gross = (quoteSide * amount) / (coinSide + amount);
    return { gross, spent: amount, out: gross - feeOn(gross) };
  };
  return {
    sides: [coin, SOL_COIN],
    native: true,
    accounts: openCurve(cast, coin, creator, lamports).accounts,
    keys: [described.address, described.side.vault, described.creatorVault, described.feeRecipient],
    quote: (from, amount) => (from === coin ? sell(amount) : buy(amount)),
    settle(from, amount) {
      if (from === coin) {
        quoteSide -= sell(amount).gross;
        coinSide += amount;
      } else {
        const { net, out } = buy(amount);
        quoteSide += net;
        coinSide -= out;
      }
    },
    swap(wallet, from, amount, minimum) {
      const trade = {
        wallet,
        holding: tokenHoldingOf(coin, wallet),
        amountIn: amount,
        minimumOut: minimum,
      };
      const rates = { protocol: Number(CURVE.protocol), creator: Number(CURVE.creator) };
      return from === coin ? curveSell(described, rates, trade) : curveBuy(described, rates, trade);
    },
  };
}

/** Tokens of a curve's coin that were bought from it before the beginning, which somebody must hold. */
export function soldByCurve(lamports: bigint): bigint {
  return START.coins - up(START.coins * START.lamports, START.lamports + lamports);
}
