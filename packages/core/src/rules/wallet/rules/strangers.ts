import { type Codes, found } from '../../rule.ts';
import { least, missed, most, neutral } from '../bounds.ts';
import { paidShares } from '../payers.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  STRANGERS_NOT_PROVEN: {
    severity: 'low',
    bound: least('bps', neutral(5_000n)),
    meaning: 'Less than half of the gain was paid by wallets that are proven to be strangers.',
    action: 'Nobody knows whether others paid for it, or wallets of the same owner. Do not count it as skill.',
  },
  PAID_BY_ONE_OWNER: {
    severity: 'medium',
    bound: most('bps', neutral(4_999n)),
    meaning: 'Half of the gain or more was paid by one wallet, or by wallets that got their first money from one.',
    action: 'A market of one buyer has no price. Do not count what he paid as skill.',
  },
} as const satisfies Codes<WalletWeight>;

/** Is it proven that strangers paid for the gains, and more than one? */
export const strangers = walletRule({
  id: 'strangers',
  needs: ['payers'],
  codes,
  judge({ payers }) {
    const { provenBps, oneOwnerBps, unreadBps } = paidShares(payers);
    const said = { payers: payers.payers.length, positions: payers.positions };
    return found([
      ...missed(codes, 'STRANGERS_NOT_PROVEN', provenBps, { ...said, unread_bps: unreadBps }),
      ...missed(codes, 'PAID_BY_ONE_OWNER', oneOwnerBps, said),
    ]);
  },
});
