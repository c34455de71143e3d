import { DEPTH_LOW_USD_MICROS, deepestOf, isUnmeasured } from './depth.ts';
import type { TokenEvidence } from './evidence.ts';
import { judgesHolders } from './issuer.ts';
import { coverage, ONE_ENDPOINT_PERCENT } from './policy.ts';
import { isConsistent } from './shares.ts';

/** The share of each part that was read, in percent. It measures data quality and is no probability. */
export type Quality = Readonly<Record<keyof typeof coverage, number>>;

const WHOLE = 100;
/** Read, with a contradiction or a hole that does not decide. */
const PARTLY = 80;
const HALF = 50;

/** The quality of one subject's readings. */
export function qualityOf(evidence: TokenEvidence): Quality {
  const { mint, programs, metadata, trialSale } = evidence;
  return {
    control: mint.known ? (programs.known && metadata.known ? WHOLE : PARTLY) : 0,
    holders: holdersQuality(evidence),
    liquidity: liquidityQuality(evidence),
    exit: trialSale.known && trialSale.value !== null ? WHOLE : 0,
    origin: originQuality(evidence),
  };
}

function holdersQuality(evidence: TokenEvidence): number {
  const { holders, creator } = evidence;
  if (!judgesHolders(evidence)) return WHOLE;
  if (!holders.known || holders.value === null) return 0;
  return creator.known && isConsistent(holders.value) ? WHOLE : PARTLY;
}

function liquidityQuality({ liquidity }: TokenEvidence): number {
  if (!liquidity.known || liquidity.value === null) return 0;
  const isEnough = (deepestOf(liquidity.value)?.usdMicros ?? 0n) >= DEPTH_LOW_USD_MICROS;
  return isUnmeasured(liquidity.value) && !isEnough ? HALF : WHOLE;
}

function originQuality({ age, market, launch, insiders }: TokenEvidence): number {
  if (!age.known || age.value === null) return 0;
  return market.known && insiders.known && launch.known ? WHOLE : HALF;
}

/** The whole coverage in percent, limited to what one endpoint can prove; rounded down. */
export function coveragePercent(quality: Quality): number {
  const parts = Object.keys(coverage) as (keyof typeof coverage)[];
  const sum = parts.reduce((total, part) => total + quality[part] * coverage[part], 0);
  return Math.floor((sum * ONE_ENDPOINT_PERCENT) / (WHOLE * WHOLE));
}
