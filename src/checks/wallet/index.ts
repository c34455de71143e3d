import type { Kind } from '../check.ts';
import { codes, flags } from './codes.ts';

/** The wallet check as the registry lists it. */
export const wallet: Kind = {
  name: 'wallet',
  subject: 'address',
  summary: 'Proof of real profit and loss for a wallet, from realized results in SOL.',
  priceAtomic: 100_000n,
  verdicts: {
    TRUSTED:
      'Everything was read, and luck alone hardly explains the profit. It is no promise; the flags say whether it can be copied.',
    NEUTRAL:
      'The record proves neither manipulation nor that it loses, and lacks something for the best verdict: the reasons say what.',
    UNTRUSTED: 'The record proves loss or manipulation.',
    INSUFFICIENT: 'Too little was traded to judge.',
    UNVERIFIABLE: 'The history cannot be reconstructed reliably, or the address belongs to no single trader.',
  },
  codes,
  flags,
  sized: false,
  state: 'available',
};
