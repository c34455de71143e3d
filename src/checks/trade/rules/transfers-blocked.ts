import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { MintFacts, TradeEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Does the mint let holders transfer at all? */
export const transfersBlocked = ruleFor<TradeEvidence>()({
  id: 'transfers-blocked',
  needs: ['mint'],
  codes: ['TRANSFERS_BLOCKED'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const causes = blocks(mint.mint);
    if (causes.length === 0) return clear;
    const { nonTransferable, paused, frozenByDefault } = mint.mint;
    const facts = { non_transferable: nonTransferable, paused, frozen_by_default: frozenByDefault };
    return raised([reason('TRANSFERS_BLOCKED', facts, `Holders cannot sell: ${causes.join(', ')}.`)]);
  },
});

function blocks({ nonTransferable, paused, frozenByDefault }: MintFacts): readonly string[] {
  return [
    ...(nonTransferable ? ['its tokens cannot be transferred'] : []),
    ...(paused ? ['its transfers are paused'] : []),
    ...(frozenByDefault ? ['new token accounts of it are frozen'] : []),
  ];
}
