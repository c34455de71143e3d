import { Layout } from 'assay-sandbox/pools/layout.ts';
import { expect, it } from 'vitest';
import type { AccountState } from '#chain/chain-reader.ts';
import { type Address, address, addressBytes, addressOf, derivedAddress } from '#solana/address.ts';
import { upgradeAddresses, upgradeOf } from './authorities.ts';

const LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
const PROGRAM = addressOf(new Uint8Array(32).fill(7));
const CODE = derivedAddress([addressBytes(PROGRAM)], LOADER);
const KEY = address('2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk');

const account = (at: Address, owner: string, data: Uint8Array): AccountState => ({
  address: at,
  owner: address(owner),
  data,
  lamports: 1n,
  executable: at === PROGRAM,
});
const pointer = new Layout(36).u32(0, 2).key(4, CODE).bytes();
const code = (authority: Address | null) => {
  const layout = new Layout(100).u32(0, 3).u64(4, 1n);
  return account(CODE, LOADER, authority ? layout.u8(12, 1).key(13, authority).bytes() : layout.bytes());
};
const upgrade = (...accounts: readonly AccountState[]) =>
  upgradeOf(PROGRAM, new Map(accounts.map((one) => [one.address, one])));
const program = account(PROGRAM, LOADER, pointer);

it('a program is changed by the authority of its code, or by nobody', () => {
  expect(upgradeAddresses(PROGRAM)).toEqual([PROGRAM, CODE]);
  expect(upgrade(program, code(null))).toEqual({ by: 'nobody', authority: null });
  expect(upgrade(program, code(KEY))).toEqual({ by: 'key', authority: KEY });
  expect(upgrade(program, code(CODE))).toEqual({ by: 'program', authority: CODE });
});

it.each(['BPFLoader1111111111111111111111111111111111', 'BPFLoader2111111111111111111111111111111111'])(
  'nobody changes a program of %s',
  (loader) => {
    expect(upgrade(account(PROGRAM, loader, new Uint8Array(36)))).toEqual({ by: 'nobody', authority: null });
  },
);

it('nothing is known of a program without its accounts, and of one under another loader', () => {
  expect(upgrade()).toBeNull();
  expect(upgrade(program)).toBeNull();
  expect(upgrade(code(null))).toBeNull();
  expect(upgrade(program, { ...code(null), owner: PROGRAM })).toBeNull();
  expect(upgrade(program, account(CODE, LOADER, new Layout(100).u32(0, 2).bytes()))).toBeNull();
  expect(upgrade(program, account(CODE, LOADER, new Layout(44).u32(0, 3).bytes()))).toBeNull();
  expect(upgrade(account(PROGRAM, 'LoaderV411111111111111111111111111111111111', pointer))).toBeNull();
});
