import { paidResource } from '#http/questions/paid-resource.ts';
import type { Entry, EntryPage, PassState, Statement } from '#ledger/books.ts';
import { Fault, type FaultCode, type FaultExtra } from '#lib/fault.ts';
import type { ClaimAnswer, ClaimInput, PrepareRequest } from '#payments/credits/requests.ts';
import { readAmount } from '#payments/credits/tiers.ts';
import type { PaidResource, PaymentSettings } from '#payments/x402/offer.ts';
import type { MoneyOperations, MoneyService } from '#schema/contract.ts';
import { openMoneyOperations, openMoneyService } from '#schema/credits/money.ts';
import { openCheckService } from '#schema/operation/operation.ts';

const MERCHANT = 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP';
/** Spells 64 bytes. */
export const SIGNATURE = '1'.repeat(64);

export const period: PassState = {
  tier: 'traveller',
  state: 'active',
  startsAt: new Date('2026-11-20T12:00:00.123Z'),
  expiresAt: new Date('2026-12-20T12:00:00.123Z'),
  callsIncluded: 2000,
  callsLeft: 1999,
};

const kinds = ['topup', 'charge', 'grant', 'pass', 'change'] as const;

/** 130 movements, newest first: ids 130 to 1. */
const movements: readonly Entry[] = Array.from({ length: 130 }, (_, index) => ({
  id: BigInt(130 - index),
  kind: kinds[index % kinds.length] ?? 'grant',
  amountAtomic: index % kinds.length === 1 ? -50_000n : 5_000_000n,
  at: new Date('2026-11-20T12:00:00Z'),
  ref: index % kinds.length === 2 ? null : `ref-${index}`,
}));

/** What the money behind the routes was asked for, and what it is to answer. */
export interface FakeMoney {
  readonly key: string;
  readonly prepared: PrepareRequest[];
  readonly claimed: ClaimInput[];
  readonly offered: { readonly payer: string; readonly resource: PaidResource }[];
  claim: () => Promise<ClaimAnswer>;
  /** Makes everything throw this. */
  broken: Fault | null;
}

/** A fault as the service throws it. */
export function fault(code: FaultCode, extra: FaultExtra = {}): Fault {
  return new Fault(code, undefined, extra);
}

export function fakeMoney(key: string): FakeMoney {
  const claim = async (): Promise<ClaimAnswer> => ({
    creditedAtomic: 5_000_000n,
    tier: null,
    repeated: false,
    apiKey: 'assay_new',
    balanceAtomic: 5_000_000n,
  });
  return { key, prepared: [], claimed: [], offered: [], claim, broken: null };
}

/** The money service with everything behind it played by `fake`. */
export function moneyService(fake: FakeMoney, settings: PaymentSettings): MoneyService {
  const owned = <T>(apiKey: string, value: T): T | null => {
    if (fake.broken) throw fake.broken;
    return apiKey === fake.key ? value : null;
  };
  return openMoneyService({
    settings,
    credits: {
      prepare: async (request) => prepare(fake, request),
      claim: async (input) => {
        if (fake.broken) throw fake.broken;
        fake.claimed.push(input);
        return fake.claim();
      },
    },
    accounts: {
      statement: async (apiKey) => owned<Statement>(apiKey, { balanceAtomic: 4_980_000n, passes: [period] }),
      entries: async (apiKey, page) => owned(apiKey, pageOf(page)),
      pastChecks: async (apiKey) => owned(apiKey, { checks: [], more: false }),
      storedBodies: async () => new Map(),
      countEntries: async () => 0,
      countPastChecks: async () => 0,
      storedCheck: async () => null,
    },
    paidResource: (resource) => paidResource(resource, settings),
    preparePayment: async (payer, resource) => {
      if (fake.broken) throw fake.broken;
      fake.offered.push({ payer, resource });
      return {
        transaction: 'AQ==',
        headerName: 'PAYMENT-SIGNATURE',
        payload: { x402Version: 2, resource: { url: resource.url }, payload: { transaction: 'AQ==' } },
        signedTransactionAt: 'payload.transaction',
        requirements: { scheme: 'exact', amount: resource.priceAtomic.toString() },
        expiresAt: new Date('2026-11-20T12:01:00Z'),
      };
    },
  });
}

function prepare(fake: FakeMoney, request: PrepareRequest) {
  if (fake.broken) throw fake.broken;
  const amount = readAmount(request.amountAtomic, request.pass);
  if ('item' in amount) throw fault('invalid_request', { invalid: [amount.item] });
  fake.prepared.push(request);
  return {
    transaction: 'AQAB',
    ticket: 'sealed',
    expiresAt: new Date('2026-11-20T12:01:00.999Z'),
    amountAtomic: request.amountAtomic,
    pass: amount.tier && { tier: amount.tier.tier, days: amount.tier.days, calls: amount.tier.calls },
    memo: 'assay:1:hash',
    payTo: MERCHANT,
    destination: '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
    lastValidBlockHeight: 3_000_000_123n,
  };
}

function pageOf({ before, limit }: EntryPage) {
  const older = movements.filter(({ id }) => before === undefined || id < before);
  return { entries: older.slice(0, limit), more: older.length > limit };
}

/** The operations on it, through the real schema. */
export function moneyOperations(fake: FakeMoney, settings: PaymentSettings): MoneyOperations {
  // Money runs no check, so nothing that a check needs is there.
  return openMoneyOperations(openCheckService({} as never), moneyService(fake, settings));
}
