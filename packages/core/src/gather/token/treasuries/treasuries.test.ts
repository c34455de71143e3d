import { Layout } from 'assay-sandbox/pools/layout.ts';
import { squadsMultisig } from 'assay-sandbox/pools/treasuries.ts';
import { describe, expect, it } from 'vitest';
import { nativeTreasury, REALMS_PROGRAMS, realmsTreasury } from '#derive/token/treasuries/realms.ts';
import { squadsV3Treasury, squadsV3Vaults, squadsV4Treasury, squadsV4Vaults } from '#derive/token/treasuries/squads.ts';
import { address, addressBytes, derivedAddress, SYSTEM_PROGRAM } from '#solana/address.ts';
import { SQUADS_V3, SQUADS_V4 } from '#solana/token/powers/upgrade-multisig.ts';
import { account, key } from '../../../../test/venues/raydium-world.ts';

const seed = (text: string) => new TextEncoder().encode(text);

describe('a multisig of Squads, version 4', () => {
  // samanthadenelle-create/defenders-unity, `test/clan-vault-genesis.test.js`: an account of mainnet and its first vault.
  const RECORDED = `4HR5ukShT+w/zGoDuEdN/paXPXpEs9wppqAhsuXs1GsGwboL05mXowAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    AAAAAgAAAAAAAQAAAAAAAAAAAAAAAAAAAAH24hM21hnbhewDltWRRY8ir3LTUdC5diIfzXpYuffDQPwDAAAAIWVBx10U
    9lPUyGXbY80MV4Q5KI4xJUEzY35w7i2IHioHYUKfS2jz3kJ0PgCq6STFi4eqFg1I95JUnHT/FfEcrDoCZBBHdfi0hcgH
    1gytSKv4oHGB8NZ/rQb/950QOE3miowH`;
  const recorded = account(
    address('JEJJhPFUoTzFsAQAoFYUEQDmFUPJjCifHfLgn3V9nYJq'),
    SQUADS_V4,
    Uint8Array.from(Buffer.from(RECORDED, 'base64')),
  );

  it('says how many have to sign, and owns the vaults that follow from it', () => {
    const { address: at } = recorded;
    expect(squadsV4Treasury(recorded)).toEqual({
      kind: 'squads_v4',
      account: at,
      threshold: 2,
      members: 3,
      configAuthority: null,
      delaySeconds: 0,
    });
    expect(squadsV4Vaults(at)[0]).toBe('DUQCftnDJJc4DoqyjPiZETPn9o4EBhwAGrUJoniQgg12');
  });

  it('says who can change it alone, how long a transfer waits, and who votes', () => {
    const spec = { createKey: key(1), threshold: 1, members: [key(2), key(3)], delaySeconds: 86_400 };
    const made = squadsMultisig({ ...spec, configAuthority: key(4), watchers: [key(5)] });
    expect(squadsV4Treasury(made)).toEqual({
      kind: 'squads_v4',
      account: made.address,
      threshold: 1,
      members: 2,
      configAuthority: key(4),
      delaySeconds: 86_400,
    });
    expect(squadsV4Vaults(made.address)).toContain(made.vault);
  });

  it('is nothing else', () => {
    const { data } = recorded;
    for (const wrong of [
      { ...recorded, owner: SQUADS_V3 },
      { ...recorded, data: data.with(0, 1) },
      { ...recorded, data: data.subarray(0, 90) },
      { ...recorded, data: data.subarray(0, 130) },
      { ...recorded, data: data.with(128, 200) },
    ]) {
      expect(squadsV4Treasury(wrong)).toBeNull();
    }
  });
});

describe('a multisig of Squads, version 3', () => {
  const made = (keys: number) => {
    const layout = new Layout(58 + 32 * keys).hex(0, '4676096cfed71f78').u16(8, 2).key(21, key(1)).u32(54, keys);
    return account(key(9), SQUADS_V3, layout.bytes());
  };

  it('says how many have to sign', () => {
    expect(squadsV3Treasury(made(5))).toMatchObject({ kind: 'squads_v3', threshold: 2, members: 5, delaySeconds: 0 });
    const index = Uint8Array.of(1, 0, 0, 0);
    const seeds = [seed('squad'), addressBytes(key(9)), index, seed('authority')];
    expect(squadsV3Vaults(key(9))[0]).toBe(derivedAddress(seeds, SQUADS_V3));
  });

  it('is nothing else', () => {
    const good = made(5);
    for (const wrong of [
      { ...good, owner: SQUADS_V4 },
      { ...good, data: good.data.with(0, 1) },
      { ...good, data: good.data.subarray(0, 200) },
      { ...good, data: good.data.subarray(0, 40) },
    ]) {
      expect(squadsV3Treasury(wrong)).toBeNull();
    }
  });
});

describe('a governance of Realms', () => {
  const [program] = REALMS_PROGRAMS;
  if (!program) throw new Error('no program of Realms');
  const made = (type = 18, word = 'account-governance', threshold = 0) => {
    const at = derivedAddress([seed(word), addressBytes(key(1)), addressBytes(key(2))], program);
    const weightAt = threshold === 2 ? 70 : 71;
    const layout = new Layout(236).u8(0, type).key(1, key(1)).key(33, key(2)).u8(69, threshold).u64(weightAt, 10n);
    return account(at, program, layout.u32(weightAt + 8, 172_800).bytes());
  };

  it.each([
    [18, 'account-governance', 0],
    [3, 'account-governance', 2],
    [19, 'program-governance', 0],
    [20, 'mint-governance', 0],
    [21, 'token-governance', 2],
  ] as const)('of type %i says how long a transfer waits', (type, word, threshold) => {
    const governance = made(type, word, threshold);
    expect(realmsTreasury(governance)).toEqual({
      kind: 'realms',
      account: governance.address,
      threshold: null,
      members: null,
      configAuthority: null,
      delaySeconds: 172_800,
    });
  });

  it('is nothing else: no deposit of voters, nor at another address', () => {
    const good = made();
    for (const wrong of [
      { ...good, owner: SYSTEM_PROGRAM },
      { ...good, address: key(77) },
      { ...good, data: good.data.with(0, 16) },
      { ...good, data: good.data.subarray(0, 80) },
    ]) {
      expect(realmsTreasury(wrong)).toBeNull();
    }
    expect(nativeTreasury(good.address, program)).not.toBe(good.address);
  });
});
