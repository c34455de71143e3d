import type { Reason } from '../check.ts';
import type { Waived } from '../engine.ts';
import { type AssetClass, curationOf } from './curated.ts';
import type { TokenEvidence } from './evidence.ts';
import { categoryOf } from './gate.ts';

/** What stands for a power that is what a reviewed asset is. */
export const waiverFlags = {
  ISSUER_CAN_MINT: 'The issuer of the known asset may mint more of it.',
  ISSUER_CAN_FREEZE: 'The issuer of the known asset may freeze any holder.',
  ISSUER_CAN_PAUSE: 'The issuer of the known asset may pause all transfers.',
  ISSUER_CAN_SEIZE: 'The issuer of the known asset may take or burn the tokens of any holder.',
  ISSUER_CAN_SET_HOOK: 'The issuer of the known asset may set a program that decides about transfers.',
  ISSUER_CAN_CHANGE_FEE: 'The issuer of the known asset may change the transfer fee.',
  ISSUER_HAS_FROZEN: 'The issuer of the known asset has frozen ordinary accounts among the largest.',
} as const;
type WaiverFlag = keyof typeof waiverFlags;

/** Powers of an issuer that are what the asset is, and so no finding: said by a flag instead. */
const issuerPowers: Readonly<Record<string, WaiverFlag>> = {
  MINT_AUTHORITY_LIVE: 'ISSUER_CAN_MINT',
  FREEZE_AUTHORITY_LIVE: 'ISSUER_CAN_FREEZE',
  PAUSABLE_LIVE: 'ISSUER_CAN_PAUSE',
  TRANSFER_HOOK_ARMED: 'ISSUER_CAN_SET_HOOK',
  TRANSFER_FEE_MUTABLE: 'ISSUER_CAN_CHANGE_FEE',
  HOLDERS_FROZEN: 'ISSUER_HAS_FROZEN',
};

/** Classes whose holders are treasuries, exchanges and bridges: the price hangs on redemption, and not on who holds. */
const heldByCustodians: readonly AssetClass[] = ['fiat-stable', 'native', 'wrapped'];

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
  const flags: WaiverFlag[] = [];
  for (const reason of reasons) {
    const { code } = reason;
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
function isOfHolders(code: string): boolean {
  return categoryOf({ code }) === 'holders' || code === 'HOLDERS_INCONSISTENT' || code === 'HOLDERS_PARTIAL';
}
