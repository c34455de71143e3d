import { type Address, address, addressBytes, derivedAddress } from '#lib/address.ts';
import type { LocalChain } from '../chain/local-chain.ts';
import { programFile } from './code/program.ts';
import { HOOK_PROGRAM, hookFile } from './hook.ts';
import { VENUE_PROGRAMS } from './venues/programs.ts';

/** The upgradeable loader, which owns the venues' programs on mainnet. */
const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
/** `UpgradeableLoaderState`: what the tag says, and bytes before the file (tag, slot, no upgrade authority). */
const TAG = { program: 2, programData: 3 } as const;
const FILE_OFFSET = 45;
const LAMPORTS = 1_000_000_000n;

/** Puts the sandbox's program at the address of every venue, as part of the chain's beginning. */
export function installVenuePrograms(chain: LocalChain): void {
  const file = programFile();
  for (const program of Object.values(VENUE_PROGRAMS)) installProgram(chain, program, file);
}

/** Puts the sandbox's transfer hook at its address, likewise. */
export function installHookProgram(chain: LocalChain): void {
  installProgram(chain, HOOK_PROGRAM, hookFile());
}

/** The program lies in an account of its own, which has to be there before the one that points at it. */
function installProgram(chain: LocalChain, program: Address, file: Uint8Array): void {
  const at = derivedAddress([addressBytes(program)], LOADER);
  const held = Buffer.alloc(FILE_OFFSET + file.length);
  held.writeUInt32LE(TAG.programData, 0);
  held.set(file, FILE_OFFSET);
  chain.setGenesisAccount(at, { lamports: LAMPORTS, owner: LOADER, executable: false, data: held });
  const pointer = Buffer.alloc(4 + 32);
  pointer.writeUInt32LE(TAG.program, 0);
  pointer.set(addressBytes(at), 4);
  chain.setGenesisAccount(program, { lamports: LAMPORTS, owner: LOADER, executable: true, data: pointer });
}
