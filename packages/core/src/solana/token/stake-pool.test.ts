import { Layout } from 'assay-sandbox/pools/layout.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, addressBytes, addressOf, derivedAddress } from '../address.ts';
import { knownStakePools, MARINADE, SANCTUM_INF, STAKE_POOL_PROGRAMS, stakeProof } from './stake-pool.ts';

const key = (n: number) => addressOf(new Uint8Array(32).fill(n));
const seed = (text: string) => new TextEncoder().encode(text);
const pool = key(5);
const programs = [...STAKE_POOL_PROGRAMS.keys()];
const program = programs[0] as Address;
const authority = (of: Address, role = 'withdraw') => derivedAddress([addressBytes(pool), seed(role)], of);
const stakePool = (mint: Address) => new Layout(611).u8(0, 1).key(162, mint).bytes();
const marinadeState = (mint: Address) => new Layout(2_616).hex(0, 'd8926b5e684bb6b1').key(8, mint).bytes();
const mint = { address: key(1), mintAuthority: authority(program), freezeAuthority: null };
const account = { address: pool, owner: program, data: stakePool(key(1)) };

const state = { address: pool, owner: MARINADE, data: marinadeState(key(1)) };
const minted = { ...mint, mintAuthority: authority(MARINADE, 'st_mint') };

describe('a mint of a staking program', () => {
  it.each(programs)('is proven by a pool of %s', (owner) => {
    const proof = stakeProof({ ...mint, mintAuthority: authority(owner) }, [{ ...account, owner }]);
    expect(proof).toEqual({ program: owner, programName: STAKE_POOL_PROGRAMS.get(owner), pool });
  });

  it('is proven by the state of Marinade', () => {
    expect(stakeProof(minted, [account, state])).toEqual({ program: MARINADE, programName: 'Marinade', pool });
  });

  it('is proven without a pool where the program has one mint only', () => {
    const inf = derivedAddress([seed('state')], SANCTUM_INF.program);
    expect(inf).toBe('AYhux5gJzCoeoc1PoJ1VxwPDe22RwcvpHviLDD1oCGvW');
    const own = { ...mint, address: SANCTUM_INF.mint, mintAuthority: inf };
    expect(stakeProof(own, [])).toEqual({ program: SANCTUM_INF.program, programName: 'Sanctum Infinity', pool: null });
    expect(stakeProof({ ...own, address: key(1) }, [])).toBeNull();
    expect(stakeProof({ ...own, mintAuthority: key(3) }, [])).toBeNull();
    expect(stakeProof({ ...own, freezeAuthority: key(3) }, [])).toBeNull();
  });

  it.each([
    ['no pool', mint, []],
    ['a freeze authority', { ...mint, freezeAuthority: key(9) }, [account]],
    ['no mint authority', { ...mint, mintAuthority: null }, [account]],
    ['another mint authority', { ...mint, mintAuthority: key(9) }, [account]],
    ['the authority of another pool', mint, [{ ...account, address: key(6) }]],
    ['the authority for another role', { ...mint, mintAuthority: authority(program, 'deposit') }, [account]],
    ['a pool of another mint', mint, [{ ...account, data: stakePool(key(2)) }]],
    ['a list of validators', mint, [{ ...account, data: new Layout(611).u8(0, 2).key(162, key(1)).bytes() }]],
    ['a pool that is cut', mint, [{ ...account, data: account.data.subarray(0, 193) }]],
    ['a pool of a copied program', { ...mint, mintAuthority: authority(key(8)) }, [{ ...account, owner: key(8) }]],
    ['a state without its mark', minted, [{ ...state, data: new Layout(2_616).key(8, key(1)).bytes() }]],
    ['a state of another mint', minted, [{ ...state, data: marinadeState(key(2)) }]],
    ['another authority than the state signs for', { ...mint, mintAuthority: key(9) }, [state]],
    ['a state that is cut', minted, [{ ...state, data: state.data.subarray(0, 39) }]],
  ])('is not proven with %s', (_, one, pools) => {
    expect(stakeProof(one, pools)).toBeNull();
  });

  it('never makes the proof throw', () => {
    const owner = fc.constantFrom(...programs, MARINADE, key(8));
    fc.assert(
      fc.property(owner, fc.uint8Array({ maxLength: 300 }), (of, data) => {
        expect(stakeProof(mint, [{ address: pool, owner: of, data }])).toBeNull();
      }),
    );
  });
});

it('known pools are different ones for different mints', () => {
  expect(knownStakePools.size).toBe(6);
  expect(new Set(knownStakePools.values()).size).toBe(6);
});
