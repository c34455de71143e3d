import { atomicGains } from './atomic-gains.ts';
import { bothHalves } from './both-halves.ts';
import { bundledBuys } from './bundled-buys.ts';
import { continuity } from './continuity.ts';
import { copyable } from './copyable.ts';
import { cosignedGains } from './cosigned-gains.ts';
import { costMethod } from './cost-method.ts';
import { custodial } from './custodial.ts';
import { evenRecord } from './even-record.ts';
import { expectancy } from './expectancy.ts';
import { historyPresent } from './history-present.ts';
import { lastTrade } from './last-trade.ts';
import { luckyHits } from './lucky-hits.ts';
import { allMakersKnown } from './makers-known.ts';
import { openBags } from './open-bags.ts';
import { otherCurrencies } from './other-currencies.ts';
import { ownMints } from './own-mints.ts';
import { paidByLinked } from './paid-by-linked.ts';
import { pessimisticProfit } from './pessimistic-profit.ts';
import { presentBalance } from './present-balance.ts';
import { profitFactor } from './profit-factor.ts';
import { sampleSize } from './sample-size.ts';
import { sandwich } from './sandwich.ts';
import { selfDealing } from './self-dealing.ts';
import { sellsWithoutBuys } from './sells-without-buys.ts';
import { signingKey } from './signing-key.ts';
import { smallGaps } from './small-gaps.ts';
import { specialFlows } from './special-flows.ts';
import { stableTrades } from './stable-trades.ts';
import { strangers } from './strangers.ts';
import { systemAccount } from './system-account.ts';
import { thinPools } from './thin-pools.ts';
import { transferredOut } from './transferred-out.ts';
import { uncountedPositions } from './uncounted-positions.ts';
import { unmatchedBasis } from './unmatched-basis.ts';
import { usableTransactions } from './usable-transactions.ts';
import { washTrades } from './wash-trades.ts';
import { window } from './window.ts';
import { withoutLinked } from './without-linked.ts';

/** Every question of the wallet check: the address, its history, the size of the record, the profit, the behaviour, flags. */
export const walletRules = [
  signingKey,
  systemAccount,
  custodial,
  usableTransactions,
  continuity,
  presentBalance,
  smallGaps,
  historyPresent,
  sampleSize,
  expectancy,
  pessimisticProfit,
  otherCurrencies,
  profitFactor,
  luckyHits,
  bothHalves,
  openBags,
  transferredOut,
  unmatchedBasis,
  stableTrades,
  specialFlows,
  lastTrade,
  costMethod,
  selfDealing,
  withoutLinked,
  paidByLinked,
  strangers,
  evenRecord,
  washTrades,
  sandwich,
  sellsWithoutBuys,
  atomicGains,
  bundledBuys,
  thinPools,
  cosignedGains,
  copyable,
  allMakersKnown,
  ownMints,
  uncountedPositions,
  window,
] as const;
