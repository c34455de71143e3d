import type { Chain } from '#chain/model.ts';
import type { BookFigures } from '#ledger/figures.ts';
import type { DatabaseState } from '#ledger/probe.ts';
import type { Watch } from '#payments/watch.ts';
import type { PartState, Readiness } from '#transport/model.ts';

/** Balancers may ask a thousand times a second: everybody who asks within so long gets the same answer. */
const FRESH_MS = 1_000;
/** A full disk shows only when something is written: for so long after that nothing is promised. */
const FULL_MS = 15_000;

/** What readiness is read from. */
export interface ReadinessDeps {
  readonly probe: () => Promise<DatabaseState>;
  /** When a write was last refused for want of space, on the process's own clock. */
  readonly fullAt: () => number | null;
  readonly chain: Pick<Chain, 'health'>;
  readonly watch: Pick<Watch, 'warnings' | 'paused'>;
  /** Whether payments per call are wanted, and whether they are offered at the moment. */
  readonly payments: { readonly wanted: boolean; readonly offered: () => boolean };
  /** Throws when verdicts cannot be signed. */
  readonly sign: () => unknown;
  readonly books: () => Promise<BookFigures | null>;
  /** Told when a part begins or ceases to be well. */
  readonly turned?: (name: string, part: PartState) => void;
}

type Part = Omit<PartState, 'since'>;

const databaseTroubles: Readonly<Record<Exclude<DatabaseState, 'ok'> | 'full', Part>> = {
  unreachable: { ok: false, code: 'database_unreachable', detail: 'no connection to the database' },
  slow: { ok: false, code: 'database_slow', detail: 'the database gave no answer in time' },
  read_only: { ok: false, code: 'database_read_only', detail: 'the database takes no writes' },
  full: { ok: false, code: 'database_full', detail: 'the database has no space left' },
};

const paymentCodes = {
  merchant_token_account: 'merchant_token_account_missing',
  fee_payer: 'fee_payer_low',
  x402_spend: 'payments_paused',
} as const;

const SIGNS: Part = { ok: true };

/**
 * How the service is. Ready means: the books answer and take writes, at least one RPC endpoint is fit to be asked, and verdicts
 * can be signed. What payments per call lack, and books that an audit found unsound, are warnings: prepaid keys are served.
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
    const database = dated('database', databasePart(await deps.probe(), deps.fullAt()));
    const rpc = dated('rpc', rpcPart(deps.chain));
    const signing = dated('signing_key', signingPart(deps.sign));
    const payments = dated('payments', paymentsPart(deps));
    // Nobody waits twice for a database that is away.
    const audit = database.ok ? (await deps.books())?.audit : null;
    const books = audit && dated('books', booksPart(audit));
    const ready = database.ok && rpc.ok && signing.ok;
    const warnings = [
      ...deps.watch.warnings().map(({ detail }) => detail),
      ...(payments.code === 'facilitator_down' && payments.detail ? [payments.detail] : []),
      ...(books && !books.ok && books.detail ? [books.detail] : []),
    ];
    const checks = { database, rpc, payments, signing_key: signing, ...(books && { books }) };
    return { ready, checks, ...(warnings.length > 0 && { warnings }) };
  };
  return remembered(read);
}

/** The answer to everybody who asks while it is looked for, and for a second after that was begun. */
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

function databasePart(state: DatabaseState, fullAt: number | null): Part {
  if (state !== 'ok') return databaseTroubles[state];
  const isFull = fullAt !== null && performance.now() - fullAt < FULL_MS;
  return isFull ? databaseTroubles.full : { ok: true };
}

function rpcPart(chain: Pick<Chain, 'health'>): Part {
  const endpoints = chain.health();
  const healthy = endpoints.filter((endpoint) => endpoint.healthy).length;
  const detail = `${healthy} of ${endpoints.length} endpoints healthy`;
  if (healthy > 0) return { ok: true, detail };
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

function paymentsPart({ watch, payments }: ReadinessDeps): Part {
  const [first] = watch.warnings();
  if (first) return { ok: false, code: paymentCodes[first.name] };
  if (!payments.wanted || payments.offered()) return { ok: true };
  const detail = 'the facilitator names no fee payer, so no payment per call is offered';
  return { ok: false, code: 'facilitator_down', detail };
}

function booksPart({ sound, at }: { readonly sound: boolean; readonly at: Date }): Part {
  if (sound) return { ok: true, detail: `audited at ${at.toISOString()}` };
  const detail = 'the last audit found books that do not agree with themselves';
  return { ok: false, code: 'books_unsound', detail };
}
