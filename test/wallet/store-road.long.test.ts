import { address } from 'assay-core/solana/address.ts';
import { associatedKey, mintInto, pay } from 'assay-sandbox/world/instructions.ts';
import { faucet, SOL, USDC, usdcFromFaucet } from 'assay-sandbox/world/scene.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { type WatchedSandbox, watchSandbox } from '../../packages/core/test/support/wallet-road.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { keptSignatures, type Replicas, replicasOver, storeOf } from '../support/wallet-replicas.ts';

/** Of the wallet's own transactions: the first three, for its first money, and two that brought tokens of each of five coins. */
const MAKERS_BODIES_MAX = 13;
/** The purchase and the sale of each of 32 round trips, whose payers are looked for. */
const PAID_BODIES_MAX = 64;
/** Who paid, and what the payers spent: rounds that a process asks once. */
const PAYERS_REQUESTS_MAX = 14;
/** Account, token accounts, two pages of the list, mints and who made them: far from one for each transaction. */
const REQUESTS_MAX = 13;

let road: WatchedSandbox;
let replicas: Replicas;
let test: TestDatabase;
beforeAll(async () => {
  [road, test] = await Promise.all([watchSandbox(), openTestDatabase()]);
  replicas = replicasOver(road);
});
afterAll(async () => {
  await road.close();
  await test.stop();
});

afterEach(async () => {
  road.withhold();
  await replicas.end();
});

let chains = 0;

/** A chain of its own, so that nothing is kept from the test before. */
const newChain = () => `sandbox ${++chains}`;

const text = (judgement: object) => JSON.stringify(judgement);

/**
 * What is kept says the same of the wallet. It does not show the pools of its trades: where the body of one is withheld, who paid
 * is not known, and the best verdict waits for it.
 */
function expectKept(later: string, whole: string): void {
  const [said, full] = [later, whole].map((one) => JSON.parse(one));
  if (said.verdict === 'TRUSTED') {
    expect(later).toBe(whole);
    return;
  }
  expect([said.verdict, said.decidedBy]).toMatchObject(['NEUTRAL', [{ reading: 'payers', cause: 'history_missing' }]]);
  expect(said.metrics).toEqual({ ...full.metrics, payers: null });
}

describe('a second check of a wallet', () => {
  const stories = [
    'forty round trips',
    'most of what it sells',
    'in profit by no more than luck',
    'thirty-one round trips',
  ];
  it.each(stories)(
    'says the same as the first and as one that keeps nothing, and asks for no body: %s',
    async (story) => {
      const subject = road.subject(story);
      const process = replicas.start(storeOf(test.database.sql, newChain()));
      const first = await replicas.watched(process, subject);
      expect(first.asked.bodies).toEqual(expect.arrayContaining([...(await road.listed(subject))]));
      const second = await replicas.watched(process, subject);
      expect(second.text).toBe(first.text);
      expect(second.text).toBe(await replicas.judgedWithout(subject));
      expect(second.asked.bodies).toEqual([]);
      expect(second.asked.requests).toBeLessThanOrEqual(REQUESTS_MAX);
    },
  );

  it('in a process that has just started asks again only for what tells who made its coins, and who paid', async () => {
    const subject = road.subject('forty round trips');
    const store = storeOf(test.database.sql, newChain());
    const first = await replicas.watched(replicas.start(store), subject);
    const second = await replicas.watched(replicas.start(store), subject);
    expect(second.text).toBe(first.text);
    const listed = await road.listed(subject);
    const again = second.asked.bodies.filter((signature) => listed.includes(signature));
    expect(again.length).toBeLessThanOrEqual(MAKERS_BODIES_MAX + PAID_BODIES_MAX);
    expect(second.asked.bodies.length).toBeLessThan(first.asked.bodies.length);
    expect(second.asked.requests).toBeLessThanOrEqual(REQUESTS_MAX + PAYERS_REQUESTS_MAX);
  });
});

describe('a transaction that the endpoint withholds', () => {
  /** Counted from the newest one. The last place is the wallet's first transaction. */
  const ways = [
    [23, 'unlisted'],
    [58, undefined],
    [0, 'unlisted'],
    [0, undefined],
    [-1, 'unlisted'],
  ] as const;
  /** What opened the account of wrapped SOL that a later transaction closes. */
  const OPENED = 55;
  /** What is said of the whole history. Nothing is sent to the chain here, so that it stays the same. */
  let whole: string | null = null;

  /** Two checks that do not see it, one that does, and one that needs what was kept. */
  async function recovering(place: number, how: 'unlisted' | undefined) {
    const subject = road.subject('forty round trips');
    const withheld = [(await road.listed(subject)).at(place) ?? ''];
    whole ??= await replicas.judgedWithout(subject);
    const store = storeOf(test.database.sql, newChain());
    const judge = () => replicas.start(store).judge(subject);
    road.withhold(withheld, how);
    const spoilt = [await judge(), await judge()];
    road.withhold();
    const recovered = text(await judge());
    road.withhold(withheld, how);
    return { spoilt, recovered, later: text(await judge()), whole };
  }

  it.each(ways)('(place %i, %s) leaves no TRUSTED until it is shown, and is kept then', async (place, how) => {
    const { spoilt, recovered, later, whole } = await recovering(place, how);
    for (const { verdict, decidedBy } of spoilt) {
      expect(verdict).toBe('UNVERIFIABLE');
      expect(decidedBy).toMatchObject([{ reading: 'history', cause: 'history_missing' }]);
    }
    expect(recovered).toBe(whole);
    expectKept(later, whole);
    expect(whole).toMatch(/"verdict":"TRUSTED"/);
  });

  it('does not make those around it look as if they were on no list', async () => {
    const { later, whole } = await recovering(OPENED, 'unlisted');
    expectKept(later, whole);
  });

  it('at the second check changes nothing, for what is kept proves it', async () => {
    const subject = road.subject('forty round trips');
    const listed = await road.listed(subject);
    const store = storeOf(test.database.sql, newChain());
    const whole = text(await replicas.start(store).judge(subject));
    for (const how of ['unlisted', undefined] as const) {
      road.withhold(listed.slice(0, listed.length / 2), how);
      expectKept(text(await replicas.start(store).judge(subject)), whole);
    }
  });
});

describe('a transaction that came later', () => {
  it('is the only one whose body is asked for, whether its own list or a token account names it', async () => {
    const wallet = road.cast.person('a wallet with a steady record');
    const subject = address(wallet.address);
    const giver = faucet(road.cast);
    const process = replicas.start(storeOf(test.database.sql, newChain()));
    await process.judge(subject);
    const account = associatedKey(wallet.publicKey, USDC.mint);
    const drafts = [
      { payer: wallet, instructions: [pay(wallet, giver.publicKey, 1_000_000n)] },
      usdcFromFaucet(road.cast, wallet.publicKey, 5_000_000n),
      { payer: giver, instructions: [mintInto(giver, account, USDC.mint, 7n)] },
    ];
    for (const draft of drafts) {
      const signature = await road.send(draft);
      const next = await replicas.watched(process, subject);
      expect(next.asked.bodies).toEqual([signature]);
      expect(next.verdict).toBe('TRUSTED');
      expect(next.text).toBe(await replicas.judgedWithout(subject));
      if (draft === drafts.at(-1)) expect(next.asked.lists).toContain(account.toBase58());
    }
  });

  it('and is withheld leaves no TRUSTED, until it is shown', async () => {
    const subject = road.subject('forty round trips');
    const [giver, giftee] = [faucet(road.cast), road.cast.stranger(subject).publicKey];
    const process = replicas.start(storeOf(test.database.sql, newChain()));
    expect((await process.judge(subject)).verdict).toBe('TRUSTED');
    const signature = await road.send({ payer: giver, instructions: [pay(giver, giftee, SOL)] });
    road.withhold([signature], 'unlisted');
    expect((await process.judge(subject)).verdict).toBe('UNVERIFIABLE');
    road.withhold([signature]);
    expect((await process.judge(subject)).verdict).toBe('UNVERIFIABLE');
    road.withhold();
    const whole = await replicas.watched(process, subject);
    expect(whole.verdict).toBe('TRUSTED');
    expect(whole.text).toBe(await replicas.judgedWithout(subject));
  });
});

describe('two replicas', () => {
  it('that check one wallet at once say the same, and keep each transaction once', async () => {
    const subject = road.subject('forty round trips');
    const chain = newChain();
    const pools: Database[] = [];
    try {
      for (let n = 0; n < 2; n += 1) pools.push(await openDatabase({ url: test.url }));
      const both = pools.map(({ sql }) => replicas.start(storeOf(sql, chain)));
      const said = await Promise.all(both.map((one) => one.judge(subject)));
      const alone = await replicas.judgedWithout(subject);
      expect(said.map(text)).toEqual([alone, alone]);
      const rows = await keptSignatures(test.database.sql, chain, subject);
      expect(new Set(rows).size).toBe(rows.length);
      expect(rows.length).toBeGreaterThanOrEqual((await road.listed(subject)).length);
      for (const one of both) {
        const next = await replicas.watched(one, subject);
        expect(next).toMatchObject({ text: alone, asked: { bodies: [] } });
      }
    } finally {
      await Promise.all(pools.map((pool) => pool.stop()));
    }
  });
});

describe('a store whose database is gone', () => {
  it('costs the calls that it saved, and changes nothing else', async () => {
    const subject = road.subject('forty round trips');
    const pool = await openDatabase({ url: test.url });
    const store = storeOf(pool.sql, newChain());
    await replicas.start(store).judge(subject);
    await pool.stop();
    const gone = await replicas.watched(replicas.start(store), subject);
    const without = await replicas.watched(replicas.start(null), subject);
    expect(gone.text).toBe(without.text);
    expect(gone.asked.bodies.toSorted()).toEqual(without.asked.bodies.toSorted());
  });
});
