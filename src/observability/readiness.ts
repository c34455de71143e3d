import type { Chain } from 'assay-core/chain/chain-reader.ts';
import type { Registry } from 'prom-client';
import type { PartState, Readiness } from '#http/http-deps.ts';
import type { BookFigures } from '#ledger/figures.ts';
import type { DatabaseState } from '#ledger/postgres/probe.ts';
import type { Watch } from '#payments/watch.ts';
import { type MetricValue, register } from './tallies.ts';

/** Balancers may ask a thousand times a second: everybody who asks within so long gets the same answer. */
const FRESH_MS = 1_000;
/** A full disk shows only at a write: for this long after a failed one the database is not ready. */
const FULL_MS = 15_000;
/** A question that gets no connection for its whole time came when others had begun to wait, a few seconds ago at most. */
const CROWDED_MS = 5_000;

/** The sources of readiness. */
export interface ReadinessDeps {
  readonly probe: () => Promise<DatabaseState>;
  /** When a write was last refused for want of space, on the process's own clock. */
  readonly fullAt: () => number | null;
  /** When a statement last found all connections to the database taken, on the same clock. */
  readonly crowdedAt: () => number | null;
  readonly chain: Pick<Chain, 'health'>;
  readonly watch: Pick<Watch, 'warnings'>;
  /** Why a facilitator elsewhere is away, null while it is not; null as a whole where there is none elsewhere. */
  readonly facilitatorAway: (() => string | null) | null;
  /** Throws when verdicts cannot be signed. */
  readonly sign: () => unknown;
  readonly books: () => Promise<BookFigures | null>;
  /** Sentences about what another endpoint has to offer so that all kinds of check are served; none when absent. */
  readonly advice?: () => readonly string[];
  /** Called when a part begins or ceases to be well. */
  readonly turned?: (name: string, part: PartState) => void;
}

type Part = Omit<PartState, 'since'>;

const databaseTroubles: Readonly<Record<Exclude<DatabaseState, 'ok'> | 'full' | 'busy', Part>> = {
  unreachable: { ok: false, code: 'database_unreachable', detail: 'no connection to the database' },
  slow: { ok: false, code: 'database_slow', detail: 'the database gave no answer in time' },
  busy: { ok: false, code: 'database_busy', detail: 'all connections to the database are taken, and more is waiting' },
  read_only: { ok: false, code: 'database_read_only', detail: 'the database takes no writes' },
  full: { ok: false, code: 'database_full', detail: 'the database has no space left' },
};

const paymentCodes = {
  merchant_token_account: 'merchant_token_account_missing',
  fee_payer: 'fee_payer_low',
  clock: 'clock_apart',
  x402_spend: 'payments_paused',
} as const;

const SIGNS: Part = { ok: true };

/**
 * The readiness of the service. It is ready when the ledger answers and accepts writes, at least one RPC endpoint is usable, and verdicts
 * can be signed. Failures of payment per call and of the audit are warnings only: prepaid keys are still served.
 */
export function openReadiness(deps: ReadinessDeps): () => Promise<Readiness> {
  const since = new Map<string, { readonly code: string; readonly at: string }>();
  const dated = (name: string, part: Part): PartState => {
    const { code } = part;
    const before = since.get(name);
    if (code === undefined) {
      if (since.delete(name)) deps.turned?.(name, part);
      return part;
    }
    const begun = before?.code === code ? before : { code, at: new Date().toISOString() };
    since.set(name, begun);
    const dated = { ...part, since: begun.at };
    if (begun !== before) deps.turned?.(name, dated);
    return dated;
  };
  const read = async (): Promise<Readiness> => {
    const database = dated('database', databasePart(await deps.probe(), deps));
    const rpc = dated('rpc', rpcPart(deps.chain));
    const signing = dated('signing_key', signingPart(deps.sign));
    const payments = dated('payments', paymentsPart(deps.watch));
    const facilitator = deps.facilitatorAway && dated('facilitator', facilitatorPart(deps.facilitatorAway()));
    // Nobody waits twice for a database that is away.
    const audit = database.ok ? (await deps.books())?.audit : null;
    const books = audit && dated('books', booksPart(audit));
    const ready = database.ok && rpc.ok && signing.ok;
    const warnings = [
      ...deps.watch.warnings().map(({ detail }) => detail),
      ...(facilitator?.detail ? [facilitator.detail] : []),
      ...(books && !books.ok && books.detail ? [books.detail] : []),
      ...(deps.advice?.() ?? []),
    ];
    const parts = { database, rpc, payments, ...(facilitator && { facilitator }), signing_key: signing };
    const checks = { ...parts, ...(books && { books }) };
    return { ready, checks, ...(warnings.length > 0 && { warnings }) };
  };
  return remembered(read);
}

/** Metrics of the readiness that `reported` returns. Every warning of the payments is one, where `/health` shows the first. */
export function watchReadiness(
  registry: Registry,
  reported: () => Promise<Readiness>,
  watch: ReadinessDeps['watch'],
): void {
  const unwell = async (): Promise<readonly MetricValue[]> => {
    const { checks } = await reported();
    const parts = Object.entries(checks).filter(([part, { code }]) => code !== undefined && part !== 'payments');
    return [
      ...parts.map(([part, { code = '' }]) => ({ labels: { part, code }, value: 1 })),
      ...watch.warnings().map(({ name }) => ({ labels: { part: 'payments', code: paymentCodes[name] }, value: 1 })),
    ];
  };
  register(
    registry,
    {
      name: 'assay_ready',
      help: '1 while the process takes checks, as /health/ready says.',
      type: 'gauge',
      across: 'min',
      read: async () => [{ value: Number((await reported()).ready) }],
    },
    {
      name: 'assay_part_unwell',
      help: '1 for each part that is not well, by the code in /health.',
      type: 'gauge',
      across: 'max',
      read: unwell,
    },
  );
}

/** One reading answers all callers while it runs, and for a second after it began. */
function remembered(read: () => Promise<Readiness>): () => Promise<Readiness> {
  let kept: { readonly at: number; readonly readiness: Promise<Readiness> } | null = null;
  return () => {
    const now = performance.now();
    if (kept === null || now - kept.at >= FRESH_MS) {
      const made = { at: now, readiness: read() };
      kept = made;
      made.readiness.catch(() => {
        if (kept === made) kept = null;
      });
    }
    return kept.readiness;
  };
}

function databasePart(state: DatabaseState, deps: Pick<ReadinessDeps, 'fullAt' | 'crowdedAt'>): Part {
  // The probe has no connection of its own: locked rows can make all connections wait while the database itself works.
  if (state === 'slow' && isWithin(deps.crowdedAt(), CROWDED_MS)) return databaseTroubles.busy;
  if (state !== 'ok') return databaseTroubles[state];
  return isWithin(deps.fullAt(), FULL_MS) ? databaseTroubles.full : { ok: true };
}

function isWithin(at: number | null, ms: number): boolean {
  return at !== null && performance.now() - at < ms;
}

function rpcPart(chain: Pick<Chain, 'health'>): Part {
  const endpoints = chain.health();
  const healthy = endpoints.filter((endpoint) => endpoint.healthy).length;
  const detail = `${healthy} of ${endpoints.length} endpoints healthy`;
  if (healthy > 0) return { ok: true, detail };
  if (endpoints.some(({ refuses }) => refuses))
    return { ok: false, code: 'rpc_refused', detail: `${detail}: what every check asks is refused` };
  const lagging = endpoints.some(({ lagSlots }) => lagSlots > 0);
  return { ok: false, code: lagging ? 'rpc_lagging' : 'rpc_down', detail };
}

function signingPart(sign: () => unknown): Part {
  try {
    sign();
    return SIGNS;
  } catch {
    return { ok: false, code: 'signing_failed', detail: 'verdicts cannot be signed' };
  }
}

function paymentsPart(watch: ReadinessDeps['watch']): Part {
  const [first] = watch.warnings();
  return first ? { ok: false, code: paymentCodes[first.name] } : { ok: true };
}

function facilitatorPart(away: string | null): Part {
  if (away === null) return { ok: true };
  return {
    ok: false,
    code: 'facilitator_down',
    detail: `no payment per call is offered: the facilitator is away (${away})`,
  };
}

function booksPart({ sound, at }: { readonly sound: boolean; readonly at: Date }): Part {
  if (sound) return { ok: true, detail: `audited at ${at.toISOString()}` };
  const detail = 'the last audit found books that do not agree with themselves or with the chain';
  return { ok: false, code: 'books_unsound', detail };
}
