import type { Cast } from '../actors.ts';
import { trader, tripsBetween } from '../market/trader.ts';
import { type Scene, SOL } from '../scene.ts';

/** What the one great trade of a lucky wallet was made with, and the tide that made it. */
const JACKPOT = { priceCycle: 51, lamports: 5n * SOL } as const;

/** Wallets with a profit that proves nothing: one trade made it, or luck could have, or it is long past. */
export function neutralWalletScene(cast: Cast): Scene {
  const lucky = trader(cast, {
    ...{ name: 'a wallet with one great trade', lane: 2 },
    trips: tripsBetween(
      ...([22, 63] as const),
      (priceCycle) =>
        priceCycle === JACKPOT.priceCycle
          ? 'early'
          : priceCycle % 4 < 2
            ? null
            : priceCycle % 2 === 0
              ? 'early'
              : 'late',
      (priceCycle) => (priceCycle === JACKPOT.priceCycle ? JACKPOT.lamports : SOL / 5n),
    ),
  });
  const close = trader(cast, {
    ...{ name: 'a wallet that is just above nothing', lane: 3 },
    trips: tripsBetween(30, 66, (priceCycle) => (priceCycle % 4 === 0 ? null : priceCycle % 5 < 3 ? 'early' : 'late')),
  });
  const gone = trader(cast, {
    ...{ name: 'a wallet that stopped trading', lane: 4 },
    trips: tripsBetween(4, 38, (priceCycle) => (priceCycle % 10 === 5 ? 'late' : 'early')),
  });
  const subject = ({ wallet }: typeof lucky, what: string) =>
    ({ kind: 'wallet', verdict: 'NEUTRAL', address: wallet.address, what }) as const;
  return {
    acts: [...lucky.acts, ...close.acts, ...gone.acts],
    sequels: [lucky.record, close.record, gone.record],
    subjects: [
      subject(lucky, 'in profit by one great trade of two dozen'),
      subject(close, 'in profit by no more than luck could have made'),
      subject(gone, 'a good record that ended five weeks ago'),
    ],
  };
}
