/**
 * Why payment per call is interrupted. `facilitator`: the settler does not answer; `spend`: failed settlements cost too much.
 * `detail` is public.
 */
export interface PaymentOutage {
  readonly cause: 'facilitator' | 'spend';
  readonly detail: string;
}

/** The payment settings. `feePayer` is null until a facilitator has named one. */
export interface PaymentSettings {
  /** Whether payment per call is offered at the moment; never with `X402_FACILITATOR=off`. */
  readonly enabled: boolean;
  /** Why it is interrupted; absent or null where it is offered or switched off. */
  readonly outage?: PaymentOutage | null;
  /** CAIP-2 id, which protocol v2 uses. */
  readonly network: string;
  /** The name that protocol v1 uses for the same network, `solana` or `solana-devnet`; null where it has none. */
  readonly v1Network: string | null;
  readonly assetMint: string;
  /** The receiving wallet: the owner, not its token account. */
  readonly payTo: string;
  readonly feePayer: string | null;
  /** The fee payer of protocol v1; absent: the same. Null where the facilitator does not accept v1. */
  readonly v1FeePayer?: string | null;
  /** The public origin, without a trailing slash. */
  readonly baseUrl: string;
  /** At most 32 printable ASCII characters. */
  readonly serviceName: string;
  readonly iconUrl: string;
  readonly sandbox: boolean;
}

/** The short form of an answer for catalogues. */
export interface ShownOutput {
  readonly verdict: string;
  readonly reason_codes: readonly string[];
  readonly confidence: number;
}

/** How catalogues call the paid resource: parameters are examples, and `schema` members their JSON Schemas. */
export interface ResourceInput {
  readonly method: 'GET' | 'POST';
  /** The path with `:name` parameters, as in `/check/funder/:address`. */
  readonly routeTemplate: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** An example answer; several checks have no common form. */
  readonly output?: ShownOutput;
}

/** One thing that can be paid for. `url` is absolute, `priceAtomic` in atomic USDC. */
export interface PaidResource {
  readonly url: string;
  readonly description: string;
  readonly priceAtomic: bigint;
  readonly input: ResourceInput;
}
