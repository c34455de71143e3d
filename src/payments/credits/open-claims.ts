import { Fault } from '#lib/fault.ts';
import { networkGroup, widerNetworkOf } from '#lib/network-group.ts';

const WINDOW_MS = 60_000;
/**
 * Different signatures within the window: a ticket has one transfer, or a few; behind an address may stand a shop with many
 * customers, and a provider with many shops around it.
 */
const OF_TICKET_MAX = 20;
const FROM_ADDRESS_MAX = 100;
const FROM_NETWORK_SHARED = 400;
/**
 * What neighbours cannot take from an address: beyond what a network shares, each address of it may still claim so many, and all
 * 256 of an IPv4 network can. A network of IPv6 has more of them than can be let in.
 */
const FROM_ADDRESS_ALWAYS = 10;
const FROM_NETWORK_MAX = 3_000;
/** Signatures that are remembered at all; beyond them, those of whoever claimed longest ago are forgotten. */
const SIGNATURES_MAX = 50_000;

const TOO_MANY =
  'Too many different signatures were claimed for this ticket or from this address within a minute that were not credited. The chain was not asked about this one and nothing was credited; repeat the claim later.';

/** A claim that would ask the chain. `address`: where it came from, where that is known. */
export interface OpenClaim {
  readonly signature: string;
  readonly ticketHash: Uint8Array;
  readonly address?: string;
}

/**
 * Bounds how many signatures the chain is asked about for nothing: a ticket is free, and so is a claim of anything. A signature
 * counts once, however often it is claimed, and no more once it was credited. Each process counts for itself.
 */
export class OpenClaims {
  readonly #now: () => number;
  /** By who claims, those who claimed last at the end: signatures, one at least, with the time of their first claim. */
  readonly #claimed = new Map<string, Map<string, number>>();
  #signatures = 0;

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes note of a claim. Throws `rate_limited`, with the seconds until there is room, and then notes nothing. */
  enter(claim: OpenClaim): void {
    const { signature } = claim;
    const labels = labelsOf(claim);
    const own = labels.address === undefined ? 0 : this.#of(labels.address).size;
    const bounds = boundsOf(labels, own).map(({ label, max }) => ({ label, signatures: this.#of(label), max }));
    const waits = bounds
      .filter(({ signatures, max }) => !signatures.has(signature) && signatures.size >= max)
      .map(({ signatures }) => this.#msUntilRoom(signatures));
    if (waits.length > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(...waits) / 1_000));
      throw new Fault('rate_limited', TOO_MANY, { retryAfterSeconds });
    }
    for (const { label, signatures } of bounds) {
      if (signatures.has(signature)) continue;
      signatures.set(signature, this.#now());
      this.#claimed.set(label, signatures);
      this.#signatures += 1;
    }
    this.#forgetOldest();
  }

  /** Forgets a claim that was credited. */
  credited(claim: OpenClaim): void {
    for (const label of Object.values(labelsOf(claim))) {
      const signatures = this.#claimed.get(label);
      if (signatures?.delete(claim.signature)) this.#signatures -= 1;
      if (signatures?.size === 0) this.#claimed.delete(label);
    }
  }

  /** What was claimed under the label within the window; what is kept becomes the newest of all. */
  #of(label: string): Map<string, number> {
    const signatures = this.#claimed.get(label) ?? new Map<string, number>();
    for (const [signature, at] of signatures) {
      if (at > this.#now() - WINDOW_MS) break;
      signatures.delete(signature);
      this.#signatures -= 1;
    }
    this.#claimed.delete(label);
    if (signatures.size > 0) this.#claimed.set(label, signatures);
    return signatures;
  }

  #msUntilRoom(signatures: ReadonlyMap<string, number>): number {
    const [oldest = this.#now()] = signatures.values();
    return oldest + WINDOW_MS - this.#now();
  }

  #forgetOldest(): void {
    for (const [label, { size }] of this.#claimed) {
      if (this.#signatures <= SIGNATURES_MAX) return;
      this.#claimed.delete(label);
      this.#signatures -= size;
    }
  }
}

/** What a claim counts under. */
interface Labels {
  readonly ticket: string;
  readonly address?: string;
  readonly network?: string;
}

function labelsOf({ ticketHash, address }: OpenClaim): Labels {
  const ticket = `ticket ${Buffer.from(ticketHash).toString('base64')}`;
  if (address === undefined) return { ticket };
  const wider = widerNetworkOf(address);
  return {
    ticket,
    address: `address ${networkGroup(address)}`,
    ...(wider !== null && { network: `network ${wider}` }),
  };
}

/** How many signatures may stand under each label. `own`: those of the address so far. */
function boundsOf({ ticket, address, network }: Labels, own: number): readonly { label: string; max: number }[] {
  const fromNetworkMax = own < FROM_ADDRESS_ALWAYS ? FROM_NETWORK_MAX : FROM_NETWORK_SHARED;
  return [
    { label: ticket, max: OF_TICKET_MAX },
    ...(address === undefined ? [] : [{ label: address, max: FROM_ADDRESS_MAX }]),
    ...(network === undefined ? [] : [{ label: network, max: fromNetworkMax }]),
  ];
}
