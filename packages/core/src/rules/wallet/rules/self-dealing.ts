import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { linkedGain, linkedTraded } from '../makers.ts';
import { amountsIn } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';
import { mostProven, staked } from '../record.ts';

const codes = {
  SELF_DEALING: {
    severity: 'critical',
    bound: most('bps', neutral(1_999n)),
    provesManipulation: true,
    meaning: 'Much of the gain comes from tokens that the wallet made, or whose maker it is connected to.',
    action: 'It was taken from buyers of its own tokens, or of those of makers it is connected to. Do not follow it.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does the gain come from tokens that the wallet made, or whose maker it is connected to? */
export const selfDealing = walletRule({
  id: 'self-dealing',
  needs: ['book', 'makers', 'figures', 'others'],
  codes,
  flags: {
    CREATOR_LINKED: 'The wallet traded a token that it made itself, or whose maker it is connected to.',
  },
  judge({ book, makers, figures, others }) {
    const all = staked(figures, others).flatMap(({ currency }) => {
      const { mints, gain, shareBps, trades } = linkedGain(book, makers, currency);
      const [mint = null] = mints;
      const said = { proving_events: trades, mints: mints.size, mint, ...amountsIn(currency, { gain }) };
      return missed(codes, 'SELF_DEALING', shareBps, said);
    });
    return found(mostProven(all), linkedTraded(book, makers).size > 0 ? ['CREATOR_LINKED'] : []);
  },
});
