import type { Kind } from './check.ts';
import { funder } from './funder/index.ts';

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
    state: 'planned',
  },
  trade: {
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
    codes: {},
    flags: {},
    state: 'planned',
  },
  funder,
};
