import { type Codes, clear, found, notApplicable } from '../../rule.ts';
import { least, missed, neutral } from '../bounds.ts';
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
    if (!figures || figures.closed === 0) return notApplicable;
    const { profitFactorPercent, grossProfit, grossLoss } = figures;
    if (profitFactorPercent === null) return clear;
    const sums = { gross_profit_lamports: grossProfit.toString(), gross_loss_lamports: grossLoss.toString() };
    return found(missed(codes, 'LOW_PROFIT_FACTOR', profitFactorPercent, sums));
  },
});
