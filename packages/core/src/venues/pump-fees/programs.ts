import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';

/** The bonding curves of pump.fun (pump-public-docs `idl/pump.json`). */
export const PUMP_PROGRAM = address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P');
/** PumpSwap, where completed curves go on (pump-public-docs `idl/pump_amm.json`). */
export const PUMPSWAP_PROGRAM = address('pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA');
/** Keeps the fee schedules of both (pump-public-docs `idl/pump_fees.json`). */
export const PUMP_FEES_PROGRAM = address('pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ');

/** The all-zero key: "none" in a creator field, native SOL in the quote mint of a curve. */
export const NO_KEY = address('11111111111111111111111111111111');

const encoder = new TextEncoder();

/** The bytes of a seed that is written as text. */
export function seed(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Where the fee program keeps the schedule of `program`. */
export function feeConfigAddress(program: Address): Address {
  return derivedAddress([seed('fee_config'), addressBytes(program)], PUMP_FEES_PROGRAM);
}

/** The address that creates the canonical pool of a coin, and is known to the fee program by that. */
export function poolAuthority(baseMint: Address): Address {
  return derivedAddress([seed('pool-authority'), addressBytes(baseMint)], PUMP_PROGRAM);
}
