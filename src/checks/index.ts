import type { Kind } from './check.ts';
import { funder } from './funder/index.ts';
import { token } from './token/index.ts';
import { trade } from './trade/index.ts';

/** The registry of kinds. Paths, prices, verdict types, documents and tools derive from it; nothing is said twice. */
export const kinds: Readonly<Record<Kind['name'], Kind>> = {
  wallet: {
    name: 'wallet',
    subject: 'address',
    summary: 'Proof of real profit and loss for a wallet, from realized results in SOL.',
    priceAtomic: 100_000n,
    verdicts: {
      TRUSTED: 'The profit is real, repeated and statistically distinguishable from luck.',
      NEUTRAL: 'The record is readable and proves neither skill nor manipulation.',
      UNTRUSTED: 'The record proves loss or manipulation.',
      INSUFFICIENT: 'Too little was traded to judge.',
      UNVERIFIABLE: 'The history cannot be reconstructed reliably.',
    },
    codes: {},
    flags: {},
    sized: false,
    state: 'planned',
  },
  token,
  trade,
  funder,
};
