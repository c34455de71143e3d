import { createHash } from 'node:crypto';
import { canonical } from '#lib/signing/canonical-json.ts';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { type HttpAnswer, memberAt, requiredTextAt } from '../../src/operator/demo/calls.ts';
import type { Wallet } from '../../src/operator/demo/chain.ts';
import { fromHeader, paymentFor } from '../../src/operator/demo/steps.ts';
import { codeOf, type PersistentCaller, shown } from './caller.ts';
import { ownSubject } from './checks.ts';
import type { Notes } from './notes.ts';
import type { World } from './world.ts';

/** The result of a payment per call: its transaction, or that the wallet is used up. */
export type Paid = { readonly transaction: string } | 'refused' | 'prepaid only';

/** Refusals after which a payment will never be used: the last one by a buyer who waits for no hour. */
const FINAL = ['payment_invalid', 'payment_failed', 'prepaid_only', 'too_many_free_answers'];

/** Checks that are paid one by one. Everything that is not as it must be is thrown. */
export class PaidChecks {
  readonly #world: World;
  readonly #notes: Notes;
  readonly #caller: PersistentCaller;
  readonly #chance: Chance;

  constructor(world: World, notes: Notes, caller: PersistentCaller, chance: Chance) {
    this.#world = world;
    this.#notes = notes;
    this.#caller = caller;
    this.#chance = chance;
  }

  async one(wallet: Wallet): Promise<Paid> {
    const subject = ownSubject();
    const path = `/check/funder/${subject}`;
    const from = { 'X-Forwarded-For': addressOf(wallet) };
    const unpaid = await this.#caller.decided(path, { headers: from });
    if (unpaid.status !== 402) throw new Error(`a check without money got ${shown(unpaid)}`);
    const required = fromHeader(unpaid.headers, 'payment-required');
    const header = await paymentFor(required, wallet, this.#world.rpcUrl);
    const request = { headers: { ...from, 'PAYMENT-SIGNATURE': header } };
    const answer = await this.#caller.decided(path, request);
    const delivered = deliveredBy(answer);
    const payload = canonical(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
    const headerHash = createHash('sha256').update(payload).digest('hex');
    const priceAtomic = BigInt(requiredTextAt(required, 'accepts.0.amount'));
    this.#notes.payments.push({ headerHash, subject, payer: wallet.address, priceAtomic, delivered });
    if (delivered === null) {
      this.#notes.count(answer.status === 200 ? 'free check' : 'x402 payment refused for good');
      return codeOf(answer) === 'prepaid_only' ? 'prepaid only' : 'refused';
    }
    this.#notes.count('check by x402');
    if (this.#chance.happens(0.5)) {
      this.#notes.count('retry of a payment after the answer');
      const again = await this.#caller.decided(path, request);
      const same = deliveredBy(again);
      const { transaction, attestation } = delivered;
      if (same?.transaction !== transaction || same.attestation !== attestation)
        throw new Error(`the repeat of the payment ${transaction} got ${shown(again)}`);
    }
    return { transaction: delivered.transaction };
  }
}

/** A buyer's address, if the service trusts a proxy: buyers who shared an address would share its free answers too. */
function addressOf({ address }: Wallet): string {
  return [10, ...createHash('sha256').update(address).digest().subarray(0, 3)].join('.');
}

/** The paid and delivered answer; null for a free answer and a final refusal. Throws for an unexpected one. */
function deliveredBy(answer: HttpAnswer): { transaction: string; attestation: string } | null {
  const { status, body, headers } = answer;
  if (status !== 200) {
    if (FINAL.includes(String(codeOf(answer)))) return null;
    throw new Error(`a payment got ${shown(answer)}`);
  }
  if (memberAt(body, 'billing.route') === 'none') return null;
  const transaction = requiredTextAt(body, 'billing.transaction');
  const receipt = fromHeader(headers, 'payment-response');
  if (memberAt(receipt, 'success') !== true || memberAt(receipt, 'transaction') !== transaction)
    throw new Error(`the receipt of ${transaction} is ${JSON.stringify(receipt)}`);
  return { transaction, attestation: requiredTextAt(body, 'attestation') };
}
