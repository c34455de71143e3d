import { type Codes, found } from '../../rule.ts';
import { least, missed, neutral } from '../bounds.ts';
import { FAST_HOLD_SECONDS } from '../figures/behaviour.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

/** More trades than this on an active day cannot be followed. */
const TRADES_PER_DAY_MAX = 300;

const codes = {
  FAST_HOLDS: {
    severity: 'low',
    bound: least('seconds', neutral(3n)),
    meaning: 'Half of what was bought was held for less than three seconds.',
    action: 'The profit may be real, but it takes a machine and no judgement; whoever follows comes too late.',
  },
} as const satisfies Codes<WalletWeight>;

/** Could anybody follow in time? Real profit that cannot be copied stays real; holds of a few seconds are no judgement. */
export const copyable = walletRule({
  id: 'copyable',
  needs: ['figures'],
  codes,
  flags: {
    FAST_HOLDS: 'Half of what was bought was held for less than a minute.',
    HIGH_FREQUENCY: 'More than 300 trades were made on an average active day.',
    NOT_COPYABLE: 'The trading is too fast or too frequent for anybody who sees it on chain and follows.',
  },
  judge({ figures }) {
    const { medianHoldSeconds: median, fastHoldsBps, tradesPerActiveDay } = figures.behaviour;
    const flags = [
      ...(median !== null && median < FAST_HOLD_SECONDS ? ['FAST_HOLDS'] : []),
      ...(tradesPerActiveDay > TRADES_PER_DAY_MAX ? ['HIGH_FREQUENCY'] : []),
    ];
    const tooFast = median === null ? [] : missed(codes, 'FAST_HOLDS', median, { fast_holds_bps: fastHoldsBps });
    return found(tooFast, flags.length > 0 ? [...flags, 'NOT_COPYABLE'] : []);
  },
});
