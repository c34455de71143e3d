import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { SIZE_SOL_DEFAULT } from 'assay-core/rules/trade/size.ts';
import { Fault } from '#lib/fault.ts';
import type { Receipt } from '#payments/bill.ts';
import type { CheckService, Operation } from '../check-service.ts';
import type {
  AnswerBilling,
  BatchBill,
  BatchResult,
  Checks,
  Delivered,
  FailedCheck,
  MoneyService,
} from '../contract.ts';
import { omitNulls, type PreparedDocument, prepareDocument, type WithNulls } from '../prepared.ts';
import { askOf, asksOf, type CheckRequest, ValidatedInput } from '../questions.ts';

/** The selection of the prepared documents in an answer. */
const ANSWER = `document
  billing {
    route charged_usdc: chargedUsdc balance_usdc: balanceUsdc pass { tier calls_left: callsLeft expires_at: expiresAt }
    free_remaining: freeRemaining transaction replayed
  }
  retryAfterSeconds`;

type CheckDocument = PreparedDocument<AnswerResult>;

/** Opens the checks that run in this process: one document a kind, parsed, validated and compiled once. */
export function openChecks(service: CheckService, money: MoneyService): Checks {
  const prepared = new Map<Kind['name'], CheckDocument>();
  for (const kind of Object.values(kinds)) {
    if (kind.state === 'available') prepared.set(kind.name, prepare(kind));
  }
  return {
    runAll: openBatch(service, money),
    async run({ kind, subject, sizeSol = SIZE_SOL_DEFAULT }, caller) {
      const document = prepared.get(kind);
      if (!document) throw new Fault('kind_not_available');
      const operation = service.open(caller, { asks: [askOf(kind, subject, sizeSol)], items: 1, keysOnly: false });
      const variables = { subject: new ValidatedInput(subject), sizeSol: new ValidatedInput(sizeSol) };
      try {
        const answer = await document(variables, { operation, caller, money });
        return deliveredOf(answer, operation.receipt);
      } finally {
        void operation.close();
      }
    },
  };
}

function prepare(kind: Kind): CheckDocument {
  const [declared, given] = kind.sized ? [', $sizeSol: Sol', ', sizeSol: $sizeSol'] : ['', ''];
  return prepareDocument(`query Check($subject: Address!${declared}) {
    answer: ${kind.name}Check(${kind.subject}: $subject${given}) {
      ${ANSWER}
    }
  }`);
}

type Answer = Pick<Delivered, 'document' | 'billing' | 'retryAfterSeconds'>;

/** An answer as a prepared document gives it. */
type AnswerResult = WithNulls<Omit<Answer, 'billing'>> & {
  readonly billing: WithNulls<Omit<AnswerBilling, 'replayed'>> & { readonly replayed: boolean };
};

/** A result as the prepared document gives it: an answer, or why there is none. */
type LineResult = AnswerResult | WithNulls<FailedCheck>;

/** Many checks at once: one prepared document, one bill. */
function openBatch(service: CheckService, money: MoneyService): Checks['runAll'] {
  const query = prepareDocument<readonly LineResult[]>(`query Batch($requests: [CheckRequest!]!) {
    answer: checks(requests: $requests) {
      ... on Check { ${ANSWER} }
      ... on CheckFault {
        kind subject: subjectText code detail: message retryable retry_after_seconds: retryAfterSeconds invalid
      }
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
      void operation.close();
    }
  };
}

/** The enumeration of the schema is written in upper case. */
function inputOf({ kind, subject, sizeSol }: CheckRequest): object {
  return { kind: kind.toUpperCase(), subject, ...(sizeSol !== undefined && { sizeSol }) };
}

function resultOf(line: LineResult): BatchResult {
  if ('document' in line) return deliveredOf(line, null);
  return omitNulls<FailedCheck>({ ...line, code: line.code.toLowerCase() });
}

function billOf({ tally }: Operation): BatchBill {
  const { checks, delivered, billAtomic, chargedAtomic } = tally;
  return { checks, delivered, price_usdc: formatUsdc(billAtomic), charged_usdc: formatUsdc(chargedAtomic) };
}

/** The answer as transports send it: absent members instead of nulls. */
function deliveredOf({ document, billing, retryAfterSeconds }: AnswerResult, receipt: Receipt | null): Delivered {
  const paid = omitNulls<AnswerBilling>({ ...billing, replayed: billing.replayed || null });
  return { ...omitNulls<Answer>({ document, billing: paid, retryAfterSeconds }), ...(receipt && { receipt }) };
}
