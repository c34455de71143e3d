import type { Ledger } from '#ledger/books.ts';
import { openPaymentBook } from '#ledger/payments/open-payment-book.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { openRateWindows } from '#ledger/rate-windows.ts';
import type { Billing } from '#payments/bill.ts';
import { openBilling } from '#payments/billing/billing.ts';
import type { BillingDeps } from '#payments/billing/deps.ts';
import type { PaymentChain } from '#payments/chain/payment-chain.ts';
import type { Caller, MoneyService } from '#schema/contract.ts';

function absent(what: string): () => never {
  return () => {
    throw new Error(`this test has no ${what}`);
  };
}

/** The real billing over the real books, which takes keys and no payments per call. */
export function keyBilling(ledger: Ledger, database: Database, others: Partial<BillingDeps> = {}): Billing {
  return openBilling({
    ledger,
    payments: openPaymentBook(database),
    chain: new Proxy({} as PaymentChain, { get: absent('chain for payments') }),
    facilitator: null,
    readPayment: absent('payments per call'),
    windows: openRateWindows(database),
    changeSecret: 'change',
    log: { warn: () => undefined },
    ...others,
  });
}

/** A service for tests that prepare and claim nothing. */
export const noMoney: MoneyService = new Proxy({} as MoneyService, { get: absent('service for money') });

/** A caller with a key or none, whose response counts as finished at once unless `unfinished`. */
export function callerWith(apiKey: string | null, { unfinished = false } = {}): Caller {
  return {
    credentials: { apiKey, payment: null, idempotencyKey: null, address: '127.0.0.1' },
    requestId: 'r',
    resourceUrl: 'http://assay.test/check',
    whenFinished: (listener) => {
      if (!unfinished) listener();
    },
  };
}
