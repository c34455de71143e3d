import { clmmConfig } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import { existingPool, key, MINT, OTHER, ok, spec, the } from '../../../test/venues/clmm-world.ts';
import { configurationAddress, PROGRAM, poolAddress } from './addresses.ts';
import { CONFIGURATIONS, raydiumClmm } from './index.ts';

const { pool, accounts, written } = existingPool(spec());
const account = the(accounts, pool.address);
const changed = (at: number, value: number) => {
  const data = account.data.slice();
  data[at] = value;
  return { ...account, data };
};

describe('a Raydium CLMM pool', () => {
  it('is recognised from either side, with its vaults oriented', () => {
    const [zero, one] = written.vaults.map(({ address }) => address);
    expect(pool).toMatchObject({ mint: MINT, other: OTHER, vaults: { mint: zero, other: one } });
    const turned = ok(raydiumClmm.recognise(account, OTHER));
    expect(turned).toMatchObject({ mint: OTHER, other: MINT, vaults: { mint: one, other: zero } });
    expect(turned.needs).toEqual(pool.needs);
  });

  it('asks for its configuration, its vaults and the tick arrays that are in use, and for nothing twice', () => {
    expect(pool.needs).toContain(written.configuration.address);
    for (const { address } of [...written.vaults, ...written.arrays]) expect(pool.needs).toContain(address);
    expect(pool.needs).toHaveLength(1 + 2 + written.arrays.length);
  });

  it('is refused to who asks about another mint', () => {
    expect(raydiumClmm.recognise(account, key(3))).toMatchObject({ refused: 'inconsistent' });
  });

  it('is refused with a foreign owner, before anything of it is read', () => {
    const foreign = { ...account, owner: key(4), data: new Uint8Array(3) };
    expect(raydiumClmm.recognise(foreign, MINT)).toMatchObject({ refused: 'foreign_owner' });
  });

  it('is refused with another discriminator, and at every other length', () => {
    expect(raydiumClmm.recognise(changed(0, 1), MINT)).toMatchObject({ refused: 'wrong_layout' });
    for (let length = 0; length < 1544; length += 1) {
      const cut = { ...account, data: account.data.slice(0, length) };
      expect(raydiumClmm.recognise(cut, MINT)).toMatchObject({ refused: 'wrong_layout' });
    }
    const longer = { ...account, data: new Uint8Array([...account.data, 0]) };
    expect(raydiumClmm.recognise(longer, MINT)).toMatchObject({ refused: 'wrong_layout' });
  });

  it.each([
    ['a fee mode', 390],
    ['a byte behind the fee mode', 391],
    ['a byte behind the dynamic fee', 1130],
    ['the last byte', 1543],
    ['a dynamic fee without its parameters', 1122],
  ])('is an unknown variant with %s that is not known', (_, at) => {
    expect(raydiumClmm.recognise(changed(at, 3), MINT)).toMatchObject({ refused: 'unknown_variant' });
  });

  it('is refused with a price that is not at its tick, and with a tick spacing out of range', () => {
    expect(raydiumClmm.recognise(changed(269, 7), MINT)).toMatchObject({ refused: 'inconsistent' });
    expect(raydiumClmm.recognise(changed(272, 0x70), MINT)).toMatchObject({ refused: 'wrong_layout' });
    expect(raydiumClmm.recognise(changed(235, 0), MINT)).toMatchObject({ refused: 'wrong_layout' });
    expect(raydiumClmm.recognise(changed(236, 0xff), MINT)).toMatchObject({ refused: 'wrong_layout' });
  });
});

describe('addresses of Raydium CLMM', () => {
  it('are those that the program derives', () => {
    CONFIGURATIONS.forEach((address, index) => {
      expect(address).toBe(configurationAddress(index));
    });
  });

  it('give one pool for each configuration that exists, in either order of the mints', () => {
    const configurations = [1, 3].map((index) => clmmConfig({ index, tickSpacing: 60, trade: 2500 }));
    const read = new Map(configurations.map((one) => [one.address, { ...one, lamports: 1n }]));
    const stranger = { address: configurationAddress(5), owner: key(4), lamports: 1n, data: new Uint8Array(117) };
    const known = new Map([...read, [stranger.address, stranger]]);
    const found = raydiumClmm.candidates({ mint: OTHER, other: MINT }, known);
    expect(found).toEqual(configurations.map((one) => poolAddress(one.address, MINT, OTHER)));
    expect(raydiumClmm).toMatchObject({ program: PROGRAM, authority: null });
  });
});
