import type { Address } from '#lib/address.ts';
import type { AgeFacts, CreatorFacts, FunderCluster, InsiderFacts } from '../evidence.ts';
import type { FunderClusterMetrics } from '../metric-parts.ts';
import type { OriginMetrics } from '../metrics.ts';
import type { Shares } from '../shares.ts';
import { boundedAmount, boundedInteger, boundedMoment, maybeAmount } from './bounded.ts';
import { circulatingBps } from './holders.ts';

const ADDRESSES_MAX = 50;
const CLUSTERS_MAX = 20;

/** What is known of a token's beginning. `now` in Unix seconds; null where the moment of the answer has no time. */
interface Origin {
  readonly now: number | null;
  readonly age: AgeFacts | null;
  readonly creator: CreatorFacts | null;
  readonly insiders: InsiderFacts | null;
  readonly shares: Shares | null;
}

/** Since when it exists, who made it, and what its first holders have in common. */
export function originMetrics({ now, age, creator, insiders, shares }: Origin): OriginMetrics {
  return {
    ...ageMetrics(age, now),
    creator: creator?.address ?? null,
    creator_by: creator?.by ?? null,
    creator_tokens: maybeAmount(creator?.tokens),
    creator_share_bps: creator && circulatingBps(creator.tokens, shares),
    ...launchMetrics(insiders, shares),
    ...funderMetrics(insiders, shares),
  };
}

/** A time that is still to come makes an age of 0. */
function ageMetrics(age: AgeFacts | null, now: number | null) {
  const since = boundedMoment(age?.provenSince);
  return {
    proven_since_unix: since,
    age_seconds: since === null || now === null ? null : boundedInteger(Math.max(0, now - since)),
    age_exact: age?.exact ?? null,
    age_proof: age && { what: age.proof.what, transaction: age.proof.transaction, slot: boundedMoment(age.proof.slot) },
  };
}

function launchMetrics(insiders: InsiderFacts | null, shares: Shares | null) {
  return {
    launch_buyers:
      insiders?.launchBuyers.slice(0, ADDRESSES_MAX).map(({ owner, tokens, tokensNow }) => {
        return { owner, tokens: boundedAmount(tokens), tokens_now: boundedAmount(tokensNow) };
      }) ?? null,
    launch_held_bps: insiders && circulatingBps(heldNow(insiders), shares),
    launch_transactions: boundedInteger(insiders?.launchTransactions),
    launch_tipped: boundedInteger(insiders?.tippedTransactions),
  };
}

/** What the buyers of the launch hold now. One who bought twice holds the same tokens, which count once. */
function heldNow({ launchBuyers }: InsiderFacts): bigint {
  const held = new Map<Address, bigint>();
  for (const { owner, tokensNow } of launchBuyers) {
    const before = held.get(owner) ?? 0n;
    held.set(owner, tokensNow > before ? tokensNow : before);
  }
  return sumOf(held);
}

function funderMetrics(insiders: InsiderFacts | null, shares: Shares | null) {
  return {
    wallets_asked: boundedInteger(insiders?.walletsAsked),
    wallets_traced: boundedInteger(insiders?.walletsTraced),
    funder_clusters: insiders?.clusters.slice(0, CLUSTERS_MAX).map((one) => clusterMetrics(one, shares)) ?? null,
    creator_funder: insiders?.creatorFunder ?? null,
    creator_funder_shared_by: insiders?.sharesCreatorFunder.slice(0, ADDRESSES_MAX) ?? null,
    creator_other_mints: insiders?.creatorOtherMints?.slice(0, ADDRESSES_MAX) ?? null,
  };
}

function clusterMetrics({ funder, wallets, alike }: FunderCluster, shares: Shares | null): FunderClusterMetrics {
  const held = new Map(wallets.map(({ wallet, tokens }) => [wallet, tokens]));
  const tokens = sumOf(held);
  return {
    funder,
    wallets: [...held.keys()].slice(0, ADDRESSES_MAX),
    tokens: boundedAmount(tokens),
    share_bps: circulatingBps(tokens, shares),
    alike,
  };
}

function sumOf(held: ReadonlyMap<Address, bigint>): bigint {
  return [...held.values()].reduce((sum, one) => sum + one, 0n);
}
