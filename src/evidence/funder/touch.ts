import type { Transaction } from '#chain/model.ts';
import type { FirstTouch } from '#checks/funder/evidence.ts';
import type { Address } from '#lib/address.ts';
import { placeOf } from './facts.ts';
import { lamportCredits } from './lamport-credits.ts';
import { tokenCreditOf } from './token-credit.ts';

/** What the oldest transaction did to the address, the weightiest first: lamports, tokens, an account opened, a signature. */
export function touchOf(transaction: Transaction, subject: Address): FirstTouch {
  const place = placeOf(transaction);
  const [credit] = lamportCredits(transaction, subject).credits;
  if (credit) return { ...place, what: 'lamports', source: credit.source, mint: null, amount: credit.lamports };
  const tokens = tokenCreditOf(transaction, subject);
  if (tokens) return { ...place, what: 'tokens', source: tokens.source, mint: tokens.mint, amount: tokens.amount };
  const opened = transaction.moves.find((move) => move.kind === 'open_token_account' && move.owner === subject);
  if (opened?.kind === 'open_token_account') {
    const source = opened.payer ?? transaction.feePayer;
    return { ...place, what: 'token_account', source, mint: opened.mint, amount: null };
  }
  const what = transaction.signers.includes(subject) ? 'signed' : 'mention';
  return { ...place, what, source: transaction.feePayer, mint: null, amount: null };
}
