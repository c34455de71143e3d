import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';
import { mostProven, staked } from '../record.ts';

const codes = {
  SANDWICH: {
    severity: 'high',
    bound: most('bps', neutral(999n)),
    provesManipulation: true,
    meaning:
      'The same units are bought and sold within one slot again and again, as when trades of others are enclosed.',
    action: 'The profit is taken from other traders by order of execution and cannot be copied.',
  },
} as const satisfies Codes<WalletWeight>;

/** Are trades of others enclosed between a purchase and a sale of the same units in one slot? */
export const sandwich = walletRule({
  id: 'sandwich',
  needs: ['figures', 'others'],
  codes,
  judge({ figures, others }) {
    const all = staked(figures, others).flatMap(({ behaviour: { sandwich: enclosed } }) =>
      missed(codes, 'SANDWICH', enclosed.shareBps, { proving_events: enclosed.cases }),
    );
    return found(mostProven(all));
  },
});
