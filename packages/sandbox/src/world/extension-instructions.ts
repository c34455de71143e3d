import type { TransactionInstruction } from '@solana/web3.js';
import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { little } from '#program/script-parts.ts';
import type { Coin } from './market/coin.ts';
import { instructionOf, optionalKeyBytes } from './token-instructions.ts';

/**
 * Tags of instructions of Token-2022 (spl-token-2022, `instruction.rs` and `extension/`). Those with two numbers have their
 * extension's own tag behind the first.
 */
const TAG = {
  beginTransferFee: [26, 0],
  setTransferFee: [26, 5],
  beginDefaultState: [28, 0],
  beginNonTransferable: [32],
  beginPermanentDelegate: [35],
  beginTransferHook: [36, 0],
  beginMetadataPointer: [39, 0],
  beginPausable: [44, 0],
  pause: [44, 1],
} as const;

/** Bytes of a mint before its extensions, and what each one has before its value. */
const HEAD_BYTES = 166;
const EXTENSION_HEAD_BYTES = 4;
const MINT_BYTES = 82;
const FROZEN = 2;
const NO_KEY = new Uint8Array(32);

/** An extension that a mint is born with: the length of its value, and the instruction that has to come before the mint's own. */
export interface Feature {
  readonly bytes: number;
  begin(coin: Coin): TransactionInstruction;
}

/** The length of a mint with these extensions. */
export function mintLength(features: readonly Feature[]): number {
  if (features.length === 0) return MINT_BYTES;
  return features.reduce((sum, { bytes }) => sum + EXTENSION_HEAD_BYTES + bytes, HEAD_BYTES);
}

function feature(
  bytes: number,
  tag: readonly number[],
  data: (coin: Coin) => readonly Uint8Array[] = () => [],
): Feature {
  const begin = (coin: Coin) =>
    instructionOf(coin.program, [{ address: coin.mint, writable: true }], Buffer.from(tag), ...data(coin));
  return { bytes, begin };
}

/** A fee on each transfer in basis points, `maximum` in atomic units. Without an authority nobody can change it. */
export function transferFeeFeature(bps: number, maximum: bigint, authority: Address | null): Feature {
  const powers = [optionalKeyBytes(authority), optionalKeyBytes(authority)];
  return feature(108, TAG.beginTransferFee, () => [...powers, little(bps, 2), little(maximum, 8)]);
}

/** Another fee, from the epoch after the next one on. */
export function setTransferFee(coin: Coin, authority: Address, bps: number, maximum: bigint): TransactionInstruction {
  return instructionOf(
    coin.program,
    steered(coin, authority),
    Buffer.from(TAG.setTransferFee),
    little(bps, 2),
    little(maximum, 8),
  );
}

/** New accounts are frozen. */
export const frozenByDefault: Feature = feature(1, TAG.beginDefaultState, () => [Buffer.of(FROZEN)]);

/** Tokens stay where they were minted. */
export const nonTransferableFeature: Feature = feature(0, TAG.beginNonTransferable);

/** Somebody who may move and burn everybody's tokens. */
export function permanentDelegateFeature(delegate: Address): Feature {
  return feature(32, TAG.beginPermanentDelegate, () => [addressBytes(delegate)]);
}

/** A program that decides about transfers, who may set it, or both. */
export function transferHookFeature(authority: Address | null, program: Address | null): Feature {
  return feature(64, TAG.beginTransferHook, () =>
    [authority, program].map((one) => (one ? addressBytes(one) : NO_KEY)),
  );
}

/** Says that the mint itself has its metadata, and that nobody can say otherwise later. */
export const ownMetadata: Feature = feature(64, TAG.beginMetadataPointer, ({ mint }) => [NO_KEY, addressBytes(mint)]);

/** Says that the metadata stands in an account of somebody's. */
export function metadataElsewhere(target: Address): Feature {
  return feature(64, TAG.beginMetadataPointer, () => [NO_KEY, addressBytes(target)]);
}

/** Somebody who may pause and resume all transfers. */
export function pausableFeature(authority: Address): Feature {
  return feature(33, TAG.beginPausable, () => [addressBytes(authority)]);
}

/** Pauses all transfers. */
export function pause(coin: Coin, authority: Address): TransactionInstruction {
  return instructionOf(coin.program, steered(coin, authority), Buffer.from(TAG.pause));
}

function steered({ mint }: Coin, authority: Address) {
  return [
    { address: mint, writable: true },
    { address: authority, signer: true },
  ];
}
