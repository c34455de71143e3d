import { describe, expect, it } from 'vitest';
import type { HistoryReader } from '#chain/chain-reader.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type GateSchedule, scheduleOf } from '#solana/gates/gate-schedule.ts';
import { key } from '../support/transactions.ts';
import { WalletChain } from '../support/wallet-chain.ts';
import { historyOf, MemoryStore, readChain } from '../support/wallet-history.ts';

const SOL = 1_000_000_000n;
const RENT = 2_039_280n;

/** A wallet that was paid once and then trades, one transaction in ten slots. */
function trader(transactions: number, from = 10): WalletChain {
  const chain = new WalletChain();
  chain.tell({ slot: from, lamports: 100n * SOL });
  for (let n = 1; n < transactions; n++) {
    const isBuy = n % 2 === 1;
    const units = isBuy ? 1_000n : -1_000n;
    chain.tell({
      slot: from + n * 10,
      lamports: isBuy ? -1_000_000n : 990_000n,
      tokens: [{ account: `a${(n >> 1) % 5}`, units }],
    });
  }
  return chain;
}

describe('a wallet born inside the window', () => {
  it('is read whole, every link counted', async () => {
    const chain = trader(100);
    const { facts, effects, slot } = await historyOf(chain);
    expect(effects.map(({ signature }) => signature)).toEqual(chain.happened.map(({ effect }) => effect.signature));
    expect(facts).toMatchObject({
      bornInside: true,
      signatures: 100,
      transactions: 100,
      pages: 1,
      nativeLinks: 100,
      tokenLinks: 94,
      breaks: [],
      mismatches: [],
      unusable: [],
      repaired: 0,
      tokenSignatures: 0,
      unprovenAccounts: 0,
      newestSignature: chain.happened.at(-1)?.effect.signature,
    });
    expect(slot).toBe(1_001);
  });

  it('takes three rounds: the account with page and holdings, the time, and the bodies with the page behind', async () => {
    const chain = trader(100);
    chain.latencyMs = 5;
    await historyOf(chain);
    expect(chain.rounds).toBe(3);
    expect(chain.calls).toEqual({ account: 1, block_time: 1, signatures: 2, holdings: 1, body: 100 });
  });

  it('takes two more where token accounts have to be asked', async () => {
    const chain = trader(100);
    chain.tell({ slot: 1_100, tokens: [{ account: 'a1', units: 7n }], listed: false });
    chain.latencyMs = 5;
    await historyOf(chain);
    expect(chain.rounds).toBe(5);
  });

  it('is nothing where nothing ever happened', async () => {
    const { facts, effects } = await historyOf(new WalletChain());
    expect(effects).toEqual([]);
    expect(facts).toMatchObject({ bornInside: false, signatures: 0, breaks: [], mismatches: [], newestTime: null });
  });

  it('is read whatever the length of pages', async () => {
    const chain = trader(50);
    const whole = await historyOf(chain);
    chain.pageMax = 7;
    expect(await historyOf(chain)).toEqual(whole);
  });
});

describe('the bounds', () => {
  it('judge the newest part of a wallet with too many transactions, whole', async () => {
    const chain = trader(400);
    const { facts, effects } = await historyOf(chain, { signaturesMax: 300 });
    expect(effects.map(({ signature }) => signature)).toEqual(
      chain.happened.slice(100).map(({ effect }) => effect.signature),
    );
    const [oldest] = effects;
    expect(facts).toMatchObject({
      shortenedBy: 'transactions',
      bornInside: false,
      signatures: 300,
      dust: 0,
      nativeLinks: 300,
      breaks: [],
      mismatches: [],
      windowFrom: (oldest?.time ?? 0) - 9,
      windowTo: 4_001 + 1_700_000_000,
    });
    expect(facts.askedFrom).toBe(facts.windowTo - 10_000);
    // One for the beginning, and one for the token account whose units are older.
    expect(chain.calls.body).toBeLessThanOrEqual(303);
  });

  it('begin a window behind a whole second, never in the middle of a slot', async () => {
    const chain = new WalletChain();
    for (let n = 0; n < 400; n++) chain.tell({ slot: 10 + Math.floor(n / 7), lamports: 1_000n });
    const { facts, effects } = await historyOf(chain, { signaturesMax: 300, windowSecondsMin: 1 });
    expect(effects).toHaveLength(295);
    expect(facts).toMatchObject({ breaks: [], mismatches: [], nativeLinks: 295, shortenedBy: 'transactions' });
    expect(new Set(effects.filter(({ slot }) => slot === effects[0]?.slot)).size).toBe(7);
  });

  it('leave a gap of a wallet that does too much for the shortest window', async () => {
    const chain = new WalletChain();
    for (let n = 0; n < 400; n++) chain.tell({ slot: 10 + n, lamports: 1n });
    const reading = await readChain(chain, { signaturesMax: 300, windowSecondsMin: 302 });
    expect(reading).toMatchObject({ gap: { reading: 'history', cause: 'limit_reached' } });
    expect(chain.calls).toMatchObject({ signatures: 1, body: 301 });
  });

  it('let a wallet pass that has exactly as many', async () => {
    const chain = trader(300);
    expect((await historyOf(chain, { signaturesMax: 300 })).effects).toHaveLength(300);
  });

  it('keep few bodies under way at a time', async () => {
    const chain = trader(990);
    chain.latencyMs = 1;
    await historyOf(chain, { windowSeconds: 20_000 });
    expect(chain.mostUnderWay).toBe(600);
  });

  it('leave token accounts unproven that are too many to ask', async () => {
    const chain = new WalletChain();
    for (let n = 0; n < 30; n++) chain.tell({ slot: 1, tokens: [{ account: `dust ${n}`, units: 5n }], listed: false });
    chain.tell({ slot: 20_000, lamports: SOL });
    const all = await historyOf(chain);
    expect(all.facts).toMatchObject({ unprovenAccounts: 0, mismatches: [] });
    const some = await historyOf(chain, { tokenSignaturesMax: 10 });
    expect(some.facts.unprovenAccounts).toBe(20);
    expect(some.facts.mismatches).toHaveLength(20);
  });
});

describe('dust', () => {
  /** A trader among strangers who send next to nothing, all in the end and between what it does. */
  function dusted(trades: number, dust: number): WalletChain {
    const chain = trader(trades);
    const [last] = chain.happened.slice(-1);
    for (let n = 0; n < dust; n++) {
      chain.tell({ slot: (last?.effect.slot ?? 0) + 1 + (n >> 2), lamports: 1n, signed: false });
    }
    return chain;
  }

  it.each([310, 3_000])('of %i transactions does not shorten the window', async (dust) => {
    const chain = dusted(290, dust);
    const { facts, effects } = await historyOf(chain, { signaturesMax: 300 });
    expect(facts).toMatchObject({ shortenedBy: null, bornInside: true, dust, signatures: 290 + dust, breaks: [] });
    expect(effects).toHaveLength(290 + dust);
  });

  it('is what a stranger sends, less than a thousandth of a SOL, with tokens or without', async () => {
    const chain = trader(10);
    const strangers = [
      { lamports: 999_999n },
      { lamports: 1_000_000n },
      { lamports: -1n },
      { tokens: [{ account: 'a1', units: 1n }] },
      { tokens: [{ account: 'spam', mint: 'spam', units: 1n }], lamports: 1n },
      { tokens: [{ account: 'a1', units: -1n }], lamports: 5n },
      { failed: true },
    ];
    for (const [n, added] of strangers.entries()) chain.tell({ slot: 200 + n, signed: false, ...added });
    chain.tell({ slot: 300, lamports: 1n });
    expect((await historyOf(chain)).facts).toMatchObject({ signatures: 18, breaks: [], mismatches: [] });
    // The account that was opened for spam took its rent from the wallet's own lamports here.
    expect((await historyOf(chain)).facts.dust).toBe(3);
  });
});

describe('what strangers take back of what they gave', () => {
  it.each([
    ['a token with a permanent delegate', { account: 'spam', mint: 'spam', units: -1n }],
    ['an empty account that they can close', { account: 'empty', close: true }],
  ])('%s does not shorten the window', async (_, taken) => {
    const chain = trader(290);
    chain.tell({
      slot: 2_950,
      signed: false,
      lamports: RENT,
      tokens: [{ account: 'spam', mint: 'spam', units: 400n }],
    });
    for (let n = 0; n < 300; n++) {
      const closes = 'close' in taken;
      if (closes) chain.tell({ slot: 2_951 + n, signed: false, lamports: RENT, tokens: [{ account: 'empty' }] });
      const rent = closes ? -RENT : 0n;
      chain.tell({ slot: 2_951 + n, signed: false, lamports: rent, tokens: [taken] });
    }
    const { facts } = await historyOf(chain, { signaturesMax: 300 });
    expect(facts).toMatchObject({ shortenedBy: null, breaks: [], mismatches: [] });
  });

  it('is no dust where the wallet itself has touched the token', async () => {
    const chain = trader(290);
    for (let n = 0; n < 300; n++)
      chain.tell({ slot: 2_951 + n, signed: false, tokens: [{ account: 'a1', units: -1n }] });
    expect((await historyOf(chain, { signaturesMax: 300 })).facts.shortenedBy).toBe('transactions');
  });
});

describe('dust in token accounts', () => {
  /** Between two trades strangers send units into an account of the wallet, which its own list does not name. */
  function dustedAccount(dust: number, signed: boolean): WalletChain {
    const chain = trader(52);
    for (let n = 0; n < dust; n++)
      chain.tell({ slot: 600 + n, tokens: [{ account: 'a1', units: 1n }], signed, listed: false });
    chain.tell({ slot: 5_000, lamports: -1_000_000n, tokens: [{ account: 'a1', units: 5n }] });
    return chain;
  }

  it.each([60, 1_700])('of %i entries counts for nothing, and all of it is booked', async (dust) => {
    const { facts, effects } = await historyOf(dustedAccount(dust, false), { tokenSignaturesMax: 20 });
    expect(facts).toMatchObject({ unprovenAccounts: 0, breaks: [], mismatches: [], tokenSignatures: dust });
    expect(effects).toHaveLength(53 + dust);
  });

  it('is none where the wallet signed it', async () => {
    const { facts } = await historyOf(dustedAccount(60, true), { tokenSignaturesMax: 20 });
    expect(facts.unprovenAccounts).toBe(1);
  });

  it('beyond the bound is read by a part of the calls that are left, and ends nothing else', async () => {
    const chain = dustedAccount(1_700, false);
    let passed = 0;
    const whole: HistoryReader = chain;
    chain.part = () => ({
      account: (of) => whole.account(of),
      tokenHoldings: (of) => whole.tokenHoldings(of),
      transaction: (signature) => whole.transaction(signature),
      blockTime: (slot) => whole.blockTime(slot),
      blockSignature: (slot) => whole.blockSignature(slot),
      schedule: (slot) => whole.schedule(slot),
      spent: () => whole.spent(),
      signatures: (of, page) => whole.signatures(of, page),
      passing: async (signature) => (passed++ < 500 ? whole.passing(signature) : missing('call', 'limit_reached')),
    });
    const { facts } = await historyOf(chain, { tokenSignaturesMax: 20 });
    expect(facts).toMatchObject({ unprovenAccounts: 1, signatures: 53 });
    expect(facts.breaks).toMatchObject([{ account: key('a1'), unread: true }]);
  });
});

describe('a check that has no time left for the list', () => {
  /** The reader of the list is cut off after so many calls; the other one is not. */
  function limited(chain: WalletChain, callsMax: number, cause: 'deadline' | 'limit_reached'): WalletChain {
    let calls = 0;
    const over = () => (calls++ < callsMax ? null : missing('call', cause));
    chain.part = () => ({
      account: (of) => chain.account(of),
      tokenHoldings: (of) => chain.tokenHoldings(of),
      transaction: (signature) => chain.transaction(signature),
      blockTime: (slot) => chain.blockTime(slot),
      blockSignature: () => chain.blockSignature(),
      schedule: () => chain.schedule(),
      spent: () => chain.spent(),
      signatures: async (of, page) => over() ?? chain.signatures(of, page),
      passing: async (signature) => over() ?? chain.passing(signature),
    });
    return chain;
  }

  it.each([
    ['deadline', 'time'],
    ['limit_reached', 'calls'],
  ] as const)('for %s judges what was read whole', async (cause, shortenedBy) => {
    const chain = limited(trader(400), 151, cause);
    const { facts, effects } = await historyOf(chain);
    expect(facts).toMatchObject({ shortenedBy, breaks: [], mismatches: [], unusable: [], signatures: 150 });
    expect(effects.at(-1)?.signature).toBe(chain.happened.at(-1)?.effect.signature);
    expect(facts.nativeLinks).toBe(150);
  });

  it.each(['deadline', 'limit_reached'] as const)('ends with %s where that is too little', async (cause) => {
    for (const calls of [0, 1, 5]) {
      const reading = await readChain(limited(trader(400), calls, cause));
      expect(reading).toMatchObject({ gap: { reading: 'history', cause } });
    }
  });

  it('goes on where the last one ended', async () => {
    const [chain, store] = [trader(400), new MemoryStore()];
    limited(chain, 151, 'deadline');
    for (const signatures of [150, 301, 400]) {
      limited(chain, 151, 'deadline');
      const { facts, newlyKnown } = await historyOf(chain, {}, store);
      expect(facts).toMatchObject({ breaks: [], mismatches: [], signatures });
      if (newlyKnown) await store.write(chain.subject, newlyKnown);
    }
    const whole = await historyOf(trader(400));
    expect((await historyOf(chain, {}, store)).facts).toEqual(whole.facts);
  });
});

describe('the beginning of the window', () => {
  it('rests on the last transaction before it', async () => {
    const chain = trader(100);
    const { facts, effects } = await historyOf(chain, { windowSeconds: 500 });
    expect(facts).toMatchObject({ bornInside: false, breaks: [], mismatches: [] });
    expect(facts.nativeLinks).toBe(effects.length);
    expect(effects.length).toBeLessThan(60);
    // One for the wallet, one for the account that was left open.
    expect(chain.calls.body).toBe(effects.length + 2);
  });

  it('is missing where the wallet held lamports and nothing is older, since its list is cut', async () => {
    const chain = trader(20);
    chain.unlisted.add(chain.happened[0]?.effect.signature ?? '');
    expect(await readChain(chain)).toMatchObject({ gap: { reading: 'history', cause: 'history_missing' } });
    for (const { effect } of chain.happened) chain.unlisted.add(effect.signature);
    expect(await readChain(chain)).toMatchObject({ gap: { reading: 'history', cause: 'history_missing' } });
  });

  it.each(['history_missing', 'plan_refuses'] as const)(
    'has the gap %s of any page that an endpoint does not give',
    async (cause) => {
      for (const page of [1, 2]) {
        const chain = trader(20);
        chain.pageMax = 10;
        let pages = 0;
        chain.onCall = (method) => {
          if (method === 'signatures') pages += 1;
          return method === 'signatures' && pages === page ? missing('signatures', cause) : null;
        };
        expect(await readChain(chain)).toMatchObject({ gap: { reading: 'history', cause } });
      }
    },
  );

  it('takes tokens of before the window as inventory after their own list is read', async () => {
    const chain = new WalletChain();
    chain.tell({ slot: 10, lamports: SOL });
    chain.tell({ slot: 20, tokens: [{ account: 'a', units: 7n }], listed: false });
    chain.tell({ slot: 30, lamports: 5n });
    chain.tell({ slot: 20_000, lamports: 5n, tokens: [{ account: 'a', units: -7n }] });
    const { facts, effects } = await historyOf(chain);
    expect(effects).toHaveLength(1);
    expect(facts).toMatchObject({ breaks: [], mismatches: [], tokenLinks: 1, nativeLinks: 1, repaired: 0 });
  });
});

describe('what the wallet has no hand in', () => {
  it('is found by the list of the token account', async () => {
    const chain = new WalletChain();
    chain.tell({ slot: 10, lamports: SOL });
    chain.tell({ slot: 20, lamports: -5n, tokens: [{ account: 'a', units: 100n }] });
    const given = chain.tell({ slot: 30, tokens: [{ account: 'a', units: 50n }], listed: false });
    chain.tell({ slot: 40, lamports: 5n, tokens: [{ account: 'a', units: -150n }] });
    const late = chain.tell({ slot: 50, tokens: [{ account: 'a', units: 3n }], listed: false });
    const unseen = chain.tell({ slot: 60, tokens: [{ account: 'b', units: 4n }], listed: false });
    const { facts, effects } = await historyOf(chain);
    const signatures = effects.map(({ signature }) => signature);
    expect(signatures).toHaveLength(6);
    expect(signatures).toEqual(expect.arrayContaining([given, late, unseen]));
    expect(facts).toMatchObject({ repaired: 3, tokenSignatures: 3, signatures: 3, breaks: [], mismatches: [] });
  });

  it('stays a break with both its ends where no list has it', async () => {
    const chain = new WalletChain();
    chain.tell({ slot: 10, lamports: SOL });
    const first = chain.tell({ slot: 20, lamports: -5n, tokens: [{ account: 'a', units: 100n }] });
    chain.unlisted.add(chain.tell({ slot: 30, tokens: [{ account: 'a', units: 50n }], listed: false }));
    const last = chain.tell({ slot: 40, lamports: 5n, tokens: [{ account: 'a', units: -150n }] });
    const { facts } = await historyOf(chain);
    const mint = key('mint');
    expect(facts.breaks).toEqual([
      { mint, account: key('a'), lamports: 0n, units: 50n, after: first, before: last, unread: false },
    ]);
  });

  it('is no part of the past where it changed nothing', async () => {
    const chain = new WalletChain();
    chain.tell({ slot: 10, lamports: SOL, tokens: [{ account: 'a', units: 1n }] });
    chain.tell({ slot: 20, tokens: [{ account: 'a' }], listed: false });
    chain.tell({ slot: 30, tokens: [{ account: 'a', units: 1n }], listed: false });
    expect((await historyOf(chain)).facts).toMatchObject({ repaired: 1, transactions: 2, breaks: [], mismatches: [] });
  });
});

describe('accounts', () => {
  it('that are closed and opened again hold together', async () => {
    const chain = trader(2);
    chain.tell({ slot: 100, tokens: [{ account: 'a0', units: -1_000n }] });
    chain.tell({ slot: 110, tokens: [{ account: 'a0', close: true }] });
    chain.tell({ slot: 120, tokens: [{ account: 'a0', mint: 'other', units: 3n }] });
    expect((await historyOf(chain)).facts).toMatchObject({ breaks: [], mismatches: [], tokenLinks: 3 });
  });

  it('that went to somebody else unseen do not fit the present', async () => {
    const chain = trader(2);
    chain.unlisted.add(chain.tell({ slot: 100, tokens: [{ account: 'a0', close: true }], listed: false }));
    const { facts } = await historyOf(chain);
    expect(facts.mismatches).toMatchObject([{ account: key('a0'), units: 1_000n, before: null }]);
  });
});

describe('transactions of one slot', () => {
  it('are put in order by what they found, however the list has them', async () => {
    const chain = trader(2);
    const added = [-5n, 5n, -7n, 20n, -1n].map((lamports) => chain.tell({ slot: 500, lamports }));
    chain.distort = (page) => [...page].sort((a, b) => b.slot - a.slot || (a.signature < b.signature ? 1 : -1));
    const { facts, effects } = await historyOf(chain);
    expect(facts).toMatchObject({ breaks: [], mismatches: [] });
    expect(effects.slice(2).map(({ signature }) => signature)).toEqual(expect.arrayContaining(added));
  });

  it('follow the index of their block where it is known', async () => {
    const chain = trader(2);
    const added = [3, 5, 8].map((index) => chain.tell({ slot: 500, index }));
    chain.distort = (page) => [...page].sort((a, b) => b.slot - a.slot || (a.signature < b.signature ? 1 : -1));
    expect((await historyOf(chain)).effects.slice(2).map(({ signature }) => signature)).toEqual(added);
  });
});

describe('a past that moves on while it is read', () => {
  it('is read again until it fits', async () => {
    const chain = trader(20);
    let pages = 0;
    // The newest page was cut before the last two transactions ran, the account was read after them.
    chain.distort = (page) => (pages++ === 0 ? page.slice(2) : page);
    const { facts, effects } = await historyOf(chain);
    expect(facts).toMatchObject({ breaks: [], mismatches: [], repaired: 0, signatures: 20 });
    expect(effects).toHaveLength(20);
    expect(chain.calls).toMatchObject({ account: 2, holdings: 2 });
  });

  it('is read again twice at most', async () => {
    const chain = trader(20);
    chain.listTip = 150;
    const { facts } = await historyOf(chain);
    expect(facts.mismatches).toContainEqual(expect.objectContaining({ account: null }));
    expect(chain.calls).toMatchObject({ account: 3, holdings: 3 });
  });

  it('is cut at the lower of the two slots', async () => {
    const chain = trader(20);
    chain.tip = 150;
    chain.holdingsTip = 120;
    const { facts, effects, slot } = await historyOf(chain);
    expect(slot).toBe(120);
    expect(effects.at(-1)?.slot).toBe(120);
    expect(facts).toMatchObject({ breaks: [], mismatches: [], signatures: 12 });
  });

  it('does not fit where the account says something else', async () => {
    const chain = trader(20);
    const { account } = chain;
    chain.account = async function lying(of) {
      const reading = await account.call(chain, of);
      if (!reading.known || !reading.value.value) return reading;
      return { known: true, value: { slot: reading.value.slot, value: { ...reading.value.value, lamports: 1n } } };
    };
    const { facts } = await historyOf(chain);
    expect(facts.mismatches).toMatchObject([{ account: null, mint: null, before: null }]);
  });
});

describe('an endpoint', () => {
  it('that repeats a page contradicts itself', async () => {
    const chain = trader(30);
    chain.pageMax = 10;
    let first: readonly unknown[] | null = null;
    chain.distort = (page) => {
      first ??= page;
      return first as typeof page;
    };
    expect(await readChain(chain)).toMatchObject({ gap: { reading: 'history', cause: 'rpc_disagrees' } });
  });

  it('that names other slots in lists than in bodies contradicts itself', async () => {
    const chain = trader(30);
    chain.distort = (page) => page.map((entry) => ({ ...entry, slot: entry.slot + 1 }));
    expect(await readChain(chain)).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });

  it('that lets the list end early by a wrong time contradicts itself', async () => {
    const chain = trader(30);
    chain.distort = (page) => page.map((entry) => (entry.slot < 200 ? { ...entry, blockTime: 5 } : entry));
    expect(await readChain(chain)).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });

  it('that knows no times of blocks gets those of neighbours', async () => {
    const chain = trader(30);
    chain.distort = (page) => page.map((entry) => (entry.slot % 30 === 0 ? { ...entry, blockTime: null } : entry));
    expect((await historyOf(chain)).effects).toHaveLength(30);
  });

  it.each(['deadline', 'rpc_unavailable', 'limit_reached'] as const)(
    'that fails with %s ends the reading',
    async (cause) => {
      for (const failing of ['account', 'holdings', 'signatures', 'body']) {
        const chain = trader(30);
        chain.onCall = (method) => (method === failing ? missing(method, cause) : null);
        expect(await readChain(chain)).toMatchObject({ gap: { reading: 'history', cause } });
      }
    },
  );

  it('that lacks a body leaves the transaction unusable', async () => {
    const chain = trader(30);
    const lost = chain.happened[12]?.effect.signature ?? '';
    chain.lost.add(lost);
    const { facts } = await historyOf(chain);
    expect(facts.unusable).toEqual([{ signature: lost, cause: 'history_missing' }]);
    expect(facts).toMatchObject({ signatures: 30, transactions: 29 });
    expect(facts.breaks.length).toBeGreaterThan(0);
  });
});

describe('a list that is newer than the account', () => {
  const slow = scheduleOf(new Map());
  const ahead = 'the list is ahead of the present';
  const unread = missing('gates', 'rpc_unavailable');
  it.each([
    ['at 400 ms a slot', 150, known(slow), false],
    ['at 400 ms a slot', 151, known(slow), true],
    ['at 200 ms a slot', 300, known({ ...slow, slotTimes: [{ fromSlot: 0, value: 200 }] }), false],
    ['at 200 ms a slot', 301, known({ ...slow, slotTimes: [{ fromSlot: 0, value: 200 }] }), true],
    ['where the schedule cannot be read', 150, unread, false],
    ['where the schedule cannot be read', 151, unread, true],
  ])('is not of the present from a minute on: %s, %i slots', async (_, slots, schedule, isAhead) => {
    const chain = trader(5);
    chain.tip = 60;
    chain.tell({ slot: 60 + slots, lamports: 1n });
    chain.schedule = async () => schedule as Reading<GateSchedule>;
    // The clock of the newest block may be no more than a little ahead.
    const closing = await chain.blockTime(60);
    const now = closing.known ? closing.value : 0;
    chain.distort = (page) => page.map((one) => ({ ...one, blockTime: Math.min(one.blockTime ?? 0, now) }));
    const reading = await readChain(chain);
    expect(!reading.known && reading.gap.detail === ahead).toBe(isAhead);
  });
});
