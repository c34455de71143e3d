import type { Address } from '#lib/address.ts';
import { addressBytes } from '#lib/address.ts';
import type { RpcMethods } from '../json-rpc.ts';
import { accountJson } from '../rpc/account-encoding.ts';
import { address, config, invalid, text, texts } from '../rpc/params.ts';
import type { RecordedAccount, RecordedWorld } from './world.ts';

const KEYS_MAX = 100;
const TOKEN_PROGRAMS: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const TOKEN_ACCOUNT_BYTES = 165;

/** The methods about what stands on chain at the world's slot. */
export function accountMethods(world: RecordedWorld): RpcMethods {
  const find = (of: string) => world.accounts.get(of as Address) ?? null;
  const withContext = (value: unknown) => ({ context: { slot: world.slot }, value });
  return {
    getAccountInfo: (params) => withContext(accountJson(find(address(text(params, 0))), config(params, 1), find)),
    getMultipleAccounts: (params) => {
      const keys = texts(params, 0, KEYS_MAX).map(address);
      return withContext(keys.map((key) => accountJson(find(key), config(params, 1), find)));
    },
    getTokenAccountsByOwner: (params) => {
      const held = holdings(world, address(text(params, 0)) as Address, config(params, 1));
      return withContext(
        held.map((account) => ({ pubkey: account.address, account: accountJson(account, config(params, 2), find) })),
      );
    },
  };
}

function holdings(
  world: RecordedWorld,
  owner: Address,
  { mint, programId }: Readonly<Record<string, unknown>>,
): readonly RecordedAccount[] {
  if (typeof mint !== 'string' && typeof programId !== 'string')
    throw invalid('Invalid param: expected mint or programId');
  const mine = Buffer.from(addressBytes(owner));
  const minted = typeof mint === 'string' ? Buffer.from(addressBytes(address(mint) as Address)) : null;
  return [...world.accounts.values()].filter(({ owner: program, data }) => {
    if (!TOKEN_PROGRAMS.includes(program) || data.length < TOKEN_ACCOUNT_BYTES) return false;
    if (typeof programId === 'string' && program !== programId) return false;
    return mine.equals(data.subarray(32, 64)) && (minted === null || minted.equals(data.subarray(0, 32)));
  });
}
