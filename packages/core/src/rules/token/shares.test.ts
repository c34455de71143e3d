import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, derivedAddress, SYSTEM_PROGRAM } from '#solana/address.ts';
import { holder, holders, holdersOf, key, SUPPLY } from '../../../test/support/token-evidence.ts';
import type { HolderAccount, HolderRole } from './evidence.ts';
import type { VestingFacts } from './holdings/evidence.ts';
import { bpsOf, isConsistent, isCounted, type Shares, sharesOf } from './shares.ts';

const roles: readonly HolderRole[] = [
  'burn',
  'pool',
  'curve',
  'launch_system',
  'locker',
  'custody',
  'exchange',
  'program',
  'wallet',
];
const part = (percent: bigint) => (SUPPLY * percent) / 100n;
const shares = (...accounts: readonly HolderAccount[]) => sharesOf(holdersOf(...accounts), SUPPLY);

describe('what circulates', () => {
  it.each(['burn', 'pool', 'curve', 'launch_system'] as const)('leaves out what is in a %s account', (role) => {
    const { circulating, circulatingBps, buckets, owners } = shares(holder(0, { role, tokens: part(40n) }), holder(1));
    expect([circulating, circulatingBps, buckets[role]]).toEqual([part(60n), 6_000, part(40n)]);
    expect(owners.map(({ owner }) => owner)).toEqual([key(131)]);
  });

  describe('that vestings of one sender open', () => {
    const [sender, wallet] = [key(148), key(131)];
    const vestingsOf = (of: Pick<VestingFacts, 'sender' | 'recipient'>): readonly VestingFacts[] => [
      {
        ...of,
        program: 'a locker',
        cancelableBy: [],
        locked: 1n,
        opensSoon: 1n,
        nextAtUnix: null,
        endsAtUnix: null,
      },
    ];
    const under = (n: number, recipient: Address, percent: bigint): HolderAccount =>
      holder(n, {
        role: 'program',
        tokens: part(percent),
        controller: recipient,
        program: key(151),
        vestings: vestingsOf({ sender, recipient }),
      });

    it('counts together, with what else their recipients have', () => {
      const own = holder(1, { tokens: part(15n) });
      expect(shares(under(0, wallet, 8n), own).top1).toMatchObject({ owner: wallet, tokens: part(23n) });
      const several = shares(under(0, wallet, 8n), own, under(2, key(156), 1n), under(3, key(157), 1n));
      expect(several.top1).toMatchObject({ owner: sender, tokens: part(25n), accounts: 4 });
    });

    it('does not part a recipient from who gave him what else he has', () => {
      const [given, giver] = [holder(1, { tokens: part(9n), controller: key(154) }), key(154)];
      const cluster = [given, holder(2, { tokens: part(9n), controller: giver })];
      expect(shares(...cluster).top1?.tokens).toBe(part(18n));
      const joined = shares(...cluster, under(3, wallet, 1n), under(4, key(156), 1n));
      expect(joined.top1?.tokens).toBe(part(20n));
    });

    it('leaves recipients that nobody signs for with the strangers', () => {
      const vaults = [0, 1].map((n) => derivedAddress([Uint8Array.of(n)], SYSTEM_PROGRAM));
      const [one, two] = vaults as [Address, Address];
      const held = vaults.map((owner, n) => holder(n, { owner, role: 'program', tokens: part(12n) }));
      expect(shares(...held).top1?.tokens).toBe(part(24n));
      expect(shares(...held, under(3, one, 1n)).top1?.tokens).toBe(part(25n));
      expect(shares(...held, under(3, one, 1n), under(4, two, 1n)).top1?.tokens).toBe(part(26n));
      expect(shares(...held, under(3, one, 1n), under(4, wallet, 1n)).top1?.tokens).toBe(part(25n));
    });

    it('makes no holder look smaller, whoever sends to whom', () => {
      const people = Array.from({ length: 4 }, (_, n) => key(138 + n));
      const all = [...people, derivedAddress([], SYSTEM_PROGRAM), derivedAddress([Uint8Array.of(7)], SYSTEM_PROGRAM)];
      const someone = fc.constantFrom(...all);
      const account = fc.record({
        owner: someone,
        tokens: fc.integer({ min: 1, max: 20 }),
        vesting: fc.option(fc.record({ sender: someone, recipient: someone })),
      });
      const givers = fc.array(fc.option(someone), { minLength: all.length, maxLength: all.length });
      const property = fc.property(fc.array(account, { maxLength: 12 }), givers, (made, givenBy) => {
        const accounts = made.map(({ owner, tokens, vesting }, n): HolderAccount => {
          const controller = givenBy[all.indexOf(owner)];
          const amount = { tokens: part(BigInt(tokens)) / 4n };
          if (vesting) return { ...under(n, vesting.recipient, 1n), ...amount, vestings: vestingsOf(vesting) };
          const role = people.includes(owner) ? 'wallet' : 'program';
          return holder(n, { ...amount, owner, role, ...(controller && { controller }) });
        });
        const [joined, apart] = [accounts, accounts.map(({ vestings, ...one }) => one)].map((all) => shares(...all));
        expect((joined?.top1?.tokens ?? 0n) >= (apart?.top1?.tokens ?? 0n)).toBe(true);
        expect((joined?.top10.tokens ?? 0n) >= (apart?.top10.tokens ?? 0n)).toBe(true);
      });
      fc.assert(property, { numRuns: 500 });
    });
  });

  it('leaves out what a lock keeps, and counts the rest to whoever gets it', () => {
    const lock = { tokens: part(40n), unlocksAtUnix: null };
    const kept = shares(holder(0, { role: 'locker', tokens: part(40n), lock }));
    expect([kept.circulating, kept.buckets.locker, kept.owners]).toEqual([part(60n), part(40n), []]);
    const partly = shares(holder(0, { role: 'program', tokens: part(50n), lock, controller: key(140) }), holder(1));
    expect([partly.circulating, partly.buckets.locker, partly.top1?.owner, partly.top1?.tokens]).toEqual([
      part(60n),
      part(40n),
      key(140),
      part(10n),
    ]);
    const unproven = shares(holder(0, { role: 'locker', tokens: part(40n) }));
    expect([unproven.circulating, unproven.top1?.tokens]).toEqual([SUPPLY, part(40n)]);
  });

  it('includes what is with a custodian, who counts as one holder', () => {
    const { circulating, buckets, top1 } = shares(holder(0, { role: 'custody', tokens: part(40n) }));
    expect([circulating, buckets.custody, top1?.tokens]).toEqual([SUPPLY, part(40n), part(40n)]);
  });

  it('is never below nothing, as accounts are read after the supply', () => {
    const { circulating, assessable, top10 } = shares(holder(0, { role: 'pool', tokens: SUPPLY + 1n }), holder(1));
    expect([circulating, assessable, top10.circulatingBps]).toEqual([0n, false, 0]);
    expect(sharesOf(holdersOf(), 0n).assessable).toBe(false);
  });

  it('can be assessed from two percent of the supply on', () => {
    expect(shares(holder(0, { role: 'curve', tokens: part(98n) })).assessable).toBe(true);
    expect(shares(holder(0, { role: 'curve', tokens: part(98n) + SUPPLY / 10_000n })).assessable).toBe(false);
  });

  it('can be assessed behind a burn of nearly everything', () => {
    const { assessable, top1 } = shares(
      holder(0, { role: 'burn', tokens: part(99n) }),
      holder(1, { tokens: SUPPLY / 200n }),
    );
    expect([assessable, top1?.circulatingBps, top1?.supplyBps]).toEqual([true, 5_000, 50]);
  });
});

describe('holders', () => {
  it('are owners, with all their accounts', () => {
    const second = holder(1, { owner: key(130), tokens: part(2n), label: 'a label' });
    expect(shares(holder(0), second).owners).toEqual([
      {
        owner: key(130),
        role: 'wallet',
        label: 'a label',
        accounts: 2,
        tokens: part(3n),
        circulatingBps: 300,
        supplyBps: 300,
      },
    ]);
  });

  it('leave exchanges out of the largest, which hold for many', () => {
    const { top1, top10, owners } = shares(holder(0, { role: 'exchange', tokens: part(30n) }), holder(1));
    expect([owners[0]?.role, top1?.owner, top10.circulatingBps]).toEqual(['exchange', key(131), 100]);
  });

  it('are an exchange only where all their accounts are one', () => {
    const exchange = holder(0, { role: 'exchange', tokens: part(30n) });
    expect(shares(exchange, holder(1, { owner: exchange.owner, role: 'program' })).top1?.role).toBe('program');
  });

  it('are one program where it owns the accounts of several, and one stranger where nobody is known', () => {
    const vault = (n: number, program: HolderAccount['program']) => holder(n, { role: 'program', program });
    const { owners } = shares(
      vault(0, key(90)),
      vault(1, key(90)),
      vault(2, null),
      vault(3, SYSTEM_PROGRAM),
      holder(4),
    );
    expect(owners.map(({ owner, tokens, accounts }) => [owner, tokens, accounts])).toEqual([
      [key(90), part(2n), 2],
      [key(132), part(2n), 2],
      [key(134), part(1n), 1],
    ]);
  });

  it('are summed up to the twentieth', () => {
    const many = Array.from({ length: 21 }, (_, n) => holder(n));
    expect(shares(...many).top20).toEqual({ tokens: part(20n), circulatingBps: 2_000, supplyBps: 2_000 });
  });

  it('are summed up to the tenth', () => {
    const eleven = Array.from({ length: 11 }, (_, n) => holder(n));
    expect(shares(...eleven).top10).toEqual({ tokens: part(10n), circulatingBps: 1_000, supplyBps: 1_000 });
  });

  it('make an index of concentration', () => {
    expect(shares(holder(0, { tokens: SUPPLY })).hhi).toBe(10_000);
    expect(shares(holder(0, { tokens: part(50n) }), holder(1, { tokens: part(50n) })).hhi).toBe(5_000);
    expect(sharesOf(holders(), SUPPLY).hhi).toBe(10);
  });
});

it('counts basis points down, and within bounds', () => {
  expect([bpsOf(1n, 3n), bpsOf(0n, 3n), bpsOf(4n, 3n), bpsOf(4n, 0n), bpsOf(-1n, 3n)]).toEqual([
    3_333, 0, 10_000, 0, 0,
  ]);
});

it('is consistent up to one percent of the list', () => {
  const read = (readTokens: bigint, listedTokens = 1_000n) => isConsistent(holders({ listedTokens, readTokens }));
  expect([read(990n), read(1_010n), read(989n), read(1_011n)]).toEqual([true, true, false, false]);
  expect([read(0n, 0n), read(1n, 0n)]).toEqual([true, false]);
});

const account = fc
  .record({
    n: fc.integer({ min: 0, max: 12 }),
    role: fc.constantFrom(...roles),
    tokens: fc.bigInt({ min: 0n, max: SUPPLY / 4n }),
    label: fc.constantFrom(null, 'one', 'two'),
  })
  .map(({ n, ...changes }) => holder(n, { ...changes, account: key(200) }));
const accounts = fc.array(account, { maxLength: 20 });
const supply = fc.oneof(fc.constant(SUPPLY), fc.bigInt({ min: 0n, max: 4n * SUPPLY }));

/** What must not depend on how the accounts of an owner are cut. */
const uncut = ({ owners, ...rest }: Shares) => ({
  ...rest,
  top1: rest.top1 && { ...rest.top1, accounts: 0 },
  owners: owners.map((one) => ({ ...one, accounts: 0 })),
});

describe('for any accounts', () => {
  it('keeps all shares within 0 and 10,000, and the ten not below the one', () => {
    fc.assert(
      fc.property(accounts, supply, (some, total) => {
        const { owners, top1, top10, hhi, circulatingBps, circulating } = sharesOf(holdersOf(...some), total);
        const figures = [...owners, top10].flatMap((one) => [one.circulatingBps, one.supplyBps]);
        for (const bps of [...figures, hhi, circulatingBps]) {
          expect(Number.isInteger(bps) && bps >= 0 && bps <= 10_000).toBe(true);
        }
        expect(circulating >= 0n).toBe(true);
        expect(top10.circulatingBps).toBeGreaterThanOrEqual(top1?.circulatingBps ?? 0);
      }),
    );
  });

  it('names each owner once, largest first, with all that its counted accounts hold', () => {
    fc.assert(
      fc.property(accounts, (some) => {
        const { owners, buckets } = shares(...some);
        expect(new Set(owners.map(({ owner }) => owner)).size).toBe(owners.length);
        expect(owners.every(({ tokens }, n) => tokens <= (owners[n - 1]?.tokens ?? tokens))).toBe(true);
        const held = owners.reduce((sum, { tokens }) => sum + tokens, 0n);
        const locked = some.filter(({ role }) => role === 'locker').reduce((sum, { tokens }) => sum + tokens, 0n);
        expect(held - locked).toBe(buckets.wallet + buckets.program + buckets.exchange + buckets.custody);
      }),
    );
  });

  it('does not depend on their order', () => {
    const shuffled = accounts.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(shuffled, supply, ([some, other], total) => {
        expect(sharesOf(holdersOf(...other), total)).toEqual(sharesOf(holdersOf(...some), total));
      }),
    );
  });

  it('does not depend on how an owner cuts what it holds', () => {
    fc.assert(
      fc.property(accounts, supply, fc.bigInt({ min: 0n, max: 100n }), (some, total, percent) => {
        const cut = some.flatMap((one) => {
          const tokens = (one.tokens * percent) / 100n;
          return [
            { ...one, tokens },
            { ...one, tokens: one.tokens - tokens },
          ];
        });
        expect(uncut(sharesOf(holdersOf(...cut), total))).toEqual(uncut(sharesOf(holdersOf(...some), total)));
      }),
    );
  });

  it('never lowers the largest holder when a smaller wallet gives it or another larger one tokens', () => {
    fc.assert(
      fc.property(
        accounts,
        supply,
        fc.nat(),
        fc.nat(),
        fc.bigInt({ min: 0n, max: SUPPLY }),
        (some, total, a, b, most) => {
          const before = sharesOf(holdersOf(...some), total);
          const wallets = before.owners.filter(({ role }) => role === 'wallet');
          fc.pre(wallets.length >= 2);
          const [first, second] = [a % wallets.length, b % wallets.length].sort((one, other) => one - other);
          const [larger, smaller] = [wallets[first ?? 0], wallets[second ?? 0]];
          fc.pre(larger !== undefined && smaller !== undefined && larger !== smaller);
          const moved = most < smaller!.tokens ? most : smaller!.tokens;
          const others = some.filter(
            ({ owner, role }) => owner !== smaller!.owner || !(isCounted(role) || role === 'locker'),
          );
          const after = sharesOf(
            holdersOf(
              ...others,
              holder(0, { owner: smaller!.owner, role: smaller!.role, tokens: smaller!.tokens - moved }),
              holder(0, { owner: larger!.owner, role: larger!.role, tokens: moved }),
            ),
            total,
          );
          expect(after.circulating).toBe(before.circulating);
          expect(after.top1?.tokens ?? 0n).toBeGreaterThanOrEqual(before.top1?.tokens ?? 0n);
          expect(after.top1?.circulatingBps ?? 0).toBeGreaterThanOrEqual(before.top1?.circulatingBps ?? 0);
        },
      ),
    );
  });
});
