import { type Address, addressBytes, derivedAddress } from '#lib/address.ts';
import { executeData, hookListAddress } from '#lib/token/transfer-hook.ts';
import type { AccountBytes } from '#venues/model.ts';
import { HOOK_PROGRAM } from '../../program/hook.ts';
import { counted, little } from '../../program/pieces.ts';
import { genesis } from './accounts.ts';

const MARK = executeData(0n).subarray(0, 8);
const CONFIG_BYTES = 32;
/** Kinds of entries, and of seeds and other places in them (spl-tlv-account-resolution). */
const ENTRY = { ownSeeds: 1, stored: 2 } as const;
const SEED = { literal: 1, instruction: 2, key: 3, data: 4 } as const;
const IN_ACCOUNT = 2;
/** Places in the hook's instruction, and of the owner in a token account. */
const [SOURCE, MINT, DESTINATION] = [0, 1, 2];
const [OWNER_AT, AMOUNT_AT] = [32, 8];

/**
 * What a mint with the sandbox's hook needs: the gate that lets transfers pass or not, and the list of accounts that the
 * hook wants, which has each way of finding one in it. Only the gate is there; the hook asks nothing of the others.
 */
export function gateAccounts(mint: Address, isOpen: boolean): readonly AccountBytes[] {
  const gate = derivedAddress([Buffer.from('gate'), addressBytes(mint)], HOOK_PROGRAM);
  const list = listData([
    entry(ENTRY.ownSeeds, [literal('gate'), [SEED.key, MINT]]),
    entry(ENTRY.ownSeeds, [literal('seat'), [SEED.data, DESTINATION, OWNER_AT, 32], [SEED.instruction, AMOUNT_AT, 8]]),
    entry(ENTRY.stored, [[IN_ACCOUNT, SOURCE, OWNER_AT]]),
  ]);
  return [
    genesis({ address: gate, owner: HOOK_PROGRAM, data: Buffer.of(isOpen ? 1 : 0) }),
    genesis({ address: hookListAddress(mint, HOOK_PROGRAM), owner: HOOK_PROGRAM, data: list }),
  ];
}

function literal(text: string): readonly number[] {
  return [SEED.literal, ...counted(Buffer.from(text))];
}

/** A kind, 32 bytes, and that it neither signs nor is written to. */
function entry(kind: number, config: readonly (readonly number[])[]): Uint8Array {
  const bytes = Buffer.alloc(1 + CONFIG_BYTES + 2);
  bytes[0] = kind;
  bytes.set(config.flat(), 1);
  return bytes;
}

function listData(entries: readonly Uint8Array[]): Uint8Array {
  const value = Buffer.concat([little(entries.length, 4), ...entries]);
  return Buffer.concat([MARK, little(value.length, 4), value]);
}
