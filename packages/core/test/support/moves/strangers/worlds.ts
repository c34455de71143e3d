import fc from 'fast-check';
import type { HolderFacts, TokenFacts } from '../facts.ts';
import type { FunderFacts } from '../funders/facts.ts';
import { funderWorlds } from '../funders/worlds.ts';
import type { WalletFacts } from '../wallets/facts.ts';
import { soundWallet, walletWorlds } from '../wallets/worlds.ts';
import { type Flaw, flaws, launches, oldHours, refused, soundToken, withHolders } from '../worlds.ts';

const HOLDERS = 8;
/** So little of a valuable coin lies beside as much SOL that others can buy as much of it. */
const THIN_BPS = 80;

/** People who found the coin each for himself. */
const holder = (n: number): HolderFacts => ({
  keeper: { is: 'wallet', n },
  bps: 90 + 11 * n,
  got: n % 3 === 0 ? 'launch' : 'later',
  through: null,
  funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 610 + 170 * n, minutesBefore: 4_000 + 2_900 * n },
  frozen: false,
});

const withPeople: Flaw = (facts) =>
  withHolders(
    facts,
    Array.from({ length: HOLDERS }, (_, n) => holder(n)),
  );

const thin: Flaw = (facts) => ({
  ...facts,
  markets: facts.markets.map((one) => (one.liquidity.length > 0 ? { ...one, bps: THIN_BPS } : one)),
});

const ranged: ReadonlySet<string> = new Set(['raydium_clmm', 'orca_whirlpool', 'meteora_dlmm']);

/** Who launched others before, which all still trade. */
const known: Flaw = (facts) => ({ ...facts, creator: { ...facts.creator, launches: 2 } });

/** Tokens with which mostly nothing is wrong. */
export const honestTokens: fc.Arbitrary<TokenFacts> = fc
  .record({
    launch: launches,
    hours: fc.constantFrom(...oldHours, 200),
    traits: fc.subarray<Flaw>([thin, withPeople, known]),
    wrong: fc.oneof({ arbitrary: fc.constant([]), weight: 4 }, { arbitrary: fc.tuple(flaws), weight: 1 }),
    refuses: refused,
  })
  .map(({ launch, hours, traits, wrong, refuses }) => {
    const sound = soundToken(launch, hours);
    // Where liquidity lies in ranges, only trades prove that it lies at the price, which a thin market leaves.
    const isRanged = sound.markets.some(({ venue }) => ranged.has(venue));
    const own = isRanged ? [withPeople, ...traits.filter((one) => one !== thin && one !== withPeople)] : traits;
    const facts = [...own, ...(wrong as readonly Flaw[])].reduce((now, flaw) => flaw(now), sound);
    // Of a coin that its creator sold nobody has to say anything good.
    const creator = { ...facts.creator, soldBps: 0 };
    return { ...facts, creator, endpoint: { ...facts.endpoint, refuses } };
  });

/** Wallets with which mostly nothing is wrong. */
export const honestWallets: fc.Arbitrary<WalletFacts> = fc.oneof(
  {
    arbitrary: fc
      .record({ refuses: refused, funder: fc.constantFrom('exchange', 'person') })
      .map(({ refuses, funder }) => ({
        ...soundWallet,
        funder,
        endpoint: { ...soundWallet.endpoint, refuses },
      })),
    weight: 2,
  },
  { arbitrary: walletWorlds, weight: 1 },
);

/** Addresses with money of one giver whom nobody suspects, and others. */
export const honestFunders: fc.Arbitrary<FunderFacts> = fc.oneof(
  {
    arbitrary: fc.record({ facts: funderWorlds, from: fc.constantFrom('exchange', 'exchange', 'person') }).map(
      ({ facts, from }): FunderFacts => ({
        ...facts,
        siblings: 0,
        credits: facts.credits.map((one) => ({
          ...one,
          from,
          n: 0,
          how: 'transfer',
          hops: 0,
          beside: 0,
          milliSol: Math.max(300, one.milliSol),
        })),
      }),
    ),
    weight: 3,
  },
  { arbitrary: funderWorlds, weight: 1 },
);
