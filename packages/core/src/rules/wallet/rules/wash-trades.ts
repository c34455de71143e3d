import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';
import { mostProven, staked } from '../record.ts';

const codes = {
  WASH_ROUNDTRIPS: {
    severity: 'critical',
    bound: most('bps', neutral(2_999n)),
    provesManipulation: true,
    meaning: 'Much of the turnover is one token bought and sold again and again within minutes, without a result.',
    action: 'Such trades make volume or a win rate. Do not take the record for a real one.',
  },
} as const satisfies Codes<WalletWeight>;

/** Is one token traded to and fro within minutes, without a result, for much of the turnover? */
export const washTrades = walletRule({
  id: 'wash-trades',
  needs: ['figures', 'others'],
  codes,
  judge({ figures, others }) {
    const washed = staked(figures, others).flatMap(({ behaviour: { wash } }) => wash ?? []);
    const all = washed.flatMap(({ mint, buys, sells, turnoverBps }) =>
      missed(codes, 'WASH_ROUNDTRIPS', turnoverBps, { proving_events: Math.min(buys, sells), mint, buys, sells }),
    );
    return found(mostProven(all));
  },
});
