import { ifKnown } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { clear, raised, reason } from '../../rule.ts';
import { counted, percentText } from '../../words.ts';
import { DEPTH_LOW_USD_MICROS, deepestOf } from '../depth.ts';
import type { TokenEvidence, TradeFacts } from '../evidence.ts';
import { washOf } from '../figures/wash.ts';
import { judgesHolders } from '../issuer.ts';
import { isMarketUnread, isYoungMarket } from '../market-age.ts';
import { tokenRule } from '../policy.ts';

/** The share of the volume that counts, in basis points, and how many transactions have to be read for it. Own choice. */
const WASH_BPS = 5_000;
const TRANSACTIONS_MIN = 8;

/** Bots trade to and fro in markets that others already trust: of this many times the low depth, or proven to be old. Own choice. */
const DEEP_TIMES = 10n;

/**
 * Is most of the latest volume made by wallets that buy and sell back the same? It does not show a possible loss, but a market that is
 * less alive than it looks. Anybody can trade like that in a foreign market, for its fees: it weighs if the creator does, and else it is
 * only a flag. The same applies to an old or deep market, where bots trade like that.
 */
export const washTraded = tokenRule({
  id: 'wash-traded',
  needs: ['mint', 'trades'],
  codes: {
    WASH_TRADED: {
      severity: 'medium',
      category: 'liquidity',
      certainty: 'inferred',
      meaning:
        'Half or more of the latest volume is of wallets that bought and sold back the same several times, the creator among them.',
      action: 'Do not take its volume for demand: its creator trades with itself.',
    },
  },
  flags: {
    WASH_TURNOVER: 'Half or more of the latest volume is of wallets that bought and sold back the same several times.',
  },
  judge({ trades }, evidence) {
    const { washBps, washers, lamports } = washOf(trades);
    if (washBps < WASH_BPS || trades.transactions < TRANSACTIONS_MIN) return clear;
    const creator = judgedCreator(evidence);
    const isOfCreator = washers.some(({ owner }) => owner === creator);
    if (!isOfCreator || !isEasilyMoved(evidence)) return raised([], ['WASH_TURNOVER']);
    const message = `Of the latest ${counted(trades.transactions, 'transaction')}, ${counted(washers.length, 'wallet')} that bought and sold back the same made ${percentText(washBps)} of the volume.`;
    return raised([reason('WASH_TRADED', factsOf(trades, washBps, lamports, washers), message)]);
  },
});

function factsOf(
  { pool, transactions, since }: TradeFacts,
  washBps: number,
  lamports: bigint,
  washers: TradeFacts['traders'],
) {
  return {
    pool,
    transactions,
    since_unix: since,
    wash_bps: washBps,
    volume_lamports: lamports.toString(),
    wallets: washers.length,
    largest_wallet: washers[0]?.owner ?? null,
  };
}

/** Known money is not judged by who made it. */
function judgedCreator(evidence: TokenEvidence): Address | null {
  return judgesHolders(evidence) ? (ifKnown(evidence.creator)?.address ?? null) : null;
}

/** A market that is neither old nor deep. */
function isEasilyMoved(evidence: TokenEvidence): boolean {
  const liquidity = ifKnown(evidence.liquidity);
  const depth = liquidity && deepestOf(liquidity);
  const isYoung = isYoungMarket(evidence) && !isMarketUnread(evidence);
  return isYoung && (depth?.usdMicros ?? 0n) < DEPTH_LOW_USD_MICROS * DEEP_TIMES;
}
