import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { counted } from '../../words.ts';
import { isUnmeasured } from '../depth.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** A sale has to bring back at least this part of its worth at the margin, a half: own choice, above every usual fee. */
const SALE_PARTS_MIN = 2n;

/** Does any pool take a small sale at its present state? */
export const saleQuote = notForWrappedSol(
  tokenRule({
    id: 'sale-quote',
    needs: ['mint', 'saleQuote', 'liquidity'],
    codes: {
      SELL_BLOCKED_VENUE: {
        severity: 'high',
        category: 'exit',
        certainty: 'derived',
        meaning: 'No pool that was found takes a small sale at its present state.',
        action: 'Do not buy: there is no way out through the venues that are known here.',
      },
    },
    judge({ mint, saleQuote, liquidity }) {
      // A market that was seen and not measured may take it.
      if (isUnmeasured(liquidity)) return notApplicable;
      const { lamportsBack: back } = saleQuote;
      // The mint's own fee on a transfer is another rule's.
      const isTaxed = mint.extensions.some(({ type }) => type === 'transfer_fee');
      if (back !== null && (isTaxed || back * SALE_PARTS_MIN >= saleQuote.sizeLamports)) return clear;
      const { refused, sizeLamports, tokens } = saleQuote;
      const whys = [...new Set(refused.map(({ why }) => why))].sort().join(', ');
      const evidence = {
        size_lamports: sizeLamports.toString(),
        tokens: tokens.toString(),
        pools: refused.length,
        venues: [...new Set(refused.map(({ venue }) => venue))].sort().join(', '),
        refused: whys,
      };
      const why =
        back !== null || refused.length === 0
          ? 'it would bring next to nothing'
          : `${counted(refused.length, 'pool')} said ${whys}`;
      const message = `No pool that was found takes a small sale: ${why}.`;
      return raised([reason('SELL_BLOCKED_VENUE', evidence, message)]);
    },
  }),
);
