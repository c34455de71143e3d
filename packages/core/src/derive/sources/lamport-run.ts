import type { Address } from '#solana/address.ts';
import { SYSTEM_PROGRAM } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import type { InstructionPosition, Move } from '#solana/move.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import { smaller } from '#venues/arithmetic.ts';

/** What moves no lamports. Wrapped SOL can neither be minted nor burned. */
type Still = 'allocate' | 'open_token_account' | 'hand_over' | 'create_mint' | 'mint_tokens' | 'burn_tokens';
const STILL: ReadonlySet<Move['kind']> = new Set<Still>([
  'allocate',
  'open_token_account',
  'hand_over',
  'create_mint',
  'mint_tokens',
  'burn_tokens',
]);

/** A move with the lamports that it carried between two accounts: closing an account moves its whole balance. */
export interface Flow {
  readonly move: Exclude<Move, { readonly kind: Still }>;
  readonly lamports: bigint;
}

/** A transaction played forward from its first balances: the lamports of each move, and the change that no move explains. */
export interface LamportRun {
  readonly flows: readonly Flow[];
  /** Lamports of the address's change beyond its moves, its fee and its rent: above 0 when a program credited it directly. */
  residual(of: Address): bigint;
}

/**
 * Plays the moves in execution order. Transfers of wrapped SOL carry lamports like native ones, so that the content of an account that is
 * opened, filled and closed in one transaction is known. A withdrawal may name no amount. Then a first run lets it take everything. The
 * lamports that its account (or, where that is closed later, its destination) lacks after that run are those that it left.
 */
export function runLamports(transaction: Transaction): LamportRun {
  const whole = played(transaction, () => 0n);
  if (!transaction.moves.some(isOpenEnded)) return runOf(transaction, whole);
  const left = (account: Address) => atLeastZero(runOf(transaction, whole).residual(account));
  const taken = played(transaction, left);
  const { residual } = runOf(transaction, taken);
  const lacking = (account: Address) =>
    taken.flows.reduce((sum, { move, lamports }) => {
      if (!isOpenEnded(move) || move.from !== account || after(transaction, account) !== 0n) return sum;
      return sum + smaller(lamports, atLeastZero(-residual(move.to)));
    }, 0n);
  return runOf(
    transaction,
    played(transaction, (account) => left(account) + lacking(account)),
  );
}

interface Played {
  readonly flows: readonly Flow[];
  readonly balances: Balances;
}

function runOf(transaction: Transaction, { flows, balances }: Played): LamportRun {
  return { flows, residual: (of) => after(transaction, of) - (balances.get(of) ?? 0n) };
}

type Balances = ReadonlyMap<Address, bigint>;
type Kept = (account: Address) => bigint;

/** `kept`: the lamports that a withdrawal without an amount leaves in its account. */
function played(transaction: Transaction, kept: Kept): Played {
  const balances = new Map(transaction.keys.map((key, index) => [key, transaction.preBalances[index] ?? 0n]));
  const add = (key: Address, lamports: bigint) => balances.set(key, (balances.get(key) ?? 0n) + lamports);
  add(transaction.feePayer, -transaction.fee);
  for (const [key, rent] of transaction.rents ?? []) add(key, -rent);
  const isWrapped = wrappedAccounts(transaction);
  const flows: Flow[] = [];
  for (const move of transaction.moves) {
    if (isStill(move)) continue;
    const lamports = isOpenEnded(move)
      ? atLeastZero((balances.get(move.from) ?? 0n) - kept(move.from))
      : lamportsMoved(move, balances, isWrapped);
    add(move.from, -lamports);
    add(move.to, lamports);
    flows.push({ move, lamports });
  }
  return { flows, balances };
}

/** True for a withdrawal whose instruction names no amount. */
type OpenEnded = Extract<Move, { readonly kind: 'withdraw_excess' | 'unwrap' }>;

function isOpenEnded(move: Move): move is OpenEnded {
  return move.kind === 'withdraw_excess' || (move.kind === 'unwrap' && move.lamports === null);
}

function after(transaction: Transaction, of: Address): bigint {
  return nativeBalances(transaction, of)?.after ?? 0n;
}

function atLeastZero(lamports: bigint): bigint {
  return lamports > 0n ? lamports : 0n;
}

function isStill(move: Move): move is Extract<Move, { readonly kind: Still }> {
  return STILL.has(move.kind);
}

function lamportsMoved(move: Flow['move'], balances: Balances, wrapped: ReadonlySet<Address>): bigint {
  switch (move.kind) {
    case 'close_token_account':
      return balances.get(move.from) ?? 0n;
    case 'token_transfer':
      return wrapped.has(move.from) || wrapped.has(move.to) ? move.amount : 0n;
    case 'withdraw_excess':
      return 0n;
    case 'unwrap':
      return move.lamports ?? 0n;
    default:
      return move.lamports;
  }
}

/** Every account of the transaction that holds wrapped SOL at some time of it. */
export function wrappedAccounts({ preTokens, postTokens, moves }: Transaction): ReadonlySet<Address> {
  const wrappedAccounts = [...preTokens, ...postTokens]
    .filter(({ mint }) => mint === WRAPPED_SOL)
    .map(({ account }) => account);
  const named = moves.flatMap((move) => {
    if (move.kind === 'open_token_account') return move.mint === WRAPPED_SOL ? [move.account] : [];
    if (move.kind === 'unwrap') return [move.from];
    return move.kind === 'token_transfer' && move.mint === WRAPPED_SOL ? [move.from, move.to] : [];
  });
  return new Set([...wrappedAccounts, ...named]);
}

/** The top-level program whose run contained the position, null when the move was itself at the top. */
export function programAt(transaction: Transaction, { outer, inner }: InstructionPosition): Address | null {
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
