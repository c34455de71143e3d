import type { Context } from '../builder.ts';
import type { CheckService } from '../check-service.ts';
import type { Caller, MoneyService } from '../contract.ts';
import { NO_CHECKS } from '../operation/plan.ts';
import { type PreparedDocument, prepareDocument } from '../prepared.ts';

/** A proposed transfer as the schema tells it; amounts as decimal strings. */
export interface PreparedCreditView {
  readonly transaction: string;
  readonly ticket: string;
  readonly expires_at: string;
  readonly amount_atomic: string;
  readonly amount_usdc: string;
  readonly pay_to: string;
  readonly pay_to_token_account: string;
  readonly asset: string;
  readonly asset_mint: string;
  readonly network: string;
  readonly last_valid_block_height: number;
  readonly memo: string;
  readonly pass: { readonly tier: string; readonly days: number; readonly fair_use_calls: number } | null;
  readonly instructions: readonly string[];
  readonly claim: object;
}

/** A period of a pass. `tier` and `state` as the enumerations of the schema spell them. */
export interface PassPeriodView {
  readonly tier: string;
  readonly state: string;
  readonly starts_at: string;
  readonly expires_at: string;
  readonly fair_use_calls: number;
  readonly fair_use_left: number;
}

/** What a claim credited. */
export interface ClaimedCreditView {
  readonly api_key: string | null;
  readonly credited_usdc: string;
  readonly balance_usdc: string | null;
  readonly pass: PassPeriodView | null;
  readonly repeated: boolean;
  readonly note: string;
}

/** What a key owns, with its newest movements. */
export interface AccountView {
  readonly balance_usdc: string;
  readonly balance_atomic: string;
  readonly passes: readonly PassPeriodView[];
  readonly entries: {
    readonly edges: readonly {
      readonly node: {
        readonly kind: string;
        readonly amount_usdc: string;
        readonly at: string;
        readonly ref: string | null;
      };
    }[];
  };
}

/** A payment of one check for a wallet to sign. */
interface PreparedPaymentView {
  readonly transaction: string;
  readonly payment_header_name: string;
  readonly payment_payload: object;
  readonly signed_transaction_at: string;
  readonly requirements: object;
  readonly expires_at: string;
}

/** Credit and payments for REST: each method runs a prepared document against the schema in this process. Throws `Fault`. */
export interface MoneyOperations {
  prepareCredit(
    variables: { readonly payer: string; readonly amountAtomic: string; readonly pass: boolean },
    caller: Caller,
  ): Promise<PreparedCreditView>;
  claimCredit(
    variables: {
      readonly signature: string;
      readonly ticket: string;
      readonly key?: string;
      readonly pass?: boolean;
    },
    caller: Caller,
  ): Promise<ClaimedCreditView>;
  preparePayment(
    variables: { readonly payer: string; readonly resource: string },
    caller: Caller,
  ): Promise<PreparedPaymentView>;
  account(caller: Caller): Promise<AccountView>;
}

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
        operation.close();
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
