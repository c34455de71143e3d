import { LIMIT } from '../script-format.ts';

/** Where the virtual machine maps the heap of a call: 32 KiB of zeros. */
export const HEAP_ADDRESS = 0x3_0000_0000n;

/** Sizes of what the runtime and `sol_invoke_signed_c` define. */
export const INFO_BYTES = 56;
export const META_BYTES = 16;
export const SLICE_BYTES = 16;

/** The offset of the time in the clock sysvar. */
export const CLOCK_UNIX_TIME = 32;

/** The layout of the heap, by offset. Every offset has to fit the 16 bits of a load. */
export const HEAP = layOut({
  /** 256 variables. */
  variables: 256 * 8,
  /** Address of each account as the runtime serialized it. */
  accounts: LIMIT.accounts * 8,
  /** `SolAccountInfo` of each account. */
  infos: LIMIT.accounts * INFO_BYTES,
  metas: LIMIT.accounts * META_BYTES,
  seeds: LIMIT.seeds * SLICE_BYTES,
  /** The one list of seeds. */
  signer: SLICE_BYTES,
  /** `SolInstruction`: program, metas, their number, data, its length. */
  instruction: 5 * 8,
  /** The clock sysvar. */
  clock: 5 * 8,
  /** Address of the instruction's data. */
  data: 8,
  /** The contents of a call or event. */
  buffer: LIMIT.callBytes,
});

/** An account as the runtime serializes it: offsets from its first byte. Its data lies behind its length. */
export const ACCOUNT_OFFSETS = {
  signer: 1,
  writable: 2,
  executable: 3,
  key: 8,
  owner: 40,
  lamports: 72,
  length: 80,
  data: 88,
  /** Room behind the data for an account that grows. */
  spare: 10_240,
} as const;

function layOut<Name extends string>(sizes: Readonly<Record<Name, number>>): Readonly<Record<Name, number>> {
  let at = 0;
  const offsets: [string, number][] = [];
  for (const [name, size] of Object.entries<number>(sizes)) {
    offsets.push([name, at]);
    at += size;
  }
  return Object.fromEntries(offsets) as Record<Name, number>;
}
