import { createHash } from 'node:crypto';
import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { isCompressedPoint } from 'assay-core/solana/curve.ts';
import { PROGRAMS, unspell } from './programs.ts';

/** An address that follows from seeds under a program, and the byte that takes it off the curve. */
interface Derivation {
  readonly address: Address;
  readonly bump: number;
}

const MARKER = Buffer.from('ProgramDerivedAddress');
const BUMP_MAX = 255;
const ENTRIES_MAX = 20_000;
const derivations = new Map<string, Derivation>();
const holdings = new Map<string, Address>();

/** The address of `seeds` under `program` with its bump. Remembered: it takes as long as a signature, and acts repeat them. */
export function derivationOf(seeds: readonly Uint8Array[], program: Address): Derivation {
  const seed = Buffer.concat(seeds);
  return remembered(derivations, `${program} ${seed.toString('latin1')}`, () => derive(seed, program));
}

/** The associated token account of an owner for a mint under a token program. */
export function associatedTokenAddress(owner: Address, mint: Address, program: Address): Address {
  return remembered(holdings, `${owner} ${mint} ${program}`, () => {
    const seed = Buffer.concat([owner, program, mint].map(unspell));
    return derive(seed, PROGRAMS.associatedToken as Address).address;
  });
}

function derive(seed: Uint8Array, program: Address): Derivation {
  const suffix = Buffer.concat([unspell(program), MARKER]);
  for (let bump = BUMP_MAX; bump >= 0; bump -= 1) {
    const bytes = createHash('sha256').update(seed).update(Uint8Array.of(bump)).update(suffix).digest();
    if (!isCompressedPoint(bytes)) return { address: addressOf(bytes), bump };
  }
  throw new Error('no bump leaves the curve');
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= ENTRIES_MAX) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}
