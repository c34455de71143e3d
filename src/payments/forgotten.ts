import type { Transaction } from '#chain/model.ts';
import type { LandedPayment } from '#ledger/payments/adoption.ts';
import type { Address, Signature } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { cameIn, checkedTransfer, MEMO_PROGRAMS } from './credits/judge.ts';
import { MEMO_PREFIX } from './credits/ticket-terms.ts';
import { fewAtOnce, type InflowDeps, unknownSignatures } from './inflow.ts';

/**
 * A transfer to the merchant's token account that no book knows. `ticket`: its memo is one of ours, so that the holder of the ticket
 * can claim it. `payment`: one of the fee payers signed for it, which pays for nothing but payments per call. `other`: nothing tells what for.
 */
interface ForgottenTransfer {
  readonly signature: Signature;
  readonly is: 'ticket' | 'payment' | 'other';
  readonly amountAtomic: bigint;
  /** Unix seconds of its block, where the endpoint tells them. */
  readonly blockTime: number | null;
  readonly feePayer: Address;
  /** What a `payment` is entered with. */
  readonly payment: LandedPayment | null;
}

/**
 * Pages of the account's history. An audit reads as many as an hour brings; here nothing may be left, and anybody can name the account
 * in transactions that move nothing.
 */
const PAGES_MAX = 200;

/** `unread`: transactions that cannot be told yet, because they are not final or no two endpoints tell them alike. */
export interface Forgotten {
  readonly transfers: readonly ForgottenTransfer[];
  readonly unread: number;
}

/** What came to the merchant's token account since then and stands in no book, oldest first. */
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

/** Null where it is not one transfer of the whole amount that somebody other than the fee payer signed for. */
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
