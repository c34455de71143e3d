import type { Reason } from '../check.ts';
import type { Waived } from '../engine.ts';
import { powerMeanings } from '../mint-codes.ts';
import { type AssetClass, curationOf } from './curated.ts';
import type { TokenEvidence } from './evidence.ts';
import { categoryOf } from './gate.ts';
import { liquidityControl } from './rules/liquidity-control.ts';
import { liquidityControlUnknown } from './rules/liquidity-control-unknown.ts';

/** Flags for waived powers of a reviewed asset. */
export const waiverFlags = {
  ISSUER_CAN_MINT: 'The issuer of the known asset may mint more of it.',
  ISSUER_CAN_FREEZE: 'The issuer of the known asset may freeze any holder.',
  ISSUER_CAN_PAUSE: 'The issuer of the known asset may pause all transfers.',
  ISSUER_CAN_SEIZE: 'The issuer of the known asset may take or burn the tokens of any holder.',
  ISSUER_CAN_SET_HOOK: 'The issuer of the known asset may set a program that decides about transfers.',
  ISSUER_CAN_CHANGE_FEE: 'The issuer of the known asset may change the transfer fee.',
  ISSUER_HAS_FROZEN: powerMeanings.ISSUER_HAS_FROZEN,
} as const;
type WaiverFlag = keyof typeof waiverFlags;

/** Issuer powers that belong to the asset: flags instead of findings. */
const issuerPowers: Readonly<Record<string, WaiverFlag>> = {
  MINT_AUTHORITY_LIVE: 'ISSUER_CAN_MINT',
  FREEZE_AUTHORITY_LIVE: 'ISSUER_CAN_FREEZE',
  PAUSABLE_LIVE: 'ISSUER_CAN_PAUSE',
  TRANSFER_HOOK_ARMED: 'ISSUER_CAN_SET_HOOK',
  TRANSFER_FEE_MUTABLE: 'ISSUER_CAN_CHANGE_FEE',
  HOLDERS_FROZEN: 'ISSUER_HAS_FROZEN',
};

/** Classes held by treasuries, exchanges and bridges: their price depends on redemption and not on holders. */
const heldByCustodians: readonly AssetClass[] = ['fiat-stable', 'native', 'wrapped'];

/** The class of a curated asset with its reviewed authorities; null for any other mint. */
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
 * Removes the findings about a curated asset's administrative powers. Pauses, default freezes, fees, hooks, failing sales and
 * missing liquidity are never waived; the power to take tokens is lowered to medium.
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
    } else if (!(isOfHolders(code) || isOfLiquidityOwners(code)) || judgesHolders(evidence)) kept.push(reason);
  }
  return { reasons: kept, flags };
}

/** Findings about who can withdraw liquidity. Where the price depends on redemption, others provide it again. */
function isOfLiquidityOwners(code: string): boolean {
  return [liquidityControl, liquidityControlUnknown].some(({ codes }) => Object.hasOwn(codes, code));
}

/** Findings about shares of holders, about lists that contradict themselves or leave out holders, and about young markets. */
function isOfHolders(code: string): boolean {
  if (code === 'MARKET_VERY_NEW' || code === 'MARKET_NEW') return true;
  const ofLists = ['HOLDERS_INCONSISTENT', 'HOLDERS_PARTIAL', 'HOLDERS_CUT'];
  return categoryOf({ code }) === 'holders' || ofLists.includes(code);
}
