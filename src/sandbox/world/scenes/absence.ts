import { PROGRAMS } from '../../chain/programs.ts';
import type { Cast } from '../actors.ts';
import { dailyLife, type Scene, SOL } from '../scene.ts';

/** Where there is nothing to judge, or where the beginning is missing. */
export function absenceScene(cast: Cast): Scene {
  const pruned = cast.person('older than the history');
  const nobody = cast.person('never seen');
  return {
    endowments: [{ to: pruned, lamports: 7n * SOL }],
    acts: dailyLife(cast, pruned, [39, 29, 10]),
    subjects: [
      {
        kind: 'funder',
        verdict: 'UNVERIFIABLE_ORIGIN',
        address: pruned.address,
        what: 'had lamports before its oldest listed transaction: the history is cut',
      },
      { kind: 'funder', verdict: 'UNKNOWN', address: nobody.address, what: 'never used' },
      { kind: 'funder', verdict: 'UNKNOWN', address: PROGRAMS.token, what: 'a program, not a wallet' },
    ],
  };
}
