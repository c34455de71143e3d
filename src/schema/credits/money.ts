import { Fault } from '#lib/fault.ts';
import type { CreditService, PreparedPayment } from '#payments/credits/requests.ts';
import type { PaidResource, PaymentSettings } from '#payments/x402/offer.ts';
import type { CheckService } from '../check-service.ts';
import type { AccountReader, Caller, MoneyOperations, MoneyService } from '../contract.ts';
import { rfc3339 } from '../operation/delivery.ts';
import { NO_CHECKS } from '../operation/plan.ts';
import { omitNulls, prepareDocument } from '../prepared.ts';

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

const PERIOD = 'starts_at: startsAt expires_at: expiresAt fair_use_calls: callsIncluded fair_use_left: callsLeft';

/** The members of REST, in this order. A new period has no state: it may begin now or at the end of the period before it. */
const documents = {
  prepareCredit: `mutation($input: PrepareCreditInput!) {
    answer: prepareCredit(input: $input) {
      transaction ticket expires_at: expiresAt amount_atomic: amountAtomic amount_usdc: amountUsdc pay_to: payTo
      pay_to_token_account: payToTokenAccount asset asset_mint: assetMint network memo
      last_valid_block_height: lastValidBlockHeight pass { tier days fair_use_calls: callsIncluded }
    }
  }`,
  claimCredit: `mutation($input: ClaimCreditInput!) {
    answer: claimCredit(input: $input) {
      api_key: apiKey credited_usdc: creditedUsdc balance_usdc: balanceUsdc pass { tier ${PERIOD} } repeated note
    }
  }`,
  account: `{ answer: account {
    balance_usdc: balanceUsdc balance_atomic: balanceAtomic passes { tier state ${PERIOD} }
    entries(first: 100) { edges { node { kind amount_usdc: amountUsdc at: createdAt ref } } }
  } }`,
} as const;

/** The next step with a prepared transfer, by the names of REST. */
const signingSteps: readonly string[] = [
  'Decode transaction (base64) and check it: one transfer of amount_atomic of asset_mint to pay_to_token_account, and the memo.',
  'Sign it with the wallet of the payer, as it is, and send it before expires_at. The payer pays the network fee.',
  'Wait until it is finalized, which takes about 7 seconds.',
  'Send claim with the signature of the transaction. The API key is shown once. A repeat credits nothing twice; while the key was never used, a repeat without one gives a new one, at most five times, and revokes the one before. A key that a claim names is never revoked by it.',
];

/** The claim of a prepared transfer as a client can send it, but for the signature. */
function claimCall({ ticket, pass }: Prepared, baseUrl: string): object {
  const body = { signature: '<TRANSACTION_SIGNATURE>', ticket, ...(pass && { pass: true }) };
  return { method: 'POST', url: `${baseUrl}/credits/claim`, body };
}

interface Prepared {
  readonly ticket: string;
  readonly pass: object | null;
}

type Account = Awaited<ReturnType<MoneyOperations['account']>>;

/** The operations of a running service. They run no check, so they have no bill. */
export function openMoneyOperations(service: CheckService, money: MoneyService): MoneyOperations {
  const through = <Answer extends object>(text: string) => {
    const document = prepareDocument<Answer>(text);
    return async (variables: Readonly<Record<string, unknown>>, caller: Caller): Promise<Answer> => {
      const operation = service.open(caller, NO_CHECKS);
      try {
        return await document(variables, { operation, caller, money });
      } finally {
        void operation.close();
      }
    };
  };
  const prepareCredit = through<Prepared>(documents.prepareCredit);
  const claimCredit = through<{ readonly repeated: boolean }>(documents.claimCredit);
  const account = through<Account & Listed>(documents.account);
  return {
    async prepareCredit(input, caller) {
      const prepared = await prepareCredit({ input }, caller);
      const claim = claimCall(prepared, money.settings.baseUrl);
      return omitNulls({ ...prepared, instructions: signingSteps, claim });
    },
    async claimCredit({ key, ...input }, caller) {
      const claimed = await claimCredit({ input: { ...input, ...(key !== undefined && { apiKey: key }) } }, caller);
      return omitNulls({ ...claimed, repeated: claimed.repeated || null });
    },
    // A resource is a path or an URL, which GraphQL does not know.
    async preparePayment(asked) {
      const prepared = await money.preparePayment(asked);
      return {
        transaction: prepared.transaction,
        payment_header_name: prepared.headerName,
        payment_payload: prepared.payload,
        requirements: prepared.requirements,
        signed_transaction_at: prepared.signedTransactionAt,
        expires_at: rfc3339(prepared.expiresAt),
      };
    },
    async account(caller) {
      const { entries, ...owned } = await account({}, caller).catch(asUnknownKey);
      return { ...owned, movements: entries.edges.map(({ node }) => node) };
    },
  };
}

/** REST has one code for a key that is missing or unknown where the key itself is asked about. */
function asUnknownKey(error: unknown): never {
  if (!(error instanceof Fault) || error.code !== 'api_key_required') throw error;
  throw new Fault('api_key_unknown', error.message, { status: 401 });
}

interface Listed {
  readonly entries: { readonly edges: readonly { readonly node: object }[] };
}
