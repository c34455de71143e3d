import { boundedQuote } from './bounded-quote.ts';
import { holdersExplained } from './holders-explained.ts';
import { holdersFrozen } from './holders-frozen.ts';
import { knownExtensions } from './known-extensions.ts';
import { legExecutable } from './leg-executable.ts';
import { liquidityControl } from './liquidity-control.ts';
import { mintPowers } from './mint-powers.ts';
import { networkFees } from './network-fees.ts';
import { newPool } from './new-pool.ts';
import { noPool } from './no-pool.ts';
import { poolDepth } from './pool-depth.ts';
import { poolVaultFrozen } from './pool-vault-frozen.ts';
import { poolsRead } from './pools-read.ts';
import { priceDisagreement } from './price-disagreement.ts';
import { roundTripCost } from './round-trip-cost.ts';
import { routeShape } from './route-shape.ts';
import { saleSimulated } from './sale-simulated.ts';
import { sizeFilled } from './size-filled.ts';
import { sizeLimit } from './size-limit.ts';
import { subjectMint } from './subject-mint.ts';
import { transferFee } from './transfer-fee.ts';
import { transferFeeTotal } from './transfer-fee-total.ts';
import { transferHook } from './transfer-hook.ts';
import { transfersBlocked } from './transfers-blocked.ts';
import { unpricedLiquidity } from './unpriced-liquidity.ts';
import { unusedPools } from './unused-pools.ts';

/** Every question of the trade check: the mint, whether it can be traded, the cost, and flags. */
export const tradeRules = [
  subjectMint,
  knownExtensions,
  transfersBlocked,
  holdersFrozen,
  transferHook,
  saleSimulated,
  noPool,
  poolsRead,
  holdersExplained,
  poolVaultFrozen,
  legExecutable,
  transferFeeTotal,
  sizeFilled,
  sizeLimit,
  roundTripCost,
  routeShape,
  transferFee,
  mintPowers,
  poolDepth,
  newPool,
  liquidityControl,
  priceDisagreement,
  unpricedLiquidity,
  unusedPools,
  boundedQuote,
  networkFees,
] as const;
