import { faults } from './fault-catalogue.ts';

export type FaultCode = keyof typeof faults;

/** One place of a request that failed validation, in the shape that the specification gives for 422. */
export interface InvalidItem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** What a fault may carry beyond its catalogue entry. */
export interface FaultExtra {
  readonly invalid?: readonly InvalidItem[];
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** Price of what was asked, in atomic USDC, for the requirements of a 402. */
  readonly priceAtomic?: bigint;
  readonly balanceAtomic?: bigint;
  /** Today's free calls of the caller, where they do not cover what was asked. */
  readonly freeCalls?: { readonly limit: number; readonly remaining: number; readonly resetsAt: Date };
  /** What differs of a transfer that does not match its ticket. */
  readonly mismatch?: 'recipient' | 'token' | 'amount' | 'payer' | 'success' | 'ticket';
  /** The settlement response that belongs to the refusal, for the header that its protocol version names. */
  readonly receipt?: Readonly<Record<string, unknown>> & { readonly version: 1 | 2 };
  /** An HTTP status that differs from the catalogue's for this path, e.g. 401 where the key is the subject. */
  readonly status?: number;
}

/** A refusal on purpose. `message` is public; what is private goes to the log, never in here. */
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
