import type { Kind } from '../check.ts';
import { codes, flags } from './codes.ts';

/** The trade check as the registry lists it. */
export const trade: Kind = {
  name: 'trade',
  subject: 'mint',
  summary: 'What a round trip of a given size in SOL really costs, from pool state.',
  priceAtomic: 20_000n,
  verdicts: {
    ACCEPTABLE_COST: 'The round trip costs little.',
    ELEVATED_COST: 'The round trip costs noticeably.',
    HIGH_COST: 'The round trip costs much.',
    UNTRADEABLE: 'The size cannot be bought and sold again.',
    NO_POOL: 'No pool trades the mint.',
    UNKNOWN: 'The pools could not be read.',
  },
  codes,
  flags,
  sized: true,
  state: 'available',
};
