import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from '#derive/effects/effect-type.ts';
import { cases } from '../support/cases.ts';
import { type ChainTransaction, WalletChain } from '../support/wallet-chain.ts';
import { historyOf, MemoryStore } from '../support/wallet-history.ts';

interface Act {
  readonly kind: 'trade' | 'given' | 'paid' | 'failed' | 'sold' | 'closed' | 'dust';
  readonly account: number;
  readonly gap: number;
  readonly units: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('trade', 'trade', 'given', 'paid', 'failed', 'sold', 'closed', 'dust', 'dust'),
  account: fc.nat(4),
  gap: fc.constantFrom(0, 1, 1, 7, 40),
  units: fc.integer({ min: 1, max: 9 }),
});

const acts = fc.array(act, { minLength: 3, maxLength: 60 });

/** Plays random acts; money never runs out, and nobody but the wallet takes from its accounts. */
function play(all: readonly Act[]): WalletChain {
  const chain = new WalletChain();
  const held = new Map<number, bigint>();
  let slot = 10;
  chain.tell({ slot, lamports: 1_000_000_000n });
  for (const one of all) {
    slot += one.gap;
    chain.tell({ slot, ...transactionOf(one, held.get(one.account) ?? null, held) });
  }
  return chain;
}

/** What an act comes to with so much of its token held; null: its account is not there. */
function transactionOf(
  { kind, account, units }: Act,
  has: bigint | null,
  held: Map<number, bigint>,
): Omit<ChainTransaction, 'slot'> {
  const name = { account: `a${account}`, mint: `m${account}` };
  const come = (by: bigint) => {
    held.set(account, (has ?? 0n) + by);
    return [{ ...name, units: by }];
  };
  if (kind === 'dust') return { lamports: BigInt(units), signed: false };
  if (kind === 'failed') return { lamports: -5n, failed: true };
  if (kind === 'trade') return { lamports: -BigInt(units) * 3n, tokens: come(BigInt(units)) };
  if (has === null || kind === 'paid') return { lamports: BigInt(units) };
  if (kind === 'given') return { tokens: come(BigInt(units)), listed: false };
  if (kind === 'sold') return { lamports: has * 4n + 1n, tokens: come(-has) };
  held.delete(account);
  return { lamports: has, tokens: [{ ...name, close: true }] };
}

const signatures = (effects: readonly Effect[]) => effects.map(({ signature }) => signature);
const runs = { numRuns: cases(150) };

describe('any history', () => {
  it('is found whole and fits', async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.integer({ min: 20, max: 900 }), async (all, windowSeconds) => {
        const chain = play(all);
        const { facts, effects } = await historyOf(chain, { windowSeconds });
        expect(facts).toMatchObject({ breaks: [], mismatches: [], unusable: [], unprovenAccounts: 0 });
        const inside = chain.happened.map(({ effect }) => effect).filter(({ time }) => (time ?? 0) >= facts.windowFrom);
        expect([...signatures(effects)].sort()).toEqual([...signatures(inside)].sort());
        expect(effects.every((one, n) => n === 0 || one.slot >= (effects[n - 1]?.slot ?? 0))).toBe(true);
      }),
      runs,
    );
  });

  it('of more than count is the newest part of what would be read otherwise, as long as it may be', async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.integer({ min: 1, max: 30 }), async (all, signaturesMax) => {
        const chain = play(all);
        const whole = await historyOf(chain);
        const { facts, effects } = await historyOf(chain, { signaturesMax, windowSecondsMin: -1_000 });
        const { windowFrom } = facts;
        expect(facts).toMatchObject({ breaks: [], mismatches: [], unusable: [], unprovenAccounts: 0 });
        expect(effects).toEqual(whole.effects.filter(({ time }) => (time ?? 0) >= windowFrom));
        const counted = (from: number) =>
          chain.happened.filter(
            ({ effect, names }) => names.has(chain.subject) && (effect.time ?? 0) >= from && effect.signed,
          ).length;
        expect(counted(windowFrom)).toBeLessThanOrEqual(signaturesMax);
        expect(counted(facts.askedFrom) <= signaturesMax).toBe(facts.shortenedBy === null);
        if (facts.shortenedBy !== null) expect(counted(windowFrom - 1)).toBeGreaterThan(signaturesMax);
      }),
      runs,
    );
  });

  it('shows that a transaction is withheld, whichever it is', async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.nat(), fc.boolean(), async (all, pick, bodyOnly) => {
        const chain = play(all);
        const gone = chain.happened[pick % chain.happened.length]?.effect.signature ?? '';
        (bodyOnly ? chain.lost : chain.unlisted).add(gone);
        // Without the oldest one the list begins with money from nowhere, and the history is a gap.
        const found = await historyOf(chain).then(
          ({ facts }) => facts.breaks.length + facts.mismatches.length + facts.unusable.length,
          (error: unknown) => (/history_missing/.test(String(error)) ? 1 : 0),
        );
        expect(found).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it('is the same with a store, whatever earlier checks left in it', async () => {
    await fc.assert(
      fc.asyncProperty(
        acts,
        fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 4 }),
        fc.record({
          windowSeconds: fc.integer({ min: 20, max: 900 }),
          lose: fc.option(fc.nat()),
          unmarked: fc.boolean(),
          counts: fc.array(fc.constantFrom(2, 10, 15, 1_000), { minLength: 1, maxLength: 3 }),
        }),
        async (all, checks, { windowSeconds, lose, unmarked, counts }) => {
          const bounds = (n: number) => {
            // What the store lost is found where balances do not follow, behind the count.
            const signaturesMax = lose === null ? counts[n % counts.length] : null;
            return { windowSeconds, windowSecondsMin: -1_000, signaturesMax: signaturesMax ?? 1_000 };
          };
          const chain = play(all);
          const store = new MemoryStore();
          for (const [n, slot] of [...checks].sort((a, b) => a - b).entries()) {
            chain.tip = slot;
            chain.listTip = slot;
            const { newlyKnown } = await historyOf(chain, bounds(n + 1), store);
            if (newlyKnown) await store.write(chain.subject, newlyKnown);
          }
          chain.tip = null;
          chain.listTip = null;
          const { effects, watermark } = store.kept;
          const left = lose === null ? effects : effects.filter((_, n) => n !== lose % effects.length);
          store.kept = { effects: left, watermark: unmarked ? null : watermark };
          const fresh = await historyOf(chain, bounds(0));
          const withStore = await historyOf(chain, bounds(0), store);
          expect(withStore.facts).toEqual(fresh.facts);
          expect(withStore.effects).toEqual(fresh.effects);
          expect(withStore.slot).toBe(fresh.slot);
        },
      ),
      runs,
    );
  });
});

describe('a store', () => {
  it('leaves to a second check what is new, and nothing where nothing is', async () => {
    const chain = play(
      Array.from({ length: 200 }, (_, n) => ({ kind: 'trade', account: n % 5, gap: 3, units: 2 }) as const),
    );
    const store = new MemoryStore();
    const first = await historyOf(chain, {}, store);
    if (first.newlyKnown) await store.write(chain.subject, first.newlyKnown);
    expect(store.kept.effects).toHaveLength(201);
    expect(store.kept.watermark?.signature).toBe(first.facts.newestSignature);
    chain.calls = {};
    const second = await historyOf(chain, {}, store);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, holdings: 1, signatures: 2 });
    expect(second.newlyKnown).toBeNull();
    for (let n = 0; n < 3; n++) chain.tell({ slot: 2_000 + n, lamports: 1n });
    chain.calls = {};
    const third = await historyOf(chain, {}, store);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, holdings: 1, signatures: 3, body: 3 });
    expect(third.newlyKnown?.effects).toHaveLength(3);
  });

  it('leaves to a second check what is new where the window is shortened, as well', async () => {
    const chain = play(
      Array.from({ length: 200 }, (_, n) => ({ kind: 'trade', account: n % 5, gap: 3, units: 2 }) as const),
    );
    const [store, bounds] = [new MemoryStore(), { signaturesMax: 100 }];
    const first = await historyOf(chain, bounds, store);
    expect(first.facts).toMatchObject({ shortenedBy: 'transactions', signatures: 100 });
    if (first.newlyKnown) await store.write(chain.subject, first.newlyKnown);
    chain.calls = {};
    expect((await historyOf(chain, bounds, store)).facts).toEqual(first.facts);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, holdings: 1, signatures: 1 });
    for (let n = 0; n < 3; n++) chain.tell({ slot: 2_000 + n, lamports: 1n });
    chain.calls = {};
    const third = await historyOf(chain, bounds, store);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, holdings: 1, signatures: 2, body: 3 });
    expect(third.facts).toEqual((await historyOf(chain, bounds)).facts);
    if (third.newlyKnown) await store.write(chain.subject, third.newlyKnown);
    // Nothing is kept of what counts no more but the beginning of the window.
    expect(store.kept.effects.length).toBeLessThan(110);
  });

  it('orders those of one slot that lists of several accounts name as a reading without it does', async () => {
    const acts: readonly Act[] = [
      { kind: 'trade', account: 0, gap: 0, units: 1 },
      { kind: 'given', account: 0, gap: 40, units: 1 },
      { kind: 'trade', account: 1, gap: 0, units: 1 },
      { kind: 'trade', account: 1, gap: 0, units: 1 },
      { kind: 'given', account: 1, gap: 0, units: 1 },
    ];
    const chain = play(acts);
    const store = new MemoryStore();
    [chain.tip, chain.listTip] = [52, 52];
    const { newlyKnown } = await historyOf(chain, { windowSeconds: 41 }, store);
    if (newlyKnown) await store.write(chain.subject, newlyKnown);
    [chain.tip, chain.listTip] = [null, null];
    const [fresh, withStore] = [
      await historyOf(chain, { windowSeconds: 41 }),
      await historyOf(chain, { windowSeconds: 41 }, store),
    ];
    expect(signatures(withStore.effects)).toEqual(signatures(fresh.effects));
  });

  it('that cannot be read is as if there were none', async () => {
    const chain = play([]);
    const broken = { read: () => Promise.reject(new Error('down')), write: () => Promise.reject(new Error('down')) };
    expect((await historyOf(chain, {}, broken)).facts).toEqual((await historyOf(chain)).facts);
  });

  it('gets no watermark of a past that does not fit', async () => {
    const chain = play([]);
    chain.tell({ slot: 20, lamports: 5n });
    chain.tell({ slot: 30, lamports: 5n });
    chain.unlisted.add(chain.happened[1]?.effect.signature ?? '');
    const { newlyKnown } = await historyOf(chain, {}, new MemoryStore());
    expect(newlyKnown).toMatchObject({ watermark: null });
    expect(newlyKnown?.effects).toHaveLength(2);
  });

  it('with a watermark of a shorter window is read behind it as well', async () => {
    const chain = play(Array.from({ length: 50 }, () => ({ kind: 'paid', account: 0, gap: 7, units: 2 }) as const));
    const store = new MemoryStore();
    const { newlyKnown } = await historyOf(chain, { windowSeconds: 50 }, store);
    if (newlyKnown) await store.write(chain.subject, newlyKnown);
    expect((await historyOf(chain, {}, store)).facts).toEqual((await historyOf(chain)).facts);
  });
});
