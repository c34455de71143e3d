import { MessageV0, PublicKey, TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { type Address, address } from '../address.ts';
import { hookListAddress } from './transfer-hook.ts';
import type { HookedTransfer, NamedAccount } from './transfer-hook-accounts.ts';

/** A transfer of tokens; `hookProgram` is null where no hook decides about it. Amount in atomic units. */
export interface TokenTransfer extends Omit<HookedTransfer, 'hookProgram'> {
  readonly hookProgram: Address | null;
}

/** A transfer with what its instruction names beside it. */
export interface TransferInstruction extends TokenTransfer {
  readonly tokenProgram: Address;
  readonly decimals: number;
  /** What the hook's list comes to; null where it keeps no list, so that it is called with the transfer's accounts alone. */
  readonly extras: readonly NamedAccount[] | null;
}

const COMPUTE_BUDGET_PROGRAM = address('ComputeBudget111111111111111111111111111111');
/** `SetComputeUnitLimit`: the tag, and the units (u32) at the most that a transaction may ask for: 1,400,000. */
const ALL_UNITS = Buffer.of(2, 0xc0, 0x5c, 0x15, 0);
const TRANSFER_CHECKED = 12;
/** Stands where the endpoint puts a block hash of its own. */
const NO_BLOCKHASH = '11111111111111111111111111111111';
/** What the network takes of a transaction, signatures included. */
const WIRE_BYTES_MAX = 1_232;
const SIGNATURE_BYTES = 65;

/**
 * The transfer as an unsigned transaction in base64 that the holder pays for, to be run under a block hash of the
 * endpoint's. All compute units are asked for, so that a hook is not refused for what others would grant it. Null where it
 * does not fit into a transaction.
 */
export function transferTransaction(transfer: TransferInstruction): string | null {
  const payerKey = new PublicKey(transfer.authority);
  const units = new TransactionInstruction({
    programId: new PublicKey(COMPUTE_BUDGET_PROGRAM),
    keys: [],
    data: ALL_UNITS,
  });
  const message = MessageV0.compile({
    payerKey,
    instructions: [units, transferOf(transfer)],
    recentBlockhash: NO_BLOCKHASH,
  });
  const keyBytes = message.staticAccountKeys.length * 32;
  // Serializing throws when it runs out of room, and the keys are what takes it.
  if (SIGNATURE_BYTES + keyBytes + ownBytes(message) > WIRE_BYTES_MAX) return null;
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
}

/** `TransferChecked`, with what the token program hands on to the hook behind its own accounts. */
function transferOf(transfer: TransferInstruction): TransactionInstruction {
  const { tokenProgram, source, mint, destination, authority, amount, decimals, extras, hookProgram } = transfer;
  const data = Buffer.alloc(10);
  data.writeUInt8(TRANSFER_CHECKED);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(decimals, 9);
  const list =
    extras === null || hookProgram === null
      ? []
      : [...extras, { address: hookListAddress(mint, hookProgram), writable: false }];
  const keys = [
    { address: source, writable: true },
    { address: mint, writable: false },
    { address: destination, writable: true },
    { address: authority, writable: false, signs: true },
    ...list,
    ...(hookProgram === null ? [] : [{ address: hookProgram, writable: false }]),
  ].map((one) => ({
    pubkey: new PublicKey(one.address),
    isSigner: 'signs' in one,
    isWritable: one.writable,
  }));
  return new TransactionInstruction({ programId: new PublicKey(tokenProgram), keys, data });
}

/** Everything of the message but its keys: version, header, counts, block hash, instructions, no lookups. */
function ownBytes({ compiledInstructions }: MessageV0): number {
  const instructions = compiledInstructions.reduce(
    (sum, { accountKeyIndexes, data }) => sum + 3 + accountKeyIndexes.length + data.length,
    0,
  );
  return 4 + 1 + 32 + 1 + instructions + 1;
}
