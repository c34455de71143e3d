import { MessageV0, PublicKey, type TransactionInstruction, VersionedTransaction } from '@solana/web3.js';
import { type Address, isOnCurve, parseAddress } from 'assay-core/solana/address.ts';
import { associatedAccount } from 'assay-core/solana/token/programs.ts';
import type { InvalidItem } from '#lib/fault.ts';
import type { AssetFacts } from './asset-facts.ts';
import { computeBudget, createAssociated, memo, transferChecked } from './instructions.ts';

const INPUT_CHARS_MAX = 256;

/** The input of a transfer by ticket. Amount in atomic units of the asset. */
export interface TransferInput {
  readonly payer: Address;
  readonly amountAtomic: bigint;
  readonly memo: string;
  readonly blockhash: string;
  readonly facts: AssetFacts;
}

/** Transfer and memo take under 30,000 units with any program version; guards that wallets add need the rest. */
const UNITS_MAX = 60_000;
/** Opening a token account took 17,000 units in the sandbox; each further bump of its address takes 1,500 more. */
const UNITS_TO_OPEN = 40_000;
/** At most 2,000 lamports for the whole transaction: above transactions without a priority fee, and below the signature's cost. */
const MICROLAMPORTS_PER_UNIT = 20_000;

/**
 * The unsigned transfer of a ticket in base64 (version 0): compute budget, the merchant's token account if it is missing or
 * unknown, TransferChecked from the payer's associated account, one memo. The payer pays the fee.
 */
export function unsignedTransfer(input: TransferInput): string {
  const { payer, amountAtomic, facts } = input;
  const { mint, tokenProgram, decimals } = facts;
  const opens = facts.destinationExists !== true;
  const from = associatedAccount(payer, mint, tokenProgram);
  return unsigned(payer, input.blockhash, [
    ...computeBudget(UNITS_MAX + (opens ? UNITS_TO_OPEN : 0), MICROLAMPORTS_PER_UNIT),
    ...(opens ? [createAssociated({ payer, owner: facts.payTo, mint, tokenProgram })] : []),
    transferChecked({ tokenProgram, from, mint, to: facts.destination, authority: payer, amountAtomic, decimals }),
    memo(input.memo),
  ]);
}

/** A versioned transaction in base64 whose signatures are all empty. The fee payer is its first account. */
export function unsigned(
  feePayer: Address,
  blockhash: string,
  instructions: readonly TransactionInstruction[],
): string {
  const message = MessageV0.compile({
    payerKey: new PublicKey(feePayer),
    instructions: [...instructions],
    recentBlockhash: blockhash,
  });
  return Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
}

/** Addresses that may not pay: the merchant itself, and keys that sign for payments per call. */
interface PayerBounds {
  readonly payTo: string;
  readonly facilitatorKeys: readonly string[];
}

/** The wallet in `text`, or the 422 item of its error. */
export function readPayer(
  text: string,
  bounds: PayerBounds,
): { readonly payer: Address } | { readonly item: InvalidItem } {
  const payer = parseAddress(text);
  if (!payer) return refused(text, 'Not a Solana address: base58 of exactly 32 bytes');
  if (!isOnCurve(payer))
    return refused(text, 'Not a wallet: the address belongs to a program and nobody can sign for it');
  if (payer === bounds.payTo) return refused(text, 'The payer is the wallet that is to be paid');
  if (bounds.facilitatorKeys.includes(payer)) {
    return refused(text, 'The payer is a key of the facilitator, which never pays for itself');
  }
  return { payer };
}

function refused(input: string, msg: string): { readonly item: InvalidItem } {
  const echo = input.length <= INPUT_CHARS_MAX ? { input } : {};
  return { item: { loc: ['body', 'payer'], msg, type: 'value_error', ...echo } };
}
