import type { Kind } from './check.ts';

/**
 * The registry of kinds. Paths, verdict types, documents and tools derive from it. The texts of each kind's codes and flags are in
 * `catalogue.ts`.
 */
export const kinds: Readonly<Record<Kind['name'], Kind>> = {
  wallet: {
    name: 'wallet',
    subject: 'address',
    summary: 'Proof of real profit and loss for a wallet, from realized results in SOL.',
    verdicts: {
      TRUSTED:
        'Everything was read, and luck alone hardly explains the profit. It is no promise; the flags say whether it can be copied.',
      NEUTRAL:
        'The record proves neither manipulation nor that it loses, and lacks something for the best verdict: the reasons say what.',
      UNTRUSTED: 'The record proves loss or manipulation.',
      INSUFFICIENT: 'Too little was traded to judge.',
      UNVERIFIABLE: 'The history cannot be reconstructed reliably, or the address belongs to no single trader.',
    },
    sized: false,
    state: 'available',
  },
  token: {
    name: 'token',
    subject: 'mint',
    summary: 'Conservative safety check of a token: control, holders, liquidity, exit and origin.',
    verdicts: {
      LOW_RISK:
        'Control, holders, liquidity and age were all read, and nothing medium or worse was found; it is no price forecast.',
      ELEVATED:
        'Everything mandatory was read and nothing serious was found, but something medium was, or one item was only partly read.',
      HIGH_RISK:
        'One serious fact, or three medium facts of at least two kinds, are proven: a lower bound, which holds even when other reads failed.',
      CRITICAL:
        "A fact read from chain state makes a total loss possible at the will of one key without warning, or has already blocked or taken holders' tokens: a lower bound, which holds even when other reads failed.",
      UNKNOWN:
        'The subject is no fungible mint, or a mandatory part could not be read and nothing serious or critical was proven. The verdict means "do not buy" and is not neutral.',
    },
    sized: false,
    state: 'available',
  },
  trade: {
    name: 'trade',
    subject: 'mint',
    summary: 'What a round trip of a given size in SOL really costs, from pool state.',
    verdicts: {
      ACCEPTABLE_COST: 'The round trip costs at most 3 percent of the size, both legs at the present state.',
      ELEVATED_COST: 'The round trip costs more than 3 and at most 10 percent.',
      HIGH_COST: 'The round trip costs more than 10 and at most 35 percent.',
      UNTRADEABLE: 'The size cannot be bought and sold again at the present state, or for more than 35 percent only.',
      NO_POOL: 'No pool that is known here trades the mint.',
      UNKNOWN: 'The basis of the verdict could not be read or proven, or the address is no mint.',
    },
    sized: true,
    state: 'available',
  },
  funder: {
    name: 'funder',
    subject: 'address',
    summary: 'Where an address got its first money from.',
    verdicts: {
      CEX_FUNDED: 'The first money came out of a labelled exchange account.',
      WALLET_FUNDED: 'The first money came from an unlabelled wallet.',
      UNKNOWN_ORIGIN: 'The first money came through a service that hides who paid.',
      UNVERIFIABLE_ORIGIN: 'The oldest history cannot be proven.',
      UNKNOWN: 'There is nothing to judge, or it could not be read.',
    },
    sized: false,
    state: 'available',
  },
};
