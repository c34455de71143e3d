import { setImmediate as nextTurn } from 'node:timers/promises';
import { ComputeBudgetProgram, type TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressOf } from 'assay-core/solana/address.ts';
import { EPOCH_SLOTS } from 'assay-core/solana/gates/gate-table.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { worldRent } from '#chain/gates.ts';
import type { LocalChain } from '#chain/local-chain.ts';
import { PROGRAMS, WRAPPED_SOL_MINT } from '#chain/programs.ts';
import { mintData } from '#chain/tokens.ts';
import { decodeSigned } from '#chain/wire.ts';
import { type SampleSubject, USDC_MINT } from '#identity.ts';
import { installHookProgram, installVenuePrograms, installWalletGuard } from '#program/install.ts';
import type { AccountUse } from '#program/script-parts.ts';
import { Cast } from './actors.ts';
import { venueSettings } from './market/settings.ts';
import { type Act, type Endowment, faucet, type Sequel, SOL, type Stage, USDC } from './scene.ts';
import { scenes } from './scenes/index.ts';
import { Sequels } from './sequels.ts';
import { signedBytes } from './transaction.ts';

/** The actions on a world after it was built. */
export interface World {
  readonly seed: string;
  readonly subjects: readonly SampleSubject[];
  /** The stories that are left to be played on request. */
  readonly sequels: Sequels;
}

const FAUCET_LAMPORTS = 5_000_000n * SOL;
const WRAPPED_SOL_DECIMALS = 9;
/** The virtual machine's results are freed only between turns of the event loop, so building must let it turn. */
const ACTS_PER_TURN = 128;
/** The acts in one turn once the chain answers, so that answers are not delayed. */
const ACTS_PER_SHORT_TURN = 8;
/** The most units of computation that a transaction may ask for. */
const UNITS_MAX = 1_400_000;
const EMPTY_STAGE: Stage = { readAccount: () => null, clock: { slot: 0n, unixTime: 0n, epoch: 0n } };

/** Plays every scene on an empty chain, in the order of slots. Throws when an act fails: the world is then wrong. */
export async function buildWorld(chain: LocalChain, seed: string): Promise<World> {
  const cast = new Cast(seed);
  const written = scenes.map((write) => write(cast));
  const source = faucet(cast);
  endow(chain, [{ to: source, lamports: FAUCET_LAMPORTS }, ...written.flatMap((scene) => scene.endowments ?? [])]);
  putMint(chain, USDC_MINT, source.publicKey.toBytes(), USDC.decimals);
  putMint(chain, WRAPPED_SOL_MINT, null, WRAPPED_SOL_DECIMALS);
  installVenuePrograms(chain);
  installHookProgram(chain);
  installWalletGuard(chain);
  putAccounts(chain, [...venueSettings(), ...written.flatMap((scene) => scene.accounts ?? [])]);
  const acts = written.flatMap((scene) => scene.acts).sort((a, b) => a.slot - b.slot);
  await playAll(chain, acts, ACTS_PER_TURN);
  const sequels = new Sequels(
    written.flatMap((scene) => scene.sequels ?? []),
    { play: (some) => playSequels(chain, some), usesOf },
  );
  return { seed, subjects: written.flatMap((scene) => scene.subjects), sequels };
}

/** The accounts before their first act, then all acts in the order of slots. */
async function playSequels(chain: LocalChain, sequels: readonly Sequel[]): Promise<void> {
  endow(
    chain,
    sequels.flatMap(({ endowments = [] }) => endowments),
  );
  putAccounts(
    chain,
    sequels.flatMap((sequel) => sequel.accounts?.() ?? []),
  );
  await playAll(chain, inOrder(sequels), ACTS_PER_SHORT_TURN);
}

function inOrder(parts: readonly Pick<Sequel, 'acts'>[]): readonly Act[] {
  return parts.flatMap((part) => part.acts()).sort((a, b) => a.slot - b.slot);
}

async function playAll(chain: LocalChain, acts: readonly Act[], perTurn: number): Promise<void> {
  for (const [index, act] of acts.entries()) {
    if (index % perTurn === perTurn - 1) await nextTurn();
    play(chain, act);
  }
}

function endow(chain: LocalChain, endowments: readonly Endowment[]): void {
  for (const { to, lamports } of endowments)
    chain.setGenesisAccount(to.address, {
      lamports,
      owner: PROGRAMS.system,
      executable: false,
      data: new Uint8Array(0),
    });
}

function putAccounts(chain: LocalChain, accounts: readonly AccountBytes[]): void {
  for (const account of accounts) chain.setGenesisAccount(account.address, { ...account, executable: false });
}

function putMint(chain: LocalChain, mint: string, authority: Uint8Array | null, decimals: number): void {
  const data = mintData(authority, decimals);
  chain.setGenesisAccount(mint, { lamports: worldRent(data.length), owner: PROGRAMS.token, executable: false, data });
}

function play(chain: LocalChain, act: Act): void {
  const { slot, fails = false } = act;
  const instructions = instructionsOf(act, stageAt(chain, slot));
  const config = isVersion1(act, instructions) ? { priorityFee: 0n, computeUnitLimit: UNITS_MAX } : null;
  const bytes = signedBytes({ ...act, instructions, ...(config && { config }) }, chain.blockhashes.of(slot - 1));
  const { recorded, error, logs } = chain.execute(decodeSigned(bytes), slot, false);
  if (!recorded || (error !== null) !== fails)
    throw new Error(`an act of the sample world went wrong at slot ${slot}: ${JSON.stringify({ error, logs })}`);
}

/**
 * Three of seven transactions are of version 1, so that whoever reads a history meets both. Those that name tables cannot be, and
 * those that ask the compute budget for something would lose what they ask for.
 */
function isVersion1({ slot, tables }: Act, instructions: readonly TransactionInstruction[]): boolean {
  const asksBudget = instructions.some(({ programId }) => programId.equals(ComputeBudgetProgram.programId));
  return slot % 7 < 3 && !tables && !asksBudget;
}

function instructionsOf({ instructions }: Act, stage: Stage): readonly TransactionInstruction[] {
  return typeof instructions === 'function' ? instructions(stage) : instructions;
}

/** The accounts that an act's transaction names, each with its rights there. An empty stage shows them already. */
function usesOf(act: Act): readonly AccountUse[] {
  const signers = [act.payer, ...(act.signers ?? [])].map((one) => ({ address: address(one.address), writable: true }));
  const called = instructionsOf(act, EMPTY_STAGE).flatMap(({ programId, keys }) => [
    { address: addressOf(programId.toBytes()) },
    ...keys.map(({ pubkey, isWritable }) => ({ address: addressOf(pubkey.toBytes()), writable: isWritable })),
  ]);
  return [...signers, ...called];
}

function stageAt(chain: LocalChain, slot: number): Stage {
  const [epoch, unixTime] = [BigInt(Math.floor(slot / EPOCH_SLOTS)), BigInt(chain.clock.blockTime(slot))];
  return {
    readAccount(at: Address) {
      const found = chain.account(at, 'processed');
      return found && { address: at, owner: address(found.owner), lamports: found.lamports, data: found.data };
    },
    clock: { slot: BigInt(slot), unixTime, epoch },
  };
}
