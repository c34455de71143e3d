import type { Kind } from '../check.ts';
import { codes, flags } from './codes.ts';

/** The trade check as the registry lists it. */
export const trade: Kind = {
  name: 'trade',
  subject: 'mint',
  summary: 'What a round trip of a given size in SOL really costs, from pool state.',
  priceAtomic: 20_000n,
  verdicts: {
    ACCEPTABLE_COST: 'The round trip costs at most 3 percent of the size, both legs at the present state.',
    ELEVATED_COST: 'It costs more than 3 and at most 10 percent.',
    HIGH_COST: 'It costs more than 10 and at most 35 percent.',
    UNTRADEABLE: 'The size cannot be bought and sold again at the present state, or for more than 35 percent only.',
    NO_POOL: 'No pool that is known here trades the mint.',
    UNKNOWN: 'What the verdict rests on could not be read or proven, or the address is no mint.',
  },
  codes,
  flags,
  sized: true,
  state: 'available',
};
