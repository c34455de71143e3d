import { formatUsdc } from '#lib/money.ts';
import { asksOf, type CheckRequest } from './batch-request.ts';
import type { CheckService, Operation } from './desk-model.ts';
import type { BatchBill, BatchResult, Checks, MoneyService } from './model.ts';
import { prepareDocument } from './prepared.ts';
import { ANSWER, type AnswerResult, deliveredOf } from './run-result.ts';

/** A result as the prepared document gives it: an answer, or why there is none. */
type LineResult = AnswerResult | FailedResult;

interface FailedResult {
  readonly kind: string;
  readonly subject: string;
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly invalid: unknown;
}

/** The in-process door for many checks at once: one prepared document, one bill. */
export function openBatch(service: CheckService, money: MoneyService): Checks['runAll'] {
  const query = prepareDocument<readonly LineResult[]>(`query Batch($requests: [CheckRequest!]!) {
    answer: checks(requests: $requests) {
      ... on Check { ${ANSWER} }
      ... on CheckFault { kind subject: subjectText code message retryable retryAfterSeconds invalid }
    }
  }`);
  return async (requests, caller) => {
    const operation = service.open(caller, { asks: asksOf(requests), items: requests.length, keysOnly: false });
    try {
      const lines = await query({ requests: requests.map(inputOf) }, { operation, caller, money });
      const { receipt, change } = operation;
      return {
        results: lines.map(resultOf),
        bill: billOf(operation),
        ...(receipt && { receipt }),
        ...(change && { change }),
      };
    } finally {
      operation.close();
    }
  };
}

/** The enumeration of the schema is written in upper case. */
function inputOf({ kind, subject, sizeSol }: CheckRequest): object {
  return { kind: kind.toUpperCase(), subject, ...(sizeSol !== undefined && { sizeSol }) };
}

function resultOf(line: LineResult): BatchResult {
  if ('document' in line) return deliveredOf(line, null);
  const { kind, subject, code, message, retryable, retryAfterSeconds, invalid } = line;
  return {
    kind: kind.toLowerCase(),
    subject,
    code: code.toLowerCase(),
    detail: message,
    retryable,
    ...(retryAfterSeconds !== null && { retry_after_seconds: retryAfterSeconds }),
    ...(Array.isArray(invalid) && { invalid }),
  };
}

function billOf({ tally }: Operation): BatchBill {
  const { checks, delivered, billAtomic, chargedAtomic } = tally;
  return { checks, delivered, price_usdc: formatUsdc(billAtomic), charged_usdc: formatUsdc(chargedAtomic) };
}
