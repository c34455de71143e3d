import type { Instruction, TokenBalance, Transaction } from '../transaction.ts';

/**
 * Whether two bodies of a signature agree in everything that decides: slot, outcome, fee, keys, balances, tokens, and the instructions of
 * a successful one. Members that old metadata may lack, and the time and the place of the block, are left out.
 */
export function isSameTransaction(one: Transaction, other: Transaction): boolean {
  return (
    one.slot === other.slot &&
    one.failed === other.failed &&
    one.fee === other.fee &&
    areSame(one.signatures, other.signatures) &&
    areSame(one.keys, other.keys) &&
    areSame(one.preBalances, other.preBalances) &&
    areSame(one.postBalances, other.postBalances) &&
    areSame(tokens(one.preTokens), tokens(other.preTokens)) &&
    areSame(tokens(one.postTokens), tokens(other.postTokens)) &&
    haveSameOwners(one, other) &&
    (one.failed || areSame(one.instructions.map(instructionText), other.instructions.map(instructionText)))
  );
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function tokens(balances: readonly TokenBalance[]): readonly string[] {
  return balances.map(({ keyIndex, mint, amount, decimals }) => `${keyIndex} ${mint} ${amount} ${decimals}`).sort();
}

/** Old metadata names no owners, and some stores leave them out. */
function haveSameOwners(one: Transaction, other: Transaction): boolean {
  const owners = new Map(sides(one).map(({ at, owner }) => [at, owner]));
  return sides(other).every(({ at, owner }) => owner === null || (owners.get(at) ?? owner) === owner);
}

function sides({ preTokens, postTokens }: Transaction) {
  const of = (side: string, balances: readonly TokenBalance[]) =>
    balances.map(({ keyIndex, owner }) => ({ at: `${side} ${keyIndex}`, owner }));
  return [...of('pre', preTokens), ...of('post', postTokens)];
}

function instructionText({ at, program, accounts, data }: Instruction): string {
  const bytes = data && Buffer.from(data).toString('base64');
  return `${at.outer} ${at.inner} ${program} ${accounts.join()} ${bytes}`;
}
