import type { Cast } from '../actors.ts';
import { trader, tripsBetween, withdrawal } from '../market/trader.ts';
import { ago, dailyLife, type Scene, SOL } from '../scene.ts';

/** Wallets of which there is too little to judge. */
export function insufficientWalletScene(cast: Cast): Scene {
  const beginner = trader(cast, {
    ...{ name: 'a wallet with few trades', lane: 7, lamports: 6n * SOL },
    trips: tripsBetween(56, 62, (priceCycle) => (priceCycle % 3 === 0 ? 'late' : 'early')),
  });
  const saver = cast.person('a wallet that never trades');
  const nobody = cast.person('a wallet that nobody used');
  const subject = (address: string, what: string) =>
    ({ kind: 'wallet', verdict: 'INSUFFICIENT', address, what }) as const;
  return {
    acts: [
      ...beginner.acts,
      withdrawal(cast, saver, ago(35, 4), 5n * SOL),
      ...dailyLife(cast, saver, [34, 29, 23, 19, 12, 5]),
    ],
    sequels: [beginner.record],
    subjects: [
      subject(beginner.wallet.address, 'seven round trips, however good'),
      subject(saver.address, 'pays and gets paid, and never traded'),
      subject(nobody.address, 'an address that nobody ever used'),
    ],
  };
}
