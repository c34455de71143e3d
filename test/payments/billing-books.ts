import type {
  ChangeDue,
  PaymentBook,
  PaymentRecord,
  PaymentReservation,
  PaymentState,
  ReserveResult,
} from '#ledger/payments/payment-book.ts';

const LEASE_SECONDS = 60;
const KEPT_SECONDS = 60;
const DAY_SECONDS = 86_400;
const UNSETTLED = new Set<PaymentState>(['reserved', 'worked', 'sent']);

interface Row extends Omit<PaymentRecord, 'leased' | 'closedSecondsAgo' | 'reservedSecondsAgo'> {
  readonly leasedUntil: number;
  readonly closedAt: number | null;
}

/** A book of payments in memory, whose clock a test moves. */
export class MemoryPayments implements PaymentBook {
  readonly rows = new Map<string, Row>();
  /** How often abandoned payments were released, which each round of upkeep does. */
  releases = 0;
  readonly claimed = new Set<string>();
  readonly credited: string[] = [];
  readonly blamed: string[] = [];
  readonly failures: { readonly spentLamports: bigint; readonly blame: boolean }[] = [];
  /** What `reserve` answers instead of looking, where a test wants a refusal. */
  refusal: ReserveResult | null = null;
  othersAtomic = 0n;
  /** How many times sending finds no room among what is sent. */
  fullTries = 0;
  seconds = 1_000;

  async reserve(reservation: PaymentReservation): Promise<ReserveResult> {
    if (this.refusal) return this.refusal;
    const before = this.#record(reservation.messageHash);
    const isSame =
      before &&
      hex(before.headerHash) === hex(reservation.headerHash) &&
      hex(before.requestHash) === hex(reservation.requestHash);
    if (before && !(before.state === 'released' && isSame)) return { outcome: 'known', record: before };
    const identified = this.#identified(reservation);
    if (identified) return identified;
    this.rows.set(hex(reservation.messageHash), {
      ...reservation,
      state: 'reserved',
      signature: null,
      answers: null,
      earnedAtomic: null,
      changeKeyHash: null,
      leasedUntil: this.seconds + LEASE_SECONDS,
      closedAt: null,
      reservedAt: this.seconds,
    });
    return { outcome: 'reserved', standing: 'new', othersAtomic: this.othersAtomic };
  }

  #identified({ identifier, payer, requestHash }: PaymentReservation): ReserveResult | null {
    const live = this.#records().filter(({ state }) => state !== 'failed' && state !== 'released');
    const young = live.filter(({ closedSecondsAgo }) => (closedSecondsAgo ?? 0) < DAY_SECONDS);
    const record = young.find((one) => identifier !== null && one.identifier === identifier && one.payer === payer);
    if (!record) return null;
    if (hex(record.requestHash) !== hex(requestHash)) return { outcome: 'identifier_differs' };
    return { outcome: 'identified', record };
  }

  async recall(messageHash: Uint8Array): Promise<PaymentRecord | null> {
    return this.#record(messageHash);
  }

  async renew(messageHash: Uint8Array): Promise<void> {
    this.#change(messageHash, [...UNSETTLED], { leasedUntil: this.seconds + LEASE_SECONDS });
  }

  async takeOver(messageHash: Uint8Array): Promise<boolean> {
    if (this.#record(messageHash)?.leased !== false) return false;
    return this.#change(messageHash, [...UNSETTLED], { leasedUntil: this.seconds + LEASE_SECONDS });
  }

  async worked(...[messageHash, work]: Parameters<PaymentBook['worked']>): Promise<boolean> {
    return this.#change(messageHash, ['reserved'], { ...work, state: 'worked' });
  }

  async sent(...args: Parameters<PaymentBook['sent']>): ReturnType<PaymentBook['sent']> {
    const [messageHash, signature, answers, again] = args;
    if (this.fullTries > 0) {
      this.fullTries -= 1;
      return 'no_room';
    }
    const record = this.#record(messageHash);
    if (record?.answers !== answers) return 'lost';
    if (again && record?.state === 'sent' && record.signature === signature) return 'sent';
    if (signature !== null && this.claimed.has(signature)) return 'taken';
    return this.#change(messageHash, ['worked'], { state: 'sent', signature }) ? 'sent' : 'lost';
  }

  async isPaidAnew(): Promise<boolean> {
    return false;
  }

  async putOff(messageHash: Uint8Array): Promise<boolean> {
    return this.#change(messageHash, ['worked'], { leasedUntil: this.seconds });
  }

  async settled(messageHash: Uint8Array, signature: string): Promise<'settled' | 'taken' | 'lost'> {
    if (this.claimed.has(signature)) return 'taken';
    return this.#close(messageHash, ['sent', 'failed'], { state: 'settled', signature }) ? 'settled' : 'lost';
  }

  async failed(...[messageHash, why]: Parameters<PaymentBook['failed']>): Promise<boolean> {
    const changed = this.#close(messageHash, ['worked', 'sent'], { state: 'failed' });
    if (changed) this.failures.push(why);
    return changed;
  }

  async release(messageHash: Uint8Array): Promise<boolean> {
    return this.#close(messageHash, ['reserved', 'worked'], { state: 'released', answers: null });
  }

  async unresolved(): Promise<readonly PaymentRecord[]> {
    return this.#records().filter(({ state, leased }) => state === 'sent' && !leased);
  }

  async releaseAbandoned(): Promise<number> {
    this.releases += 1;
    const isOver = ({ state, leasedUntil }: Row): boolean =>
      (state === 'reserved' && leasedUntil <= this.seconds) ||
      (state === 'worked' && leasedUntil <= this.seconds - KEPT_SECONDS);
    const gone = [...this.rows.values()].filter(isOver);
    for (const { messageHash } of gone) await this.release(messageHash);
    return gone.length;
  }

  async changeDue(...[limit, after = null]: Parameters<PaymentBook['changeDue']>): Promise<readonly ChangeDue[]> {
    const settled = this.#records().filter(({ state, changeKeyHash }) => state === 'settled' && changeKeyHash !== null);
    const due = settled.flatMap(({ messageHash, signature }) =>
      signature === null ? [] : [{ messageHash, signature }],
    );
    const from = after === null ? 0 : due.findIndex(({ messageHash }) => hex(messageHash) === hex(after)) + 1;
    return due.slice(from, from + limit);
  }

  async creditChange(messageHash: Uint8Array): Promise<boolean> {
    this.credited.push(hex(messageHash));
    return true;
  }

  async forgetUnused(): Promise<number> {
    const unused = [...this.rows].filter(
      ([, { state, closedAt }]) => state === 'released' && closedAt !== null && this.seconds - closedAt > DAY_SECONDS,
    );
    for (const [hash] of unused) this.rows.delete(hash);
    return unused.length;
  }

  async forgetOldAnswers(): Promise<number> {
    const old = this.#records().filter(({ closedSecondsAgo }) => (closedSecondsAgo ?? 0) > DAY_SECONDS);
    for (const { messageHash } of old) {
      this.#change(messageHash, ['settled', 'failed'], { answers: null, identifier: null });
    }
    return old.length;
  }

  async failedSpendLamports(): Promise<bigint> {
    return this.failures.reduce((sum, { spentLamports }) => sum + spentLamports, 0n);
  }

  #records(): PaymentRecord[] {
    return [...this.rows.values()].flatMap(({ messageHash }) => this.#record(messageHash) ?? []);
  }

  #record(messageHash: Uint8Array): PaymentRecord | null {
    const row = this.rows.get(hex(messageHash));
    if (!row) return null;
    const { leasedUntil, closedAt, ...record } = row;
    const closedSecondsAgo = closedAt === null ? null : this.seconds - closedAt;
    const reservedSecondsAgo = this.seconds - record.reservedAt;
    return { ...record, leased: leasedUntil > this.seconds, closedSecondsAgo, reservedSecondsAgo };
  }

  #close(messageHash: Uint8Array, from: readonly PaymentState[], to: Partial<Row>): boolean {
    return this.#change(messageHash, from, { ...to, closedAt: this.seconds });
  }

  #change(messageHash: Uint8Array, from: readonly PaymentState[], to: Partial<Row>): boolean {
    const row = this.rows.get(hex(messageHash));
    if (!row || !from.includes(row.state)) return false;
    this.rows.set(hex(messageHash), { ...row, ...to });
    return true;
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
