import bs58 from 'bs58';
import { type Address, address } from '#lib/address.ts';
import { isBase58 } from '#lib/base58.ts';
import type { Instruction, Position } from '../model.ts';
import { addressIn, list, type Members, members, misshapen, place, Undecodable } from './shape.ts';

/** An instruction with the parsed form that the endpoint may have sent instead of its data. */
export interface ReadInstruction {
  readonly instruction: Instruction;
  /** How long the data is in base58; 0 where there is only a parsed form. */
  readonly dataChars: number;
  readonly parsed: { readonly type: string; readonly info: Members } | null;
}

/** Programs that call no other program, so that missing inner instructions mean nothing under them. */
const LEAF_PROGRAMS: ReadonlySet<Address> = new Set(
  [
    '11111111111111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
    'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
  ].map(address),
);

/** All instructions in execution order: each top-level one, then those that it called, in the order of the calls. */
export function readInstructions(
  message: Members,
  meta: Members,
  keys: readonly Address[],
): readonly ReadInstruction[] {
  const outers = list(message.instructions, 'instructions');
  const inners = innerGroups(meta, outers.length);
  const all: ReadInstruction[] = [];
  for (const [outer, entry] of outers.entries()) {
    const top = readInstruction(entry, { outer, inner: -1 }, keys);
    if (inners === null && !LEAF_PROGRAMS.has(top.instruction.program) && isSuccess(meta)) {
      throw new Undecodable('history_missing', 'the metadata has no inner instructions');
    }
    all.push(top);
    for (const [inner, call] of (inners?.get(outer) ?? []).entries()) {
      all.push(readInstruction(call, { outer, inner }, keys));
    }
  }
  return all;
}

function isSuccess(meta: Members): boolean {
  return meta.err === null || meta.err === undefined;
}

/** The inner instructions by the index of their caller; null where the metadata was stored without them. */
function innerGroups(meta: Members, outerCount: number): ReadonlyMap<number, readonly unknown[]> | null {
  if (meta.innerInstructions === undefined || meta.innerInstructions === null) return null;
  const groups = new Map<number, readonly unknown[]>();
  for (const entry of list(meta.innerInstructions, 'innerInstructions')) {
    const group = members(entry, 'a group of inner instructions');
    const index = place(group.index, outerCount, 'innerInstructions.index');
    if (groups.has(index)) misshapen('innerInstructions (an index twice)');
    groups.set(index, list(group.instructions, 'inner instructions'));
  }
  return groups;
}

function readInstruction(value: unknown, at: Position, keys: readonly Address[]): ReadInstruction {
  const entry = members(value, 'an instruction');
  if (entry.programId === undefined) {
    const program = keyAt(keys, entry.programIdIndex);
    const accounts = list(entry.accounts, 'instruction accounts').map((index) => keyAt(keys, index));
    return compiled(at, program, accounts, entry.data);
  }
  const program = addressIn(entry.programId, 'programId');
  if (entry.parsed === undefined) {
    const accounts = list(entry.accounts, 'instruction accounts').map((key) =>
      addressIn(key, 'an instruction account'),
    );
    return compiled(at, program, accounts, entry.data);
  }
  return { instruction: { at, program, accounts: [], data: null }, dataChars: 0, parsed: parsedForm(entry.parsed) };
}

function keyAt(keys: readonly Address[], index: unknown): Address {
  return keys[place(index, keys.length, 'an instruction index')] ?? misshapen('an instruction index');
}

/** Most instructions are never looked into, and decoding base58 takes time quadratic in its length: it waits for a reader. */
function compiled(at: Position, program: Address, accounts: readonly Address[], data: unknown): ReadInstruction {
  if (typeof data !== 'string' || !isBase58(data)) misshapen('instruction data');
  let bytes: Uint8Array | undefined;
  const instruction: Instruction = {
    at,
    program,
    accounts,
    get data() {
      bytes ??= bs58.decode(data);
      return bytes;
    },
  };
  return { instruction, dataChars: data.length, parsed: null };
}

/** Parsed forms are an object with type and info; a memo's is its text, an unknown program's may be anything else. */
function parsedForm(value: unknown): ReadInstruction['parsed'] {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('info' in value)) return null;
  const { type, info } = value;
  if (typeof type !== 'string' || typeof info !== 'object' || info === null) return null;
  return { type, info: info as Members };
}
