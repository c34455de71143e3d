import { type Address, address, addressBytes, derivedAddress } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { PROGRAM } from './layout.ts';

const TOKEN_VAULT = new TextEncoder().encode('token_vault');

/** Mints that launchpads sell for, likeliest first. */
const QUOTE_MINTS: readonly Address[] = [
  WRAPPED_SOL,
  address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), // USDC
  address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'), // USDT
  address('USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB'), // USD1
  address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'), // JUP
  address('J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn'), // JitoSOL
  address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB6YaB1pPB263'), // BONK
];

/** Where a pool holds a mint. */
export function vaultAddress(mint: Address, pool: Address): Address {
  return derivedAddress([TOKEN_VAULT, addressBytes(mint), addressBytes(pool)], PROGRAM);
}

/**
 * The mint that a pool sells for. A pool does not name it, but the address of its quote vault follows from it, so that a
 * guess can be proven. Null when none of the known mints is the one.
 */
export function quoteMintOf(pool: Address, quoteVault: Address): Address | null {
  return QUOTE_MINTS.find((mint) => vaultAddress(mint, pool) === quoteVault) ?? null;
}
