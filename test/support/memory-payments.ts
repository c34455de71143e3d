import { chainAccount, revenueAccount } from '#ledger/accounts/movement.ts';
import type {
  ChangeDue,
  PaymentBook,
  PaymentRecord,
  PaymentReservation,
  PaymentState,
  ReserveResult,
  WorkedPayment,
} from '#ledger/payments/payment-book.ts';
import {
  BUDGETS,
  FAILURE_LAMPORTS_MAX,
  fits,
  hasRoom,
  type SourceRecord,
  type Spender,
  standingOf,
} from '#ledger/payments/shares.ts';
import { LEASE_SECONDS } from '#ledger/payments/states.ts';
import { unlessDown } from '#ledger/postgres/outage.ts';
import { addressRange } from '#lib/network-group.ts';
import { atOnce, type Connection, hex, type MemoryBooks, type PayerRow, type PaymentRow } from './memory-books.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const KEPT_MS = 60_000;
const UNSETTLED_OF_PAYER_MAX = 4;
const GIVEN_UP: readonly PaymentState[] = ['failed', 'released'];
const OPEN: readonly PaymentState[] = ['reserved', 'worked', 'sent'];

/**
 * A book of payments over books in memory, which obeys the contract of the one over PostgreSQL:
 * `test/ledger/memory.property.test.ts` compares them. Every method is one transaction over the connection.
 */
export function openMemoryPayments(books: MemoryBooks, connection: Connection = atOnce): PaymentBook {
  const rows = new MemoryPaymentRows(books);
  const ask = <T>(name: string, statement: () => T) => unlessDown(connection(name, statement));
  return {
    reserve: (reservation) => ask('reserve', () => rows.reserve(reservation)),
    recall: (messageHash) => ask('recall', () => rows.recall(messageHash)),
    renew: (messageHash) => ask('renew payment', () => rows.renew(messageHash)),
    takeOver: (messageHash) => ask('take over', () => rows.takeOver(messageHash)),
    worked: (messageHash, work) => ask('worked', () => rows.worked(messageHash, work)),
    sent: (messageHash, signature, answers, again) =>
      ask('sent', () => rows.sent(messageHash, signature, answers, again)),
    isPaidAnew: (messageHash) => ask('is paid anew', () => rows.isPaidAnew(messageHash)),
    putOff: (messageHash) => ask('put off', () => rows.putOff(messageHash)),
    settled: (messageHash, signature) => ask('settled', () => rows.settled(messageHash, signature)),
    failed: (messageHash, why) => ask('failed', () => rows.failed(messageHash, why)),
    release: (messageHash) => ask('release', () => rows.release(messageHash)),
    unresolved: (limit) => ask('unresolved', () => rows.unresolved(limit)),
    releaseAbandoned: () => ask('release abandoned', () => rows.releaseAbandoned()),
    changeDue: (limit, after) => ask('change due', () => rows.changeDue(limit, after)),
    creditChange: (messageHash) => ask('credit change', () => rows.creditChange(messageHash)),
    forgetOldAnswers: () => ask('forget payments', () => rows.forgetOldAnswers()),
    forgetUnused: () => ask('forget unused', () => rows.forgetUnused()),
    failedSpendLamports: () => ask('failed spend', () => rows.failedSpendLamports()),
  };
}

/** The statements, each carried out at once. They mean what those of `src/ledger/payments` mean. */
class MemoryPaymentRows {
  readonly #books: MemoryBooks;

  constructor(books: MemoryBooks) {
    this.#books = books;
  }

  reserve(reservation: PaymentReservation): ReserveResult {
    const now = this.#books.now();
    const { messageHash, source, payer } = reservation;
    const key = hex(messageHash);
    const known = this.#books.payments.get(key);
    const runsAgain = known?.state === 'released' && isSame(known, reservation);
    if (known && !runsAgain) return { outcome: 'known', record: this.#recordOf(known) };
    this.#abandon((row) => row.source === source && row.payer === payer);
    const other = this.#identified(reservation);
    if (other && hex(other.requestHash) !== hex(reservation.requestHash)) return { outcome: 'identifier_differs' };
    if (other) return { outcome: 'identified', record: this.#recordOf(other) };
    const payerRow = this.#payer(source);
    const barredMs = (payerRow.prepaidUntilMs ?? 0) - now;
    if (barredMs > 0) return { outcome: 'source_prepaid', untilSeconds: Math.ceil(barredMs / 1_000) };
    const unsettled = this.#rows(({ state }) => OPEN.includes(state));
    const own = unsettled.filter((row) => row.source === source && row.payer === payer);
    if (own.length >= UNSETTLED_OF_PAYER_MAX) return { outcome: 'source_busy' };
    const record = this.#sourceOf(payerRow);
    const standing = standingOf(record);
    const range = addressRange(reservation.address);
    const alike = unsettled.filter((row) => row.standing === standing);
    const ofRange = alike.filter((row) => row.range === range);
    const taken = { taken: BigInt(alike.length), ofRange: BigInt(ofRange.length) };
    if (!hasRoom(standing, record, taken)) return { outcome: 'all_busy' };
    if (this.#isOverspent({ standing, range }, { withSent: false })) return { outcome: 'sources_paused' };
    const { headerHash, requestHash } = known ?? reservation;
    const fresh = { answers: null, earnedAtomic: null, changeKeyHash: null, changeCreditedAtMs: null };
    this.#books.payments.set(key, {
      ...reservation,
      headerHash,
      requestHash,
      standing,
      range,
      state: 'reserved',
      ...fresh,
      signature: known?.signature ?? null,
      spentLamports: known?.spentLamports ?? 0n,
      leasedUntilMs: now + LEASE_SECONDS * 1_000,
      createdAtMs: now,
      closedAtMs: null,
    });
    this.#books.payers.set(source, payerRow);
    return {
      outcome: 'reserved',
      standing,
      othersAtomic: own.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
    };
  }

  recall(messageHash: Uint8Array): PaymentRecord | null {
    const row = this.#books.payments.get(hex(messageHash));
    return row ? this.#recordOf(row) : null;
  }

  renew(messageHash: Uint8Array): void {
    const row = this.#open(messageHash, OPEN);
    if (row && this.#isLeased(row)) this.#lease(row);
  }

  takeOver(messageHash: Uint8Array): boolean {
    const row = this.#open(messageHash, OPEN);
    if (!row || this.#isLeased(row)) return false;
    this.#lease(row);
    return true;
  }

  worked(messageHash: Uint8Array, { answers, earnedAtomic, changeKeyHash }: WorkedPayment): boolean {
    const row = this.#leased(messageHash, ['reserved']);
    if (!row) return false;
    this.#books.constrain(earnedAtomic > 0n && earnedAtomic <= row.amountAtomic, `${earnedAtomic} is earned`);
    Object.assign(row, { state: 'worked', answers, earnedAtomic });
    row.changeKeyHash = row.amountAtomic > earnedAtomic ? changeKeyHash : null;
    this.#lease(row);
    return true;
  }

  sent(
    messageHash: Uint8Array,
    signature: string | null,
    answers: string,
    again = false,
  ): 'sent' | 'taken' | 'lost' | 'no_room' {
    if (this.#books.payments.get(hex(messageHash))?.answers !== answers) return 'lost';
    const before = this.#leased(messageHash, ['sent']);
    if (again && before && before.signature === signature) return 'sent';
    const row = this.#leased(messageHash, ['worked']);
    if (!row) return 'lost';
    if (this.#isOverspent(row, { withSent: true })) return 'no_room';
    if (signature !== null && !this.#enter(signature, null)) return 'taken';
    Object.assign(row, { state: 'sent', signature });
    this.#lease(row);
    return 'sent';
  }

  isPaidAnew(messageHash: Uint8Array): boolean {
    const own = this.#books.payments.get(hex(messageHash));
    const others = this.#rows(
      ({ state, createdAtMs }) => !GIVEN_UP.includes(state) && createdAtMs > (own?.createdAtMs ?? 0),
    );
    const alike = others.filter((row) => row.source === own?.source && row.payer === own.payer);
    return alike.some(({ requestHash }) => own !== undefined && hex(requestHash) === hex(own.requestHash));
  }

  putOff(messageHash: Uint8Array): boolean {
    const row = this.#leased(messageHash, ['worked']);
    if (row) row.leasedUntilMs = this.#books.now();
    return row !== undefined;
  }

  settled(messageHash: Uint8Array, signature: string): 'settled' | 'taken' | 'lost' {
    const row = this.#books.payments.get(hex(messageHash));
    if (row?.state === 'settled') return row.signature === signature ? 'settled' : 'lost';
    if ((row?.state !== 'sent' && row?.state !== 'failed') || row.earnedAtomic === null) return 'lost';
    if (!this.#enter(signature, row.signature)) return 'taken';
    if (this.#bearers(row).length > 0) row.identifier = null;
    row.signature = signature;
    this.#close(row, 'settled');
    const payer = this.#payer(row.source);
    payer.settledAtMs ??= this.#books.now();
    payer.earned += row.earnedAtomic;
    const [from, to] = [chainAccount(signature), revenueAccount(signature)].map((name) => this.#books.system(name));
    if (!from || !to) throw new Error('no system accounts');
    this.#books.move({ kind: 'x402', cause: `x402:${hex(messageHash)}`, from, to, amount: row.earnedAtomic });
    return 'settled';
  }

  failed(messageHash: Uint8Array, why: { readonly spentLamports: bigint; readonly blame: boolean }): boolean {
    const row = this.#leased(messageHash, OPEN);
    if (!row) return false;
    this.#close(row, 'failed');
    row.spentLamports = why.spentLamports;
    if (why.blame) this.#blame(this.#payer(row.source));
    return true;
  }

  release(messageHash: Uint8Array): boolean {
    const row = this.#leased(messageHash, ['reserved', 'worked']);
    if (!row) return false;
    this.#release(row);
    const payer = this.#payer(row.source);
    if (this.#releasedOf(payer) === 0) payer.releasedSinceMs = this.#books.now();
    payer.released = this.#releasedOf(payer) + 1;
    return true;
  }

  unresolved(limit: number): readonly PaymentRecord[] {
    const due = this.#rows((row) => row.state === 'sent' && !this.#isLeased(row));
    return due
      .sort((a, b) => a.createdAtMs - b.createdAtMs)
      .slice(0, limit)
      .map((row) => this.#recordOf(row));
  }

  releaseAbandoned(): number {
    const isKept = ({ state, leasedUntilMs }: PaymentRow): boolean =>
      state === 'worked' && leasedUntilMs > this.#books.now() - KEPT_MS;
    return this.#abandon((row) => !isKept(row));
  }

  #abandon(isDue: (row: PaymentRow) => boolean): number {
    const open = this.#rows(({ state }) => state === 'reserved' || state === 'worked');
    const due = open.filter((row) => !this.#isLeased(row) && isDue(row));
    for (const row of due) this.#release(row);
    return due.length;
  }

  changeDue(limit: number, after: Uint8Array | null = null): readonly ChangeDue[] {
    const settled = this.#rows((row) => row.state === 'settled' && row.changeKeyHash !== null);
    const due = settled.filter((row) => row.changeCreditedAtMs === null).sort(byClosing);
    const last = after && this.#books.payments.get(hex(after));
    const behind = after ? due.filter((row) => last && byClosing(row, last) > 0) : due;
    return behind.slice(0, limit).map(({ messageHash, signature }) => ({ messageHash, signature: signature ?? '' }));
  }

  creditChange(messageHash: Uint8Array): boolean {
    const row = this.#books.payments.get(hex(messageHash));
    if (row?.state !== 'settled' || row.changeKeyHash === null || row.changeCreditedAtMs !== null) return false;
    row.changeCreditedAtMs = this.#books.now();
    const to = this.#books.keys.get(hex(row.changeKeyHash))?.account ?? this.#books.openAccount(row.changeKeyHash);
    const from = this.#books.system(chainAccount(row.signature ?? ''));
    const amount = row.amountAtomic - (row.earnedAtomic ?? 0n);
    this.#books.move({ kind: 'change', cause: `change:${hex(messageHash)}`, from, to, amount });
    return true;
  }

  forgetOldAnswers(): number {
    const closed = this.#rows(({ state, answers }) => answers !== null && (state === 'settled' || state === 'failed'));
    const due = closed.filter(({ createdAtMs }) => createdAtMs < this.#books.now() - DAY_MS);
    for (const row of due) Object.assign(row, { answers: null, identifier: null });
    return due.length;
  }

  forgetUnused(): number {
    const unused = this.#rows(({ state, signature }) => state === 'released' && signature === null);
    const due = unused.filter(({ closedAtMs }) => (closedAtMs ?? 0) < this.#books.now() - DAY_MS);
    for (const { messageHash } of due) this.#books.payments.delete(hex(messageHash));
    return due.length;
  }

  failedSpendLamports(): bigint {
    const sinceMs = this.#books.now() - DAY_MS;
    const failed = this.#rows(({ state, closedAtMs }) => state === 'failed' && (closedAtMs ?? 0) > sinceMs);
    return spendOf([...failed, ...this.#rows(({ state }) => state === 'sent')]);
  }

  /** Another payment of the payer that bears the identifier. One that was settled long ago loses it. */
  #identified(reservation: PaymentReservation): PaymentRow | null {
    const [row] = this.#bearers(reservation);
    if (!row) return null;
    if (row.state !== 'settled' || this.#books.now() - (row.closedAtMs ?? 0) < DAY_MS) return row;
    row.identifier = null;
    return null;
  }

  #bearers({ payer, identifier, messageHash }: PaymentReservation): readonly PaymentRow[] {
    if (identifier === null) return [];
    const live = this.#rows(({ state }) => state !== 'failed' && state !== 'released');
    const others = live.filter((row) => hex(row.messageHash) !== hex(messageHash));
    return others.filter((row) => row.payer === payer && row.identifier === identifier);
  }

  #isOverspent({ standing, range }: Spender, { withSent }: { readonly withSent: boolean }): boolean {
    const { hour, day } = BUDGETS[standing];
    const windows = [
      { ms: HOUR_MS, lamports: hour },
      { ms: DAY_MS, lamports: day },
    ];
    return windows.some(({ ms, lamports }) => {
      const sinceMs = this.#books.now() - ms;
      const failed = this.#rows(({ state, closedAtMs }) => state === 'failed' && (closedAtMs ?? 0) > sinceMs);
      const sent = withSent ? this.#rows(({ state }) => state === 'sent') : [];
      const counted = [...failed, ...sent].filter((row) => row.standing === standing);
      const taken = { taken: spendOf(counted), ofRange: spendOf(counted.filter((row) => row.range === range)) };
      return !fits(lamports, taken, FAILURE_LAMPORTS_MAX);
    });
  }

  #sourceOf(payer: PayerRow): SourceRecord {
    const { settledAtMs, earned } = payer;
    const knownSeconds = settledAtMs === null ? null : (this.#books.now() - settledAtMs) / 1_000;
    return { knownSeconds, earnedAtomic: earned, released: this.#releasedOf(payer) };
  }

  #releasedOf({ released, releasedSinceMs }: PayerRow): number {
    return releasedSinceMs !== null && releasedSinceMs > this.#books.now() - HOUR_MS ? released : 0;
  }

  #blame(payer: PayerRow): void {
    const now = this.#books.now();
    const isSecond = payer.failedAtMs !== null && payer.failedAtMs > now - HOUR_MS;
    payer.failures = isSecond ? payer.failures + 1 : 1;
    if (isSecond) payer.prepaidUntilMs = now + DAY_MS;
    payer.failedAtMs = now;
  }

  #payer(source: string): PayerRow {
    const never = { failedAtMs: null, prepaidUntilMs: null, settledAtMs: null, releasedSinceMs: null };
    const none = { failures: 0, earned: 0n, released: 0, ...never };
    return this.#books.payers.get(source) ?? none;
  }

  #enter(signature: string, own: string | null): boolean {
    if (signature === own) return true;
    if (this.#books.signatures.has(signature)) return false;
    this.#books.signatures.add(signature);
    return true;
  }

  #release(row: PaymentRow): void {
    this.#close(row, 'released');
    Object.assign(row, { answers: null, earnedAtomic: null, changeKeyHash: null });
  }

  #close(row: PaymentRow, state: PaymentState): void {
    Object.assign(row, { state, closedAtMs: this.#books.now(), leasedUntilMs: this.#books.now() });
  }

  #lease(row: PaymentRow): void {
    row.leasedUntilMs = this.#books.now() + LEASE_SECONDS * 1_000;
  }

  #isLeased({ leasedUntilMs }: PaymentRow): boolean {
    return leasedUntilMs > this.#books.now();
  }

  #leased(messageHash: Uint8Array, states: readonly PaymentState[]): PaymentRow | undefined {
    const row = this.#open(messageHash, states);
    return row && this.#isLeased(row) ? row : undefined;
  }

  #open(messageHash: Uint8Array, states: readonly PaymentState[]): PaymentRow | undefined {
    const row = this.#books.payments.get(hex(messageHash));
    return row && states.includes(row.state) ? row : undefined;
  }

  #rows(wanted: (row: PaymentRow) => boolean): PaymentRow[] {
    return [...this.#books.payments.values()].filter(wanted);
  }

  #recordOf(row: PaymentRow): PaymentRecord {
    const { leasedUntilMs, createdAtMs, closedAtMs, changeCreditedAtMs: _, spentLamports: __, ...own } = row;
    const { standing: ___, range: ____, ...record } = own;
    const ago = closedAtMs === null ? null : Math.floor((this.#books.now() - closedAtMs) / 1_000);
    const leased = leasedUntilMs > this.#books.now();
    const reserved = {
      reservedAt: Math.floor(createdAtMs / 1_000),
      reservedSecondsAgo: Math.floor((this.#books.now() - createdAtMs) / 1_000),
    };
    return { ...record, leased, closedSecondsAgo: ago, ...reserved };
  }
}

function isSame(one: PaymentReservation, other: PaymentReservation): boolean {
  return hex(one.headerHash) === hex(other.headerHash) && hex(one.requestHash) === hex(other.requestHash);
}

function byClosing(one: PaymentRow, other: PaymentRow): number {
  return (one.closedAtMs ?? 0) - (other.closedAtMs ?? 0) || Buffer.compare(one.messageHash, other.messageHash);
}

/** The cost of failures, and the possible cost of open payments. */
function spendOf(rows: readonly PaymentRow[]): bigint {
  const each = rows.map(({ state, spentLamports }) => (state === 'failed' ? spentLamports : FAILURE_LAMPORTS_MAX));
  return each.reduce((sum, lamports) => sum + lamports, 0n);
}
