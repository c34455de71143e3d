/** A register. r0 is the result, r1 to r5 are arguments, r6 to r9 survive calls, r10 is the frame pointer. */
export interface Register {
  readonly register: number;
}

/** A register, or a number that fits 32 bits signed and is extended to 64. */
export type Operand = Register | number;

const register = (number: number): Register => ({ register: number });
export const [r0, r1, r2, r3, r4] = [register(0), register(1), register(2), register(3), register(4)];
export const [r5, r6, r7, r8, r9] = [register(5), register(6), register(7), register(8), register(9)];

const INSTRUCTION_BYTES = 8;

/** Operation codes of the classes that this assembler uses, as in solana-sbpf 0.21 `ebpf.rs` for version 3. */
const ARITHMETIC = {
  add: 0x07,
  sub: 0x17,
  mul: 0x27,
  div: 0x37,
  or: 0x47,
  and: 0x57,
  lsh: 0x67,
  rsh: 0x77,
  mod: 0x97,
  mov: 0xb7,
} as const;
const CONDITION = { eq: 0x15, gt: 0x25, ge: 0x35, ne: 0x55, lt: 0xa5, le: 0xb5 } as const;
const LOAD = { 8: 0x71, 16: 0x69, 32: 0x61, 64: 0x79 } as const;
const STORE_REGISTER = { 8: 0x73, 16: 0x6b, 32: 0x63, 64: 0x7b } as const;
const STORE_NUMBER = { 8: 0x72, 16: 0x6a, 32: 0x62, 64: 0x7a } as const;
const [LOAD_CONSTANT, JUMP, CALL, EXIT] = [0x18, 0x05, 0x85, 0x95];
/** Set in an arithmetic operation or a condition whose operand is a register. */
const OPERAND_IS_REGISTER = 0x08;
/** The source field of a call to a label; 0 stands for a syscall. */
const INTERNAL = 1;

/** Syscalls by the hash (Murmur3, seed 0) of their name, which is how the virtual machine finds them. */
const SYSCALL = {
  sol_log_: 0x207559bd,
  sol_log_data: 0x7317b434,
  sol_invoke_signed_c: 0xa22b9c85,
  sol_get_clock_sysvar: 0xd56b5fe9,
} as const;

type Arithmetic = keyof typeof ARITHMETIC;
export type Condition = keyof typeof CONDITION;
export type Width = keyof typeof LOAD;
type Syscall = keyof typeof SYSCALL;
export const SYSCALLS: Readonly<Record<Syscall, number>> = SYSCALL;

interface Instruction {
  readonly code: number;
  readonly to: number;
  readonly from: number;
  readonly offset: number;
  readonly value: number;
  /** The label that `offset` (a jump) or `value` (a call) is the distance to. */
  readonly target?: string;
}

/** Assembles sBPF version 3 by method calls. Arithmetic and comparisons are of 64 bits, comparisons unsigned. */
export class Assembler {
  readonly #instructions: Instruction[] = [];
  readonly #labels = new Map<string, number>();
  #fresh = 0;

  /** Names the next instruction. Throws on a name that is taken. */
  label(name: string): this {
    if (this.#labels.has(name)) throw new Error(`the label ${name} is taken`);
    this.#labels.set(name, this.#instructions.length);
    return this;
  }

  /** A unique label name, for loops in code that is emitted several times. */
  fresh(name: string): string {
    this.#fresh += 1;
    return `${name} ${this.#fresh}`;
  }

  /** `to = to <operation> by`; for `mov` just `to = by`. */
  do(operation: Arithmetic, to: Register, by: Operand): this {
    return this.#operate(ARITHMETIC[operation], to.register, by, 0);
  }

  /** `to = value`, of any 64 bits. */
  constant(to: Register, value: bigint): this {
    const low = Number(BigInt.asIntN(32, value));
    const high = Number(BigInt.asIntN(32, value >> 32n));
    return this.#emit(LOAD_CONSTANT, to.register, 0, 0, low).#emit(0, 0, 0, 0, high);
  }

  /** `to = bits at base + offset`. */
  load(bits: Width, to: Register, base: Register, offset = 0): this {
    return this.#emit(LOAD[bits], to.register, base.register, offset, 0);
  }

  /** `bits at base + offset = value`. */
  store(bits: Width, base: Register, offset: number, value: Operand): this {
    return typeof value === 'number'
      ? this.#emit(STORE_NUMBER[bits], base.register, 0, offset, value)
      : this.#emit(STORE_REGISTER[bits], base.register, value.register, offset, 0);
  }

  jump(target: string): this {
    return this.#emit(JUMP, 0, 0, 0, 0, target);
  }

  /** Jumps if `left <condition> right`. */
  when(left: Register, condition: Condition, right: Operand, target: string): this {
    return this.#operate(CONDITION[condition], left.register, right, 0, target);
  }

  /** Calls a label: r1 to r5 go in, r0 to r5 come back, r6 to r9 are restored. */
  call(target: string): this {
    return this.#emit(CALL, 0, INTERNAL, 0, 0, target);
  }

  syscall(name: Syscall): this {
    return this.#emit(CALL, 0, 0, 0, SYSCALL[name] | 0);
  }

  exit(): this {
    return this.#emit(EXIT, 0, 0, 0, 0);
  }

  /** The instructions as bytes. Throws on a jump to a label that is nowhere. */
  bytes(): Uint8Array {
    const bytes = Buffer.alloc(this.#instructions.length * INSTRUCTION_BYTES);
    for (const [index, { code, to, from, offset, value, target }] of this.#instructions.entries()) {
      const distance = target === undefined ? 0 : this.#place(target) - index - 1;
      const at = index * INSTRUCTION_BYTES;
      bytes[at] = code;
      bytes[at + 1] = (from << 4) | to;
      bytes.writeInt16LE(code === CALL ? offset : offset + distance, at + 2);
      bytes.writeInt32LE(code === CALL ? value + distance : value, at + 4);
    }
    return bytes;
  }

  #place(target: string): number {
    const place = this.#labels.get(target);
    if (place === undefined) throw new Error(`no label ${target}`);
    return place;
  }

  #operate(code: number, to: number, by: Operand, offset: number, target?: string): this {
    return typeof by === 'number'
      ? this.#emit(code, to, 0, offset, by, target)
      : this.#emit(code | OPERAND_IS_REGISTER, to, by.register, offset, 0, target);
  }

  #emit(code: number, to: number, from: number, offset: number, value: number, target?: string): this {
    if (value !== (value | 0)) throw new Error(`${value} does not fit 32 bits`);
    this.#instructions.push({ code, to, from, offset, value, ...(target === undefined ? {} : { target }) });
    return this;
  }
}
