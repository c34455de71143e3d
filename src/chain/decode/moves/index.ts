import type { Address } from '#lib/address.ts';
import type { Move, TokenBalance } from '../../model.ts';
import type { ReadInstruction } from '../instructions.ts';
import { ASSOCIATED_TOKEN_PROGRAM, associatedToken } from './associated-token.ts';
import type { MoveReader } from './layout.ts';
import { SYSTEM_PROGRAM, system } from './system.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, token } from './token.ts';
import { STAKE_PROGRAM, stake, VOTE_PROGRAM, vote } from './withdrawals.ts';

/** The programs whose instructions say where lamports and tokens go. */
const readers: ReadonlyMap<Address, MoveReader> = new Map([
  [SYSTEM_PROGRAM, system],
  [STAKE_PROGRAM, stake],
  [VOTE_PROGRAM, vote],
  [TOKEN_PROGRAM, token],
  [TOKEN_2022_PROGRAM, token],
  [ASSOCIATED_TOKEN_PROGRAM, associatedToken],
]);

/**
 * Longer data is not looked into. About a kibibyte is far beyond every instruction here, batches included, and padding
 * that a program ignores must not buy quadratic work.
 */
const DATA_CHARS_MAX = 1400;

/** The moves of a successful transaction in execution order. `before` are its token balances before it ran. */
export function readMoves(instructions: readonly ReadInstruction[], before: readonly TokenBalance[]): readonly Move[] {
  const moves = instructions.flatMap(movesOf);
  const existing = new Set(before.map((balance) => balance.account));
  return moves.filter((move, index) => !isIdle(move, moves.slice(index + 1), existing));
}

function movesOf({ instruction, dataChars, parsed }: ReadInstruction): readonly Move[] {
  const { at, program, accounts } = instruction;
  const reader = readers.get(program);
  if (!reader || dataChars > DATA_CHARS_MAX) return [];
  const bodies = instruction.data ? reader.compiled(instruction.data, accounts) : readParsed(reader, parsed);
  return bodies.map((body) => ({ at, program, ...body }));
}

function readParsed(reader: MoveReader, parsed: ReadInstruction['parsed']) {
  return parsed ? reader.parsed(parsed.type, parsed.info) : [];
}

/**
 * An idempotent create does nothing to an account that exists. It existed when it had a token balance before, unless
 * the create went on to initialize it, which it does when the account was closed earlier in the same transaction.
 */
function isIdle(move: Move, later: readonly Move[], existing: ReadonlySet<Address>): boolean {
  if (move.kind !== 'open_token_account' || move.payer === null || !existing.has(move.account)) return false;
  return !later.some(
    (next) =>
      next.kind === 'open_token_account' &&
      next.payer === null &&
      next.account === move.account &&
      next.at.outer === move.at.outer,
  );
}
