import {
  type DlmmParts,
  dlmmAccounts,
  dlmmExtension,
  dlmmPreset,
  dlmmVault,
} from 'assay-sandbox/pools/meteora-dlmm.ts';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { AccountBytes, Clock, OpenPool, Pool, Refused } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { binArrayAddress, customizablePool, extensionAddress, presetAddress, vaultAddress } from './addresses.ts';
import { meteoraDlmm } from './index.ts';
import { PRESETS } from './presets.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const STRANGER = addressOf(new Uint8Array(32).fill(3));
const POOL = customizablePool(MINT, WRAPPED_SOL);
const CLOCK: Clock = { slot: 1_000n, unixTime: 50_000n, epoch: 1n };
const BINS = [-200, -70, -1, 0, 1, 2, 75].map((id) => ({ id, x: id < 0 ? 0n : 10n ** 9n, y: id > 0 ? 0n : 10n ** 9n }));

function accounts(given: Partial<DlmmParts> = {}): readonly [AccountBytes, ...AccountBytes[]] {
  return dlmmAccounts({ address: POOL, mintX: MINT, mintY: WRAPPED_SOL, bins: BINS, ...given });
}

function recognised(from: AccountBytes = accounts()[0], mint: Address = MINT): Pool {
  const pool = meteoraDlmm.recognise(from, mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

/** Opens a pool with everything that it needs, after some accounts were put in the place of its own. */
function open(
  given: Partial<DlmmParts> = {},
  instead: Iterable<[Address, AccountBytes | null]> = [],
): OpenPool | Refused {
  const [pool, ...rest] = accounts(given);
  const found = recognised(pool);
  const all = new Map<Address, AccountBytes | null>(found.needs.map((address) => [address, null]));
  for (const one of [pool, ...rest]) all.set(one.address, one);
  for (const [address, one] of instead) all.set(address, one);
  return found.open(all, CLOCK);
}

function refusal(result: object): unknown {
  return 'refused' in result ? result.refused : 'none';
}

/** The pool's account with some bytes written over. */
function written(at: number, ...values: readonly number[]): AccountBytes {
  const [pool] = accounts();
  const data = pool.data.slice();
  data.set(values, at);
  return { ...pool, data };
}

describe('a DLMM pool is recognised', () => {
  it('with its sides turned to the mint that was asked about', () => {
    const pool = recognised();
    const [vaultX, vaultY] = [vaultAddress(POOL, MINT), vaultAddress(POOL, WRAPPED_SOL)];
    expect(pool).toMatchObject({
      address: POOL,
      mint: MINT,
      other: WRAPPED_SOL,
      vaults: { mint: vaultX, other: vaultY },
    });
    const turned = recognised(accounts()[0], WRAPPED_SOL);
    expect(turned).toMatchObject({ mint: WRAPPED_SOL, other: MINT, vaults: { mint: vaultY, other: vaultX } });
  });

  it('with the vaults, the extension and the existing arrays around the active bin among its needs', () => {
    const arrays = [0, -1, -3, 1].map((index) => binArrayAddress(POOL, index));
    const vaults = [vaultAddress(POOL, MINT), vaultAddress(POOL, WRAPPED_SOL)];
    expect(recognised().needs).toEqual([...vaults, extensionAddress(POOL), ...arrays]);
  });

  it('with at most thirteen arrays, six a side', () => {
    const bins = Array.from({ length: 60 }, (_, i) => ({ id: (i - 30) * 70, x: 1n }));
    expect(recognised(accounts({ bins })[0]).needs).toHaveLength(3 + 13);
    const far = recognised(accounts({ bins: [], activeId: 600 * 70 })[0]).needs;
    expect(far).toHaveLength(3 + 13);
    expect(far).toContain(binArrayAddress(POOL, 606));
  });

  it('only when its program owns it, before anything else is looked at', () => {
    const [pool] = accounts();
    expect(refusal(meteoraDlmm.recognise({ ...pool, owner: STRANGER }, MINT))).toBe('foreign_owner');
    expect(refusal(meteoraDlmm.recognise({ ...pool, owner: STRANGER, data: new Uint8Array(0) }, MINT))).toBe(
      'foreign_owner',
    );
  });

  it('only for one of its mints', () => {
    expect(refusal(meteoraDlmm.recognise(accounts()[0], STRANGER))).toBe('inconsistent');
  });

  it('never from bytes cut off anywhere, or too long', () => {
    const [pool] = accounts();
    for (let length = 0; length < pool.data.length; length += 1) {
      const data = pool.data.slice(0, length);
      expect(refusal(meteoraDlmm.recognise({ ...pool, data }, MINT))).toBe('wrong_layout');
    }
    const long = new Uint8Array(905);
    long.set(pool.data);
    expect(refusal(meteoraDlmm.recognise({ ...pool, data: long }, MINT))).toBe('wrong_layout');
  });

  it.each([
    ['a foreign discriminator', written(0, 1), 'wrong_layout'],
    ['no bin step', written(80, 0, 0), 'wrong_layout'],
    ['an active bin that cannot exist', written(76, 0xff, 0xff, 0xff, 0x7f), 'wrong_layout'],
    ['a protocol share of more than everything', written(32, 0xff, 0xff), 'wrong_layout'],
    ['one mint twice', accounts({ mintY: MINT })[0], 'wrong_layout'],
    ['a fee power that no fee could have', written(34, 11), 'unknown_variant'],
    ['a function type to come', written(35, 3), 'unknown_variant'],
    ['a fee mode to come', written(36, 2), 'unknown_variant'],
    ['a pair type to come', written(75, 4), 'unknown_variant'],
    ['a status to come', written(82, 2), 'unknown_variant'],
    ['an activation type to come', written(86, 2), 'unknown_variant'],
    ['a token program to come', written(880, 2), 'unknown_variant'],
    ['a version to come', written(882, 2), 'unknown_variant'],
  ])('not with %s', (_, account, code) => {
    expect(refusal(meteoraDlmm.recognise(account, MINT))).toBe(code);
  });
});

describe('a DLMM pool opens', () => {
  it('with its creator, and with the time of its activation where it has one', () => {
    expect(open({ creator: STRANGER, pairType: 2, activationType: 1, activationPoint: 50_000n })).toMatchObject({
      facts: { creator: STRANGER, openedAt: 50_000n, lockedLiquidityBps: null },
    });
    expect(open()).toMatchObject({ facts: { creator: null, openedAt: null } });
  });

  it.each([
    ['a pool that is switched off', { status: 1 }, 'disabled'],
    ['a customizable pool before its time', { pairType: 2, activationType: 1, activationPoint: 50_001n }, 'not_open'],
    ['a permissioned pool before its slot', { pairType: 1, activationPoint: 1_001n }, 'not_open'],
    ['a permissioned pool in its slot', { pairType: 1, activationPoint: 1_000n }, 'none'],
    ['a permissionless pool whatever its activation point', { pairType: 0, activationPoint: 9_999n }, 'none'],
    ['a preset pool whatever its activation point', { pairType: 3, activationPoint: 9_999n }, 'none'],
    ['vaults that hold less than they owe', { amounts: { x: 1n, y: 1n }, owedX: 2n }, 'inconsistent'],
    ['bin arrays of a version to come', { arrayVersion: 3 }, 'unknown_variant'],
  ] as const)('%s: %s', (_, given, code) => {
    expect(refusal(open(given))).toBe(code);
  });

  it('only with vaults of its own, in the right program and not frozen', () => {
    const vault = vaultAddress(POOL, MINT);
    const as = (owner: Address, data: Uint8Array) =>
      refusal(open({}, [[vault, { address: vault, owner, lamports: 1n, data }]]));
    expect(as(TOKEN_PROGRAM, dlmmVault(POOL, MINT, 1n))).toBe('none');
    expect(as(TOKEN_PROGRAM, dlmmVault(POOL, MINT, 1n, true))).toBe('vault_frozen');
    expect(as(TOKEN_PROGRAM, dlmmVault(STRANGER, MINT, 1n))).toBe('inconsistent');
    expect(as(TOKEN_PROGRAM, dlmmVault(POOL, WRAPPED_SOL, 1n))).toBe('inconsistent');
    expect(as(TOKEN_2022_PROGRAM, dlmmVault(POOL, MINT, 1n))).toBe('inconsistent');
    expect(as(TOKEN_PROGRAM, new Uint8Array(3))).toBe('inconsistent');
  });

  it('only when everything that it needs was read, and what must exist exists', () => {
    const all = accounts();
    const pool = recognised();
    const given = new Map<Address, AccountBytes | null>(pool.needs.map((address) => [address, null]));
    for (const one of all) given.set(one.address, one);
    // An array without the price is needed only by a swap that reaches it.
    const around = Array.from({ length: 41 }, (_, index) => index - 20).filter((index) => index !== 0);
    const arrays = around.map((index) => binArrayAddress(POOL, index));
    for (const address of [POOL, ...pool.needs].filter((one) => !arrays.includes(one))) {
      const without = new Map(given);
      without.delete(address);
      expect(refusal(pool.open(without, CLOCK))).toBe('not_read');
      const gone = refusal(pool.open(new Map([...given, [address, null]]), CLOCK));
      expect(gone).toBe(address === extensionAddress(POOL) ? 'none' : 'account_missing');
    }
  });

  it('not with arrays or an extension of another pool, program or index', () => {
    const at = binArrayAddress(POOL, 0);
    const array = accounts().find((one) => one.address === at) as AccountBytes;
    const changed = (offset: number, value: number) => {
      const data = array.data.slice();
      data[offset] = value;
      return refusal(open({}, [[at, { ...array, data }]]));
    };
    expect(changed(24, 0xee)).toBe('inconsistent');
    expect(changed(8, 1)).toBe('inconsistent');
    expect(changed(0, 1)).toBe('wrong_layout');
    expect(refusal(open({}, [[at, { ...array, data: array.data.slice(1) }]]))).toBe('wrong_layout');
    expect(refusal(open({}, [[at, { ...array, owner: STRANGER }]]))).toBe('foreign_owner');
    const extension = { ...array, address: extensionAddress(POOL) };
    const as = (one: AccountBytes) => refusal(open({}, [[extension.address, one]]));
    expect(as({ ...extension, data: dlmmExtension(POOL, [600]) })).toBe('none');
    expect(as({ ...extension, data: dlmmExtension(STRANGER, [600]) })).toBe('inconsistent');
    expect(as({ ...extension, data: dlmmExtension(POOL, []).slice(2) })).toBe('wrong_layout');
    expect(as({ ...extension, owner: STRANGER, data: dlmmExtension(POOL, []) })).toBe('foreign_owner');
  });

  it('from what the pool is now, unless it became another one', () => {
    const pool = recognised();
    const now = (given: Partial<DlmmParts>) => {
      const read = new Map<Address, AccountBytes | null>(pool.needs.map((address) => [address, null]));
      for (const one of accounts(given)) read.set(one.address, one);
      return pool.open(read, CLOCK);
    };
    expect(now({ activeId: 1 })).toMatchObject({ market: { price: { numerator: 18492860933893825495n } } });
    expect(refusal(now({ status: 1 }))).toBe('disabled');
    expect(refusal(now({ mintY: STRANGER }))).toBe('inconsistent');
  });
});

it('presets are where their numbers lead, and candidates follow from those that exist', () => {
  expect(PRESETS.map(String)).toEqual(PRESETS.map((_, index) => presetAddress(index)));
  const pair = { mint: MINT, other: WRAPPED_SOL };
  const none = meteoraDlmm.candidates(pair, new Map());
  expect(none[0]).toEqual(POOL);
  const preset = { address: presetAddress(5), owner: meteoraDlmm.program, lamports: 1n, data: dlmmPreset(5) };
  const some = meteoraDlmm.candidates(pair, new Map([[preset.address, preset]]));
  expect(some).toHaveLength(none.length + 1);
  const mirrored = meteoraDlmm.candidates({ ...pair, mint: WRAPPED_SOL, other: MINT }, new Map());
  expect(mirrored).toEqual(none);
});
