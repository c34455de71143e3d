import type { Reason } from '../check.ts';
import type { TokenCode } from './codes.ts';
import { type AssetClass, curationOf } from './curated.ts';
import type { TokenEvidence } from './evidence.ts';
import type { TokenFlag } from './flags.ts';
import { weights } from './policy.ts';

/** Powers of an issuer that are what the asset is, and so no finding: said by a flag instead. */
const issuerPowers: Readonly<Partial<Record<TokenCode, TokenFlag>>> = {
  MINT_AUTHORITY_LIVE: 'ISSUER_CAN_MINT',
  FREEZE_AUTHORITY_LIVE: 'ISSUER_CAN_FREEZE',
  PAUSABLE_LIVE: 'ISSUER_CAN_PAUSE',
  TRANSFER_HOOK_ARMED: 'ISSUER_CAN_SET_HOOK',
  TRANSFER_FEE_MUTABLE: 'ISSUER_CAN_CHANGE_FEE',
  HOLDERS_FROZEN: 'ISSUER_HAS_FROZEN',
};

/** Classes whose holders are treasuries, exchanges and bridges: the price hangs on redemption, and not on who holds. */
const heldByCustodians: readonly AssetClass[] = ['fiat-stable', 'native', 'wrapped'];

/** What is left of findings for a curated asset whose powers are those that were reviewed; all of them for any other. */
export interface Waived {
  readonly reasons: readonly Reason[];
  readonly flags: readonly TokenFlag[];
}

/** The class of a curated asset whose powers are those that were reviewed; null for any other mint. */
function reviewedClass({ subject, mint }: TokenEvidence): AssetClass | null {
  if (!mint.known || mint.value.is !== 'mint') return null;
  const curation = curationOf(subject, mint.value.mint);
  return curation && curation.drift.length === 0 ? curation.asset.class : null;
}

/** Whether shares of holders count for the verdict. */
export function judgesHolders(evidence: TokenEvidence): boolean {
  const asset = reviewedClass(evidence);
  return asset === null || !heldByCustodians.includes(asset);
}

/**
 * Takes administrative powers out of the findings of curated assets. What is paused, frozen by default, taxed, hooked, not
 * sellable or without liquidity is never excused, nor is what somebody can take: that is lowered to medium.
 */
export function waive(reasons: readonly Reason[], evidence: TokenEvidence): Waived {
  if (reviewedClass(evidence) === null) return { reasons, flags: [] };
  const kept: Reason[] = [];
  const flags: TokenFlag[] = [];
  for (const reason of reasons) {
    const code = reason.code as TokenCode;
    const power = issuerPowers[code];
    if (power) flags.push(power);
    else if (code === 'PERMANENT_DELEGATE_LIVE') {
      flags.push('ISSUER_CAN_SEIZE');
      kept.push({ ...reason, severity: 'medium' });
    } else if (!isOfHolders(code) || judgesHolders(evidence)) kept.push(reason);
  }
  return { reasons: kept, flags };
}

/** What shares of holders show, and that they contradict themselves or leave somebody out. */
function isOfHolders(code: TokenCode): boolean {
  return weights[code]?.category === 'holders' || code === 'HOLDERS_INCONSISTENT' || code === 'HOLDERS_PARTIAL';
}
