import { describe, expect, it } from 'vitest';
import type { BodiesPage, BodiesPart, ListedTransaction } from '#chain/chain-reader.ts';
import type { HistoryBounds } from '#gather/wallet/history.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { WalletChain } from '../support/wallet-chain.ts';
import { historyOf, MemoryStore, readChain } from '../support/wallet-history.ts';

const SOL = 1_000_000_000n;

/** The same chain behind an endpoint that gives lists with their bodies. */
class BodiesChain extends WalletChain {
  readonly asked: BodiesPart[] = [];
  pageMost = 1_000;
  /** May change the answer to the `n`th page. */
  distortBodies: (page: BodiesPage, n: number) => Reading<BodiesPage> = (page) => known(page);

  async bodies(of: Address, part: BodiesPart): Promise<Reading<BodiesPage>> {
    this.asked.push(part);
    const { order, limit, until, from } = part;
    const named = this.happened
      .filter(({ names, effect }) => names.has(of) && !this.unlisted.has(effect.signature))
      .filter(({ effect }) => !until || effect.slot > until.slot);
    const ordered = order === 'newest' ? named.toReversed() : named;
    const begin = Number(from?.token ?? 0);
    const entries = ordered
      .slice(begin, begin + Math.min(limit, this.pageMost))
      .map(({ effect }): ListedTransaction => {
        const { slot, time, failed } = effect;
        const signature = effect.signature as Signature;
        const body = () =>
          this.lost.has(signature)
            ? missing('transaction', 'history_missing')
            : known({ signature } as Partial<Transaction> as Transaction);
        return { signature, slot, blockTime: time, failed, body };
      });
    const end = begin + entries.length;
    const next = { token: `${end}`, slot: entries.at(-1)?.slot ?? 0, signatures: new Set<Signature>() };
    return this.distortBodies({ entries, next: end < ordered.length ? next : null }, this.asked.length);
  }
}

/** What a wallet does that was paid once and then pays and trades, one transaction in `spacing` slots; one is by somebody else. */
function live<T extends WalletChain>(chain: T, transactions: number, spacing = 1): T {
  chain.tell({ slot: 10, lamports: 100n * SOL });
  for (let n = 1; n < transactions; n++) {
    const isTrade = n % 20 < 2;
    const tokens =
      isTrade && n > 1 ? [{ account: n % 40 < 20 ? 'a0' : 'a1', units: n % 20 === 0 ? 1_000n : -1_000n }] : [];
    chain.tell({ slot: 10 + n * spacing, lamports: -10_000n, tokens });
  }
  chain.tell({ slot: 10 + transactions * spacing, tokens: [{ account: 'a1', units: 7n }], listed: false });
  return chain;
}

const wide: Partial<HistoryBounds> = { windowSeconds: 1_000_000 };

/** What comes of both roads, which must be the same. */
async function onBoth(change: Partial<HistoryBounds>, arrange: (chain: WalletChain) => void) {
  const [plain, offering] = [new WalletChain(), new BodiesChain()];
  for (const chain of [plain, offering]) arrange(chain);
  const [byLists, withBodies] = [await readChain(plain, change), await readChain(offering, change)];
  expect(withBodies).toEqual(byLists);
  return { offering, history: withBodies };
}

describe('a history through pages of bodies', () => {
  it.each([1, 2, 99, 100, 101, 1_099, 1_100, 1_101])('of %i transactions is the same as by lists', async (count) => {
    const { offering, history } = await onBoth(wide, (chain) => live(chain, count));
    expect(history).toMatchObject({ known: true, value: { facts: { breaks: [], mismatches: [], bornInside: true } } });
    // The one that only the list of a token account names.
    expect(offering.calls.body).toBe(1);
    expect(offering.asked.length).toBeLessThanOrEqual(3);
  });

  it('asks for no body where everything fits, and lists only whether anything is older', async () => {
    const chain = new BodiesChain();
    for (let n = 0; n < 1_000; n++) chain.tell({ slot: 10 + n, lamports: 5n });
    await historyOf(chain);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, holdings: 1, signatures: 1 });
    expect(chain.asked.map(({ limit }) => limit)).toEqual([100, 1_000]);
  });

  it('ends with the last transaction before the window', async () => {
    const { offering, history } = await onBoth({ windowSeconds: 500 }, (chain) => live(chain, 400, 10));
    expect(history).toMatchObject({ known: true, value: { facts: { breaks: [], bornInside: false } } });
    expect(offering.asked).toHaveLength(1);
  });

  it('is nothing where nothing ever happened, on the word of lists', async () => {
    const { offering } = await onBoth(wide, () => undefined);
    expect(offering.calls.signatures).toBe(1);
  });

  it('reads more than three thousand, which lists do not', async () => {
    const [plain, offering] = [live(new WalletChain(), 3_200), live(new BodiesChain(), 3_200)];
    const shortened = { shortenedBy: 'transactions', signatures: 3_000, breaks: [], mismatches: [] };
    expect((await historyOf(plain, wide)).facts).toMatchObject(shortened);
    expect((await historyOf(offering, wide)).facts).toMatchObject({ signatures: 3_200, breaks: [], mismatches: [] });
    expect(offering.asked).toHaveLength(5);
  });

  it('ends behind as many as count, and not behind dust', async () => {
    const chain = new BodiesChain();
    for (let n = 0; n < 4_000; n++) chain.tell({ slot: 10 + n, lamports: 5n, signed: n % 2 === 0 });
    const { facts } = await historyOf(chain, { ...wide, signaturesMax: 500, signaturesWithBodiesMax: 1_000 });
    expect(facts).toMatchObject({ shortenedBy: 'transactions', signatures: 2_001, dust: 1_001, breaks: [] });
    expect(chain.asked.map(({ limit }) => limit)).toEqual([100, 1_000, 901, 100]);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, holdings: 1 });
  });

  it.each([300, 1_100])('of the last %i that count is the same as by lists', async (max) => {
    const bounds = { ...wide, signaturesMax: max, signaturesWithBodiesMax: max };
    const { history } = await onBoth(bounds, (chain) => live(chain, 1_500));
    const facts = { shortenedBy: 'transactions', signatures: max, breaks: [], mismatches: [] };
    expect(history).toMatchObject({ known: true, value: { facts } });
  });

  it('ends where the time for pages is up', async () => {
    const chain = live(new BodiesChain(), 1_500);
    chain.distortBodies = (page, n) => (n === 3 ? missing('bodies', 'deadline') : known(page));
    const { facts } = await historyOf(chain, wide);
    expect(facts).toMatchObject({ shortenedBy: 'time', signatures: 1_099, breaks: [], mismatches: [] });
  });

  it('goes on after it was counted where the pace changes', async () => {
    const { history } = await onBoth({ ...wide, signaturesMax: 800, signaturesWithBodiesMax: 800 }, (chain) => {
      live(chain, 300, 1_000);
      for (let n = 0; n < 150; n++) chain.tell({ slot: 301_000, lamports: 1n });
    });
    expect(history).toMatchObject({ known: true });
  });

  it('reads what is new alone where the rest is remembered', async () => {
    const [chain, store] = [live(new BodiesChain(), 3_100), new MemoryStore()];
    const first = await historyOf(chain, wide, store);
    await store.write(chain.subject, first.newlyKnown!);
    for (let n = 0; n < 3; n++) chain.tell({ slot: 4_000 + n, lamports: 1n });
    chain.asked.length = 0;
    chain.calls = {};
    const second = await historyOf(chain, wide, store);
    expect(second.facts).toMatchObject({ signatures: 3_103, breaks: [], mismatches: [] });
    expect(chain.asked).toMatchObject([{ limit: 100, until: { signature: first.newlyKnown?.watermark?.signature } }]);
    expect(chain.calls.body).toBeUndefined();
    expect(second.effects).toEqual((await historyOf(chain, wide)).effects);
  });
});

describe('an endpoint that withholds', () => {
  const middle = (chain: WalletChain) => chain.happened[150]?.effect.signature ?? '';

  it('a transaction breaks the history, as by lists', async () => {
    const { history } = await onBoth(wide, (chain) => chain.unlisted.add(middle(live(chain, 300))));
    expect(history).toMatchObject({ known: true, value: { facts: { breaks: [{ mint: null, unread: false }] } } });
  });

  it('a body leaves it unusable, as by lists, after it was asked for by itself', async () => {
    const { offering, history } = await onBoth(wide, (chain) => chain.lost.add(middle(live(chain, 300))));
    expect(history).toMatchObject({ value: { facts: { unusable: [{ cause: 'history_missing' }] } } });
    expect(offering.calls.body).toBeGreaterThan(0);
  });

  it('from its pages what its lists name is found by them', async () => {
    const chain = live(new BodiesChain(), 300);
    const gone = middle(chain);
    chain.distortBodies = ({ entries, next }) =>
      known({ entries: entries.filter(({ signature }) => signature !== gone), next });
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 300), wide));
  });

  it('the rest of its pages ends nothing: what it left out is found by lists', async () => {
    const chain = live(new BodiesChain(), 300);
    chain.distortBodies = ({ entries }) => known({ entries, next: null });
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 300), wide));
  });
});

describe('an endpoint that lies about the bounds of a list', () => {
  it('by pages without the times of what is older than the window is read by lists', async () => {
    const short = { windowSeconds: 500 };
    const chain = live(new BodiesChain(), 400, 10);
    const timeless = ({ signature, ...entry }: ListedTransaction): ListedTransaction => {
      const body = () => known({ signature, blockTime: null } as Partial<Transaction> as Transaction);
      return { ...entry, signature, blockTime: null, body };
    };
    chain.distortBodies = ({ entries, next }) => {
      const oldest = (entries[0]?.blockTime ?? 0) - 400;
      return known({ entries: entries.map((one) => ((one.blockTime ?? 0) < oldest ? timeless(one) : one)), next });
    };
    const { effectOf } = chain;
    chain.effectOf = (transaction) => {
      const effect = effectOf(transaction);
      return effect.known && transaction.blockTime === null ? known({ ...effect.value, time: null }) : effect;
    };
    expect(await readChain(chain, short)).toEqual(await readChain(live(new WalletChain(), 400, 10), short));
  });

  it('by the end of its pages where the wallet held nothing is read by lists', async () => {
    const emptied = <T extends WalletChain>(chain: T): T => {
      chain.tell({ slot: 10, lamports: 5n * SOL });
      chain.tell({ slot: 11, lamports: -5n * SOL });
      for (let n = 0; n < 20; n++) chain.tell({ slot: 20 + n, lamports: SOL });
      return chain;
    };
    const chain = emptied(new BodiesChain());
    chain.distortBodies = ({ entries }) => known({ entries: entries.filter(({ slot }) => slot >= 20), next: null });
    const history = await readChain(chain, wide);
    expect(history).toEqual(await readChain(emptied(new WalletChain()), wide));
    expect(history).toMatchObject({ value: { facts: { signatures: 22 } } });
  });
});

describe('pages that fail', () => {
  const failed = (cause: 'rpc_unavailable' | 'not_found' | 'limit_reached') => missing('bodies', cause);

  it.each([1, 2, 3])('at the %i. leave the same history to lists', async (at) => {
    const chain = live(new BodiesChain(), 1_500);
    chain.distortBodies = (page, n) => (n === at ? failed('rpc_unavailable') : known(page));
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 1_500), wide));
    expect(chain.asked).toHaveLength(at);
  });

  it('in the middle of what lists do not reach are the reason, and not the limit of lists', async () => {
    const chain = live(new BodiesChain(), 3_200);
    chain.distortBodies = (page, n) => (n === 4 ? failed('rpc_unavailable') : known(page));
    expect(await readChain(chain, wide)).toMatchObject({ gap: { reading: 'history', cause: 'rpc_unavailable' } });
  });

  it('because nobody offers them any more leave the limit of lists', async () => {
    const chain = live(new BodiesChain(), 3_200);
    chain.distortBodies = (page, n) => (n === 4 ? failed('not_found') : known(page));
    const shortened = { facts: { shortenedBy: 'transactions', signatures: 3_000 } };
    expect(await readChain(chain, wide)).toMatchObject({ value: shortened });
  });

  it('for being too large are asked for with half as many', async () => {
    const chain = live(new BodiesChain(), 1_500);
    chain.distortBodies = (page) => (page.entries.length > 300 ? failed('limit_reached') : known(page));
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 1_500), wide));
    expect(chain.asked.map(({ limit }) => limit)).toEqual([100, 1_000, 500, 250, 250, 250, 250, 250, 250]);
    expect(chain.calls.body).toBe(1);
  });

  it('for being too large, however few, leave the history to lists after a few requests', async () => {
    const chain = live(new BodiesChain(), 500);
    chain.distortBodies = (page, n) => (n > 1 ? failed('limit_reached') : known(page));
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 500), wide));
    expect(chain.asked.length).toBeLessThan(8);
  });

  it('to end are given up after twenty that are cut short', async () => {
    const chain = live(new BodiesChain(), 500);
    const endless = { token: 'more', slot: 0, signatures: new Set<Signature>() };
    chain.distortBodies = (page, n) => known(n === 1 ? { ...page, next: endless } : { entries: [], next: endless });
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 500), wide));
    expect(chain.asked).toHaveLength(22);
  });

  it('to move on are seen by their repetition', async () => {
    const chain = live(new BodiesChain(), 500);
    const pages: BodiesPage[] = [];
    chain.distortBodies = (page) => {
      pages.push(page);
      return known(pages[0] ?? page);
    };
    expect(await readChain(chain, wide)).toEqual(await readChain(live(new WalletChain(), 500), wide));
    expect(chain.asked).toHaveLength(2);
  });
});
