import { age, authorities, hook, liquidity, marketAge, saleQuote, trades, trialSale } from './market.ts';
import { programs } from './programs.ts';
import { asOf, issuer, metadata, mint, ofMint } from './start.ts';

/** The evidence that rests on nobody who is asked: all but people, and what these say of holders and the creator. */
export const apart = {
  asOf,
  mint,
  authorities: ofMint(authorities, []),
  programs: ofMint(programs, []),
  issuer: ofMint(issuer, null),
  hook: ofMint(hook, null),
  metadata: ofMint(metadata, null),
  liquidity: ofMint(liquidity, null),
  saleQuote: ofMint(saleQuote, null),
  trialSale: ofMint(trialSale, null),
  age: ofMint(age, null),
  market: ofMint(marketAge, null),
  trades: ofMint(trades, null),
};
