import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { type Address, address, derivedAddress, SYSTEM_PROGRAM } from '#solana/address.ts';
import { readTokenAccount } from '#solana/token/account.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import { venues } from '#venues/index.ts';
import type { AccountBytes } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';
import { hasPools, recordedAccounts } from '../../../test/support/recorded-pools.ts';
import { hasTokens, recordedTokens } from '../../../test/support/recorded-tokens.ts';
import { account, tokenAccount } from '../../../test/venues/raydium-world.ts';
import {
  curvePrograms,
  holderFacts,
  isCurveVenue,
  type LargeHolding,
  launchSystems,
  lockers,
  type OwnerContext,
  poolPrograms,
  type RoleContext,
  roleOf,
} from './roles.ts';

const wallet = (n: number): Address => address(Keypair.fromSeed(new Uint8Array(32).fill(n)).publicKey.toBase58());
const labels = loadLabels();
const seed = (text: string) => new TextEncoder().encode(text);
const OFF_CURVE = derivedAddress([seed('somebody')], wallet(99));
const BINANCE = address('5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9');
const KAMINO = address('KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD');
const WORMHOLE_CUSTODY = address('GugU1tP7doLeTw9hQP51xRJyS8Da1fWxuiy2rVrnMD2m');
const RAYDIUM_V4 = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const LAUNCHLAB = address('WLHv2UAZm6z4KyaaELi5pjdbJh6RESMva1Rnn8pJVVh');

const of = (owner: Address, over: Partial<LargeHolding> = {}): LargeHolding => ({
  account: wallet(50),
  owner,
  tokens: 5n,
  frozen: false,
  ...over,
});

const plain: OwnerContext = {
  mint: wallet(60),
  freezeAuthority: wallet(61),
  vaults: new Set(),
  curves: new Set(),
  labels,
};
const seen = (owner: Address | null, over: Partial<RoleContext> = {}): RoleContext => ({
  ...plain,
  ownerAccount: owner === null ? null : { owner },
  ...over,
});

describe('the role of a holder', () => {
  it('is a wallet for who can sign and has a plain account or none', () => {
    expect(roleOf(of(wallet(1)), seen(SYSTEM_PROGRAM))).toBe('wallet');
    expect(roleOf(of(wallet(1)), seen(null))).toBe('wallet');
    expect(roleOf(of(wallet(1)), { ...plain, ownerAccount: undefined })).toBe('wallet');
  });

  it('is a program for an address that nobody can sign for, and for an account of a program that is not known', () => {
    expect(roleOf(of(OFF_CURVE), seen(null))).toBe('program');
    expect(roleOf(of(OFF_CURVE), seen(SYSTEM_PROGRAM))).toBe('program');
    expect(roleOf(of(wallet(1)), seen(wallet(2)))).toBe('program');
  });

  it('is burn for the two owners that sign for nobody', () => {
    expect(roleOf(of(address('1nc1nerator11111111111111111111111111111111')), seen(null))).toBe('burn');
    expect(roleOf(of(SYSTEM_PROGRAM), seen(null))).toBe('burn');
  });

  it('is burn for a frozen account that nobody can thaw, and only for that', () => {
    const frozen = of(wallet(1), { frozen: true });
    expect(roleOf(frozen, seen(SYSTEM_PROGRAM, { freezeAuthority: null }))).toBe('burn');
    expect(roleOf(frozen, seen(SYSTEM_PROGRAM))).toBe('wallet');
  });

  it('is pool for a vault that was found, by the account or by its owner, and for shared authorities without an account', () => {
    const vaults = new Set([wallet(50)]);
    expect(roleOf(of(OFF_CURVE), seen(null, { vaults }))).toBe('pool');
    expect(roleOf(of(OFF_CURVE, { account: wallet(3) }), seen(null, { vaults: new Set([OFF_CURVE]) }))).toBe('pool');
    expect(roleOf(of(RAYDIUM_V4), seen(null))).toBe('pool');
  });

  it.each([...poolPrograms])('is pool under an account of %s (%s)', (program) => {
    expect(roleOf(of(OFF_CURVE), seen(program))).toBe('pool');
  });

  it('is curve for a launch, though its vault is listed with those of pools', () => {
    const vaults = new Set([wallet(50), OFF_CURVE]);
    expect(roleOf(of(OFF_CURVE), seen(null, { vaults, curves: new Set([OFF_CURVE]) }))).toBe('curve');
    expect(roleOf(of(LAUNCHLAB), seen(null, { vaults }))).toBe('curve');
    for (const program of curvePrograms.keys()) expect(roleOf(of(OFF_CURVE), seen(program))).toBe('curve');
  });

  it('is launch system or exchange for the owners that are known as such, and locker for no name', () => {
    for (const owner of launchSystems.keys()) expect(roleOf(of(owner), seen(SYSTEM_PROGRAM))).toBe('launch_system');
    for (const locker of lockers.keys()) expect(roleOf(of(OFF_CURVE), seen(locker))).toBe('program');
    expect(roleOf(of(BINANCE), seen(SYSTEM_PROGRAM))).toBe('exchange');
  });

  it('is custody for lenders, stakers and bridges, by program or by account', () => {
    expect(roleOf(of(OFF_CURVE), seen(KAMINO))).toBe('custody');
    expect(roleOf(of(WORMHOLE_CUSTODY), seen(null))).toBe('custody');
  });

  it('takes no weak label for a fact', () => {
    const weak = {
      size: 1,
      find: (at: Address) => ({ ...labels.find(BINANCE)!, address: at, grade: 'weak' as const }),
    };
    expect(roleOf(of(BINANCE), seen(SYSTEM_PROGRAM, { labels: weak }))).toBe('wallet');
  });
});

describe('the authorities that are derived', () => {
  it('are those of the published seeds', () => {
    const raydium = address('LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE');
    const mayhem = address('MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e');
    const seeds = ['lock_cp_authority_seed', 'program_authority_seed'];
    for (const text of seeds) expect(lockers.has(derivedAddress([seed(text)], raydium))).toBe(true);
    expect([...launchSystems.keys()]).toEqual([derivedAddress([seed('sol-vault')], mayhem)]);
  });
});

describe('the largest accounts', () => {
  const [first, second, other] = [wallet(10), wallet(11), wallet(12)];
  const accounts = new Map([
    [first, tokenAccount(first, { mint: plain.mint, authority: BINANCE, amount: 70n })],
    [second, tokenAccount(second, { mint: plain.mint, authority: OFF_CURVE, amount: 30n, frozen: true })],
    [other, tokenAccount(other, { mint: wallet(4), authority: wallet(5), amount: 20n })],
  ]);
  const owners = new Map<Address, AccountBytes | null>([
    [BINANCE, account(BINANCE, SYSTEM_PROGRAM, new Uint8Array(0))],
    [OFF_CURVE, account(OFF_CURVE, KAMINO, new Uint8Array(8))],
  ]);
  const large = [
    { account: first, amount: 75n },
    { account: second, amount: 30n },
    { account: other, amount: 20n },
    { account: wallet(13), amount: 1n },
  ];

  it('keep their order, carry names, and leave out what is no account of the mint, which the sums show', () => {
    const facts = holderFacts(large, accounts, owners, plain);
    expect(
      facts.accounts.map(({ account: at, role, label, program, frozen, tokens }) => [
        at,
        role,
        label,
        program,
        frozen,
        tokens,
      ]),
    ).toEqual([
      [first, 'exchange', labels.find(BINANCE)?.label, SYSTEM_PROGRAM, false, 70n],
      [second, 'custody', labels.find(KAMINO)?.label, KAMINO, true, 30n],
    ]);
    expect([facts.listedTokens, facts.readTokens]).toEqual([126n, 100n]);
  });

  it('name no wallet after the program that all wallets share', () => {
    const held = tokenAccount(first, { mint: plain.mint, authority: wallet(1), amount: 1n });
    const under = new Map([[wallet(1), account(wallet(1), SYSTEM_PROGRAM, new Uint8Array(0))]]);
    const facts = holderFacts([{ account: first, amount: 1n }], new Map([[first, held]]), under, plain);
    expect(facts.accounts).toMatchObject([{ role: 'wallet', label: null, owner: wallet(1) }]);
  });
});

const hasCollection = hasPools && hasTokens;

describe.runIf(hasCollection)('collected vaults', () => {
  // The body is read for its tests even where none of them runs.
  const all: ReturnType<typeof recordedAccounts> = hasCollection ? recordedAccounts('') : new Map();
  const programs = hasCollection ? recordedTokens('program_account') : [];
  const states = new Map<Address, AccountBytes>(all);
  for (const { address: at, owner, data } of [...programs, ...(hasCollection ? recordedTokens('token_account') : [])]) {
    if (!states.has(at)) states.set(at, account(at, owner, data));
  }
  const mints = new Set([...states.values()].flatMap((state) => readTokenAccount(state)?.mint ?? []));
  const pools = [...states.values()].flatMap((state) => {
    const venue = venues.find(({ program }) => program === state.owner);
    const found = [...mints].map((mint) => venue?.recognise(state, mint));
    return found.flatMap((pool) => (pool && !isRefused(pool) ? [pool] : []));
  });
  const vaults = new Map(
    pools.flatMap(({ vaults: { mint, other }, venue }) => [mint, other].flatMap((at) => (at ? [[at, venue]] : []))),
  );

  it('are pools by their owners alone', () => {
    const roles = [...vaults].flatMap(([at, venue]) => {
      const state = states.get(at);
      const held = state && readTokenAccount(state);
      if (!held || isCurveVenue(venue)) return [];
      const ownerAccount = states.get(held.authority) ?? null;
      return [[at, roleOf(of(held.authority, { account: at, frozen: held.frozen }), { ...plain, ownerAccount })]];
    });
    expect(roles.length).toBeGreaterThan(20);
    expect(roles.filter(([, role]) => role !== 'pool')).toEqual([]);
  });

  it('and wallets are wallets', () => {
    const owners = new Map(recordedTokens('system_account').map((one) => [one.address, one]));
    const held = recordedTokens('token_account').flatMap((one) => readTokenAccount(one) ?? []);
    const roles = held.flatMap(({ authority, frozen }) => {
      const ownerAccount = owners.get(authority);
      return ownerAccount ? [roleOf(of(authority, { frozen }), { ...plain, ownerAccount })] : [];
    });
    expect(roles.length).toBeGreaterThan(0);
    expect(new Set(roles)).toEqual(new Set(['wallet']));
  });
});

it('knows the token programs as nobody', () => {
  expect(roleOf(of(wallet(1)), seen(TOKEN_PROGRAM))).toBe('program');
});
