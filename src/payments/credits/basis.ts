import type { LiveTip, PaymentChain } from '#chain/payments-model.ts';
import { Fault } from '#lib/fault.ts';
import type { AssetFacts, AssetFactsSource } from './asset-facts.ts';

const RETRY_SECONDS = 2;

/** What every transaction that is proposed here stands on, from what is known without a call. Throws `chain_unavailable`. */
export function transferBasis(parts: { readonly chain: Pick<PaymentChain, 'tip'>; readonly facts: AssetFactsSource }): {
  readonly facts: AssetFacts;
  readonly tip: LiveTip;
} {
  const facts = parts.facts.current();
  const tip = parts.chain.tip();
  if (facts && tip.known) return { facts, tip: tip.value };
  const what = facts ? 'No recent block hash is known' : 'The asset was not read from the chain yet';
  throw new Fault('chain_unavailable', `${what}, so no transaction can be proposed.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
