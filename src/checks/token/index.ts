import type { Kind } from '../check.ts';
import { codes, flags } from './codes.ts';

/** The token check as the registry lists it. */
export const token: Kind = {
  name: 'token',
  subject: 'mint',
  summary: 'Conservative safety check of a token: control, holders, liquidity, exit and origin.',
  priceAtomic: 20_000n,
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
      'It is no fungible mint, or a mandatory part could not be read and nothing serious or critical was proven: it means "do not buy", and is not neutral.',
  },
  codes,
  flags,
  sized: false,
  state: 'available',
};
