import { type Codes, clear, found, notApplicable } from '../../rule.ts';
import { least, missed, neutral } from '../bounds.ts';
import { amountsIn } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  LOW_PROFIT_FACTOR: {
    severity: 'low',
    bound: least('percent', neutral(130n)),
    meaning: 'Gains are too little above losses.',
    action: 'Costs of following such a wallet are likely to eat the difference.',
  },
} as const satisfies Codes<WalletWeight>;

/** Are gains far enough above losses? */
export const profitFactor = walletRule({
  id: 'profit-factor',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    if (figures.closed === 0) return notApplicable;
    const { currency, profitFactorPercent, grossProfit, grossLoss } = figures;
    if (profitFactorPercent === null) return clear;
    const sums = amountsIn(currency, { gross_profit: grossProfit, gross_loss: grossLoss });
    return found(missed(codes, 'LOW_PROFIT_FACTOR', profitFactorPercent, sums));
  },
});
