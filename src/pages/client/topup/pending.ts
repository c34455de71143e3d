/** A payment that this browser must not forget: its ticket is what claims it. */
export interface PendingPayment {
  readonly ticket: string;
  /** Null where the ticket was typed in by hand, as with amount, tier and payer. */
  readonly memo: string | null;
  /** USDC as text. */
  readonly amountUsdc: string | null;
  readonly tier: string | null;
  readonly payer: string | null;
  /** CAIP-2 id of the network. */
  readonly network: string;
  /** Milliseconds since 1970 by the clock of this machine. */
  readonly preparedAt: number;
  /** Base58; null until a wallet or the person has given it. */
  readonly signature: string | null;
  /** The last characters of the key that is to be credited; null: a new key is to be made. */
  readonly creditTo: string | null;
  /** The new key, from the claim until the person says that it is kept. */
  readonly apiKey: string | null;
  /** The credited amount in USDC. */
  readonly creditedUsdc: string | null;
}

/** The part of `Storage` that keeps payments. */
export interface Shelf {
  readonly length: number;
  key(place: number): string | null;
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** The payments of this browser. One entry each, so that two tabs never overwrite each other's. */
export interface Payments {
  /** False where the browser refuses to keep anything. */
  readonly keeps: boolean;
  /** Oldest first. */
  list(): readonly PendingPayment[];
  get(ticket: string): PendingPayment | null;
  put(payment: PendingPayment): void;
  drop(ticket: string): void;
}

const PREFIX = 'assay.payment.';
const PROBE = 'assay.probe';
const KEY_TAIL_CHARS = 4;
/** The end of a ticket is its authentication tag: no two share it. */
const TICKET_TAIL_CHARS = 20;

/** Payments in a storage; null where the browser has none. Entries that cannot be read are left where they are. */
export function openPayments(shelf: Shelf | null): Payments {
  const keeps = wrote(shelf, PROBE, '');
  if (keeps) shelf?.removeItem(PROBE);
  return {
    keeps,
    list() {
      const names = Array.from({ length: shelf?.length ?? 0 }, (_, place) => shelf?.key(place) ?? '');
      const found = names.filter((name) => name.startsWith(PREFIX)).map((name) => read(shelf?.getItem(name)));
      return found.filter((one) => one !== null).sort((a, b) => a.preparedAt - b.preparedAt);
    },
    get: (ticket) => read(shelf?.getItem(entryOf(ticket))),
    put: (payment) => void wrote(shelf, entryOf(payment.ticket), JSON.stringify(payment)),
    drop: (ticket) => shelf?.removeItem(entryOf(ticket)),
  };
}

/** A storage can be full, or refuse every write, as some browsers do in private windows. */
function wrote(shelf: Shelf | null, name: string, text: string): boolean {
  try {
    shelf?.setItem(name, text);
    return shelf !== null;
  } catch {
    return false;
  }
}

function read(text: string | null | undefined): PendingPayment | null {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    if (typeof found !== 'object' || found === null) return null;
    return typeof (found as Partial<PendingPayment>).ticket === 'string' ? (found as PendingPayment) : null;
  } catch {
    return null;
  }
}

/** By what a person knows one key from another, without showing it. */
export function tailOf(key: string): string {
  return key.slice(-KEY_TAIL_CHARS);
}

/** The name of a payment's entry, and of the lock under which it is claimed. */
export function entryOf(ticket: string): string {
  return PREFIX + ticket.slice(-TICKET_TAIL_CHARS);
}
