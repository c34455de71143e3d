import { ifKnown } from '#lib/reading.ts';
import { clear, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { COLLAPSED_BPS, drawdownOf, isCrowded } from '../drawdown.ts';
import { shareOfMakers } from '../makers.ts';
import { tokenRule } from '../policy.ts';
import { bpsOf } from '../shares.ts';

/** The makers' launch tokens matter from this part of the supply on, in basis points. Own choice. */
const MATERIAL_BPS = 100;

/** They left where at most one of so many parts of it is still theirs. Own choice. */
const LEFT_PARTS = 2n;

/**
 * Did the price collapse, and did the makers of the token part with most of their launch tokens? Tokens handed to others count as gone, as
 * they may be sold through them.
 */
export const creatorDumped = tokenRule({
  id: 'creator-dumped',
  needs: ['mint', 'trades', 'launch'],
  codes: {
    DUMPED_BY_CREATOR: {
      severity: 'high',
      category: 'holders',
      certainty: 'inferred',
      meaning:
        'The price lies 90 percent or more below its best proven one, and the creator and its insiders sold or moved most of what they got at the launch.',
      action: 'Do not buy: whoever made this token has left it.',
    },
    DUMP_NOT_EXCLUDED: {
      severity: 'medium',
      category: 'holders',
      certainty: 'state',
      unread: { reading: 'trades', cause: 'limit_reached' },
      meaning:
        'The creator and its insiders parted with most of what they got at the launch, and most transactions that name the pool leave it alone, so that they hide how its price went.',
      action: 'Somebody may hide a collapse. Look at its price elsewhere.',
    },
  },
  judge({ mint, trades, launch }, evidence) {
    const drawdown = drawdownOf(evidence)?.bps ?? 0;
    if (drawdown < COLLAPSED_BPS && !isCrowded(trades, evidence)) return clear;
    const { got, left, wallets } = shareOfMakers(launch, ifKnown(evidence.holders));
    const gotBps = bpsOf(got, mint.supply);
    if (gotBps < MATERIAL_BPS || left * LEFT_PARTS > got) return clear;
    const facts = {
      wallets,
      tokens_at_launch: got.toString(),
      tokens_left: left.toString(),
      supply_bps: gotBps,
      drawdown_bps: drawdown,
      launch_account: launch.account,
    };
    if (drawdown < COLLAPSED_BPS) return raised([reason('DUMP_NOT_EXCLUDED', { ...facts, ...trades.seen })]);
    const message = `The price is ${percentText(drawdown)} below its best proven one, and of the ${percentText(gotBps)} of the supply that its makers got at the launch they have ${percentText(bpsOf(left, mint.supply))} left.`;
    return raised([reason('DUMPED_BY_CREATOR', facts, message)]);
  },
});
