import type { Receipt } from '#payments/bill.ts';
import type { AnswerDocument, Billing, Delivered } from './model.ts';

/** What the prepared documents select of an answer. */
export const ANSWER = `document
  billing {
    route charged_usdc: chargedUsdc balance_usdc: balanceUsdc free_remaining: freeRemaining transaction replayed
    pass { tier calls_left: callsLeft expires_at: expiresAt }
  }
  retryAfterSeconds`;

/** An answer as a prepared document gives it. */
export interface AnswerResult {
  readonly document: AnswerDocument;
  readonly billing: {
    readonly route: string;
    readonly charged_usdc: string;
    readonly balance_usdc: string | null;
    readonly pass: NonNullable<Billing['pass']> | null;
    readonly free_remaining: number | null;
    readonly transaction: string | null;
    readonly replayed: boolean;
  };
  readonly retryAfterSeconds: number | null;
}

/** The answer as transports send it: absent members instead of nulls. */
export function deliveredOf(
  { document, billing, retryAfterSeconds }: AnswerResult,
  receipt: Receipt | null,
): Delivered {
  return {
    document,
    billing: billingOf(billing),
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(receipt && { receipt }),
  };
}

/** The enumeration is written in upper case by GraphQL and in lower case by everything else. */
function billingOf(billing: AnswerResult['billing']): Billing {
  const { route, charged_usdc, balance_usdc, pass, free_remaining, transaction, replayed } = billing;
  return {
    route: route.toLowerCase() as Billing['route'],
    charged_usdc,
    ...(balance_usdc !== null && { balance_usdc }),
    ...(pass && { pass }),
    ...(free_remaining !== null && { free_remaining }),
    ...(transaction !== null && { transaction }),
    ...(replayed && { replayed: true as const }),
  };
}
