import type { Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import type { Flow, LamportRun } from './lamport-run.ts';
import type { Origin } from './origin.ts';
import { programAt } from './programs.ts';
import { amountBefore } from './token-credit.ts';

/**
 * Who filled the owner's own wrapped-SOL account that the transaction closed or took `lamports` from: the senders within the
 * transaction, and nobody that can be named for what the account already held. Its own rent from before is not income.
 */
export function unwrapped(
  transaction: Transaction,
  run: LamportRun,
  { move, lamports }: Flow,
  owner: Address,
): Origin[] {
  const account = move.from;
  const origins = run.flows
    .filter(({ move }) => move.to === account && move.from !== owner)
    .map((flow) => originOf(transaction, flow))
    .filter(({ source }) => source !== owner);
  const before = amountBefore(transaction, account);
  const taken = before < lamports ? before : lamports;
  if (taken > 0n) origins.push({ mechanism: 'wsol_unwrap', source: null, program: null, lamports: taken });
  return origins;
}

function originOf(transaction: Transaction, { move, lamports }: Flow): Origin {
  const holder = transaction.preTokens.find((balance) => balance.account === move.from)?.owner ?? null;
  const sender = move.kind === 'token_transfer' ? (holder ?? move.authority) : move.from;
  return { mechanism: 'wsol_unwrap', source: sender, program: programAt(transaction, move.at), lamports };
}
