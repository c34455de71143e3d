import { alikeWallets } from './alike-wallets.ts';
import { authorityKinds } from './authority-kinds.ts';
import { bondingCurve } from './bonding-curve.ts';
import { buyersFrozen } from './buyers-frozen.ts';
import { canonicalProfile } from './canonical-profile.ts';
import { closeAuthority } from './close-authority.ts';
import { concentrationAssessable } from './concentration-assessable.ts';
import { confidentialTransfer } from './confidential-transfer.ts';
import { creatorDumped } from './creator-dumped.ts';
import { creatorFunder } from './creator-funder.ts';
import { creatorSource } from './creator-source.ts';
import { creatorTokens } from './creator-tokens.ts';
import { defaultState } from './default-state.ts';
import { devHolding } from './dev-holding.ts';
import { developerRecord } from './developer-record.ts';
import { developerSales } from './developer-sales.ts';
import { displayAmount } from './display-amount.ts';
import { freezeAuthority } from './freeze-authority.ts';
import { funderCluster } from './funder-cluster.ts';
import { groupMember } from './group-member.ts';
import { holdersConsistent } from './holders-consistent.ts';
import { holdersFrozen } from './holders-frozen.ts';
import { holdersListed } from './holders-listed.ts';
import { holdersTraced } from './holders-traced.ts';
import { hookUpgrade } from './hook-upgrade.ts';
import { impersonation } from './impersonation.ts';
import { insidersAsked } from './insiders-asked.ts';
import { knownExtensions } from './known-extensions.ts';
import { launchBundle } from './launch-bundle.ts';
import { launchSystem } from './launch-system.ts';
import { liquidityControl } from './liquidity-control.ts';
import { liquidityControlUnknown } from './liquidity-control-unknown.ts';
import { liquidityDepth } from './liquidity-depth.ts';
import { liquidityFound } from './liquidity-found.ts';
import { liquidityMeasured } from './liquidity-measured.ts';
import { marketAge } from './market-age.ts';
import { metadataAbsent } from './metadata-absent.ts';
import { metadataConflict } from './metadata-conflict.ts';
import { metadataLink } from './metadata-link.ts';
import { metadataMutable } from './metadata-mutable.ts';
import { metadataPointer } from './metadata-pointer.ts';
import { mintAuthority } from './mint-authority.ts';
import { mixedScripts } from './mixed-scripts.ts';
import { nonTransferable } from './non-transferable.ts';
import { oneTokenSource } from './one-token-source.ts';
import { pausable } from './pausable.ts';
import { permanentDelegate } from './permanent-delegate.ts';
import { permissionedBurn } from './permissioned-burn.ts';
import { priceCollapsed } from './price-collapsed.ts';
import { programPowers } from './program-powers.ts';
import { saleQuote } from './sale-quote.ts';
import { singleItem } from './single-item.ts';
import { subjectMint } from './subject-mint.ts';
import { supplyConfidential } from './supply-confidential.ts';
import { tokenAge } from './token-age.ts';
import { tokenProgram } from './token-program.ts';
import { tokenStandard } from './token-standard.ts';
import { topHolder } from './top-holder.ts';
import { topTen } from './top-ten.ts';
import { transferFee } from './transfer-fee.ts';
import { transferFeeMutable } from './transfer-fee-mutable.ts';
import { transferHook } from './transfer-hook.ts';
import { treasuries } from './treasuries.ts';
import { trialSale } from './trial-sale.ts';
import { vestings } from './vestings.ts';
import { washTraded } from './wash-traded.ts';
import { zeroSupply } from './zero-supply.ts';

/** Every question of the token check: the kind of mint, the powers over it, its holders, its markets and their age. */
export const tokenRules = [
  subjectMint,
  singleItem,
  tokenStandard,
  knownExtensions,
  zeroSupply,
  impersonation,
  mixedScripts,
  canonicalProfile,
  metadataPointer,
  metadataMutable,
  metadataAbsent,
  metadataConflict,
  metadataLink,
  mintAuthority,
  freezeAuthority,
  programPowers,
  defaultState,
  nonTransferable,
  pausable,
  permanentDelegate,
  transferHook,
  hookUpgrade,
  transferFee,
  transferFeeMutable,
  supplyConfidential,
  closeAuthority,
  confidentialTransfer,
  displayAmount,
  permissionedBurn,
  groupMember,
  tokenProgram,
  authorityKinds,
  holdersFrozen,
  buyersFrozen,
  holdersConsistent,
  holdersListed,
  concentrationAssessable,
  topHolder,
  vestings,
  treasuries,
  topTen,
  devHolding,
  launchBundle,
  funderCluster,
  oneTokenSource,
  alikeWallets,
  holdersTraced,
  developerRecord,
  developerSales,
  creatorDumped,
  creatorFunder,
  creatorTokens,
  creatorSource,
  launchSystem,
  insidersAsked,
  liquidityFound,
  liquidityDepth,
  liquidityMeasured,
  liquidityControl,
  liquidityControlUnknown,
  bondingCurve,
  tokenAge,
  marketAge,
  priceCollapsed,
  washTraded,
  saleQuote,
  trialSale,
] as const;
