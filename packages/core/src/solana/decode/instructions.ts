import { record } from '#lib/json-value.ts';
import { type Address, address } from '../address.ts';
import { base58Bytes, isBase58 } from '../base58.ts';
import type { InstructionPosition } from '../move.ts';
import type { Instruction } from '../transaction.ts';
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

/**
 * All instructions in execution order: each top-level one, then those that it called, in the order of the calls. `once`: calls that stand
 * under every top-level one count once, under the first that may have made them.
 */
export function readInstructions(
  message: Members,
  meta: Members,
  keys: readonly Address[],
  once = false,
): readonly ReadInstruction[] {
  const outers = list(message.instructions, 'instructions');
  const groups = innerGroups(meta, outers.length);
  const inners = once ? divided(outers, groups?.get(0) ?? [], keys) : groups;
  const all: ReadInstruction[] = [];
  for (let outer = 0; outer < outers.length; outer += 1) {
    const top = readInstruction(outers[outer], { outer, inner: -1 }, keys);
    if (inners === null && !LEAF_PROGRAMS.has(top.instruction.program) && isSuccess(meta)) {
      throw new Undecodable('history_missing', 'the metadata has no inner instructions');
    }
    all.push(top);
    const calls = inners?.get(outer);
    if (calls === undefined) continue;
    for (let inner = 0; inner < calls.length; inner += 1) {
      all.push(readInstruction(calls[inner], { outer, inner }, keys));
    }
  }
  return all;
}

/**
 * True where each of several instructions has the same calls. Nodes of 2020 recorded all calls of a transaction under each of its
 * instructions, and endpoints still serve these records (solana-labs/solana, issues 13379 and 29777).
 */
export function mayBeRepeated({ innerInstructions }: Members, { instructions }: Members): boolean {
  if (!Array.isArray(innerInstructions) || !Array.isArray(instructions)) return false;
  // Nearly all bodies end here, before anything is compared.
  if (instructions.length < 2 || innerInstructions.length !== instructions.length) return false;
  const [first, ...others] = innerInstructions.map((group) => JSON.stringify(record(group)?.instructions));
  return first !== '[]' && others.every((other) => other === first);
}

/** True where calls stand under a program that calls no other, which shows without the balances that they are repeated. */
export function hasStrayCalls(instructions: readonly ReadInstruction[]): boolean {
  let isLeaf = false;
  return instructions.some(({ instruction: { at, program } }) => {
    if (at.inner < 0) isLeaf = LEAF_PROGRAMS.has(program);
    return at.inner >= 0 && isLeaf;
  });
}

/** Each call under the first instruction that may call programs and named its accounts, no earlier than the call before it. */
function divided(
  outers: readonly unknown[],
  calls: readonly unknown[],
  keys: readonly Address[],
): ReadonlyMap<number, readonly unknown[]> {
  const under = new Map<number, unknown[]>();
  const named = (value: unknown) => readInstruction(value, { outer: 0, inner: -1 }, keys).instruction;
  const tops = outers.map(named);
  let outer = 0;
  for (const call of calls) {
    const { accounts } = named(call);
    const caller = tops.findIndex((top, place) => {
      return place >= outer && !LEAF_PROGRAMS.has(top.program) && accounts.every((key) => top.accounts.includes(key));
    });
    outer = caller < 0 ? outer : caller;
    under.set(outer, [...(under.get(outer) ?? []), call]);
  }
  return under;
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

function readInstruction(value: unknown, at: InstructionPosition, keys: readonly Address[]): ReadInstruction {
  const entry = members(value, 'an instruction');
  const height = typeof entry.stackHeight === 'number' ? entry.stackHeight : undefined;
  if (entry.programId === undefined) {
    const accounts = list(entry.accounts, 'instruction accounts');
    return compiled(
      { at, height, program: keyAt(keys, entry.programIdIndex), accounts: keysAt(keys, accounts) },
      entry.data,
    );
  }
  const program = addressIn(entry.programId, 'programId');
  if (entry.parsed === undefined) {
    const accounts = list(entry.accounts, 'instruction accounts').map((key) =>
      addressIn(key, 'an instruction account'),
    );
    return compiled({ at, height, program, accounts }, entry.data);
  }
  const instruction = { at, height, program, accounts: [], data: null };
  return { instruction, dataChars: 0, parsed: parsedForm(entry.parsed) };
}

function keysAt(keys: readonly Address[], indexes: readonly unknown[]): readonly Address[] {
  const found = new Array<Address>(indexes.length);
  for (let at = 0; at < indexes.length; at += 1) found[at] = keyAt(keys, indexes[at]);
  return found;
}

function keyAt(keys: readonly Address[], index: unknown): Address {
  // A value that is no index of the list finds nothing in it, and then the test says what is wrong with it.
  const key = typeof index === 'number' ? keys[index] : undefined;
  return key ?? keys[place(index, keys.length, 'an instruction index')] ?? misshapen('an instruction index');
}

/** Most instructions are never read, and decoding base58 takes time quadratic in its length: it waits for a reader. */
class Compiled implements Instruction {
  readonly at: InstructionPosition;
  readonly height: number | undefined;
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly encoded: string;

  constructor({ at, height, program, accounts }: Omit<Instruction, 'data'>, encoded: string) {
    this.at = at;
    this.height = height;
    this.program = program;
    this.accounts = accounts;
    this.encoded = encoded;
  }

  get data(): Uint8Array {
    return base58Bytes(this.encoded);
  }
}

function compiled(of: Omit<Instruction, 'data'>, data: unknown): ReadInstruction {
  if (typeof data !== 'string' || !isBase58(data)) misshapen('instruction data');
  return { instruction: new Compiled(of, data), dataChars: data.length, parsed: null };
}

/** Parsed forms are an object with type and info; a memo's is its text, an unknown program's may be anything else. */
function parsedForm(value: unknown): ReadInstruction['parsed'] {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('info' in value)) return null;
  const { type, info } = value;
  if (typeof type !== 'string' || typeof info !== 'object' || info === null) return null;
  return { type, info: info as Members };
}
