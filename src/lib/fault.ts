import type { RetryAction } from './fault-catalogue.ts';
import { faults } from './fault-catalogue.ts';

export type FaultCode = keyof typeof faults;

/** An invalid position of a request, in the shape that the specification gives for 422. */
export interface InvalidItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Optional facts of a fault beyond its catalogue entry. */
export interface FaultExtra {
  readonly invalid?: readonly InvalidItem[];
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** Price of the request, in atomic USDC, for the requirements of a 402. */
  readonly priceAtomic?: bigint;
  /** The balance of the key, or of the token account of a payment per call. */
  readonly balanceAtomic?: bigint;
  /** Today's free calls of the caller, where they do not cover what was asked. */
  readonly freeCalls?: { readonly limit: number; readonly remaining: number; readonly resetsAt: Date };
  /** How a transfer differs from its ticket. */
  readonly mismatch?: 'recipient' | 'token' | 'amount' | 'payer' | 'success' | 'ticket';
  /** The settlement response of the refused call, for the header of its protocol version. */
  readonly receipt?: Readonly<Record<string, unknown>> & { readonly version: 1 | 2 };
  /** The caller's next step, if it differs from the catalogue's for this call. */
  readonly retryAction?: RetryAction;
  /** An HTTP status that differs from the catalogue's for this path, e.g. 401 where the key is the subject. */
  readonly status?: number;
}

/** A deliberate refusal. `message` is public; private details go to the log only. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly extra: FaultExtra;

  constructor(code: FaultCode, message?: string, extra: FaultExtra = {}) {
    super(message ?? faults[code].meaning);
    this.name = 'Fault';
    this.code = code;
    this.extra = extra;
  }

  get status(): number {
    return this.extra.status ?? faults[this.code].status;
  }
}
