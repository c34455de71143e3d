import type { CodeEntry } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';
import { mintCodes } from '../mint-codes.ts';

/** Every reason code of the trade check: what it means and what a trading agent should do about it. */
export const codes = {
  ...gapCodes,
  ...mintCodes,
  ROUND_TRIP_COST_LOW: {
    severity: 'info',
    meaning: 'Buying and selling the size again costs at most 3 percent of it, both legs at the present state.',
    action: 'The trade itself is cheap. Read the flags: a low cost says nothing about what the token is worth.',
  },
  ROUND_TRIP_COST_ELEVATED: {
    severity: 'medium',
    meaning:
      'Buying and selling the size again costs more than 3 and at most 10 percent of it, both legs at the present state.',
    action: 'Trade less, or only where the expected gain is above the cost; the metrics name the largest cheap size.',
  },
  ROUND_TRIP_COST_HIGH: {
    severity: 'high',
    meaning:
      'Buying and selling the size again costs more than 10 and at most 35 percent of it, both legs at the present state.',
    action: 'Trade a smaller size; the metrics say which one stays within each bound.',
  },
  ROUND_TRIP_COST_EXCESSIVE: {
    severity: 'critical',
    meaning: 'Buying and selling the size again costs more than 35 percent of it, both legs at the present state.',
    action:
      'Do not trade this size: the purchase alone moves the price so far that only others could bring it back up.',
  },
  LEG_NOT_EXECUTABLE: {
    severity: 'critical',
    meaning: 'Pools of the mint exist, and none of them lets it be both bought and sold now.',
    action:
      'Do not buy. Look at the leg in the evidence: what cannot be sold is lost, what is not open may open later.',
  },
  SIZE_NOT_FILLED: {
    severity: 'high',
    meaning: 'No pool of the mint carries the whole size there and back.',
    action:
      'Ask about a smaller size, or a larger one where too little comes out; the metrics list what some sizes cost.',
  },
  TRANSFERS_BLOCKED: {
    severity: 'critical',
    meaning: 'The mint itself keeps who buys it from selling: non-transferable, paused or frozen by default.',
    action: 'Do not buy: no pool can take the token back while the mint forbids the transfer.',
  },
  TRANSFER_FEE_TAKES_ALL: {
    severity: 'critical',
    meaning: 'The mint keeps everything that a transfer moves as its fee, so that nothing arrives with who buys.',
    action: 'Do not buy, at any size: what is paid is gone. The metrics name the fee and its maximum.',
  },
  SALE_REFUSED: {
    severity: 'critical',
    meaning: "Simulated transfers of real holders' tokens into the pool failed in the token's program or in its hook.",
    action: 'Do not buy: holders cannot sell now, whatever the pools would pay.',
  },
  NO_POOL_FOUND: {
    severity: 'info',
    meaning: 'No pool that is known here trades the mint, and no large holder shows liquidity elsewhere.',
    action: 'There is nothing to trade with yet. Ask again when a pool has been opened.',
  },
  POOLS_NOT_READ: {
    severity: 'medium',
    meaning:
      'There is liquidity, or it cannot be excluded, that could not be priced, and no other pool carries the trade.',
    action: 'Nothing is guessed and nothing was charged. Ask again later, or price the pools of the mint yourself.',
  },
  TRANSFER_HOOK_UNPROVEN: {
    severity: 'medium',
    meaning:
      "A hook program decides about every transfer of the mint, and it was not proven that it lets holders' tokens into the pool.",
    action: 'Do not rely on the cost: simulate a sale of your own, or read the hook program that the mint names.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type TradeCode = keyof typeof codes;

/** Flags: worth knowing, never deciding. */
export const flags = {
  SPLIT_ROUTE: 'The cheapest route splits the size over two pools; one pool alone costs more.',
  TWO_HOP_ROUTE: 'The route goes through a stable coin: two pools take a fee and move in price.',
  BONDING_CURVE:
    'The route uses a bonding curve, whose price follows what was sold and which ends when it is complete.',
  TRANSFER_FEE: 'The mint takes a fee of every transfer, which is part of the cost.',
  TRANSFER_FEE_MUTABLE: 'Somebody can change the fee that the mint takes of transfers.',
  TRANSFER_HOOK: 'A hook program runs on every transfer of the mint and can refuse it.',
  THIN_POOL: 'The pools of the route hold less than 20 times the size, or less than 10 SOL.',
  ONE_SIDED_POOL: 'One side of a pool of the route is worth less than a tenth of the other.',
  NEW_POOL: 'A pool of the route was opened less than 24 hours before the moment of the answer.',
  LIQUIDITY_WITHDRAWABLE: 'Less than half of the liquidity of the largest pool of the route is locked for good.',
  LIQUIDITY_CONTROL_UNKNOWN:
    'How much of the liquidity of the largest pool of the route can be withdrawn is not known.',
  PRICE_DISAGREEMENT: 'The prices of two pools lie more than 5 percent apart.',
  UNPRICED_LIQUIDITY: 'Large holders show liquidity at a venue that has no part in the price.',
  UNPRICED_POOL:
    'A pool that was found could not be priced: an unknown variant, or accounts that contradict each other.',
  OTHER_PAIR_POOL: 'A pool that was found trades against a token without a known way to SOL.',
  CLOSED_POOL: 'A pool that was found is switched off, not yet open or completed.',
  BOUNDED_QUOTE: 'The quote of a pool of the route is a careful bound and not exact.',
  SIZE_LIMIT_IS_LOWER_BOUND:
    'A recommended size ends where a pool was no longer read, and not where the cost passes its bound: more may do.',
  PRIORITY_FEE_ASSUMED: 'Recent priority fees could not be read; the highest one that is counted was taken.',
  NETWORK_FEES_DOMINATE: 'Fees of the network are more than half of the cost: a larger size costs less in proportion.',
  SALE_PROVEN:
    "Transfers of real holders' tokens into the pool were simulated at the present state, and the hook let them through; the pool's program was not run.",
} as const satisfies Readonly<Record<string, string>>;
