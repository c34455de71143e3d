import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  BUNDLE: {
    severity: 'medium',
    bound: most('bps', neutral(1_999n)),
    meaning: 'Many purchases share a transaction with a purchase of another signer.',
    action: 'Several wallets act as one, and this one shows a part. Look at the others too.',
  },
} as const satisfies Codes<WalletWeight>;

/** Do several signers buy as one? */
export const bundledBuys = walletRule({
  id: 'bundled-buys',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    return found(missed(codes, 'BUNDLE', figures.behaviour.bundledBuysBps));
  },
});
