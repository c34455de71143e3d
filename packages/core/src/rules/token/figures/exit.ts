import { shownText } from '#lib/text/untrusted-text.ts';
import { deepestOf } from '../depth.ts';
import type { SaleQuote, TrialSale } from '../evidence/sale.ts';
import type { LiquidityFacts, TokenPool } from '../evidence.ts';
import { lpControlOf } from '../liquidity/lp-control.ts';
import type { TokenPoolMetrics } from '../metric-parts.ts';
import type { ExitMetrics } from '../metrics.ts';
import { bounded, boundedAmount, boundedMoment, dollarText, lostBps, maybeAmount, solText } from './bounded.ts';

const LISTED_MAX = 20;

const ERROR_CODE_POINTS_MAX = 200;

/** The markets of a token. `now` in Unix seconds; null where the time of the answer is unknown. */
interface Exit {
  readonly now: number | null;
  readonly liquidity: LiquidityFacts | null;
  readonly sale: SaleQuote | null;
  readonly trial: TrialSale;
}

/** The markets, and the proceeds of a small sale. */
export function exitMetrics({ now, liquidity, sale, trial }: Exit): ExitMetrics {
  const deepest = liquidity && deepestOf(liquidity);
  return {
    depth_lamports: maybeAmount(deepest?.pool.depthLamports),
    // Dollars at the assumed price of SOL are only compared and not shown.
    depth_usd: deepest && !deepest.isAssumed ? dollarText(deepest.usdMicros) : null,
    usd_per_sol: dollarText(liquidity?.usdMicrosPerSol),
    pools: liquidity?.pools.slice(0, LISTED_MAX).map(poolMetrics) ?? null,
    ...controlFigures(liquidity, now),
    unmeasured_liquidity:
      liquidity?.unmeasured.slice(0, LISTED_MAX).map(({ account, venue, tokens }) => {
        return { account, venue, tokens: boundedAmount(tokens) };
      }) ?? null,
    // Quotes do not count where the tokens cannot reach the pools.
    ...saleMetrics(trial?.sold === false ? null : sale),
    trial_sale: trial && (trial.sold ? 'passed' : 'refused'),
    trial_sale_error: trial?.error ? shownText(trial.error, ERROR_CODE_POINTS_MAX) : null,
  };
}

/** The owners who can withdraw the liquidity. */
function controlFigures(liquidity: LiquidityFacts | null, now: number | null) {
  const control = liquidity && lpControlOf(liquidity, now);
  return {
    liquidity_burned_bps: control && control.burnedBps + control.programBps,
    liquidity_locked_bps: control?.lockedBps ?? null,
    liquidity_free_bps: control?.freeBps ?? null,
    liquidity_not_understood_bps: control?.unclearBps ?? null,
    liquidity_unread_bps: control?.unreadBps ?? null,
    liquidity_owners: control?.owners ?? null,
    liquidity_unlocks_at_unix: boundedMoment(control?.nextUnlockUnix),
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
      pool.parts?.slice(0, LISTED_MAX).map(({ how, owner, bps, unlocksAtUnix }) => {
        return { how, owner, bps: bounded(bps), unlocks_at_unix: boundedMoment(unlocksAtUnix) };
      }) ?? null,
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
