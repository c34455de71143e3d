import { type Address, address, addressBytes, derivedAddress } from '../address.ts';

export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
/** The two programs whose accounts are mints and token accounts. */
export const TOKEN_PROGRAMS: readonly Address[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];
/** Its Create has no data or the byte 0, its CreateIdempotent the byte 1. */
export const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** Native SOL as a token. */
export const WRAPPED_SOL = address('So11111111111111111111111111111111111111112');

/** True for one of them. */
export function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

/**
 * True for an account of a token program without data. The programs never make one: either its data was withheld, or an account that is no
 * mint and no token account was assigned to the program. One answer cannot show which.
 */
export function isBare({ owner, data }: { readonly owner: Address; readonly data: Uint8Array }): boolean {
  return isTokenProgram(owner) && data.length === 0;
}

/** The associated token account of an owner (which may be off the curve) for a mint under a token program. */
export function associatedAccount(owner: Address, mint: Address, program: Address): Address {
  return derivedAddress([addressBytes(owner), addressBytes(program), addressBytes(mint)], ASSOCIATED_TOKEN_PROGRAM);
}

/** True for the associated token account of an owner for a mint under one of the token programs. */
export function isAssociated(account: Address, owner: Address, mint: Address): boolean {
  return TOKEN_PROGRAMS.some((program) => associatedAccount(owner, mint, program) === account);
}
