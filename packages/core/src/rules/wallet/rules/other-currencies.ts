import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { othersInMain } from '../in-main-currency.ts';
import { amountsIn, measured, unitOf } from '../measured.ts';
import { walletRule } from '../policy.ts';

/** Is a profit left after what was lost in the other currencies? */
export const otherCurrencies = walletRule({
  id: 'other-currencies',
  needs: ['book', 'figures', 'others'],
  codes: {
    LOSS_IN_OTHER_CURRENCY: {
      severity: 'medium',
      allows: 'NEUTRAL',
      meaning: 'No profit is left after losses in another currency, or no rate tells what they come to.',
      action:
        'Read `books` in the metrics: the verdict is that of the main one, and losses of the others count against it.',
    },
  },
  judge({ book, figures, others }) {
    if (figures.closed === 0) return notApplicable;
    const losses = othersInMain(book, figures, others).filter(({ loss }) => loss > 0n);
    const [first] = losses;
    if (!first) return clear;
    const known = losses.flatMap(({ lossInMain }) => lossInMain ?? []);
    const isKnown = known.length === losses.length;
    const left = known.reduce((rest, loss) => rest - loss, figures.pessimisticPnl);
    if (isKnown && left > 0n) return clear;
    const unknown = losses.find(({ lossInMain }) => lossInMain === null) ?? first;
    return raised([
      reason('LOSS_IN_OTHER_CURRENCY', {
        ...measured('at_least', unitOf[figures.currency], isKnown ? left : null, 1n),
        currency: unknown.currency,
        ...amountsIn(unknown.currency, { loss: unknown.loss }),
      }),
    ]);
  },
});
