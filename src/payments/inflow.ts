import { known, type Reading } from 'assay-core/lib/reading.ts';
import { type Address, parseSignature, type Signature } from 'assay-core/solana/address.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import { type BookedInflow, bookedSince, type MadeAudit, notBooked } from '#ledger/audit/scheduled.ts';
import type { LandedPayment } from '#ledger/payments/adoption.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import type { PaymentChain } from './chain/payment-chain.ts';
import { cameIn, checkedTransfer, MEMO_PROGRAMS } from './credits/judge.ts';
import { MEMO_PREFIX } from './credits/ticket-terms.ts';

/**
 * Maximum number of pages of the account's history. It must be read completely, and anybody can name the account in transactions
 * that move nothing.
 */
const PAGES_MAX = 200;

/** Unknown transactions on the merchant's account that are read; the others are only counted. */
const READ_MAX = 500;
const READ_AT_ONCE = 10;
/** Margin for differing clocks, for the time between transfer and credit, and for work that ends after an audit. */
const MARGIN_MS = 900_000;

export interface InflowDeps {
  readonly sql: Sql;
  readonly chain: Pick<PaymentChain, 'status' | 'finalized' | 'confirmed' | 'between'>;
  /** The merchant's token account. */
  readonly destination: Address;
}

/**
 * Compares the books since the last audit with the chain. Each booked signature must have landed, confirmed by two endpoints if as many
 * are configured, and other transfers are summed up. After an unreadable part the next comparison begins there again. Never throws because
 * of an endpoint.
 */
export async function auditedInflow(deps: InflowDeps, audited: MadeAudit, since: Date): Promise<MadeAudit> {
  const from = new Date(since.getTime() - MARGIN_MS);
  const [booked, other] = [await missing(deps, from), await unbooked(deps, from)];
  const unreadOnChain = booked.unreadOnChain + other.unreadOnChain;
  const findings = { ...audited.findings, ...booked, ...other, unreadOnChain };
  const sound = audited.sound && booked.missingOnChain === 0;
  return { ...audited, sound, findings, unreadSince: unreadOnChain > 0 ? since : null };
}

/** Credited or settled, and not on chain, or failed there. Amounts in atomic USDC; `unread`: unknown now. */
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

/** Null if unknown. A status may be forgotten while a body is kept. */
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
async function unknownSignatures(
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
async function fewAtOnce(signatures: readonly Signature[], read: (one: Signature) => Promise<void>): Promise<void> {
  for (let n = 0; n < signatures.length; n += READ_AT_ONCE) {
    await Promise.all(signatures.slice(n, n + READ_AT_ONCE).map(read));
  }
}

/** A transfer that no caller claimed. */
async function unbooked(deps: InflowDeps, since: Date) {
  const listed = await unknownSignatures(deps, since);
  const unknown = listed.known ? listed.value : [];
  let [count, sum, unread] = [0, 0n, listed.known ? Math.max(0, unknown.length - READ_MAX) : 1];
  await fewAtOnce(unknown.slice(0, READ_MAX), async (signature) => {
    const body = await deps.chain.confirmed(signature, 'payment');
    const came = body.known && body.value ? cameIn(body.value, deps.destination) : null;
    if (came === null) unread += 1;
    else if (came > 0n) [count, sum] = [count + 1, sum + came];
  });
  return { unbookedOnChain: count, unbookedOnChainAtomic: sum, unreadOnChain: unread };
}

/**
 * A transfer to the merchant's token account that the ledger does not know. `ticket`: its memo is one of ours, so that the holder of
 * the ticket can claim it. `payment`: a fee payer signed it, and those sign only payments per call. `other`: its purpose is unknown.
 */
interface ForgottenTransfer {
  readonly signature: Signature;
  readonly is: 'ticket' | 'payment' | 'other';
  readonly amountAtomic: bigint;
  /** Unix seconds of its block, if the endpoint gives them. */
  readonly blockTime: number | null;
  readonly feePayer: Address;
  /** The values for entering a `payment`. */
  readonly payment: LandedPayment | null;
}

/** `unread`: transactions without a result yet, because they are not final or no two endpoints agree on them. */
export interface Forgotten {
  readonly transfers: readonly ForgottenTransfer[];
  readonly unread: number;
}

/** The transfers to the merchant's token account since then that are in no book, oldest first. */
export async function forgottenTransfers(
  deps: InflowDeps,
  since: Date,
  feePayers: readonly Address[],
): Promise<Reading<Forgotten>> {
  const unknown = await unknownSignatures(deps, since, PAGES_MAX);
  if (!unknown.known) return unknown;
  const found = new Map<Signature, ForgottenTransfer | null>();
  await fewAtOnce(unknown.value, async (signature) => {
    const body = await deps.chain.finalized(signature);
    if (!body.known) return;
    const came = body.value.failed ? 0n : cameIn(body.value, deps.destination);
    const isOurs = came > 0n && isWithin(body.value, since);
    found.set(signature, isOurs ? transferOf(body.value, came, deps.destination, feePayers) : null);
  });
  const oldestFirst = [...unknown.value].reverse();
  const transfers = oldestFirst.flatMap((signature) => found.get(signature) ?? []);
  return known({ transfers, unread: unknown.value.length - found.size });
}

function isWithin({ blockTime }: Transaction, since: Date): boolean {
  return blockTime === null || blockTime * 1_000 >= since.getTime();
}

function transferOf(
  transaction: Transaction,
  amountAtomic: bigint,
  destination: Address,
  feePayers: readonly Address[],
): ForgottenTransfer {
  const { signature, blockTime, feePayer } = transaction;
  const isTicket = carriesTicket(transaction);
  const payment = !isTicket && feePayers.includes(feePayer) ? paymentOf(transaction, amountAtomic, destination) : null;
  const is = isTicket ? 'ticket' : payment ? 'payment' : 'other';
  return { signature, is, amountAtomic, blockTime, feePayer, payment };
}

function carriesTicket({ instructions }: Transaction): boolean {
  const prefix = Buffer.from(MEMO_PREFIX);
  return instructions.some(({ program, data }) => {
    return data !== null && MEMO_PROGRAMS.includes(program) && prefix.equals(data.subarray(0, prefix.length));
  });
}

/** Null if it is not one transfer of the whole amount with a signer other than the fee payer. */
function paymentOf(transaction: Transaction, amountAtomic: bigint, destination: Address): LandedPayment | null {
  const { signature, instructions, feePayer, signers, messageHash } = transaction;
  const [transfer, ...others] = instructions
    .filter(({ at }) => at.inner === -1)
    .flatMap((one) => checkedTransfer(one) ?? []);
  if (!transfer || others.length > 0 || messageHash === undefined) return null;
  const { source, authority } = transfer;
  const isPaid = transfer.destination === destination && transfer.amountAtomic === amountAtomic;
  const isSigned = authority !== feePayer && signers.includes(authority);
  return isPaid && isSigned ? { messageHash, signature, payer: authority, source, amountAtomic } : null;
}
