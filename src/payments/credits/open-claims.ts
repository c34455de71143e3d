import { FadingUse } from '#lib/fading-use.ts';
import { Fault } from '#lib/fault.ts';
import { networkGroup, widerNetworkOf } from '#lib/network-group.ts';

/**
 * Limits of different signatures within about a minute: a ticket has one transfer or a few; an address may be a shop with many
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
/** Maximum number of claimers, and of signatures, in memory. */
const NAMES_MAX = 50_000;
/** The rest of a signature's count after a minute: from then on it counts again. */
const COUNTED_MIN = Math.exp(-1);

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
  readonly #claims: FadingUse;
  readonly #counted: FadingUse;

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number) {
    this.#claims = new FadingUse(now, NAMES_MAX);
    this.#counted = new FadingUse(now, NAMES_MAX);
  }

  /** Records a claim. Throws `rate_limited` with the seconds until there is room, and then records nothing. */
  enter(claim: OpenClaim): void {
    const { signature } = claim;
    if (this.#counted.of(signature) > COUNTED_MIN) return;
    const labels = labelsOf(claim);
    const own = labels.address === undefined ? 0 : this.#claims.of(labels.address);
    const bounds = boundsOf(labels, own);
    const msLeft = Math.max(...bounds.map(({ label, max }) => this.#claims.msUntilBelow(label, max)));
    if (msLeft > 0) throw new Fault('rate_limited', TOO_MANY, { retryAfterSeconds: Math.ceil(msLeft / 1_000) });
    for (const { label } of bounds) this.#claims.add(label, 1);
    this.#counted.add(signature, 1);
  }

  /** Forgets a claim that was credited. */
  credited(claim: OpenClaim): void {
    const counted = this.#counted.of(claim.signature);
    for (const label of Object.values(labelsOf(claim))) this.#claims.add(label, -counted);
    this.#counted.add(claim.signature, -counted);
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
