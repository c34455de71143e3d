import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { paidShares } from '../payers.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  PAID_BY_LINKED_WALLETS: {
    severity: 'critical',
    bound: most('bps', neutral(1_999n)),
    provesManipulation: true,
    meaning: 'Much of the gain was paid by the wallet itself, or by wallets that share its first money.',
    action: 'It sold to itself at a price of its own. Do not follow it.',
  },
} as const satisfies Codes<WalletWeight>;

/** Did wallets of the same owner pay for the gains? */
export const paidByLinked = walletRule({
  id: 'paid-by-linked',
  needs: ['payers'],
  codes,
  flags: {
    PAYER_LINKED: 'A wallet that shares its first money with this one paid for a part of its gains.',
  },
  judge({ payers }) {
    const linked = payers.payers.filter(({ link }) => link !== null);
    const said = {
      proving_events: linked.reduce((sum, { payments }) => sum + payments, 0),
      wallets: linked.length,
      wallet: linked[0]?.wallet ?? null,
      link: linked[0]?.link ?? null,
    };
    const reasons = missed(codes, 'PAID_BY_LINKED_WALLETS', paidShares(payers).linkedBps, said);
    return found(reasons, linked.length > 0 ? ['PAYER_LINKED'] : []);
  },
});
