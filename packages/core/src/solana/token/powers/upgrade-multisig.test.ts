import { Layout } from 'assay-sandbox/pools/layout.ts';
import { describe, expect, it } from 'vitest';
import { address, addressOf } from '../../address.ts';
import { isRuledByOne, upgradeMultisigAddresses } from './upgrade-multisig.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const V3 = address('SMPLecH534NA9acpos4G6x7uf3LWbCAwZQE9e8ZekMu');
const V4 = address('SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf');

/** The programs with the multisigs and upgrade authorities that were recorded of them. */
const recorded = [
  [
    'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
    '3yqoHFE4nBGchuVH5rJuZMFvsmnaDTuLLdvGPDUEJcbW',
    'dPpFfahSWhm5M2RB3nVaHsXfnh9ooz5bWtR3WeUguDH',
    V3,
  ],
  [
    'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
    'AApfiPZgV5MoPU691GwhdDhq5sKEMMH1Uh8S4Z9xvP6b',
    '47SND7bGKvNXrqfP1bjsLCbwTgZhFBzAgmZ42QSkRScz',
    V3,
  ],
  [
    'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
    'AApfiPZgV5MoPU691GwhdDhq5sKEMMH1Uh8S4Z9xvP6b',
    '47SND7bGKvNXrqfP1bjsLCbwTgZhFBzAgmZ42QSkRScz',
    V3,
  ],
  [
    '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
    'AApfiPZgV5MoPU691GwhdDhq5sKEMMH1Uh8S4Z9xvP6b',
    '47SND7bGKvNXrqfP1bjsLCbwTgZhFBzAgmZ42QSkRScz',
    V3,
  ],
  [
    'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu',
    'AxkJ8oH5aDu4ZRWfsujPtxdb6Vhq4gDehpoReBgrUUSm',
    '5myNNmEmPm3UAnJ2ggLEpnTFb9t9Gk8369wKw6n3uAKx',
    V4,
  ],
  [
    'jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9',
    'J3mJ3wz6xkVUk3T8qHnuAYNxsRH3ixHsryYNZAU2vG8P',
    '4MsgBB5VPoTrUSp5XnfbViV386C1UnsTdifLBw33ZMSJ',
    V4,
  ],
  [
    'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    'tr8rgazUrZzgdkfc6Q622nVJHMMzh29trdBE2uBHb4u',
    'FytDrVzDybM1TwFQPGb8qaxZR7dBCzNeqT3vtQsceZQK',
    V4,
  ],
  [
    '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    'tr8rgazUrZzgdkfc6Q622nVJHMMzh29trdBE2uBHb4u',
    'FytDrVzDybM1TwFQPGb8qaxZR7dBCzNeqT3vtQsceZQK',
    V4,
  ],
] as const;

const multisig = (squads: string, threshold: number) => ({
  owner: address(squads),
  data: squads === V3 ? new Layout(60).u16(8, threshold).bytes() : new Layout(120).u16(72, threshold).bytes(),
});

describe('the multisig that may upgrade a program', () => {
  it.each(recorded)('of %s is a key where its threshold is one', (program, at, vault, squads) => {
    const of = address(program);
    expect(upgradeMultisigAddresses(of)).toEqual([at]);
    const ruled = (threshold: number, authority: string = vault) =>
      isRuledByOne(of, address(authority), (place) => (place === at ? multisig(squads, threshold) : null));
    expect([ruled(0), ruled(1), ruled(2), ruled(6)]).toEqual([true, true, false, false]);
    expect(ruled(1, key(3))).toBe(false);
  });

  it('is a key where one key may change its members', () => {
    const [program, , vault] = recorded[4];
    const controlled = (by: string) => {
      const data = new Layout(120).key(40, address(by)).u16(72, 4).bytes();
      return isRuledByOne(address(program), address(vault), () => ({ owner: V4, data }));
    };
    expect(controlled('2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk')).toBe(true);
    expect(controlled(vault)).toBe(false);
    expect(controlled('11111111111111111111111111111111')).toBe(false);
  });

  it('tells nothing where it is not known, not there, cut, or of another program', () => {
    const [program, , vault] = recorded[4];
    const ruled = (account: ReturnType<typeof multisig> | null) =>
      isRuledByOne(address(program), address(vault), () => account);
    expect(ruled(null)).toBe(false);
    expect(ruled(multisig(V3, 1))).toBe(false);
    expect(ruled({ owner: V4, data: new Uint8Array(73) })).toBe(false);
    expect(upgradeMultisigAddresses(key(1))).toEqual([]);
    expect(isRuledByOne(key(1), key(2), () => multisig(V4, 1))).toBe(false);
  });
});
