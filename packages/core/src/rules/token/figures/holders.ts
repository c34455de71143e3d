import type { HolderAccount, HolderFacts, TokenMintFacts } from '../evidence.ts';
import type { HolderMetrics, TreasuryMetrics, VestingMetrics } from '../metric-parts.ts';
import type { HoldersMetrics } from '../metrics.ts';
import { bpsOf, isCounted, type Shares, sharesOf } from '../shares.ts';
import { bounded, boundedAmount, boundedInteger, boundedMoment, maybeAmount } from './bounded.ts';

/** As many as an endpoint lists. */
const HOLDERS_MAX = 20;

/** A vault that many share may have several locks. */
const VESTINGS_MAX = 40;

/** Shares of holders; null where the holders or the supply were not read. */
export function knownShares(holders: HolderFacts | null, mint: TokenMintFacts | null): Shares | null {
  return holders && mint && sharesOf(holders, mint.supply);
}

/** Of what circulates, in basis points rounded down; null where that is not known or nothing does. */
export function circulatingBps(tokens: bigint, shares: Shares | null): number | null {
  return shares && shares.circulating > 0n ? bpsOf(tokens, shares.circulating) : null;
}

/** The holders of the token. */
export function holdersMetrics(holders: HolderFacts | null, shares: Shares | null): HoldersMetrics {
  return {
    circulating_supply: maybeAmount(shares?.circulating),
    holders_seen: holders?.accounts.length ?? null,
    ...concentration(shares),
    buckets: shares && bucketsOf(shares),
    holders: holders?.accounts.slice(0, HOLDERS_MAX).map((one) => holderMetrics(one, shares?.supply ?? 0n)) ?? null,
    frozen_holders:
      holders?.accounts.filter(({ role, tokens, frozen }) => frozen && tokens > 0n && isCounted(role)).length ?? null,
    vestings:
      holders?.accounts.flatMap((one) => vestingMetrics(one, shares?.supply ?? 0n)).slice(0, VESTINGS_MAX) ?? null,
    treasuries:
      holders?.accounts.flatMap((one) => treasuryMetrics(one, shares?.supply ?? 0n)).slice(0, HOLDERS_MAX) ?? null,
  };
}

function vestingMetrics({ account, vestings = [] }: HolderAccount, supply: bigint): readonly VestingMetrics[] {
  return vestings.map(({ program, sender, recipient, cancelableBy, locked, opensSoon, nextAtUnix, endsAtUnix }) => ({
    account,
    program,
    sender,
    recipient,
    cancelable_by: [...cancelableBy],
    tokens: boundedAmount(locked),
    share_bps: supplyBps(locked, supply),
    opens_soon: boundedAmount(opensSoon),
    next_unlock_unix: boundedMoment(nextAtUnix),
    ends_unix: boundedMoment(endsAtUnix),
  }));
}

function treasuryMetrics({ owner, tokens, treasury }: HolderAccount, supply: bigint): readonly TreasuryMetrics[] {
  if (!treasury) return [];
  const { kind, account, threshold, members, configAuthority, delaySeconds } = treasury;
  return [
    {
      owner,
      kind,
      account,
      threshold: boundedInteger(threshold),
      members: boundedInteger(members),
      config_authority: configAuthority,
      delay_seconds: bounded(delaySeconds),
      tokens: boundedAmount(tokens),
      share_bps: supplyBps(tokens, supply),
    },
  ];
}

function concentration(shares: Shares | null) {
  const top1 = shares?.top1?.tokens ?? 0n;
  const top5 = shares?.top5.tokens ?? 0n;
  const top10 = shares?.top10.tokens ?? 0n;
  return {
    top1_bps: circulatingBps(top1, shares),
    top5_bps: circulatingBps(top5, shares),
    top10_bps: circulatingBps(top10, shares),
    top20_bps: circulatingBps(shares?.top20.tokens ?? 0n, shares),
    top1_of_supply_bps: supplyBps(top1, shares?.supply),
    top10_of_supply_bps: supplyBps(top10, shares?.supply),
    hhi: shares && shares.circulating > 0n ? shares.hhi : null,
  };
}

/** Of nothing there are no shares. */
function supplyBps(tokens: bigint, supply: bigint | undefined): number | null {
  return supply !== undefined && supply > 0n ? bpsOf(tokens, supply) : null;
}

function bucketsOf({ buckets, supply }: Shares) {
  return {
    pools: bpsOf(buckets.pool, supply),
    curves: bpsOf(buckets.curve, supply),
    burned: bpsOf(buckets.burn, supply),
    launch_system: bpsOf(buckets.launch_system, supply),
    lockers: bpsOf(buckets.locker, supply),
    custody: bpsOf(buckets.custody, supply),
    exchanges: bpsOf(buckets.exchange, supply),
  };
}

function holderMetrics(one: HolderFacts['accounts'][number], supply: bigint): HolderMetrics {
  const { account, owner, role, tokens, frozen, label } = one;
  return { account, owner, role, tokens: boundedAmount(tokens), share_bps: supplyBps(tokens, supply), frozen, label };
}
