import { spell } from '../../chain/programs.ts';
import type { NamedInstruction, Parsed } from './form.ts';

const HEAD_BYTES = 4;
const CREATE_ACCOUNT_BYTES = 52;
const TRANSFER_BYTES = 12;

/** System instructions that move lamports or make accounts, by the layout of the system program's `SystemInstruction`. */
export function parseSystem({ accounts, data }: NamedInstruction): Parsed {
  if (data.length < HEAD_BYTES) return null;
  switch (data.readUInt32LE(0)) {
    case 0:
      return data.length < CREATE_ACCOUNT_BYTES ? null : createAccount(accounts, data);
    case 1:
      return { type: 'assign', info: { account: accounts[0], owner: spell(data.subarray(4, 36)) } };
    case 2:
      if (data.length < TRANSFER_BYTES) return null;
      return { type: 'transfer', info: { source: accounts[0], destination: accounts[1], lamports: lamports(data, 4) } };
    case 4:
      return { type: 'advanceNonce', info: nonceInfo(accounts) };
    case 5:
      return data.length < TRANSFER_BYTES ? null : withdrawNonce(accounts, data);
    case 8:
      return { type: 'allocate', info: { account: accounts[0], space: lamports(data, 4) } };
    default:
      return null;
  }
}

function lamports(data: Buffer, at: number): number {
  return Number(data.readBigUInt64LE(at));
}

function createAccount([source, newAccount]: readonly string[], data: Buffer): Parsed {
  const info = { source, newAccount, lamports: lamports(data, 4), space: lamports(data, 12) };
  return { type: 'createAccount', info: { ...info, owner: spell(data.subarray(20, 52)) } };
}

function nonceInfo([nonceAccount, recentBlockhashesSysvar, nonceAuthority]: readonly string[]): object {
  return { nonceAccount, recentBlockhashesSysvar, nonceAuthority };
}

function withdrawNonce(accounts: readonly string[], data: Buffer): Parsed {
  const [nonceAccount, destination, recentBlockhashesSysvar, rentSysvar, nonceAuthority] = accounts;
  const info = { nonceAccount, destination, recentBlockhashesSysvar, rentSysvar, nonceAuthority };
  return { type: 'withdrawFromNonce', info: { ...info, lamports: lamports(data, 4) } };
}
