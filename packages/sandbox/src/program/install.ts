import { type Address, address, addressBytes, addressOf, derivedAddress } from 'assay-core/solana/address.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { derive } from '#chain/programs.ts';
import { Assembler, r0, r1, r2, r3, r4, r5 } from './assembler.ts';
import { ACCOUNT_OFFSETS } from './code/memory.ts';
import { programFile } from './code/program.ts';
import { elfOf } from './script-format.ts';
import { VENUE_PROGRAMS } from './venues/trade.ts';

/** The sandbox's transfer hook. A mint that names it is let through while its gate is open. */
export const HOOK_PROGRAM = addressOf(derive('sandbox', 'transfer hook'));

/** The custom error of a transfer that comes to a closed gate. */
export const GATE_CLOSED = 6001;

/** The runtime's error for an instruction that names too few accounts, in the upper half of r0. */
const NOT_ENOUGH_ACCOUNTS = 11n << 32n;

/** Source, mint, destination, authority and the hook's list stand before the gate, the first account of that list. */
const GATE_INDEX = 5;

const NOT_REPEATED = 255;

/** The upgradeable loader, which owns the venues' programs on mainnet. */
const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
/** `UpgradeableLoaderState`: the tags, and the bytes before the file (tag, slot, no upgrade authority). */
const TAG = { program: 2, programData: 3 } as const;
const FILE_OFFSET = 45;
const LAMPORTS = 1_000_000_000n;

/** Puts the sandbox's program at the address of every venue, and at `others`, as part of the chain's beginning. */
export function installVenuePrograms(chain: LocalChain, others: readonly Address[] = []): void {
  const file = programFile();
  for (const program of [...Object.values(VENUE_PROGRAMS), ...others]) installProgram(chain, program, file);
}

/** Where browser wallets find the program of their guards. Here it lets every one of them pass, so that their payments can be tried. */
const WALLET_GUARD = address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95');

/** Puts the program of wallets' guards at its address, likewise. */
export function installWalletGuard(chain: LocalChain): void {
  installProgram(chain, WALLET_GUARD, elfOf(new Assembler().do('mov', r0, 0).exit().bytes()));
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

/** The hook as a file that the chain loads: it succeeds if the first byte of the gate's data is 1. */
function hookFile(): Uint8Array {
  const a = new Assembler();
  a.load(64, r2, r1).when(r2, 'le', GATE_INDEX, 'too few').do('add', r1, 8).do('mov', r3, GATE_INDEX);
  a.label('account').when(r3, 'eq', 0, 'gate').do('sub', r3, 1);
  a.load(8, r4, r1).when(r4, 'ne', NOT_REPEATED, 'repeated').load(64, r5, r1, ACCOUNT_OFFSETS.length).do('add', r1, r5);
  // Behind the spare room: up to the next multiple of 8, then the rent epoch.
  a.do('add', r1, ACCOUNT_OFFSETS.data + ACCOUNT_OFFSETS.spare + 7)
    .do('and', r1, -8)
    .do('add', r1, 8)
    .jump('account');
  a.label('repeated').do('add', r1, 8).jump('account');
  a.label('gate').load(8, r4, r1).when(r4, 'ne', NOT_REPEATED, 'closed');
  a.load(64, r5, r1, ACCOUNT_OFFSETS.length).when(r5, 'eq', 0, 'closed');
  a.load(8, r4, r1, ACCOUNT_OFFSETS.data).when(r4, 'ne', 1, 'closed').do('mov', r0, 0).exit();
  a.label('closed').do('mov', r0, GATE_CLOSED).exit();
  a.label('too few').constant(r0, NOT_ENOUGH_ACCOUNTS).exit();
  return elfOf(a.bytes());
}
