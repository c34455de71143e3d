import { type Address, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { runLamports } from '../sources/lamport-run.ts';
import { feeTakerOf, isOurs, type WalletTransaction } from './effect-scene.ts';
import type { FundedAccount } from './effect-type.ts';

/** Shared by the many transactions that fund nobody. */
export const NOBODY: readonly FundedAccount[] = [];

/**
 * Accounts of others that could be wallets and that had nothing before lamports of the wallet arrived, at any depth: a program that
 * divides money among many funds them all the same. Labelled takers of tips and fees are left out.
 */
export function fundedAccounts(scene: WalletTransaction): readonly FundedAccount[] {
  const fresh = freshAccounts(scene);
  if (fresh.size === 0) return NOBODY;
  const given = new Map<Address, bigint>();
  for (const { move, lamports } of runLamports(scene.transaction).flows) {
    if (lamports === 0n || !fresh.has(move.to) || !isOurs(scene, move.from)) continue;
    given.set(move.to, (given.get(move.to) ?? 0n) + lamports);
  }
  return given.size === 0 ? NOBODY : [...given].map(([account, lamports]) => ({ account, lamports }));
}

/** Accounts that were empty, are not any more, and are nothing but lamports under a key. */
function freshAccounts(scene: WalletTransaction): ReadonlySet<Address> {
  const { keys, preBalances, postBalances } = scene.transaction;
  const fresh = new Set<Address>();
  keys.forEach((key, index) => {
    if (preBalances[index] !== 0n || !postBalances[index] || isOurs(scene, key)) return;
    if (!isOfProgram(scene, key) && feeTakerOf(scene.world, key) === null && isOnCurve(key)) fresh.add(key);
  });
  return fresh;
}

/** True for token accounts, and for accounts that got data or another owner than the System program. */
function isOfProgram({ sides, transaction: { moves } }: WalletTransaction, account: Address): boolean {
  if (sides.some((side) => side.account === account)) return true;
  return moves.some((move) => {
    if (move.kind === 'allocate' || move.kind === 'open_token_account') return move.account === account;
    if (move.kind !== 'create_account' || move.to !== account) return false;
    return move.owner !== SYSTEM_PROGRAM || move.space > 0n;
  });
}
