import type { Address } from 'assay-core/solana/address.ts';
import type { InstructionPosition } from 'assay-core/solana/move.ts';
import { associatedAccount, isTokenProgram } from 'assay-core/solana/token/programs.ts';
import type { Instruction, TokenBalance, Transaction } from 'assay-core/solana/transaction.ts';
import type { FaultExtra } from '#lib/fault.ts';
import { FIRST_MEMO_PROGRAM, MEMO_PROGRAM, TRANSFER_CHECKED } from './instructions.ts';
import { memoText, type TicketTerms } from './ticket-terms.ts';

/** The first difference between a transfer and its ticket. */
export type Mismatch = NonNullable<FaultExtra['mismatch']>;

/** Other input of a judgement: keys that never pay for a claim. */
export interface JudgeFacts {
  readonly facilitatorKeys: readonly string[];
}

/** A decoded TransferChecked. */
interface Transfer {
  readonly at: InstructionPosition;
  readonly program: Address;
  readonly source: Address;
  readonly mint: Address;
  readonly destination: Address;
  readonly authority: Address;
  readonly amountAtomic: bigint;
}

/** A transfer, and the ticket that it is compared with. */
interface Case {
  readonly transaction: Transaction;
  readonly transfer: Transfer;
  readonly ticket: TicketTerms;
  readonly facts: JudgeFacts;
}

/** Programs whose data is a memo. */
export const MEMO_PROGRAMS: readonly Address[] = [MEMO_PROGRAM, FIRST_MEMO_PROGRAM];
const CHECKED_BYTES = 10;

/**
 * Compares a finalized transaction with its ticket: null if they agree, else the first difference in the order success, ticket, token,
 * recipient, amount, payer. A part that the endpoint does not prove is a difference. Expiry is ignored, because a late transfer is
 * credited too.
 */
export function judge(transaction: Transaction, ticket: TicketTerms, facts: JudgeFacts): Mismatch | null {
  if (transaction.failed) return 'success';
  const top = transaction.instructions.filter(({ at }) => at.inner === -1);
  if (!hasOurMemoOnly(top, memoText(ticket.id))) return 'ticket';
  const transfers = top.flatMap((instruction) => checkedTransfer(instruction) ?? []);
  const [transfer] = transfers;
  if (!transfer) return 'recipient';
  if (transfers.length + top.filter(isUnreadTokenInstruction).length > 1) return 'amount';
  const all: Case = { transaction, transfer, ticket, facts };
  if (isOtherToken(all)) return 'token';
  if (isOtherRecipient(all)) return 'recipient';
  if (isOtherAmount(all)) return 'amount';
  return isOtherPayer(all) ? 'payer' : null;
}

function hasOurMemoOnly(top: readonly Instruction[], text: string): boolean {
  const memos = top.filter(({ program }) => MEMO_PROGRAMS.includes(program));
  const data = memos[0]?.data;
  return memos.length === 1 && data != null && Buffer.from(text, 'utf8').equals(data);
}

/** The TransferChecked of an instruction; null for another one. */
export function checkedTransfer({ at, program, accounts, data }: Instruction): Transfer | null {
  if (!isTokenProgram(program) || data?.[0] !== TRANSFER_CHECKED || data.length < CHECKED_BYTES) return null;
  const [source, mint, destination, authority] = accounts;
  if (!source || !mint || !destination || !authority) return null;
  const amountAtomic = Buffer.from(data).readBigUInt64LE(1);
  return { at, program, source, mint, destination, authority, amountAtomic };
}

/** A token instruction in parsed form only: it may be a transfer. */
function isUnreadTokenInstruction({ program, data }: Instruction): boolean {
  return isTokenProgram(program) && data === null;
}

/**
 * A mint belongs to one token program, and a program moves only its own accounts, so a successful transfer of the sealed mint names
 * the right program. Contradicting balances are not trusted.
 */
function isOtherToken({ transaction, transfer, ticket }: Case): boolean {
  const entries = balancesOf(transaction, transfer.destination);
  const differs = ({ mint, program }: TokenBalance) =>
    mint !== ticket.mint || (program !== null && program !== transfer.program);
  return transfer.mint !== ticket.mint || entries.some(differs);
}

function isOtherRecipient({ transaction, transfer, ticket }: Case): boolean {
  const expected = associatedAccount(ticket.recipient, ticket.mint, transfer.program);
  const entries = balancesOf(transaction, expected);
  return transfer.destination !== expected || entries.some(({ owner }) => owner !== null && owner !== ticket.recipient);
}

/** The merchant has exactly the amount more, and only this transfer touched the account. */
function isOtherAmount({ transaction, transfer, ticket }: Case): boolean {
  const { destination, at } = transfer;
  const others = transaction.moves.some(
    (move) =>
      move.kind === 'token_transfer' &&
      (move.from === destination || move.to === destination) &&
      (move.at.outer !== at.outer || move.at.inner !== at.inner),
  );
  return (
    transfer.amountAtomic !== ticket.amountAtomic || cameIn(transaction, destination) !== ticket.amountAtomic || others
  );
}

/** The change of the account's tokens in a transaction. */
export function cameIn({ preTokens, postTokens }: Transaction, account: Address): bigint {
  const held = (side: readonly TokenBalance[]) => side.find((one) => one.account === account)?.amount ?? 0n;
  return held(postTokens) - held(preTokens);
}

/** The payer alone made the transfer: it owned the tokens, signed for them and paid the fee. */
function isOtherPayer({ transaction, transfer, ticket, facts }: Case): boolean {
  const { payer } = ticket;
  const sources = balancesOf(transaction, transfer.source);
  return (
    transfer.authority !== payer ||
    transaction.feePayer !== payer ||
    !transaction.signers.includes(payer) ||
    facts.facilitatorKeys.includes(payer) ||
    sources.length === 0 ||
    sources.some(({ owner }) => owner !== payer)
  );
}

function balancesOf({ preTokens, postTokens }: Transaction, of: Address): readonly TokenBalance[] {
  return [...preTokens, ...postTokens].filter(({ account }) => account === of);
}
