import type { Kind } from '#checks/check.ts';

/** Who asks: what a transport could read of the caller's credentials. */
export interface Caller {
  readonly apiKey: string | null;
  readonly requestId: string;
  /** The path or operation that is being paid for, as the 402 names it. */
  readonly resourceUrl: string;
}

/** A check's answer as REST sends it, as GraphQL's `document`, and, without attestation and billing, as it is signed. */
export interface AnswerDocument {
  readonly schema_version: 1;
  readonly kind: Kind['name'];
  readonly subject: string;
  readonly network: string;
  readonly sandbox?: true;
  readonly verdict: string;
  readonly reason_codes: readonly string[];
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
  }[];
  readonly metrics: Readonly<Record<string, unknown>>;
  /** Null when not even a slot could be read. `time` is RFC 3339 in UTC. */
  readonly as_of: { readonly slot: number; readonly commitment: string; readonly time: string | null } | null;
  readonly gaps: readonly { readonly reading: string; readonly cause: string; readonly retryable: boolean }[];
  readonly attestation?: string;
}

/** What the call cost and how it was paid. USDC as decimal strings. */
export interface Billing {
  readonly route: 'credit' | 'pass' | 'x402' | 'free' | 'none';
  readonly charged_usdc: string;
  readonly balance_usdc?: string;
}

/** An answer that may leave the service. `retryAfterSeconds` is set when it was free because of a passing failure of ours. */
export interface Delivered {
  readonly document: AnswerDocument;
  readonly billing: Billing;
  readonly retryAfterSeconds?: number;
}

/** The in-process door for REST and everything after it: runs the kind's prepared document against the schema. Throws `Fault`. */
export interface Checks {
  run(kind: Kind['name'], args: Readonly<Record<string, string>>, caller: Caller): Promise<Delivered>;
}
