/**
 * How an endpoint says no. A single call is answered with `status` and a JSON-RPC error of `code` and `message`. `code` null: the body
 * is the message as text; an empty one is no body.
 */
export interface Refusal {
  readonly status: number;
  readonly code: number | null;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the call is in an array: the whole request is refused with that status, or the call alone within an answer of this status. */
  readonly inArray: 'whole' | { readonly status: number };
}

/** How much may pass in a time. */
export interface Limit {
  /** Which methods it counts; all where absent. */
  readonly methods?: readonly string[];
  /** Whether each method has such a limit of its own. */
  readonly perMethod?: boolean;
  /** Units in `seconds`. */
  readonly most: number;
  readonly seconds: number;
  /** A fixed window begins anew on a clock; a rolling one looks back from each call. */
  readonly window: 'fixed' | 'rolling';
  /** Units of a call by method; one where the method is not named. Absent: one each. */
  readonly units?: Units;
  /** A whole request counts as one call. */
  readonly countsRequests?: boolean;
  /** Begins the names of headers of each answer that tell the limit, what is left, and the seconds until something is free again. */
  readonly headers?: string;
  readonly refusal: Refusal;
}

/** Units of a call by method. */
export interface Units {
  readonly each: number;
  readonly byMethod?: Readonly<Record<string, number>>;
}

/** Methods that are refused whatever the pace. */
export interface Refused {
  readonly methods: readonly string[];
  /** So many calls of them pass first. */
  readonly after?: number;
  /** Only each call of this number is refused, such as each thirteenth. */
  readonly every?: number;
  readonly refusal: Refusal;
}

/** What a call costs. Free plans have a price of zero. */
export interface Price {
  /** Nano-dollars (a thousand millionth of a dollar) of a unit. */
  readonly nanoUsd: bigint;
  readonly units: Units;
  /** Nano-dollars of a gigabyte of answers. */
  readonly nanoUsdPerGigabyte?: bigint;
  /** Calls about what is older than so many seconds count twice. */
  readonly doubleAfterSeconds?: number;
}

/** A provider's plan, or a node that somebody runs, as it shows from outside. */
export interface Plan {
  readonly name: string;
  readonly limits: readonly Limit[];
  /** Most calls in an array, none where 0; without a bound where absent. */
  readonly arrays?: { readonly most: number; readonly refusal: Refusal };
  /** Most addresses in one `getMultipleAccounts`. */
  readonly addresses?: { readonly most: number; readonly refusal: Refusal };
  readonly refused: readonly Refused[];
  /** How far its ledger reaches back; to the start of the chain where absent. */
  readonly ledgerSeconds?: number;
  /** Longest body of a request, and the refusal of a longer one. */
  readonly body?: { readonly most: number; readonly refusal: Refusal };
  /** Longest answer to a request, and what is sent instead of a longer one. */
  readonly answer?: { readonly most: number; readonly refusal: Refusal };
  readonly latencyMs?: number;
  readonly price: Price;
  /** What the plan becomes after so many calls. */
  readonly later?: { readonly afterCalls: number; readonly plan: Plan };
}

/** Units of one call. */
export function unitsOf(units: Units | undefined, method: string): number {
  return units?.byMethod?.[method] ?? units?.each ?? 1;
}
