import { WRAPPED_SOL_MINT } from '../effect.ts';
import type { TradeLedger } from './ledger.ts';
import type { FlowClass } from './positions.ts';
import { depositQuote, returnQuote } from './quotes.ts';
import { DUST, type Reckoned } from './reckon.ts';

/** Rent of an order's own accounts, at most: it comes back with what is left of the order. */
const REFUND_MAX = 10_000_000n;

/** Only lamports moved, wrapped or not, and perhaps stable coins without a trade. */
export function bookLamports(ledger: TradeLedger, reckoned: Reckoned): void {
  const { effect, sol, sign } = reckoned;
  const flow =
    effect.service === 'trade' ? tradedLamports(ledger, reckoned) : sol < 0n ? 'transfers_out' : 'transfers_in';
  ledger.flows.apart(effect, flow, sol);
  if (flow !== 'atomic') return;
  if (sign > 0) ledger.atomicGains += 1;
  if (sign < 0) ledger.atomicLosses -= sol;
}

function tradedLamports(ledger: TradeLedger, reckoned: Reckoned): FlowClass {
  const { effect, sol, sign } = reckoned;
  if (sign < 0) return depositQuote(ledger, reckoned, WRAPPED_SOL_MINT, -sol, DUST) > 0n ? 'orders' : 'atomic';
  if (sign === 0) return 'atomic';
  const returned = returnQuote(ledger, reckoned, WRAPPED_SOL_MINT, sol);
  if (returned > 0n && sol - returned <= REFUND_MAX) return 'orders';
  // A gain that the wallet did not sign is none that it made: a keeper closes an account and gives its rent back.
  return effect.signed ? 'atomic' : 'transfers_in';
}
