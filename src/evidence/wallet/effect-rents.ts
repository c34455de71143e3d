import type { Move } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { runLamports } from '../funder/lamport-run.ts';
import { isOurs, rents, type Scene } from './effect-scene.ts';

/**
 * Rent is 6,960 lamports a byte (3,480 a year, for two years), with 128 bytes on top of an account's own, of which a program
 * may open at most 10,240 (solana-rent). Lamports that are no such multiple are not rent, or not only.
 */
const RENT_PER_BYTE = 6960n;
const RENT_MAX = RENT_PER_BYTE * (128n + 10_240n);
/** The rent of a token account without extensions: 165 bytes. */
const TOKEN_ACCOUNT_RENT = RENT_PER_BYTE * (128n + 165n);

/** Rent as a transaction moved it between the wallet and others. Lamports. */
export interface Rents {
  readonly fromOthers: bigint;
  readonly forOthers: bigint;
}

type Funding = Extract<Move, { readonly kind: 'create_account' | 'transfer' }>;

/**
 * `fromOthers`: rent of the wallet's token accounts that others paid, and rent of accounts of others that was paid out to the
 * wallet when they were closed. `forOthers`: rent that the wallet paid for accounts of others that are still there.
 */
export function rentsOf(scene: Scene): Rents {
  const fundings = scene.transaction.moves.filter(isFunding);
  return {
    fromOthers: openedForUs(scene, fundings) + passingForUs(scene, fundings) + closedToUs(scene) + emptiedToUs(scene),
    forOthers: tokenAccountsForOthers(scene, fundings) + accountsForOthers(scene, fundings),
  };
}

function isFunding(move: Move): move is Funding {
  return move.kind === 'create_account' || move.kind === 'transfer';
}

/** Lamports that creations, or all fundings, brought to the account from ours or from others. */
function paid(
  scene: Scene,
  fundings: readonly Funding[],
  to: Address,
  by: 'us' | 'others',
  kind?: Move['kind'],
): bigint {
  let sum = 0n;
  for (const move of fundings) {
    if (move.to !== to || (kind !== undefined && move.kind !== kind)) continue;
    if (isOurs(scene, move.from) === (by === 'us')) sum += move.lamports;
  }
  return sum;
}

/** Rent of token accounts that became ours: another created them, filled them before, or handed them over. */
function openedForUs(scene: Scene, fundings: readonly Funding[]): bigint {
  let sum = 0n;
  for (const side of scene.sides) {
    if (side.after?.owner !== scene.wallet) continue;
    const rent = rents(side).after;
    const created = paid(scene, fundings, side.account, 'others', 'create_account');
    const wasOurs = side.before?.owner === scene.wallet;
    if (created > 0n) sum += least(rent, created);
    else if (!wasOurs && side.before !== null) sum += rent;
    else if (!wasOurs && !fundings.some(({ to, kind }) => to === side.account && kind === 'create_account')) {
      sum += rent - least(rent, paid(scene, fundings, side.account, 'us'));
    }
  }
  return sum;
}

/** Rent of token accounts of ours that others created and that the transaction closed again, into our hands. */
function passingForUs(scene: Scene, fundings: readonly Funding[]): bigint {
  const { moves } = scene.transaction;
  let sum = 0n;
  for (const move of moves) {
    if (move.kind !== 'close_token_account' || !scene.own.has(move.from) || !isOurs(scene, move.to)) continue;
    if (scene.sides.some(({ account }) => account === move.from)) continue;
    sum += least(TOKEN_ACCOUNT_RENT, paid(scene, fundings, move.from, 'others', 'create_account'));
  }
  return sum;
}

/** Rent in token accounts of others that were closed to us, such as those of an order that ended. */
function closedToUs(scene: Scene): bigint {
  let sum = 0n;
  for (const move of scene.transaction.moves) {
    if (move.kind !== 'close_token_account' || scene.own.has(move.from) || !isOurs(scene, move.to)) continue;
    const side = scene.sides.find(({ account, before }) => account === move.from && before !== null);
    if (side) sum += rents(side).before;
  }
  return sum;
}

/**
 * Rent of other accounts that a program emptied while lamports came to the wallet that no instruction explains. Programs pay
 * out the accounts that they close without an instruction of their own.
 */
function emptiedToUs(scene: Scene): bigint {
  const { transaction, wallet, sides } = scene;
  const { keys, preBalances, postBalances, signers, moves } = transaction;
  let sum = 0n;
  for (let index = signers.length; index < keys.length; index += 1) {
    const lamports = preBalances[index] ?? 0n;
    if (lamports === 0n || postBalances[index] !== 0n || !isRent(lamports)) continue;
    const key = keys[index] as Address;
    if (key === wallet || sides.some(({ keyIndex }) => keyIndex === index)) continue;
    if (!moves.some((move) => 'from' in move && move.from === key)) sum += lamports;
  }
  if (sum === 0n) return 0n;
  const unexplained = runLamports(transaction).residual(wallet);
  return unexplained > 0n ? least(sum, unexplained) : 0n;
}

/** Rent of token accounts of others that we opened, and of our own that we handed over. */
function tokenAccountsForOthers(scene: Scene, fundings: readonly Funding[]): bigint {
  let sum = 0n;
  for (const side of scene.sides) {
    if (side.after === null || side.after.owner === scene.wallet) continue;
    const rent = rents(side);
    if (side.before === null) sum += least(rent.after, paid(scene, fundings, side.account, 'us'));
    else if (side.before.owner === scene.wallet) sum += rent.before;
  }
  return sum;
}

/**
 * Rent of other accounts that we opened or made larger: orders, records, vaults. A plain transfer to an address without an
 * account is a payment and not its rent.
 */
function accountsForOthers(scene: Scene, fundings: readonly Funding[]): bigint {
  const { keys, preBalances, postBalances } = scene.transaction;
  let sum = 0n;
  for (const key of opened(scene, fundings)) {
    const index = keys.indexOf(key);
    const [before, after] = [preBalances[index] ?? 0n, postBalances[index] ?? 0n];
    const isPaid = after > before && after - before <= paid(scene, fundings, key, 'us');
    if (isPaid && isRent(after) && isRent(before)) sum += after - before;
  }
  return sum;
}

/** Accounts of others, other than token accounts, that programs opened or filled with lamports of ours. */
function opened(scene: Scene, fundings: readonly Funding[]): readonly Address[] {
  const accounts: Address[] = [];
  for (const { from, to, kind, at } of fundings) {
    if (!isOurs(scene, from) || isOurs(scene, to) || (kind === 'transfer' && at.inner < 0)) continue;
    if (!accounts.includes(to) && !scene.sides.some(({ account }) => account === to)) accounts.push(to);
  }
  return accounts;
}

function isRent(lamports: bigint): boolean {
  return lamports <= RENT_MAX && lamports % RENT_PER_BYTE === 0n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
