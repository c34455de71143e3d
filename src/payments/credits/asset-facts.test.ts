import type { AccountState } from 'assay-core/chain/chain-reader.ts';
import { known, missing, type Reading } from 'assay-core/lib/reading.ts';
import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { type AssetFactsSource, openAssetFacts } from './asset-facts.ts';

const mint = addressOf(new Uint8Array(32).fill(1));
const payTo = addressOf(new Uint8Array(32).fill(2));
const classic = associatedAccount(payTo, mint, TOKEN_PROGRAM);

function account(of: Address, owner: Address, data = new Uint8Array(165)): AccountState {
  return { address: of, owner, data, lamports: 1n, executable: false };
}

function mintAccount(owner: Address = TOKEN_PROGRAM, decimals = 6): AccountState {
  const data = new Uint8Array(82);
  data[44] = decimals;
  data[45] = 1;
  return account(mint, owner, data);
}

/** Facts over accounts that a test may change; what is not listed cannot be read. */
async function watched(accounts: Map<Address, AccountState | null>): Promise<AssetFactsSource> {
  const chain = {
    account: async (of: Address): Promise<Reading<AccountState | null>> => {
      const value = accounts.get(of);
      return value === undefined ? missing('account', 'rpc_unavailable') : known(value);
    },
  };
  const facts = openAssetFacts({ chain, assetMint: mint, payTo, everyMs: 5 });
  onTestFinished(() => facts.close());
  await facts.firstReading;
  return facts;
}

it('tells program and decimals of the mint, and the account that transfers go to', async () => {
  const facts = await watched(new Map([[mint, mintAccount(TOKEN_2022_PROGRAM, 9)]]));
  const destination = associatedAccount(payTo, mint, TOKEN_2022_PROGRAM);
  expect(facts.current()).toEqual({
    mint,
    payTo,
    tokenProgram: TOKEN_2022_PROGRAM,
    decimals: 9,
    destination,
    destinationExists: null,
  });
});

it('follows the account of the merchant: unknown, missing, there, and as last known when it cannot be read', async () => {
  const accounts = new Map<Address, AccountState | null>([[mint, mintAccount()]]);
  const facts = await watched(accounts);
  const exists = () => facts.current()?.destinationExists;
  expect(exists()).toBeNull();
  accounts.set(classic, null);
  await until(() => exists() === false);
  accounts.set(classic, account(classic, TOKEN_PROGRAM));
  await until(() => exists() === true);
  accounts.clear();
  const read = vi.spyOn(accounts, 'get');
  await until(() => read.mock.calls.length > 4);
  expect(exists()).toBe(true);
  accounts.set(classic, account(classic, payTo));
  await until(() => exists() === false);
});

it('knows nothing until the mint was read, and asks again', async () => {
  const accounts = new Map<Address, AccountState | null>();
  const facts = await watched(accounts);
  expect(facts.current()).toBeNull();
  accounts.set(mint, mintAccount());
  await until(() => facts.current()?.decimals === 6);
});

it('takes nothing for a mint that is none', async () => {
  const uninitialized = mintAccount();
  uninitialized.data[45] = 0;
  const none = [null, mintAccount(payTo), uninitialized, account(mint, TOKEN_PROGRAM, new Uint8Array(81))];
  for (const value of none) expect((await watched(new Map([[mint, value]]))).current()).toBeNull();
});

it('refuses a mint or a wallet that is no address', () => {
  const chain = { account: async () => known(null) };
  expect(() => openAssetFacts({ chain, assetMint: 'USDC', payTo })).toThrow('not an address');
  expect(() => openAssetFacts({ chain, assetMint: mint, payTo: '' })).toThrow('not an address');
});
