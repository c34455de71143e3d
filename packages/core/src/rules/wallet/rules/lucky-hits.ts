import { type Codes, found, notApplicable, reason } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { profit } from '../measured.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  LUCKY_HIT: {
    severity: 'medium',
    bound: most('bps', neutral(4_000n)),
    meaning: 'One round trip brought too large a part of all gains.',
    action: 'Without that one there is little; do not expect it again.',
  },
  LEAVE_K_OUT_NEGATIVE: {
    severity: 'medium',
    allows: 'NEUTRAL',
    meaning: 'Without the few best round trips, as far as any made a profit, none is left.',
    action: 'Whatever profit there is rests on a few hits; the evidence says how many were left out at most.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does the profit rest on one hit, or on a few? */
export const luckyHits = walletRule({
  id: 'lucky-hits',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    if (figures.closed === 0) return notApplicable;
    const { currency, top1Bps, bestLeftOut, pnlWithoutBest, topTrades } = figures;
    const best = topTrades[0]?.position;
    const named = { mint: best?.mint ?? null, transaction: best?.bestTrade ?? null };
    const left = { ...profit(pnlWithoutBest, currency), left_out: bestLeftOut };
    return found([
      ...missed(codes, 'LUCKY_HIT', top1Bps ?? 0, named),
      ...(pnlWithoutBest > 0n ? [] : [reason('LEAVE_K_OUT_NEGATIVE', left)]),
    ]);
  },
});
