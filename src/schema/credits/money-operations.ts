import type { CheckService } from '../check-service.ts';
import type { Caller, MoneyOperations, MoneyService } from '../contract.ts';
import { NO_CHECKS } from '../operation/plan.ts';
import { omitNulls, prepareDocument } from '../prepared.ts';

const PERIOD = 'starts_at: startsAt expires_at: expiresAt fair_use_calls: fairUseCalls fair_use_left: fairUseLeft';

/** The members of REST, in this order. A new period has no state: it may begin now or at the end of the period before it. */
const documents = {
  prepareCredit: `mutation($payer: Address!, $amountAtomic: TokenAmount!, $pass: Boolean) {
    answer: prepareCredit(payer: $payer, amountAtomic: $amountAtomic, pass: $pass) {
      transaction ticket expires_at: expiresAt amount_atomic: amountAtomic amount_usdc: amountUsdc pay_to: payTo
      pay_to_token_account: payToTokenAccount asset asset_mint: assetMint network memo
      last_valid_block_height: lastValidBlockHeight pass { tier days fair_use_calls: fairUseCalls } instructions claim
    }
  }`,
  claimCredit: `mutation($signature: TransactionSignature!, $ticket: String!, $key: String, $pass: Boolean) {
    answer: claimCredit(signature: $signature, ticket: $ticket, key: $key, pass: $pass) {
      api_key: apiKey credited_usdc: creditedUsdc balance_usdc: balanceUsdc pass { tier ${PERIOD} } repeated note
    }
  }`,
  preparePayment: `mutation($payer: Address!, $resource: String!) {
    answer: preparePayment(payer: $payer, resource: $resource) {
      transaction payment_header_name: paymentHeaderName payment_payload: paymentPayload requirements
      signed_transaction_at: signedTransactionAt expires_at: expiresAt
    }
  }`,
  account: `{ answer: account {
    balance_usdc: balanceUsdc balance_atomic: balanceAtomic passes { tier state ${PERIOD} }
    entries(first: 100) { edges { node { kind amount_usdc: amountUsdc at ref } } }
  } }`,
} as const;

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
  const prepareCredit = through(documents.prepareCredit);
  const claimCredit = through<{ readonly repeated: boolean }>(documents.claimCredit);
  const account = through<Account & Listed>(documents.account);
  return {
    prepareCredit: async (variables, caller) => omitNulls(await prepareCredit(variables, caller)),
    async claimCredit(variables, caller) {
      const claimed = await claimCredit(variables, caller);
      return omitNulls({ ...claimed, repeated: claimed.repeated || null });
    },
    preparePayment: through(documents.preparePayment),
    async account(caller) {
      const { entries, ...owned } = await account({}, caller);
      return { ...owned, movements: entries.edges.map(({ node }) => node) };
    },
  };
}

interface Listed {
  readonly entries: { readonly edges: readonly { readonly node: object }[] };
}
