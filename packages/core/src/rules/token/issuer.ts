import { type IssuerClass, type IssuerFacts, profileDrift } from '#solana/token/issuers.ts';
import type { TokenEvidence } from './evidence.ts';

/** The issuer of a mint, and how the mint differs from the reviewed profile, in the words of `profileDrift`. */
export interface IssuerOfMint {
  readonly facts: IssuerFacts;
  readonly drift: readonly string[];
}

type Read = Pick<TokenEvidence, 'issuer' | 'mint'>;

/** The issuer whose asset the mint is listed or proven to be, or whose keys it names; null for any other mint. */
export function issuerOf({ issuer, mint }: Read): IssuerOfMint | null {
  if (!issuer.known || issuer.value === null || !mint.known || mint.value.is !== 'mint') return null;
  return { facts: issuer.value, drift: profileDrift(issuer.value.profile, mint.value.mint) };
}

/** The class of an asset of a reviewed issuer with just the powers that were reviewed; null for any other mint. */
export function reviewedClass(evidence: Read): IssuerClass | null {
  const issuer = issuerOf(evidence);
  const isProven = issuer !== null && issuer.facts.how !== 'not_signed' && issuer.drift.length === 0;
  return isProven ? issuer.facts.profile.class : null;
}

/** Classes held by treasuries, exchanges and bridges: their price depends on redemption and not on holders. */
const heldByCustodians: readonly IssuerClass[] = ['fiat-stable', 'native', 'wrapped', 'commodity', 'rwa-fund'];

/** Whether shares of holders, and the age of its market, count for the verdict. */
export function judgesHolders(evidence: Read): boolean {
  const asset = reviewedClass(evidence);
  return asset === null || !heldByCustodians.includes(asset);
}
