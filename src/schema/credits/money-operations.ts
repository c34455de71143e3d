import type { Context } from '../builder.ts';
import type { CheckService } from '../check-service.ts';
import type {
  AccountView,
  Caller,
  ClaimedCreditView,
  MoneyOperations,
  MoneyService,
  PreparedCreditView,
  PreparedPaymentView,
} from '../contract.ts';
import { NO_CHECKS } from '../operation/plan.ts';
import { type PreparedDocument, prepareDocument } from '../prepared.ts';

const PERIOD =
  '{ tier state starts_at: startsAt expires_at: expiresAt fair_use_calls: fairUseCalls fair_use_left: fairUseLeft }';

const documents = {
  prepareCredit: `mutation($payer: Address!, $amountAtomic: TokenAmount!, $pass: Boolean) {
    answer: prepareCredit(payer: $payer, amountAtomic: $amountAtomic, pass: $pass) {
      transaction ticket expires_at: expiresAt amount_atomic: amountAtomic amount_usdc: amountUsdc pay_to: payTo
      pay_to_token_account: payToTokenAccount asset asset_mint: assetMint network memo instructions claim
      last_valid_block_height: lastValidBlockHeight pass { tier days fair_use_calls: fairUseCalls }
    }
  }`,
  claimCredit: `mutation($signature: TransactionSignature!, $ticket: String!, $key: String, $pass: Boolean) {
    answer: claimCredit(signature: $signature, ticket: $ticket, key: $key, pass: $pass) {
      api_key: apiKey credited_usdc: creditedUsdc balance_usdc: balanceUsdc pass ${PERIOD} repeated note
    }
  }`,
  preparePayment: `mutation($payer: Address!, $resource: String!) {
    answer: preparePayment(payer: $payer, resource: $resource) {
      transaction payment_header_name: paymentHeaderName payment_payload: paymentPayload requirements
      signed_transaction_at: signedTransactionAt expires_at: expiresAt
    }
  }`,
  account: `{ answer: account {
    balance_usdc: balanceUsdc balance_atomic: balanceAtomic passes ${PERIOD}
    entries(first: 100) { edges { node { kind amount_usdc: amountUsdc at ref } } }
  } }`,
} as const;

/** The operations of a running service. They run no check, so they have no bill. */
export function openMoneyOperations(service: CheckService, money: MoneyService): MoneyOperations {
  const through = <Variables, Answer>(document: PreparedDocument<Answer>) => {
    return async (variables: Variables & Readonly<Record<string, unknown>>, caller: Caller): Promise<Answer> => {
      const operation = service.open(caller, NO_CHECKS);
      const context: Context = { operation, caller, money };
      try {
        return await document(variables, context);
      } finally {
        void operation.close();
      }
    };
  };
  const account = through<object, AccountView>(prepareDocument(documents.account));
  return {
    prepareCredit: through(prepareDocument<PreparedCreditView>(documents.prepareCredit)),
    claimCredit: through(prepareDocument<ClaimedCreditView>(documents.claimCredit)),
    preparePayment: through(prepareDocument<PreparedPaymentView>(documents.preparePayment)),
    account: (caller) => account({}, caller),
  };
}
