import { shownText } from '#lib/untrusted-text.ts';
import { deepestOf } from '../depth.ts';
import type { LiquidityFacts, SaleQuote, TokenPool, TrialSale } from '../evidence.ts';
import type { TokenPoolMetrics } from '../metric-parts.ts';
import type { ExitMetrics } from '../metrics.ts';
import { bounded, boundedAmount, boundedMoment, dollarText, lostBps, maybeAmount, solText } from './bounded.ts';

const LISTED_MAX = 20;
const ERROR_CODE_POINTS_MAX = 200;

/** Where it can be sold, and what a small sale would bring. */
export function exitMetrics(liquidity: LiquidityFacts | null, sale: SaleQuote | null, trial: TrialSale): ExitMetrics {
  const deepest = liquidity && deepestOf(liquidity);
  return {
    depth_lamports: maybeAmount(deepest?.pool.depthLamports),
    // What rests on an assumed price of SOL is for comparing and not for showing.
    depth_usd: deepest && !deepest.isAssumed ? dollarText(deepest.usdMicros) : null,
    usd_per_sol: dollarText(liquidity?.usdMicrosPerSol),
    pools: liquidity?.pools.slice(0, LISTED_MAX).map(poolMetrics) ?? null,
    unmeasured_liquidity:
      liquidity?.unmeasured.slice(0, LISTED_MAX).map(({ account, venue, tokens }) => {
        return { account, venue, tokens: boundedAmount(tokens) };
      }) ?? null,
    // What pools would pay is no figure where the tokens do not reach them.
    ...saleMetrics(trial?.sold === false ? null : sale),
    trial_sale: trial && (trial.sold ? 'passed' : 'refused'),
    trial_sale_error: trial?.error ? shownText(trial.error, ERROR_CODE_POINTS_MAX) : null,
  };
}

function poolMetrics(pool: TokenPool): TokenPoolMetrics {
  return {
    venue: pool.venue,
    address: pool.address,
    other_mint: pool.other,
    depth_lamports: maybeAmount(pool.depthLamports),
    depth_usd: dollarText(pool.depthUsdMicros),
    refused: pool.refused,
    is_curve: pool.isCurve,
    creator: pool.creator,
    opened_at_unix: boundedMoment(pool.openedAtUnix),
    liquidity_parts:
      pool.parts?.slice(0, LISTED_MAX).map(({ how, owner, bps }) => ({ how, owner, bps: bounded(bps) })) ?? null,
  };
}

function saleMetrics(sale: SaleQuote | null) {
  const back = sale?.lamportsBack ?? null;
  return {
    sale_size_sol: sale && solText(sale.sizeLamports),
    sale_tokens: maybeAmount(sale?.tokens),
    sale_lamports_back: maybeAmount(back),
    sale_cost_bps: sale && back !== null ? lostBps(sale.sizeLamports, back) : null,
    sale_venue: sale?.venue ?? null,
    sale_pool: sale?.pool ?? null,
  };
}
