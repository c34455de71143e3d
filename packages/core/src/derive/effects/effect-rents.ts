import type { Address } from '#solana/address.ts';
import { OVERHEAD_BYTES, ratesUntil, rentFor } from '#solana/gates/gate-schedule.ts';
import type { Move } from '#solana/move.ts';
import { smaller } from '#venues/arithmetic.ts';
import { runLamports } from '../sources/lamport-run.ts';
import { isOurs, isPlain, isTopLevel, rents, type WalletTransaction } from './effect-scene.ts';

/** Length of a token account without extensions (spl-token-interface, `Account::LEN`). */
const TOKEN_ACCOUNT_BYTES = 165;
/** Maximum length of an account that a program creates (solana-system-interface, `MAX_PERMITTED_DATA_LENGTH` of a call). */
const PROGRAM_ACCOUNT_BYTES_MAX = 10_240;

/** Rent that moved between the wallet and others, and lamports given in accounts. */
export interface Rents {
  readonly fromOthers: bigint;
  readonly forOthers: bigint;
  readonly given: bigint;
}

type Funding = Extract<Move, { readonly kind: 'create_account' | 'transfer' }>;

/**
 * `fromOthers`: rent that others paid for the wallet's token accounts, and rent of others' accounts that was paid to the wallet on
 * closing. `forOthers`: rent that the wallet paid for others' accounts that still exist. `given`: lamports beyond that rent that
 * token accounts had before they became the wallet's, or that another creator put in. No trade pays that way.
 */
export function rentsOf(scene: WalletTransaction): Rents {
  const fundings = scene.transaction.moves.filter(isFunding);
  const hidden = fundings.filter((move) => !isGift(move));
  const rents = new Map([...openedForUs(scene, fundings), ...passingForUs(scene, fundings)]);
  let [fromOthers, given] = [closedToUs(scene) + withdrawnToUs(scene) + emptiedToUs(scene), 0n];
  for (const [account, rent] of rents) {
    const brought = broughtBy(scene, fundings, account);
    fromOthers += rent;
    given += brought - smaller(rent, brought);
  }
  return {
    fromOthers,
    forOthers: tokenAccountsForOthers(scene, hidden) + accountsForOthers(scene, hidden),
    given,
  };
}

/** What of the wallet's account others had put into it when it became the wallet's in this transaction. */
export function broughtBy(scene: WalletTransaction, fundings: readonly Funding[], account: Address): bigint {
  if (scene.sides.some((side) => side.account === account && side.before?.owner === scene.wallet)) return 0n;
  const { keys, preBalances } = scene.transaction;
  const had = account === scene.wallet ? 0n : (preBalances[keys.indexOf(account)] ?? 0n);
  return had + paid(scene, fundings, account, 'others', 'create_account');
}

type Payout = Extract<Move, { readonly kind: 'unwrap' | 'withdraw_excess' | 'close_token_account' }>;

/** Lamports that the instruction moved, as derived from balances. */
export function payoutLamports({ transaction }: WalletTransaction, move: Payout): bigint {
  return runLamports(transaction).flows.find((flow) => flow.move === move)?.lamports ?? 0n;
}

export function isFunding(move: Move): move is Funding {
  return move.kind === 'create_account' || move.kind === 'transfer';
}

/** A plain transfer counts as a gift, whatever is made of it later in the transaction. */
function isGift(move: Funding): boolean {
  return move.kind === 'transfer' && isTopLevel(move);
}

/** Lamports that creations, or all fundings, brought to the account from the wallet or from others. */
function paid(
  scene: WalletTransaction,
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

/** Token accounts that became the wallet's, with the rent that others paid: they created, funded or handed over the account. */
function openedForUs(scene: WalletTransaction, fundings: readonly Funding[]): ReadonlyMap<Address, bigint> {
  const opened = new Map<Address, bigint>();
  for (const side of scene.sides) {
    const { account, before, after } = side;
    if (after?.owner !== scene.wallet || before?.owner === scene.wallet || account === scene.wallet) continue;
    const rent = rents(side).after;
    const created = paid(scene, fundings, account, 'others', 'create_account');
    if (created > 0n) opened.set(account, smaller(rent, created));
    else if (before !== null) opened.set(account, rent);
    else if (!fundings.some(({ to, kind }) => to === account && kind === 'create_account')) {
      const gifts = paid(scene, fundings.filter(isGift), account, 'others');
      opened.set(account, rent - smaller(rent, paid(scene, fundings, account, 'us') + gifts));
    }
  }
  return opened;
}

/** Token accounts that the wallet opened and closed to itself in the transaction, with the rent that another creator paid. */
function passingForUs(scene: WalletTransaction, fundings: readonly Funding[]): ReadonlyMap<Address, bigint> {
  const passing = new Map<Address, bigint>();
  for (const move of scene.transaction.moves) {
    if (move.kind !== 'close_token_account' || !scene.own.has(move.from) || !isOurs(scene, move.to)) continue;
    if (scene.sides.some(({ account }) => account === move.from)) continue;
    const rent = rentOf(scene, move.from) ?? rentFor(scene.world.schedule, scene.transaction.slot, TOKEN_ACCOUNT_BYTES);
    passing.set(move.from, smaller(rent, paid(scene, fundings, move.from, 'others', 'create_account')));
  }
  return passing;
}

/** Rent of others' token accounts that were closed to the wallet, such as those of an order that ended. */
function closedToUs(scene: WalletTransaction): bigint {
  let sum = 0n;
  for (const move of scene.transaction.moves) {
    if (move.kind !== 'close_token_account' || scene.own.has(move.from) || !isOurs(scene, move.to)) continue;
    const side = scene.sides.find(({ account, before }) => account === move.from && before !== null);
    if (side) sum += rents(side).before;
  }
  return sum;
}

/** Rent above today's rate that a trade withdrew from others' accounts to the wallet. A plain withdrawal counts as a gift elsewhere. */
function withdrawnToUs(scene: WalletTransaction): bigint {
  let sum = 0n;
  for (const move of scene.transaction.moves) {
    if (move.kind !== 'withdraw_excess' || isPlain(scene, move)) continue;
    if (!isOurs(scene, move.from) && isOurs(scene, move.to)) sum += payoutLamports(scene, move);
  }
  return sum;
}

/**
 * Rent of other accounts that a program emptied while the wallet received lamports without an instruction. Programs close accounts
 * that way. The size of such an account is unknown, so a balance that was the rent of any size at any earlier rate counts as rent:
 * this only lowers the wallet's gain.
 */
function emptiedToUs(scene: WalletTransaction): bigint {
  const { transaction, wallet, sides } = scene;
  const { keys, preBalances, postBalances, signers, moves } = transaction;
  const rates = ratesUntil(scene.world.schedule, transaction.slot);
  let sum = 0n;
  for (let index = signers.length; index < keys.length; index += 1) {
    const lamports = preBalances[index] ?? 0n;
    if (lamports === 0n || postBalances[index] !== 0n || !rates.some((rate) => isRent(lamports, rate))) continue;
    const key = keys[index] as Address;
    if (key === wallet || sides.some(({ keyIndex }) => keyIndex === index)) continue;
    if (!moves.some((move) => 'from' in move && move.from === key)) sum += lamports;
  }
  if (sum === 0n) return 0n;
  const unexplained = runLamports(transaction).residual(wallet);
  return unexplained > 0n ? smaller(sum, unexplained) : 0n;
}

/** Rent of others' token accounts that the wallet opened, and of its own that it handed over. */
function tokenAccountsForOthers(scene: WalletTransaction, fundings: readonly Funding[]): bigint {
  let sum = 0n;
  for (const side of scene.sides) {
    if (side.after === null || side.after.owner === scene.wallet) continue;
    const rent = rents(side);
    if (side.before === null) {
      const most = smaller(rentOf(scene, side.account) ?? rent.after, rent.after);
      sum += smaller(most, paid(scene, fundings, side.account, 'us'));
    } else if (side.before.owner === scene.wallet && side.account !== scene.wallet) sum += rent.before;
  }
  return sum;
}

/**
 * Rent of other accounts that the wallet opened: orders, records, vaults. Their creation states the size. Lamports beyond the rent,
 * and those that enlarge an account, count as part of a price, because a program may pay them out to anybody.
 */
function accountsForOthers(scene: WalletTransaction, fundings: readonly Funding[]): bigint {
  const { keys, preBalances, postBalances } = scene.transaction;
  let sum = 0n;
  for (const key of opened(scene, fundings)) {
    const index = keys.indexOf(key);
    const [before, after] = [preBalances[index] ?? 0n, postBalances[index] ?? 0n];
    const rent = rentOf(scene, key);
    if (rent === null || after <= before) continue;
    sum += smaller(smaller(after, rent) - smaller(before, rent), paid(scene, fundings, key, 'us'));
  }
  return sum;
}

/** Others' accounts, except token accounts, that programs opened or filled with the wallet's lamports. */
function opened(scene: WalletTransaction, fundings: readonly Funding[]): readonly Address[] {
  const accounts: Address[] = [];
  for (const { from, to } of fundings) {
    if (!isOurs(scene, from) || isOurs(scene, to)) continue;
    if (!accounts.includes(to) && !scene.sides.some(({ account }) => account === to)) accounts.push(to);
  }
  return accounts;
}

/** The rent of an account that the transaction opened, at its slot; null where its size is unknown. */
export function rentOf({ transaction, world }: WalletTransaction, account: Address): bigint | null {
  const { moves, slot } = transaction;
  const opening = moves.findLast((move) =>
    move.kind === 'create_account' ? move.to === account : move.kind === 'allocate' && move.account === account,
  );
  if (opening?.kind !== 'create_account' && opening?.kind !== 'allocate') return null;
  return rentFor(world.schedule, slot, Number(opening.space));
}

/** Whether the lamports are the rent of some size that a program may create, at `rate` lamports a byte. */
function isRent(lamports: bigint, rate: bigint): boolean {
  const bytes = lamports / rate - BigInt(OVERHEAD_BYTES);
  return lamports % rate === 0n && bytes >= 0n && bytes <= BigInt(PROGRAM_ACCOUNT_BYTES_MAX);
}
