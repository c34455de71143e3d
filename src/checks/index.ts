import type { Kind } from './check.ts';
import { funder } from './funder/index.ts';
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
  token: {
    name: 'token',
    subject: 'mint',
    summary: 'Conservative safety check of a token: control, holders, liquidity, exit and origin.',
    priceAtomic: 20_000n,
    verdicts: {
      LOW_RISK: 'Everything was read and nothing speaks against holding the token.',
      ELEVATED: 'Facts deserve attention before holding the token.',
      HIGH_RISK: "Facts make a loss by others' power over the token likely.",
      CRITICAL: 'Others can take, freeze or void holdings, or already did.',
      UNKNOWN: 'What decides could not be read.',
    },
    codes: {},
    flags: {},
    sized: false,
    state: 'planned',
  },
  trade,
  funder,
};
