import { gapFacts, ifKnown } from '#lib/reading.ts';
import type { TokenEvidence } from './evidence.ts';
import { judgesHolders } from './issuer.ts';

/** Ages in seconds: most tokens that end do so within 24 hours (SolRPDS), RiskRadar calls the first seven days new. */
export const VERY_NEW_SECONDS = 86_400;
export const NEW_SECONDS = 7 * 86_400;
/** Markets that are not proven to be older have shown little of who is behind them. Own choice. */
const YOUNG_SECONDS = 30 * 86_400;

type Ages = Pick<TokenEvidence, 'asOf' | 'age' | 'market'>;

/**
 * For how many seconds the depth of the market is proven: 0 if it is unproven or could not be read, null without a market to judge. A time
 * in the future is no proof yet.
 */
export function marketAgeSeconds({ asOf, market }: Pick<TokenEvidence, 'asOf' | 'market'>): number | null {
  if (market.known && market.value === null) return null;
  return secondsSince(ifKnown(market)?.provenSince, asOf);
}

/** The same of the mint; null where its age was not read. Balances of a market prove its mint, too, where its making was not read. */
export function mintAgeSeconds({ asOf, age, market }: Ages): number | null {
  const facts = ifKnown(age);
  if (facts === null) return null;
  const own = secondsSince(facts.provenSince, asOf);
  return facts.exact ? own : Math.max(own, secondsSince(ifKnown(market)?.provenSince, asOf));
}

/**
 * Whether the market is in a younger class than its mint: the first day, the first week, or later. One that began with it is not, nor
 * is any where the time of the slot is not known.
 */
export function isMarketYounger(evidence: Ages & Pick<TokenEvidence, 'issuer' | 'mint'>): boolean {
  const [mint, market] = [mintAgeSeconds(evidence), marketAgeSeconds(evidence)];
  const hasTime = (ifKnown(evidence.asOf)?.time ?? null) !== null;
  const isJudged = hasTime && evidence.market.known && judgesHolders(evidence);
  return isJudged && market !== null && classOf(market) < classOf(mint ?? NEW_SECONDS);
}

/**
 * Whether the market is not proven to be 30 days old. Its age counts if there is one, and the mint's if the mint is younger or there is no
 * market; an unread age is not proven.
 */
export function isYoungMarket(evidence: Ages): boolean {
  const [mint, market] = [mintAgeSeconds(evidence), marketAgeSeconds(evidence)];
  return Math.min(market ?? mint ?? 0, mint ?? market ?? 0) < YOUNG_SECONDS;
}

/**
 * Whether a failure of ours hides how old the market is. Such a gap decides itself: asking again, or another endpoint, may show its age.
 * It hides nothing where the mint was made in the last 30 days, because no market is older than its mint.
 */
export function isMarketUnread({ asOf, age, market }: Ages): boolean {
  if (market.known || !gapFacts[market.gap.cause].ours) return false;
  const made = ifKnown(age);
  return made?.proof.what !== 'creation' || secondsSince(made.provenSince, asOf) >= YOUNG_SECONDS;
}

function classOf(seconds: number): number {
  return seconds < VERY_NEW_SECONDS ? 0 : seconds < NEW_SECONDS ? 1 : 2;
}

function secondsSince(since: number | undefined, asOf: TokenEvidence['asOf']): number {
  const now = ifKnown(asOf)?.time ?? null;
  return since === undefined || now === null ? 0 : Math.max(0, now - since);
}
