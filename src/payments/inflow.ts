import type { Transaction } from '#chain/model.ts';
import type { PaymentChain } from '#chain/payments-model.ts';
import { type BookedInflow, bookedSince, type MadeAudit, notBooked } from '#ledger/audits.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { type Address, parseSignature, type Signature } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';

/** Transactions on the merchant's account that no book knows, of which so many are read: the rest is only counted. */
const READ_MAX = 500;
const READ_AT_ONCE = 10;
/** Clocks of blocks and books may be apart, a transfer is credited some time after it was made, and what began before an audit ends after it. */
const MARGIN_MS = 900_000;

/** What the books say came in from the chain, beside what the merchant's token account says. Amounts in atomic USDC. */
interface Inflow {
  /** Credited or settled, and not on chain, or failed there. */
  readonly missingOnChain: number;
  readonly missingOnChainAtomic: bigint;
  /** Came in, and nobody claimed it. */
  readonly unbookedOnChain: number;
  readonly unbookedOnChainAtomic: bigint;
  /** What no endpoint, or only one of several, could tell now. */
  readonly unreadOnChain: number;
}

export interface InflowDeps {
  readonly sql: Sql;
  readonly chain: Pick<PaymentChain, 'status' | 'finalized' | 'confirmed' | 'between'>;
  /** The merchant's token account. */
  readonly destination: Address;
}

/**
 * Compares what was booked since then with the chain: each signature must have landed, by the word of two endpoints where as many are
 * configured, and what else came in is summed up. Never throws for an endpoint's sake.
 */
async function compareInflow(deps: InflowDeps, since: Date): Promise<Inflow> {
  const from = new Date(since.getTime() - MARGIN_MS);
  const [booked, other] = [await missing(deps, from), await unbooked(deps, from)];
  return { ...booked, ...other, unreadOnChain: booked.unreadOnChain + other.unreadOnChain };
}

/** The audit with what the chain says of the time since then. The next one begins there as well where something could not be read. */
export async function auditedInflow(deps: InflowDeps, audited: MadeAudit, since: Date): Promise<MadeAudit> {
  const inflow = await compareInflow(deps, since);
  const findings = { ...audited.findings, ...inflow };
  const unreadSince = inflow.unreadOnChain > 0 ? since : null;
  return { ...audited, sound: audited.sound && inflow.missingOnChain === 0, findings, unreadSince };
}

async function missing({ sql, chain }: InflowDeps, since: Date) {
  const booked = await bookedSince(sql, since);
  const landed = await Promise.all(booked.map((one) => hasLanded(chain, one)));
  const absent = booked.filter((_, at) => landed[at] === false);
  return {
    missingOnChain: absent.length,
    missingOnChainAtomic: absent.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n),
    unreadOnChain: landed.filter((is) => is === null).length,
  };
}

/** Null where nobody can tell. A status may be forgotten where a body is kept. */
async function hasLanded(chain: InflowDeps['chain'], { signature: text }: BookedInflow): Promise<boolean | null> {
  const signature = parseSignature(text);
  if (signature === null) return false;
  const status = await chain.status(signature, 'payment');
  if (status.known && status.value) return status.value.commitment === 'processed' ? null : status.value.error === null;
  const body = await chain.finalized(signature);
  if (body.known) return !body.value.failed;
  return status.known && body.gap.cause === 'history_missing' ? false : null;
}

/** The signatures on the merchant's account since then that no book knows. */
export async function unknownSignatures(
  { sql, chain, destination }: InflowDeps,
  since: Date,
  pagesMax?: number,
): Promise<Reading<readonly Signature[]>> {
  const times = { from: since.getTime() / 1_000, until: Number.POSITIVE_INFINITY };
  const listed = await chain.between(destination, times, 'payment', pagesMax);
  if (!listed.known) return listed;
  const unknown = new Set(await notBooked(sql, listed.value));
  return known(listed.value.filter((signature) => unknown.has(signature)));
}

/** Hands all of them to `read`, a few at a time. */
export async function inTurns(
  signatures: readonly Signature[],
  read: (one: Signature) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < signatures.length; n += READ_AT_ONCE) {
    await Promise.all(signatures.slice(n, n + READ_AT_ONCE).map(read));
  }
}

async function unbooked(deps: InflowDeps, since: Date) {
  const listed = await unknownSignatures(deps, since);
  const unknown = listed.known ? listed.value : [];
  let [count, sum, unread] = [0, 0n, listed.known ? Math.max(0, unknown.length - READ_MAX) : 1];
  await inTurns(unknown.slice(0, READ_MAX), async (signature) => {
    const body = await deps.chain.confirmed(signature, 'payment');
    const came = body.known && body.value ? cameIn(body.value, deps.destination) : null;
    if (came === null) unread += 1;
    else if (came > 0n) [count, sum] = [count + 1, sum + came];
  });
  return { unbookedOnChain: count, unbookedOnChainAtomic: sum, unreadOnChain: unread };
}

/** What a transaction brought the account; less than nothing where it took. */
export function cameIn({ preTokens, postTokens }: Transaction, account: Address): bigint {
  const [before, after] = [preTokens, postTokens].map(
    (side) => side.find((one) => one.account === account)?.amount ?? 0n,
  );
  return (after ?? 0n) - (before ?? 0n);
}
