import type { Address } from '#lib/address.ts';
import type { Move, Position, TokenBalance } from '../../model.ts';
import type { ReadInstruction } from '../instructions.ts';
import { ASSOCIATED_TOKEN_PROGRAM, associatedToken } from './associated-token.ts';
import type { MoveBody, MoveReader } from './layout.ts';
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
  const moves: Move[] = [];
  for (const read of instructions) addMoves(read, moves);
  return moves.some((move) => isAssociatedOpen(move, before))
    ? moves.filter((move, index) => !isAssociatedOpen(move, before) || isInitialized(move, moves, index))
    : moves;
}

function addMoves({ instruction, dataChars, parsed }: ReadInstruction, moves: Move[]): void {
  const { at, program, accounts } = instruction;
  const reader = readers.get(program);
  if (!reader || dataChars > DATA_CHARS_MAX) return;
  const { data } = instruction;
  const bodies = data ? reader.compiled(data, accounts) : readParsed(reader, parsed);
  for (const body of bodies) moves.push(placed(body, at, program));
}

/** Every body is new and in no other hands, so that it may become the move itself; copying them takes an eighth of all decoding. */
function placed(body: MoveBody, at: Position, program: Address): Move {
  const move = body as MoveBody & { at: Position; program: Address };
  move.at = at;
  move.program = program;
  return move;
}

function readParsed(reader: MoveReader, parsed: ReadInstruction['parsed']) {
  return parsed ? reader.parsed(parsed.type, parsed.info) : [];
}

type Open = Extract<Move, { readonly kind: 'open_token_account' }>;

/** True for a create of the associated-token program whose account had a token balance before, so that it was there. */
function isAssociatedOpen(move: Move, before: readonly TokenBalance[]): move is Open {
  if (move.kind !== 'open_token_account' || move.payer === null) return false;
  return before.some(({ account }) => account === move.account);
}

/**
 * An idempotent create does nothing to an account that exists, unless it goes on to initialize it, which it does when the
 * account was closed earlier in the same transaction.
 */
function isInitialized(move: Open, moves: readonly Move[], index: number): boolean {
  for (let at = index + 1; at < moves.length; at += 1) {
    const next = moves[at];
    if (next?.kind !== 'open_token_account' || next.payer !== null) continue;
    if (next.account === move.account && next.at.outer === move.at.outer) return true;
  }
  return false;
}
