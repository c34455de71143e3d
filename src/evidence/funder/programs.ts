import type { Position, Transaction } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { SYSTEM_PROGRAM } from './facts.ts';
import type { LamportRun } from './lamport-run.ts';

/** The top-level program whose run contained the position, null when the move was itself at the top. */
export function programAt(transaction: Transaction, { outer, inner }: Position): Address | null {
  if (inner < 0) return null;
  return transaction.instructions.find(({ at }) => at.outer === outer && at.inner < 0)?.program ?? null;
}

/**
 * The program that credited `to` directly with `lamports`: one that ran with both `to` and the account that lost as much.
 * Null when no account lost enough, or no program had both in hand.
 */
export function creditingProgram(
  transaction: Transaction,
  run: LamportRun,
  to: Address,
  lamports: bigint,
): Address | null {
  const losses = transaction.keys.filter((key) => key !== to).map((key) => ({ key, lost: -run.residual(key) }));
  const loser = losses.find(({ lost }) => lost === lamports) ?? losses.find(({ lost }) => lost > lamports);
  if (!loser) return null;
  const handling = transaction.instructions.filter(
    ({ program, accounts }) => program !== SYSTEM_PROGRAM && accounts.includes(loser.key),
  );
  return (handling.findLast(({ accounts }) => accounts.includes(to)) ?? handling.at(-1))?.program ?? null;
}
