import { type Address, parseAddress } from 'assay-core/solana/address.ts';
import type { FacilitatorWire } from './facilitator-wire.ts';
import { supportedOf } from './facilitator-wire.ts';

/** After so many unanswered requests in a row a facilitator counts as away. */
const MISSES_MAX = 2;

/** Requests to `/supported`, and their intervals in milliseconds. */
interface AccountStatusOptions {
  readonly network: string;
  readonly v1Network: string | null;
  readonly askMs: number;
  /** Pause between two requests while it answers and names a fee payer, and otherwise. */
  readonly refreshMs: number;
  readonly retryMs: number;
}

/** The support of a remote facilitator, polled because its keys change and it may be down when the service starts. */
export class AccountStatus {
  feePayers: Readonly<Record<1 | 2, Address | null>> = { 1: null, 2: null };
  /** A public text why nothing can be settled there; null while it can. */
  away: string | null = 'it was not heard of yet';
  readonly #wire: FacilitatorWire;
  readonly #options: AccountStatusOptions;
  #misses = 0;
  #timer: NodeJS.Timeout | null = null;
  #nextAt = 0;
  #closed = false;

  constructor(wire: FacilitatorWire, options: AccountStatusOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  async refresh(): Promise<void> {
    const { askMs, refreshMs, retryMs } = this.#options;
    try {
      this.#read(supportedOf(await this.#wire.ask('/supported', null, askMs)));
      this.#misses = 0;
    } catch (error) {
      // The known fee payers stay, because payments for them may be on their way.
      this.#missed(error instanceof Error ? error.message : 'no answer');
    }
    if (this.#closed) return;
    this.#pollIn(this.away === null && this.#misses === 0 ? refreshMs : retryMs);
  }

  /** Polls sooner, because a request got no answer. */
  pollSoon(): void {
    const { retryMs } = this.#options;
    if (this.#timer !== null && this.#nextAt - performance.now() > retryMs) this.#pollIn(retryMs);
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #pollIn(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#nextAt = performance.now() + ms;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.refresh();
    }, ms);
    this.#timer.unref();
  }

  #missed(why: string): void {
    this.#misses += 1;
    if (this.feePayers[2] === null || this.#misses >= MISSES_MAX) this.away = why;
  }

  #read(document: object): void {
    const { network, v1Network } = this.#options;
    const { feePayers } = this;
    this.feePayers = {
      1: v1Network === null ? null : feePayerOf(document, 1, v1Network, feePayers[1]),
      2: feePayerOf(document, 2, network, feePayers[2]),
    };
    this.away = this.feePayers[2] === null ? 'it names no fee payer for the network' : null;
  }
}

/**
 * The fee payer for a protocol version and network in a `/supported` document, or null. `kept` stays as long as the document names
 * it. Form: x402 specification version 2, section 7; every member is checked.
 */
export function feePayerOf(
  document: unknown,
  version: 1 | 2,
  network: string,
  kept: Address | null = null,
): Address | null {
  const kinds = memberOf(document, 'kinds');
  if (!Array.isArray(kinds)) return null;
  const offered = kinds.filter((kind) => isOurs(kind, version, network)).map((kind) => payerIn(kind));
  const [first] = offered.filter((payer) => payer !== null);
  if (!first || !kept) return first ?? null;
  // A facilitator with many keys names a random one, and payments for the offered key may be in transit.
  return offered.includes(kept) || signersOf(document).includes(kept) ? kept : first;
}

function isOurs(kind: unknown, version: 1 | 2, network: string): boolean {
  return (
    memberOf(kind, 'x402Version') === version &&
    memberOf(kind, 'scheme') === 'exact' &&
    memberOf(kind, 'network') === network
  );
}

function payerIn(kind: unknown): Address | null {
  return parseAddress(memberOf(memberOf(kind, 'extra'), 'feePayer'));
}

/** Every key that the facilitator signs with on Solana. */
function signersOf(document: unknown): readonly unknown[] {
  const signers = memberOf(memberOf(document, 'signers'), 'solana:*');
  return Array.isArray(signers) ? signers : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
