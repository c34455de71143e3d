import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Ask, Kind } from 'assay-core/rules/check.ts';
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
import { askOf, type CheckRequest, readRequest, ValidatedInput } from '../questions.ts';

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
  const [declared, given] = kind.sized ? [', $sizeSol: SOL', ', sizeSol: $sizeSol'] : ['', ''];
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
type LineResult = AnswerResult | WithNulls<Omit<FailedCheck, 'invalid'>>;

/** Many checks at once: one prepared document, one bill. Malformed requests are answered beside it. */
function openBatch(service: CheckService, money: MoneyService): Checks['runAll'] {
  const query = prepareDocument<readonly LineResult[]>(`query Batch($requests: [CheckRequest!]!) {
    answer: checks(requests: $requests) {
      ... on Check { ${ANSWER} }
      ... on CheckFault { kind subject: subjectText code detail: message retryable retry_after_seconds: retryAfterSeconds }
    }
  }`);
  return async (requests, caller) => {
    const read = requests.map(readRequest);
    const asks = read.filter((ask): ask is Ask => !(ask instanceof Fault));
    const valid = requests.filter((_, n) => !(read[n] instanceof Fault));
    const operation = service.open(caller, { asks, items: requests.length, keysOnly: false });
    try {
      const lines = await query({ requests: valid.map(inputOf) }, { operation, caller, money });
      const { receipt, change } = operation;
      const pending = lines.map(resultOf);
      const results = requests.map((request, n) => {
        const fault = read[n];
        const result = fault instanceof Fault ? malformed(request, fault) : pending.shift();
        if (!result) throw new Error('a request of a batch has no result');
        return result;
      });
      return {
        results,
        bill: billOf(operation),
        ...(receipt && { receipt }),
        ...(change && { change }),
      };
    } finally {
      void operation.close();
    }
  };
}

function malformed({ kind, subject }: CheckRequest, { code, message, extra }: Fault): FailedCheck {
  const invalid = extra.invalid && { invalid: extra.invalid };
  return { kind, subject: String(subject), code, detail: message, retryable: false, ...invalid };
}

/** A request as the schema takes it. */
function inputOf({ kind, subject, sizeSol }: CheckRequest): object {
  const size = kinds[kind].sized && sizeSol !== undefined && { sizeSol };
  return { [kind]: { [kinds[kind].subject]: subject, ...size } };
}

function resultOf(line: LineResult): BatchResult {
  return 'document' in line ? deliveredOf(line, null) : omitNulls<FailedCheck>({ ...line, invalid: null });
}

function billOf({ tally }: Operation): BatchBill {
  const { checks, delivered, billAtomic, chargedAtomic } = tally;
  return { checks, delivered, price_usdc: formatUsdc(billAtomic), charged_usdc: formatUsdc(chargedAtomic) };
}

/** The answer as transports send it: absent members instead of nulls. */
function deliveredOf({ document, billing, retryAfterSeconds }: AnswerResult, receipt: Receipt | null): Delivered {
  const paid = omitNulls<AnswerBilling>({ ...billing, replayed: billing.replayed || null });
  return {
    document,
    billing: paid,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
    ...(receipt && { receipt }),
  };
}
