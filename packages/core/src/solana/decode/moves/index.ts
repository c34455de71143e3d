import { type Address, address, SYSTEM_PROGRAM } from '../../address.ts';
import type { InstructionPosition, Move } from '../../move.ts';
import { CLOCK } from '../../slot-and-time.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../token/programs.ts';
import type { TokenBalance } from '../../transaction.ts';
import type { ReadInstruction } from '../instructions.ts';
import { addressIn, whole } from '../shape.ts';
import { layout, type MoveBody, type MoveReader, u32, u64 } from './layout.ts';
import { system } from './system.ts';
import { associatedToken, tokenMoves } from './token.ts';

/** The Stake program; `Withdraw` is tag 4 of a little-endian u32, then lamports as u64. */
export const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');

/** The Vote program; `Withdraw` is tag 3 of a little-endian u32, then lamports as u64. */
export const VOTE_PROGRAM = address('Vote111111111111111111111111111111111111111');

const STAKE_HISTORY = address('SysvarStakeHistory1111111111111111111111111');

const stake: MoveReader = withdrawal('withdraw_stake', 4, 'stakeAccount');

const vote: MoveReader = withdrawal('withdraw_vote', 3, 'voteAccount');

/** The programs whose instructions say where lamports and tokens go. */
const readers: ReadonlyMap<Address, MoveReader> = new Map([
  [SYSTEM_PROGRAM, system],
  [STAKE_PROGRAM, stake],
  [VOTE_PROGRAM, vote],
  [TOKEN_PROGRAM, tokenMoves],
  [TOKEN_2022_PROGRAM, tokenMoves],
  [ASSOCIATED_TOKEN_PROGRAM, associatedToken],
]);

/**
 * Longer data is not read. About a kibibyte is far beyond every instruction here, batches included, and padding that a program ignores
 * must not cause quadratic work.
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
function placed(body: MoveBody, at: InstructionPosition, program: Address): Move {
  const move = body as MoveBody & { at: InstructionPosition; program: Address };
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

function withdrawal(kind: 'withdraw_stake' | 'withdraw_vote', tag: number, fromMember: string): MoveReader {
  const read = layout(3, 12, ([from, to, authority], data) => ({ kind, from, to, authority, lamports: u64(data, 4) }));
  return {
    // The sysvars in the middle are dropped first: the program has begun to accept the instruction without them.
    compiled: (data, accounts) => {
      if (u32(data, 0) !== tag) return [];
      return read(
        accounts.filter((key) => key !== CLOCK && key !== STAKE_HISTORY),
        data,
      );
    },
    parsed: (type, info) => {
      if (type !== 'withdraw') return [];
      const from = addressIn(info[fromMember], `parsed ${fromMember}`);
      const to = addressIn(info.destination, 'parsed destination');
      const authority = addressIn(info.withdrawAuthority, 'parsed withdrawAuthority');
      return [{ kind, from, to, authority, lamports: BigInt(whole(info.lamports, 'parsed lamports')) }];
    },
  };
}
