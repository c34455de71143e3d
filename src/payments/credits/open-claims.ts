import { Fault } from '#lib/fault.ts';
import { networkGroup, widerNetworkOf } from '#lib/network-group.ts';

const WINDOW_MS = 60_000;
/**
 * Limits of different signatures within the window: a ticket has one transfer or a few; an address may be a shop with many
 * customers, and a network a provider with many shops.
 */
const OF_TICKET_MAX = 20;
const FROM_ADDRESS_MAX = 100;
const FROM_NETWORK_SHARED = 400;
/**
 * Beyond the shared limit of a network, each of its addresses may always claim this many, for all 256 addresses of an IPv4 network.
 * An IPv6 network has too many for that.
 */
const FROM_ADDRESS_ALWAYS = 10;
const FROM_NETWORK_MAX = 3_000;
/** Maximum number of signatures in memory; beyond it those of the least recent claimer are dropped. */
const SIGNATURES_MAX = 50_000;

const TOO_MANY =
  'Too many different signatures were claimed for this ticket or from this address within a minute that were not credited. The chain was not asked about this one and nothing was credited; repeat the claim later.';

/** A claim that needs the chain. `address`: its origin, if known. */
export interface OpenClaim {
  readonly signature: string;
  readonly ticketHash: Uint8Array;
  readonly address?: string;
}

/**
 * Limits free look-ups on chain, because tickets and claims are free. A signature counts once, and not after it was credited. Each
 * process counts for itself.
 */
export class OpenClaims {
  readonly #now: () => number;
  /** Signatures by claimer with the time of their first claim; the most recent claimer is last. */
  readonly #claimed = new Map<string, Map<string, number>>();
  #signatures = 0;

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records a claim. Throws `rate_limited` with the seconds until there is room, and then records nothing. */
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

  /** The claims of a label within the window; the label becomes the newest. */
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

/** The labels of a claim. */
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

/** The limit of each label. `own`: the signatures of the address so far. */
function boundsOf({ ticket, address, network }: Labels, own: number): readonly { label: string; max: number }[] {
  const fromNetworkMax = own < FROM_ADDRESS_ALWAYS ? FROM_NETWORK_MAX : FROM_NETWORK_SHARED;
  return [
    { label: ticket, max: OF_TICKET_MAX },
    ...(address === undefined ? [] : [{ label: address, max: FROM_ADDRESS_MAX }]),
    ...(network === undefined ? [] : [{ label: network, max: fromNetworkMax }]),
  ];
}
