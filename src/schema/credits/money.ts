import { Fault } from '#lib/fault.ts';
import type { CreditService, PreparedPayment } from '#payments/credits/requests.ts';
import type { PaidResource, PaymentSettings } from '#payments/x402/offer.ts';
import type { AccountReader, MoneyService } from '../contract.ts';

/** The dependencies of the money service. */
export interface MoneyParts {
  readonly settings: PaymentSettings;
  readonly credits: CreditService;
  readonly accounts: AccountReader;
  /** The paid check that a path or URL names, validated like the check itself. Throws `invalid_request`. */
  readonly paidResource: (resource: string) => PaidResource;
  /** A payment for it that a wallet can sign. Throws `invalid_request`, `chain_unavailable` and `not_ready`. */
  readonly preparePayment: (payer: string, resource: PaidResource) => Promise<PreparedPayment>;
}

const AWAY = 'Payment per call is not possible at the moment. Ask again later, or use X-API-Key. Nothing was charged.';

/** Opens the service for credit, payments and accounts. */
export function openMoneyService({
  settings,
  credits,
  accounts,
  paidResource,
  preparePayment,
}: MoneyParts): MoneyService {
  return {
    settings,
    credits,
    accounts,
    preparePayment: async ({ payer, resource }) => {
      const paid = paidResource(resource);
      if (settings.outage) throw new Fault('chain_unavailable', AWAY);
      if (!settings.enabled) {
        throw new Fault(
          'not_found',
          `Payment per call is not offered here now. Buy credit: ${settings.baseUrl}/credits`,
        );
      }
      return await preparePayment(payer, paid);
    },
  };
}
