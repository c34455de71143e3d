import { PROGRAMS } from './programs.ts';
import type { WireMessage } from './wire.ts';

export const LAMPORTS_PER_SIGNATURE = 5_000n;
const UNITS_MAX = 1_400_000n;
const UNITS_PER_INSTRUCTION = 200_000n;
const UNITS_PER_BUILTIN = 3_000n;
const MICRO = 1_000_000n;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;

/**
 * The fee of a message in lamports: 5,000 a signature and the priority fee. Version 1 names that in its header, and no instruction
 * changes it.
 */
export function feeOf(message: WireMessage): bigint {
  const { config, requiredSignatures } = message;
  const priorityFee = config === null ? pricedFee(message) : (config.priorityFee ?? 0n);
  return BigInt(requiredSignatures) * LAMPORTS_PER_SIGNATURE + priorityFee;
}

/**
 * A priority fee by instructions: price in micro-lamports times the requested (or default) unit limit, rounded up. Built-in
 * programs count 3,000 units each towards the default, others 200,000.
 */
function pricedFee(message: WireMessage): bigint {
  let limit: bigint | null = null;
  let price = 0n;
  let defaultLimit = 0n;
  for (const { program, data } of message.instructions) {
    const name = message.keys[program];
    defaultLimit +=
      name === PROGRAMS.system || name === PROGRAMS.computeBudget ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION;
    if (name !== PROGRAMS.computeBudget) continue;
    const bytes = Buffer.from(data);
    if (bytes[0] === SET_UNIT_LIMIT && bytes.length >= 5) limit = BigInt(bytes.readUInt32LE(1));
    if (bytes[0] === SET_UNIT_PRICE && bytes.length >= 9) price = bytes.readBigUInt64LE(1);
  }
  const units = limit ?? defaultLimit;
  const capped = units > UNITS_MAX ? UNITS_MAX : units;
  return (price * capped + MICRO - 1n) / MICRO;
}
