import { gapFacts } from '#lib/reading.ts';
import type { Reason } from '../check.ts';
import type { Waived } from '../engine.ts';
import { powerMeanings } from '../mint-codes.ts';
import type { TokenEvidence } from './evidence.ts';
import { categoryOf } from './gate.ts';
import { judgesHolders, reviewedClass } from './issuer.ts';
import { liquidityControl } from './rules/liquidity-control.ts';
import { liquidityControlUnknown } from './rules/liquidity-control-unknown.ts';

/** Flags for waived powers of a reviewed issuer. */
export const waiverFlags = {
  ISSUER_CAN_MINT: 'The issuer of the known asset may mint more of it.',
  ISSUER_CAN_FREEZE: 'The issuer of the known asset may freeze any holder.',
  ISSUER_CAN_PAUSE: 'The issuer of the known asset may pause all transfers.',
  ISSUER_CAN_SEIZE: 'The issuer of the known asset may take or burn the tokens of any holder.',
  ISSUER_CAN_SET_HOOK: 'The issuer of the known asset may set a program that decides about transfers.',
  ISSUER_CAN_REFUSE: 'The issuer of the known asset has set a program that can refuse any transfer.',
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

/** Powers to take tokens or to refuse single transfers: lowered to medium and reported by a flag, never removed. */
const loweredPowers: Readonly<Record<string, WaiverFlag>> = {
  PERMANENT_DELEGATE_LIVE: 'ISSUER_CAN_SEIZE',
  TRANSFER_HOOK_ACTIVE: 'ISSUER_CAN_REFUSE',
};

/**
 * Removes the findings about the administrative powers of a reviewed issuer, as long as the mint is as it was reviewed. Pauses, default
 * freezes, fees, failing sales and missing liquidity are never waived. Of a coin without an issuer only the mint authority is.
 */
export function waive(reasons: readonly Reason[], evidence: TokenEvidence): Waived {
  if (isIssuerUnread(evidence)) return { reasons: reasons.filter(({ code }) => !isExcusable(code)), flags: [] };
  const asset = reviewedClass(evidence);
  if (asset === null) return { reasons, flags: [] };
  const kept: Reason[] = [];
  const flags: WaiverFlag[] = [];
  for (const reason of reasons) {
    const { code } = reason;
    const isExcused = asset !== 'community' || code === 'MINT_AUTHORITY_LIVE';
    const power = isExcused && issuerPowers[code];
    const lowered = isExcused && loweredPowers[code];
    if (power) flags.push(power);
    else if (lowered) {
      flags.push(lowered);
      kept.push({ ...reason, severity: 'medium' });
    } else if (!(isOfHolders(code) || isOfLiquidityOwners(code)) || judgesHolders(evidence)) kept.push(reason);
  }
  return { reasons: kept, flags };
}

/**
 * Whether the mint names the keys of a reviewed issuer, but it could not be read whether that issuer made it. The waived powers then
 * accuse nobody, and no good verdict is left either.
 */
export function isIssuerUnread({ issuer }: Pick<TokenEvidence, 'issuer'>): boolean {
  return !issuer.known && gapFacts[issuer.gap.cause].ours;
}

/** Whether a reviewed issuer may be excused for a finding. */
function isExcusable(code: string): boolean {
  return code in issuerPowers || code in loweredPowers || isOfHolders(code) || isOfLiquidityOwners(code);
}

/** Findings about who can withdraw liquidity. Where the price depends on redemption, others provide it again. */
function isOfLiquidityOwners(code: string): boolean {
  return [liquidityControl, liquidityControlUnknown].some(({ codes }) => Object.hasOwn(codes, code));
}

/** Findings about shares of holders, and about lists that contradict themselves or leave out holders. */
function isOfHolders(code: string): boolean {
  const ofLists = ['HOLDERS_INCONSISTENT', 'HOLDERS_PARTIAL', 'HOLDERS_CUT'];
  return categoryOf({ code }) === 'holders' || ofLists.includes(code);
}
