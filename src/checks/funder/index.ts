import type { Kind } from '../check.ts';
import { codes, flags } from './codes.ts';

/** The funder check as the registry lists it. */
export const funder: Kind = {
  name: 'funder',
  subject: 'address',
  summary: 'Where an address got its first money from.',
  priceAtomic: 50_000n,
  verdicts: {
    CEX_FUNDED: 'The first money came out of a labelled exchange account.',
    WALLET_FUNDED: 'The first money came from an unlabelled wallet.',
    UNKNOWN_ORIGIN: 'The first money came through a service that hides who paid.',
    UNVERIFIABLE_ORIGIN: 'The oldest history cannot be proven.',
    UNKNOWN: 'There is nothing to judge, or it could not be read.',
  },
  codes,
  flags,
  sized: false,
  state: 'available',
};
