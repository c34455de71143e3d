import type { CodeEntry } from '../../check.ts';

/** Codes about trading that is arranged, or that nobody else can do. */
export const behaviourCodes = {
  SELF_DEALING: {
    severity: 'critical',
    meaning: 'Much of the gain comes from tokens that the wallet made, or whose maker it is connected to.',
    action: 'It was taken from buyers of its own tokens, or of those of makers it is connected to. Do not follow it.',
  },
  WASH_ROUNDTRIPS: {
    severity: 'critical',
    meaning: 'Much of the turnover is one token bought and sold again and again within minutes, without a result.',
    action: 'Such trades make volume or a win rate. Do not take the record for a real one.',
  },
  SELLS_WITHOUT_BUYS: {
    severity: 'high',
    meaning: 'Tokens of several kinds were sold within an hour of being received without a purchase.',
    action: 'Somebody supplies this wallet with tokens to sell. Where that is the maker, it is a front.',
  },
  SANDWICH: {
    severity: 'high',
    meaning:
      'The same units are bought and sold within one slot again and again, as when trades of others are enclosed.',
    action: 'The profit is taken from other traders by order of execution and cannot be copied.',
  },
  MEV_ATOMIC: {
    severity: 'medium',
    meaning: 'Many transactions gain SOL without holding any token: arbitrage within one transaction.',
    action: 'It takes infrastructure and not judgement; there is nothing to follow.',
  },
  BUNDLE: {
    severity: 'medium',
    meaning: 'Many purchases share a transaction with a purchase of another signer.',
    action: 'Several wallets act as one, and this one shows a part. Look at the others too.',
  },
  FAST_HOLDS: {
    severity: 'low',
    meaning: 'Half of what was bought was held for less than three seconds.',
    action: 'The profit may be real, but it takes a machine and no judgement; whoever follows comes too late.',
  },
  THIN_POOL_PROFIT: {
    severity: 'medium',
    meaning: 'Much of the gain comes from sales that took more than a quarter of the SOL in a pool.',
    action: 'Such a price is there for one seller only. Do not expect it.',
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
