import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { type Address, address, addressBytes } from 'assay-core/solana/address.ts';
import { associatedTokenAddress } from '#chain/derivation.ts';
import { worldRent } from '#chain/gates.ts';
import { PROGRAMS, unspell } from '#chain/programs.ts';
import { type AccountUse, little } from '#program/script-parts.ts';
import type { Coin } from './market/coin.ts';

/** Tags of instructions that both token programs have (spl-token, `instruction.rs`). */
const TAG = {
  setAuthority: 6,
  mintTo: 7,
  close: 9,
  freeze: 10,
  thaw: 11,
  transferChecked: 12,
  initializeMint2: 20,
} as const;
/** The kinds of authority, as `SetAuthority` numbers them. */
const AUTHORITY = { mint: 0, freeze: 1 } as const;
const SYSTEM = address(PROGRAMS.system);
const ASSOCIATED = address(PROGRAMS.associatedToken);
const CREATE_ACCOUNT = 0;
const CREATE_IDEMPOTENT = 1;

/** An instruction of these accounts and this data. */
export function instructionOf(
  program: Address,
  uses: readonly AccountUse[],
  ...data: readonly Uint8Array[]
): TransactionInstruction {
  const keys = uses.map(({ address: of, writable = false, signer = false }) => ({
    pubkey: keyOf(of),
    isWritable: writable,
    isSigner: signer,
  }));
  return new TransactionInstruction({ programId: keyOf(program), keys, data: Buffer.concat(data) });
}

function keyOf(of: Address): PublicKey {
  return new PublicKey(unspell(of));
}

/** A key that may be missing: a byte that says whether it is there, then its bytes. */
export function optionalKeyBytes(of: Address | null): Uint8Array {
  return of === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), addressBytes(of)]);
}

/** An empty account of a mint to be, under the coin's token program. It gets rent for `rentBytes`, which may be more than its length. */
export function createMintAccount(
  payer: Address,
  coin: Coin,
  bytes: number,
  rentBytes = bytes,
): TransactionInstruction {
  const uses = [
    { address: payer, writable: true, signer: true },
    { address: coin.mint, writable: true, signer: true },
  ];
  const size = [little(worldRent(rentBytes), 8), little(bytes, 8)];
  return instructionOf(SYSTEM, uses, little(CREATE_ACCOUNT, 4), ...size, addressBytes(coin.program));
}

/**
 * Makes an account of the right length the mint of a coin. The program passes over accounts that are only `mentioned`, such
 * as one of metadata: so the transaction is part of their history as well.
 */
export function initializeMint(
  { mint, program, decimals }: Coin,
  authority: Address,
  freezeAuthority: Address | null,
  mentioned: readonly Address[] = [],
): TransactionInstruction {
  const uses = [{ address: mint, writable: true }, ...mentioned.map((one) => ({ address: one }))];
  const data = [Buffer.of(TAG.initializeMint2, decimals), addressBytes(authority), optionalKeyBytes(freezeAuthority)];
  return instructionOf(program, uses, ...data);
}

/** The associated account of an owner for a coin. */
export function tokenHoldingOf({ mint, program }: Coin, owner: Address): Address {
  return associatedTokenAddress(owner, mint, program);
}

/** Opens an owner's associated account for a coin unless it exists; the payer gives its rent. */
export function openHolding(payer: Address, owner: Address, coin: Coin): TransactionInstruction {
  const uses = [
    { address: payer, writable: true, signer: true },
    { address: tokenHoldingOf(coin, owner), writable: true },
    ...[owner, coin.mint, SYSTEM, coin.program].map((one) => ({ address: one })),
  ];
  return instructionOf(ASSOCIATED, uses, Buffer.of(CREATE_IDEMPOTENT));
}

/** New tokens into a token account. Atomic units. */
export function issue(
  { mint, program }: Coin,
  authority: Address,
  into: Address,
  amount: bigint,
): TransactionInstruction {
  const uses = [
    { address: mint, writable: true },
    { address: into, writable: true },
    { address: authority, signer: true },
  ];
  return instructionOf(program, uses, Buffer.of(TAG.mintTo), little(amount, 8));
}

/** Tokens from an owner's associated account into a token account. Atomic units. */
export function transfer(coin: Coin, owner: Address, into: Address, amount: bigint): TransactionInstruction {
  const uses = [
    { address: tokenHoldingOf(coin, owner), writable: true },
    { address: coin.mint },
    { address: into, writable: true },
    { address: owner, signer: true },
  ];
  const data = [Buffer.of(TAG.transferChecked), little(amount, 8), Buffer.of(coin.decimals)];
  return instructionOf(coin.program, uses, ...data);
}

/** Closes an owner's associated account, which must be empty unless it is of wrapped SOL. Its lamports go to the owner. */
export function closeHolding(coin: Coin, owner: Address): TransactionInstruction {
  const uses = [
    { address: tokenHoldingOf(coin, owner), writable: true },
    { address: owner, writable: true },
    { address: owner, signer: true },
  ];
  return instructionOf(coin.program, uses, Buffer.of(TAG.close));
}

/** Hands a power over a mint to an address, or revokes it for ever. */
export function setAuthority(
  { mint, program }: Coin,
  power: keyof typeof AUTHORITY,
  present: Address,
  next: Address | null,
): TransactionInstruction {
  const uses = [
    { address: mint, writable: true },
    { address: present, signer: true },
  ];
  return instructionOf(program, uses, Buffer.of(TAG.setAuthority, AUTHORITY[power]), optionalKeyBytes(next));
}

/** Freezes the associated account of an owner. */
export function freeze(coin: Coin, authority: Address, owner: Address): TransactionInstruction {
  return instructionOf(coin.program, freezing(coin, authority, owner), Buffer.of(TAG.freeze));
}

/** Thaws the associated account of an owner. */
export function thaw(coin: Coin, authority: Address, owner: Address): TransactionInstruction {
  return instructionOf(coin.program, freezing(coin, authority, owner), Buffer.of(TAG.thaw));
}

function freezing(coin: Coin, authority: Address, owner: Address): readonly AccountUse[] {
  return [
    { address: tokenHoldingOf(coin, owner), writable: true },
    { address: coin.mint },
    { address: authority, signer: true },
  ];
}
