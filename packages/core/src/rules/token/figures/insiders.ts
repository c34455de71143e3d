import type {
  DeveloperFacts,
  FunderCluster,
  HolderCluster,
  InsiderFacts,
  LaunchBuyer,
  LaunchFacts,
  LaunchRole,
} from '../evidence.ts';
import { amountsByOwner, totalAmount } from '../makers.ts';
import type { FunderClusterMetrics, HolderClusterMetrics, LaunchShareMetrics } from '../metric-parts.ts';
import { bpsOf, type Shares, tokensTogether } from '../shares.ts';
import { boundedAmount, boundedInteger, boundedMoment } from './bounded.ts';
import { circulatingBps } from './holders.ts';

const ADDRESSES_MAX = 50;
const CLUSTERS_MAX = 20;
const ROLES: readonly LaunchRole[] = ['developer', 'insider', 'bundle', 'sniper'];

const now = ({ tokensNow }: LaunchBuyer) => tokensNow;
const kept = ({ tokensKept }: LaunchBuyer) => tokensKept;

/** The buyers of the launch, and their holdings then and now. */
export function launchMetrics(launch: LaunchFacts | null, shares: Shares | null) {
  const buyers = launch?.buyers ?? null;
  return {
    launch_account: launch?.account ?? null,
    launch_buyers:
      buyers?.slice(0, ADDRESSES_MAX).map(({ owner, role, tokens, tokensNow, tokensKept }) => ({
        owner,
        role,
        tokens: boundedAmount(tokens),
        tokens_now: boundedAmount(tokensNow),
        tokens_kept: boundedAmount(tokensKept),
      })) ?? null,
    launch_shares: buyers && ROLES.map((role) => shareOf(role, buyers, shares)),
    launch_held_bps: buyers && circulatingBps(totalAmount(amountsByOwner(buyers, now)), shares),
    launch_kept_bps: buyers && circulatingBps(totalAmount(amountsByOwner(buyers, kept)), shares),
    launch_transactions: boundedInteger(launch?.transactions),
    launch_tipped: boundedInteger(launch?.tippedTransactions),
  };
}

function shareOf(role: LaunchRole, buyers: readonly LaunchBuyer[], shares: Shares | null): LaunchShareMetrics {
  const own = buyers.filter((one) => one.role === role);
  const got = amountsByOwner(own, ({ tokens }) => tokens);
  return {
    role,
    wallets: got.size,
    at_launch_bps: shares && shares.supply > 0n ? bpsOf(totalAmount(got), shares.supply) : null,
    kept_bps: circulatingBps(totalAmount(amountsByOwner(own, kept)), shares),
  };
}

/** The owners behind the largest holders. */
export function insiderMetrics(insiders: InsiderFacts | null, shares: Shares | null) {
  return {
    wallets_asked: boundedInteger(insiders?.walletsAsked),
    wallets_traced: boundedInteger(insiders?.walletsTraced),
    holder_clusters: insiders?.clusters.slice(0, CLUSTERS_MAX).map((one) => holderCluster(one, shares)) ?? null,
    funder_clusters: insiders?.funderClusters.slice(0, CLUSTERS_MAX).map((one) => funderCluster(one, shares)) ?? null,
    creator_funder: insiders?.creatorFunder ?? null,
    creator_funder_shared_by: insiders?.sharesCreatorFunder.slice(0, ADDRESSES_MAX) ?? null,
    creator_other_mints: insiders?.creatorOtherMints?.slice(0, ADDRESSES_MAX) ?? null,
  };
}

function holderCluster({ by, source, wallets, tokens }: HolderCluster, shares: Shares | null): HolderClusterMetrics {
  return {
    by: [...by],
    source,
    wallets: wallets.slice(0, ADDRESSES_MAX).map(({ wallet }) => wallet),
    tokens: boundedAmount(tokens),
    share_bps: circulatingBps(tokens, shares),
  };
}

function funderCluster({ funder, wallets, alike }: FunderCluster, shares: Shares | null): FunderClusterMetrics {
  const tokens = tokensTogether(wallets);
  return {
    funder,
    wallets: wallets.slice(0, ADDRESSES_MAX).map(({ wallet }) => wallet),
    tokens: boundedAmount(tokens),
    share_bps: circulatingBps(tokens, shares),
    alike,
  };
}

/** The creator's earlier launches. */
export function developerMetrics(developer: DeveloperFacts | null) {
  return {
    developer: developer?.wallet ?? null,
    developer_launches: boundedInteger(developer?.launches),
    developer_trading: boundedInteger(developer?.trading),
    developer_dumped: boundedInteger(developer?.dumped),
    developer_since_unix: boundedMoment(developer?.since),
    developer_funder: developer?.funder ?? null,
  };
}
