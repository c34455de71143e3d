import type { Registry } from 'prom-client';
import type { BookFigures } from '#ledger/figures.ts';
import type { RunningBilling } from '#payments/billing/deps.ts';
import type { Watch } from '#payments/watch.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import { gauge, type MetricValue, type PulledMetric, register } from './tallies.ts';

/** Collectors and people ask as often as they like; the books are asked so often at most. */
const FIGURES_MS_MAX = 10_000;
/** The first audit waits until the start is over. */
const FIRST_AUDIT_MS = 15_000;
const MINUTE_MS = 60_000;
const ATOMIC_PER_USDC = 1e6;

/** The dependencies of watching the books. */
export interface BooksDeps {
  readonly figures: () => Promise<BookFigures>;
  /** Audits the books where that is due and no other process is at it; null where it was not. */
  readonly audit: () => Promise<{ readonly sound: boolean; readonly findings: object } | null>;
  /** How old the newest audit may get; 0 leaves audits to the operator. */
  readonly auditMinutes: number;
  readonly log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** The books as they were a few seconds ago. */
export interface CachedBooks {
  /** Null while the database does not tell. */
  figures(): Promise<BookFigures | null>;
  close(): void;
}

/** Reads figures of the books for metrics. The first replica that finds the last audit too old audits the books. */
export function watchBooks(registry: Registry, deps: BooksDeps): CachedBooks {
  const figures = remembered(deps.figures);
  const timer = new AuditTimer(deps);
  registerFigures(registry, figures);
  return {
    figures,
    close: () => timer.close(),
  };
}

/** The figures, read once for everybody who asks at the same time, and again when they are old. */
function remembered(read: () => Promise<BookFigures>): () => Promise<BookFigures | null> {
  let kept: { readonly at: number; readonly figures: Promise<BookFigures | null> } | null = null;
  return () => {
    const now = performance.now();
    if (kept === null || now - kept.at > FIGURES_MS_MAX) kept = { at: now, figures: read().catch(() => null) };
    return kept.figures;
  };
}

/** Checks once a minute whether an audit is due, so that another replica takes over when one fails. */
class AuditTimer {
  readonly #deps: BooksDeps;
  readonly #timers: NodeJS.Timeout[] = [];
  #auditing = false;

  constructor(deps: BooksDeps) {
    this.#deps = deps;
    if (deps.auditMinutes === 0) return;
    this.#timers.push(setTimeout(() => void this.#audit(), FIRST_AUDIT_MS).unref());
    this.#timers.push(setInterval(() => void this.#audit(), MINUTE_MS).unref());
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #audit(): Promise<void> {
    if (this.#auditing) return;
    this.#auditing = true;
    const { audit, log } = this.#deps;
    try {
      const made = await audit();
      if (made && !made.sound) log.error({ findings: made.findings }, 'the books are not sound');
    } catch (err) {
      log.warn({ err }, 'the books could not be audited');
    } finally {
      this.#auditing = false;
    }
  }
}

/** Every replica sees the same books, so what several say is one figure. */
function registerFigures(registry: Registry, figures: () => Promise<BookFigures | null>): void {
  const shared = (name: string, help: string, read: (books: BookFigures) => readonly MetricValue[]) => ({
    name,
    help,
    type: 'gauge' as const,
    across: 'max' as const,
    read: async () => {
      const books = await figures();
      return books ? read(books) : [];
    },
  });
  const one = (name: string, help: string, read: (books: BookFigures) => number | null) =>
    shared(name, help, (books) => gauge(name, help, () => read(books)).read() as readonly MetricValue[]);
  register(
    registry,
    one('assay_holds_open', 'Holds that are neither posted nor given back.', ({ openHolds }) => openHolds),
    one(
      'assay_holds_stale',
      'Holds whose lease ran out and that nobody has given back.',
      ({ staleHolds }) => staleHolds,
    ),
    one('assay_held_usdc', 'USDC that open holds reserve.', ({ heldAtomic }) => Number(heldAtomic) / ATOMIC_PER_USDC),
    shared('assay_payments_unsettled', 'Payments per call that are under way, by state.', ({ payments }) =>
      Object.entries(payments).map(([state, value]) => ({ labels: { state }, value })),
    ),
    one(
      'assay_payments_change_due',
      'Settled payments whose change waits to be credited.',
      ({ changeDue }) => changeDue,
    ),
    {
      ...one('assay_books_sound', '1 when the last audit found the books sound.', ({ audit }) =>
        audit === null ? null : Number(audit.sound),
      ),
      across: 'min',
    },
    one('assay_books_audit_age_seconds', 'Age of the last audit of the books.', ({ audit }) =>
      audit === null ? null : Math.max(0, (Date.now() - audit.at.getTime()) / 1000),
    ),
    one('assay_books_audit_seconds', 'How long the last audit took.', ({ audit }) =>
      audit === null ? null : audit.tookMs / 1000,
    ),
    shared(
      'assay_books_findings',
      'What the last audit counted, by name; all but stale holds, and what is unbooked or unread of the chain, are 0 in sound books.',
      (books) =>
        Object.entries(books.audit?.findings ?? {}).map(([finding, value]) => ({ labels: { finding }, value })),
    ),
  );
}

/** The sources of figures about payments and the free tier. */
export interface WatchedMoney {
  readonly watch: Watch;
  readonly settings: Pick<PaymentSettings, 'outage'>;
  readonly billing: Pick<RunningBilling, 'freeTally'>;
}

/** Why the facilitator cannot be used; null while it can. */
export function facilitatorAway({ outage }: WatchedMoney['settings']): string | null {
  return outage?.cause === 'facilitator' ? outage.detail : null;
}

/** Metrics of payments per call and of free calls. Figures of the merchant's accounts are the same in each process. */
export function watchMoney(registry: Registry, { watch, billing, settings }: WatchedMoney): void {
  const counter = (name: string, help: string, value: () => number): PulledMetric => ({
    name,
    help,
    type: 'counter',
    read: () => [{ value: value() }],
  });
  register(
    registry,
    gauge(
      'assay_x402_fee_payer_lamports',
      "The local facilitator's fee payer, in lamports; absent when unread.",
      () => (watch.feePayerLamports === null ? null : Number(watch.feePayerLamports)),
      'min',
    ),
    gauge(
      'assay_x402_failed_spend_lamports',
      'What failed settlements cost within 24 hours, in lamports.',
      () => Number(watch.failedSpendLamports),
      'max',
    ),
    gauge(
      'assay_x402_paused',
      '1 while payments per call are paused because failed settlements cost too much.',
      () => Number(watch.paused),
      'max',
    ),
    gauge(
      'assay_x402_facilitator_away',
      '1 while no payment per call is offered because the facilitator is away.',
      () => Number(facilitatorAway(settings) !== null),
      'max',
    ),
    gauge(
      'assay_payment_warnings',
      'Warnings about payments that /health lists.',
      () => watch.warnings().length,
      'max',
    ),
    counter('assay_free_checks_total', 'Checks that the free tier served.', () => billing.freeTally.taken),
    counter('assay_free_checks_refused_total', 'Checks that the free calls of the day did not cover.', () => {
      return billing.freeTally.refused;
    }),
    counter('assay_free_rpc_calls_total', "Calls of the chain's endpoints that the free tier made.", () => {
      return billing.freeTally.rpcCalls;
    }),
  );
}
