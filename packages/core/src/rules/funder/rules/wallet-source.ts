import { clear, notApplicable, raised, reason } from '../../rule.ts';
import type { Source } from '../evidence.ts';
import { funderRule } from '../policy.ts';
import { placeEvidence } from '../reason-evidence.ts';

/** Is the main source an ordinary wallet: on the curve, unlabelled, owned by the System program? Hubs have a rule of their own. */
export const walletSource = funderRule({
  id: 'wallet-source',
  needs: ['source'],
  mayBeNull: ['sourceAccount', 'sourceActivity'],
  codes: {
    DIRECT_WALLET_TRANSFER: {
      severity: 'info',
      allows: 'WALLET_FUNDED',
      meaning: 'The first lamports came from an ordinary wallet: unlabelled, on the curve, not a busy hub.',
      action:
        'Check the source in turn if its origin matters; CEX_AT_HOP_2 and CEX_AT_HOP_3 name an exchange behind it.',
    },
    SWAP_PAID_BY_OTHER: {
      severity: 'info',
      allows: 'WALLET_FUNDED',
      meaning: 'Another wallet paid for a swap whose result was delivered to the address as its first money.',
      action: 'Treat the payer of the swap as the source.',
    },
  },
  judge({ source, sourceAccount, sourceActivity }) {
    if (source.address === null || source.label || source.basis !== 'lamports') return notApplicable;
    if (!source.onCurve || !sourceAccount?.ownedBySystem || !sourceActivity) return clear;
    return raised([reason(walletCode(source), { source: source.address, ...placeEvidence(source) })]);
  },
});

function walletCode(source: Source) {
  return source.mechanism === 'swap' ? 'SWAP_PAID_BY_OTHER' : 'DIRECT_WALLET_TRANSFER';
}
