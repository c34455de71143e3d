import type { Cast } from '../actors.ts';
import { pay } from '../instructions.ts';
import { EXCHANGES } from '../market/exchange.ts';
import { ago, dailyLife, oldWallet, type Scene, SOL } from '../scene.ts';

/** What shows only beyond the payer itself: an exchange two wallets behind it, and whom else it paid just then. */
export function trailScene(cast: Cast): Scene {
  const okx = cast.stranger(EXCHANGES.okx);
  const grandmother = cast.person('grandmother, paid out by OKX');
  const aunt = cast.person('aunt, funded by a grandmother');
  const niece = cast.person('funded by an aunt');
  const sower = oldWallet(cast, 'sower', 40n * SOL);
  const from = sower.actor;
  const seedlings = [1, 2, 3, 4, 5, 6].map((number) => cast.person(`seedling ${number}`));
  const third = seedlings[2] ?? from;
  return {
    endowments: sower.scene.endowments ?? [],
    acts: [
      { slot: ago(23), payer: okx, instructions: [pay(okx, grandmother.publicKey, 12n * SOL)] },
      { slot: ago(20), payer: grandmother, instructions: [pay(grandmother, aunt.publicKey, 11n * SOL)] },
      { slot: ago(17), payer: aunt, instructions: [pay(aunt, niece.publicKey, 10n * SOL)] },
      ...dailyLife(cast, niece, [16, 7]),
      ...sower.scene.acts,
      ...seedlings.map((one, index) => ({
        slot: ago(10, 0, seedlings.length - index),
        payer: from,
        instructions: [pay(from, one.publicKey, SOL / 2n + (BigInt(index) * SOL) / 1_000n)],
      })),
      ...dailyLife(cast, third, [9, 3]),
    ],
    subjects: [
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: niece.address,
        what: 'an exchange two wallets behind the one that paid (CEX_AT_HOP_3)',
      },
      {
        kind: 'funder',
        verdict: 'WALLET_FUNDED',
        address: third.address,
        what: 'one of six new accounts that got about the same within minutes (SIBLINGS)',
      },
    ],
  };
}
