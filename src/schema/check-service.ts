import type { Chain, ChainSession, CheckCost } from 'assay-core/chain/chain-reader.ts';
import type { Ask } from 'assay-core/rules/check.ts';
import type { Fault } from '#lib/fault.ts';
import type { Billing, Change, Receipt } from '#payments/bill.ts';
import type { AnswerDocument, Caller, Delivered } from './contract.ts';
import type { Admission } from './operation/admission.ts';
import type { Plan } from './operation/plan.ts';

/** An answer before it is charged. `retryAfterSeconds` is set when asking again may help. */
export interface UnchargedAnswer {
  readonly document: AnswerDocument;
  readonly free: boolean;
  readonly retryAfterSeconds: number | null;
  /** The document as it is stored and sent, written once for all who share it; absent where it is rarely asked for. */
  readonly text?: string;
  /** The cost of its calls; absent if the answer was stored, or was worked for another request. */
  readonly cost?: CheckCost | undefined;
}

/**
 * Makes the answer of one check: gathers, judges, writes the document and signs it. Sessions that share work get the very same answer, so
 * its `as_of` holds for each of them.
 */
export type Answers = (ask: Ask, session: ChainSession) => Promise<UnchargedAnswer>;

/** The dependencies of checks. */
export interface CheckServiceDeps {
  readonly billing: Billing;
  readonly chain: Pick<Chain, 'session'>;
  readonly answers: Answers;
  /** Refuses what the process cannot take on now; absent where everything is taken on. */
  readonly admission?: Admission;
  /** Called with an error that is no fault, if the caller receives it as one of several items. */
  readonly report?: (error: unknown, requestId: string) => void;
}

/** The counts and sums of an operation so far, in atomic USDC. `billAtomic` is the reserved sum, or the one that could not be reserved. */
export interface OperationTally {
  readonly checks: number;
  readonly delivered: number;
  readonly billAtomic: bigint;
  readonly chargedAtomic: bigint;
}

/**
 * One request of one caller. Its plan names every check that it may run. All of them are one bill, which is reserved when the first is
 * asked for. They share chain reads, and equal checks are worked and charged once. Close it when the request is over.
 */
export interface Operation {
  /** The paid answer of a check of the plan. Throws `Fault`, and an error for a check that the plan does not name. */
  check(ask: Ask): Promise<Delivered>;
  /** The same for one check of several: a failure of this check alone is returned as a fault. Throws a refusal of the bill. */
  result(ask: Ask): Promise<Delivered | Fault>;
  /** Resolves when the bill is paid or reserved, so that answers will come. Throws what refuses the bill. */
  admitted(): Promise<void>;
  readonly tally: OperationTally;
  /** The refusal of the bill, if no check was delivered. */
  readonly refusal: Fault | null;
  /** The settlement of the payment that came with the request, and its excess over the earned amount. */
  readonly receipt: Receipt | null;
  readonly change: Change | null;
  /**
   * Starts no further check. Running checks are worked to their end and charged as if the caller had stayed; a repeat gets the stored
   * answers. Resolves then, and never rejects.
   */
  close(): Promise<void>;
}

/** Opens an operation for a caller. */
export interface CheckService {
  open(caller: Caller, plan: Plan): Operation;
}
