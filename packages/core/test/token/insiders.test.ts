import { describe, expect, it } from 'vitest';
import type { AccountState, SignaturePage } from '#chain/chain-reader.ts';
import type { Label, LabelTable } from '#chain/labels/label.ts';
import { lockers } from '#derive/token/roles.ts';
import { factsOf, openFacts } from '#facts/fact.ts';
import { insidersOf } from '#facts/token/insiders.ts';
import type { MarketOpening } from '#gather/token/insiders/launch.ts';
import type { InsiderQuestion } from '#gather/token/insiders/read-insiders.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type Address, addressBytes, type Signature } from '#solana/address.ts';
import { associatedAccount, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance, Transaction } from '#solana/transaction.ts';
import { key, type Made, MemoryChain, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const HOUR = 3_600;
const LAUNCH = 1_000_000;
const [MINT, maker, payer, stranger, pool, tip, other] = [
  'mint',
  'maker',
  'payer',
  'stranger',
  'pool',
  'tip',
  'other mint',
].map(key) as [Address, Address, Address, Address, Address, Address, Address];
const curve = associatedAccount(maker, MINT, TOKEN_PROGRAM);
const wallets = Array.from({ length: 24 }, (_, n) => key(`wallet ${n}`));
const wallet = (n: number) => wallets[n]!;
const tokenAccount = (owner: Address) => associatedAccount(owner, MINT, TOKEN_PROGRAM);

const initialize = (mint: Address): Instruction => ({
  at: { outer: 0, inner: -1 },
  program: TOKEN_PROGRAM,
  accounts: [mint],
  data: Uint8Array.of(20),
});
const balance = (owner: Address | null, amount: bigint, mint = MINT): TokenBalance => ({
  keyIndex: 1,
  account: tokenAccount(owner ?? stranger),
  mint,
  owner,
  program: TOKEN_PROGRAM,
  amount,
  decimals: 6,
});
/** The first lamports of a wallet. */
const funded = (to: Address, from: Address, lamports: bigint, slot: number): Made => ({
  name: `${from} funds ${to}`,
  slot,
  balances: [
    [from, 900n * SOL, 900n * SOL - lamports - FEE],
    [to, 0n, lamports],
  ],
  moves: [transfer(from, to, lamports)],
});
const spends = (of: Address, lamports: bigint, slot: number, over: Partial<Made> = {}): Made => ({
  name: `${of} pays`,
  slot,
  balances: [[of, lamports, lamports - FEE]],
  ...over,
});
/** A transaction of the launch, paid by somebody who is in no other part of it; `to` gets tokens. */
const buy = (
  name: string,
  slot: number,
  to: readonly (readonly [Address | null, bigint, bigint])[],
  tipped = false,
): Made => ({
  name,
  slot,
  balances: [
    [stranger, SOL, SOL - FEE],
    [MINT, 0n, 0n],
  ],
  preTokens: to.filter(([, before]) => before > 0n).map(([owner, before]) => balance(owner, before)),
  postTokens: to.map(([owner, , after]) => balance(owner, after)),
  moves: tipped ? [transfer(stranger, tip, 1_000n)] : [],
});
const creation: Made = {
  name: 'creation',
  slot: LAUNCH,
  balances: [
    [maker, 2n * SOL, 2n * SOL - FEE],
    [MINT, 0n, 0n],
  ],
  instructions: [initialize(MINT), initialize(other)],
  postTokens: [balance(curve, 900n)],
};

type Found = Pick<Label, 'category' | 'grade'>;
const labels = (...found: readonly (readonly [Address, Found])[]): LabelTable => {
  const table = new Map<Address, Found>([[tip, { category: 'jito_tip', grade: 'strong' }], ...found]);
  return { size: table.size, find: (address) => (table.get(address) as Label | undefined) ?? null };
};

/** A chain with token accounts of which parts fail, and which counts what is asked by method. */
class Endpoint extends MemoryChain {
  readonly asked = { pages: 0, bodies: 0, snapshots: 0 };
  readonly failing = new Set<string>();
  readonly held = new Map<Address, readonly [Address, bigint]>();

  override async signatures(of: Address, page?: SignaturePage) {
    this.asked.pages += 1;
    const answer = await super.signatures(of, page);
    return this.failing.has(of) ? missing('signatures', 'deadline') : answer;
  }

  override async transaction(signature: Signature): Promise<Reading<Transaction>> {
    this.asked.bodies += 1;
    const answer = await super.transaction(signature);
    return this.failing.has(signature) ? missing('transaction', 'deadline') : answer;
  }

  async snapshot(addresses: readonly Address[]) {
    this.asked.snapshots += 1;
    await super.blockTime(0);
    if (this.failing.has('snapshot')) return missing('snapshot', 'rpc_unavailable');
    return known({ slot: LAUNCH, value: addresses.map((address) => this.#state(address)) });
  }

  #state(address: Address): AccountState | null {
    const held = this.held.get(address);
    if (!held) return null;
    const data = new Uint8Array(165);
    data.set(addressBytes(MINT), 0);
    data.set(addressBytes(held[0]), 32);
    new DataView(data.buffer).setBigUint64(64, held[1], true);
    data[108] = 1;
    return { address, lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data };
  }
}

const chainOf = (...made: readonly (readonly Made[])[]) => new Endpoint(made.flat().map(transaction));
const holders = (count: number) =>
  wallets.slice(0, count).map((owner, n) => ({ owner, account: tokenAccount(owner), tokens: BigInt(100 - n) }));
/** The mint's complete history, as the origin hands it on. */
const listed = (chain: Endpoint) => chain.transactions.filter(({ keys }) => keys.includes(MINT));

/** What is asked, and what other facts say. */
interface Asked extends InsiderQuestion {
  readonly held: ReadonlyMap<Address, bigint>;
  readonly isYoung: Reading<boolean>;
  readonly beganLately: boolean;
  readonly opening: Reading<MarketOpening | null>;
}

const { reading } = factsOf<Asked>();
const examined = insidersOf<Asked>({
  asking: reading('asking', {}, (_, { input }) => known(input)),
  held: reading('held', {}, (_, { input }) => known(input.held)),
  isYoung: reading('is_young', {}, (_, { input }) => input.isYoung),
  beganLately: reading('began_lately', {}, (_, { input }) => known(input.beganLately)),
  opening: reading('opening', {}, (_, { input }) => input.opening),
});

async function readInsiders(chain: Endpoint, over: Partial<Asked> = {}) {
  const { rounds, asked } = chain;
  const before = { rounds, ...asked };
  const read = await openFacts<Asked>({
    mint: MINT,
    creator: maker,
    developers: [],
    holders: [],
    programs: [],
    isWhole: true,
    isMarket: (owner) => owner === pool || owner === curve,
    reader: chain,
    labels: labels(),
    held: new Map(),
    isYoung: known(false),
    beganLately: false,
    opening: known(null),
    ...over,
  }).get(examined);
  if (!read.known) throw new Error(`nothing is known of insiders: ${read.gap.detail}`);
  const { launch, insiders, handed } = read.value;
  return {
    value: insiders.known ? insiders.value : null,
    handed,
    launch: launch.known ? launch.value : null,
    gap: launch.known ? null : [launch.gap.reading, launch.gap.cause],
    rounds: chain.rounds - before.rounds,
    pages: asked.pages - before.pages,
    bodies: asked.bodies - before.bodies,
    snapshots: asked.snapshots - before.snapshots,
  };
}

/** The same with the launch, which the mint's own list shows. */
async function launchOf(chain: Endpoint, over: Partial<Asked> = {}) {
  const opening = { account: MINT, opening: transaction(creation), oldest: listed(chain).slice(0, 264) };
  return await readInsiders(chain, {
    isYoung: known(true),
    creator: null,
    opening: known(opening),
    ...over,
  });
}

describe('the launch of a token', () => {
  const buys = [
    buy('first', LAUNCH, [[wallet(0), 0n, 50n]], true),
    buy('second', LAUNCH + 2, [
      [wallet(0), 50n, 70n],
      [wallet(1), 0n, 90n],
      [pool, 0n, 500n],
      [null, 0n, 5n],
    ]),
    buy('sale', LAUNCH + 2, [[wallet(2), 30n, 10n]], true),
    { ...buy('failed', LAUNCH + 1, [[wallet(3), 0n, 99n]]), failed: true },
    buy('too late', LAUNCH + 3, [[wallet(4), 0n, 99n]], true),
    buy('announced', LAUNCH - 1, [[wallet(5), 0n, 99n]], true),
  ];

  it('has the owners that got tokens in its slots, with what they hold now and how they belong to it', async () => {
    const chain = chainOf([creation], buys);
    chain.held.set(tokenAccount(wallet(0)), [wallet(0), 40n]);
    chain.held.set(tokenAccount(wallet(1)), [stranger, 90n]);
    const { launch } = await launchOf(chain);
    expect(launch).toMatchObject({
      account: MINT,
      buyers: [
        { owner: wallet(1), role: 'sniper', tokens: 90n, tokensNow: 0n, tokensKept: 90n },
        { owner: wallet(0), role: 'bundle', tokens: 70n, tokensNow: 40n, tokensKept: 70n },
      ],
      transactions: 4,
      tippedTransactions: 2,
    });
  });

  it('counts as kept what left to others than markets, and as sold what a market or nobody got', async () => {
    const way = (name: string, from: Address, to: Address | null, tokens: bigint): Made => ({
      ...buy(name, LAUNCH + 500, []),
      preTokens: [balance(from, 90n), ...(to ? [balance(to, 5n)] : [])],
      postTokens: [balance(from, 90n - tokens), ...(to ? [balance(to, 5n + tokens)] : [])],
    });
    const first = buy(
      'first',
      LAUNCH,
      [0, 1, 2].map((n) => [wallet(n), 0n, 90n] as const),
    );
    const ways = [
      way('sells', wallet(0), pool, 60n),
      way('moves', wallet(1), wallet(9), 80n),
      way('burns', wallet(2), null, 50n),
    ];
    const { launch } = await launchOf(chainOf([creation, first], ways));
    const kept = (n: number) => launch?.buyers.find(({ owner }) => owner === wallet(n))?.tokensKept;
    expect([kept(0), kept(1), kept(2)]).toEqual([30n, 90n, 40n]);
  });

  it('names the developer and whom the developer supplied, wherever the rest was bought', async () => {
    const first = buy('first', LAUNCH, [
      [maker, 0n, 50n],
      [wallet(0), 0n, 30n],
    ]);
    const chain = chainOf([creation, first], [funded(wallet(0), maker, SOL, 10), spends(wallet(0), SOL, 20)]);
    const { launch } = await launchOf(chain, { creator: maker, developers: [{ owner: maker, accounts: [] }] });
    expect(launch?.buyers.map(({ owner, role }) => [owner, role])).toEqual([
      [maker, 'developer'],
      [wallet(0), 'insider'],
    ]);
  });

  it('counts what a developer made before the market opened', async () => {
    const made: Made = {
      ...buy('issue', LAUNCH - 90, []),
      postTokens: [balance(maker, 800n)],
      moves: [
        {
          kind: 'mint_tokens',
          at: { outer: 0, inner: -1 },
          program: TOKEN_PROGRAM,
          mint: MINT,
          to: tokenAccount(maker),
          authority: maker,
          amount: 800n,
        },
      ],
    };
    const away: Made = {
      ...buy('away', LAUNCH - 80, []),
      preTokens: [balance(maker, 800n)],
      postTokens: [balance(maker, 300n), balance(wallet(5), 500n)],
    };
    const developers = [{ owner: maker, accounts: [tokenAccount(maker)] }];
    const { launch } = await launchOf(chainOf([made, away, creation]), { developers });
    expect(launch?.buyers).toEqual([
      { owner: maker, role: 'developer', tokens: 800n, tokensNow: 0n, tokensKept: 800n },
    ]);
  });

  it('is a gap where it has more transactions than are read, because they may hide a purchase', async () => {
    const crowd = Array.from({ length: 256 }, (_, n) => buy(`empty ${n}`, LAUNCH + 1, []));
    const full = await launchOf(chainOf([creation], crowd.slice(0, 255)));
    expect([full.launch?.transactions, full.gap]).toEqual([256, null]);
    expect((await launchOf(chainOf([creation], crowd))).gap).toEqual(['launch', 'limit_reached']);
    const cut = await launchOf(chainOf([creation], [...crowd, buy('more', LAUNCH + 2, [])].slice(0, 264)));
    expect(cut.gap).toEqual(['launch', 'limit_reached']);
  });

  it('is a gap where a part of it cannot be read, and the holders are read all the same', async () => {
    const chain = chainOf([creation], buys);
    const opening = missing('launch', 'limit_reached');
    expect((await launchOf(chain, { opening })).gap).toEqual(['launch', 'limit_reached']);
    chain.lost.add(signatureOf('second'));
    const lost = await launchOf(chain);
    expect([lost.gap, lost.value?.clusters]).toEqual([['launch', 'history_missing'], []]);
    const closed = chainOf([creation], buys);
    closed.failing.add('snapshot');
    expect((await launchOf(closed)).gap).toEqual(['launch', 'rpc_unavailable']);
  });
});

describe('the first money of the holders', () => {
  const bought = (by: Address, n: number): Made => ({
    name: `purchase of ${by}`,
    slot: 500_000 + n,
    balances: [[stranger, SOL, SOL - FEE]],
    signers: [stranger, by],
    preTokens: [balance(pool, 900n)],
    postTokens: [balance(pool, 800n), balance(by, 100n)],
  });
  const dispersed = (count: number, from = payer, lamports = (n: number) => SOL + BigInt(n)) =>
    wallets
      .slice(0, count)
      .flatMap((to, n) => [funded(to, from, lamports(n), 100 + n), spends(to, lamports(n), 5_000 + n), bought(to, n)]);
  const makers = (from: Address, also: readonly Address[] = []): readonly Made[] => [
    funded(maker, from, 2n * SOL, 50),
    spends(maker, 2n * SOL, 60, { instructions: also.map(initialize) }),
    {
      ...creation,
      balances: [
        [maker, 2n * SOL - FEE, 2n * SOL - 2n * FEE],
        [MINT, 0n, 0n],
      ],
    },
  ];

  it('makes a cluster of three wallets with one source, in three rounds', async () => {
    const chain = chainOf(makers(stranger), dispersed(3));
    const { value, ...spent } = await readInsiders(chain, { holders: holders(3) });
    expect(value).toMatchObject({
      walletsAsked: 4,
      walletsTraced: 4,
      clusters: [{ by: ['funder', 'funded_together'], source: payer, tokens: 297n }],
      funderClusters: [
        {
          funder: payer,
          alike: true,
          wallets: [0, 1, 2].map((n) => ({
            wallet: wallet(n),
            tokens: BigInt(100 - n),
            lamports: SOL + BigInt(n),
            time: 1_700_000_100 + n,
          })),
        },
      ],
      creatorFunder: stranger,
      sharesCreatorFunder: [],
    });
    expect([spent.rounds, spent.snapshots]).toEqual([4, 0]);
  });

  it('makes a cluster of two with one source, and names who shares the source of the creator', async () => {
    const two = await readInsiders(chainOf(makers(stranger), dispersed(2)), { holders: holders(2) });
    expect(two.value?.clusters).toMatchObject([{ by: ['funder'], source: payer, tokens: 199n }]);
    const shared = await readInsiders(chainOf(makers(payer), dispersed(1)), { holders: holders(1) });
    expect(shared.value).toMatchObject({ creatorFunder: payer, sharesCreatorFunder: [wallet(0)] });
    const all = await readInsiders(chainOf(makers(payer), dispersed(2)), { holders: holders(2) });
    expect(all.value?.sharesCreatorFunder).toEqual([wallet(0), wallet(1)]);
    expect(all.value?.funderClusters.map(({ wallets: some }) => some.map(({ wallet: one }) => one))).toEqual([
      [maker, wallet(0), wallet(1)],
    ]);
  });

  it('counts no source that is labelled, unless weakly, but says who it was', async () => {
    const chain = chainOf(makers(payer), dispersed(3));
    const found = (grade: Label['grade']) => labels([payer, { category: 'cex', grade }]);
    const single = await readInsiders(chain, { holders: holders(3), labels: found('single') });
    expect(single.value?.untraced).toEqual([]);
    expect(single.value).toMatchObject({
      clusters: [{ by: ['funded_together'], source: payer }],
      funderClusters: [],
      sharesCreatorFunder: [],
      creatorFunder: payer,
      walletsAsked: 4,
      walletsTraced: 4,
    });
    const weak = await readInsiders(chain, { holders: holders(3), labels: found('weak') });
    expect(weak.value?.clusters[0]?.by[0]).toBe('funder');
  });

  it('counts no source that was busy as a service before it paid', async () => {
    const busy = Array.from({ length: 1_000 }, (_, n) => ({ ...spends(payer, 900n * SOL, n), name: `busy ${n}` }));
    const late = (made: readonly Made[], slots: number) => made.map((one) => ({ ...one, slot: one.slot + slots }));
    const cluster = late([...makers(stranger), ...dispersed(3)], 2_000).map((one) =>
      one.name === 'creation' ? { ...one, slot: LAUNCH } : one,
    );
    const hub = await readInsiders(chainOf(cluster, busy), { holders: holders(3) });
    expect([hub.value?.clusters[0]?.by, hub.value?.walletsTraced]).toEqual([['funded_together'], 4]);
    // Anybody can make a wallet busy, so that its wallets may still be one.
    expect(hub.value?.untraced.map(({ wallet: one, why }) => [one, why])).toEqual(
      [0, 1, 2].map((n) => [wallet(n), 'limit_reached']),
    );
    const after = late(busy, 3_000).map((one) => ({ ...one, name: `${one.name} after` }));
    const person = await readInsiders(chainOf(cluster, after), { holders: holders(3) });
    expect(person.value?.clusters[0]?.by[0]).toBe('funder');
  });

  it('calls payments alike that lie within six hours or 15 percent', async () => {
    const alike = async (amounts: readonly bigint[], seconds: number, timeless?: Address) => {
      const made = amounts.flatMap((lamports, n) => [
        funded(wallet(n), payer, lamports, 100 + n * seconds),
        spends(wallet(n), lamports, 500_000 + n),
      ]);
      const timed = [creation, ...made].map(transaction);
      const chain = new Endpoint(
        timed.map((one) => (timeless && one.keys.includes(timeless) ? { ...one, blockTime: null } : one)),
      );
      const { value } = await readInsiders(chain, { holders: holders(3) });
      return value?.funderClusters.map((cluster) => cluster.alike);
    };
    expect(await alike([SOL, 2n * SOL, 3n * SOL], 3 * HOUR)).toEqual([true]);
    expect(await alike([SOL, 2n * SOL, 3n * SOL], 3 * HOUR + 1)).toEqual([false]);
    expect(await alike([100n * SOL, 85n * SOL, 90n * SOL], 9 * HOUR)).toEqual([true]);
    expect(await alike([SOL, 2n * SOL, 3n * SOL], HOUR, wallet(2))).toEqual([false]);
    expect(await alike([100n * SOL, 84n * SOL, 90n * SOL], 9 * HOUR)).toEqual([false]);
  });

  it('joins wallets whose funders got their money from one wallet', async () => {
    const between = [0, 1, 2].map((n) => key(`between ${n}`));
    const routed = between.flatMap((one, n) => [
      funded(one, payer, 3n * SOL, 100 + n * 7_000),
      {
        ...funded(wallet(n), one, SOL, 110 + n * 7_000),
        balances: [[one, 3n * SOL, 2n * SOL - FEE] as const, [wallet(n), 0n, SOL] as const],
      },
      spends(wallet(n), SOL, 90_000 + n),
    ]);
    const { value, rounds } = await readInsiders(chainOf([creation], routed), { creator: null, holders: holders(3) });
    expect(value?.clusters).toMatchObject([{ by: ['funders_funder'], source: payer, tokens: 297n }]);
    expect(rounds).toBe(4);
  });

  it('joins wallets that got like amounts in the same minute, from whomever', async () => {
    const payers = [0, 1, 2].map((n) => key(`payer ${n}`));
    const paid = (apart: number, lamports: (n: number) => bigint) =>
      payers.flatMap((from, n) => [
        funded(wallet(n), from, lamports(n), 100 + n * apart),
        spends(wallet(n), lamports(n), 90_000 + n),
      ]);
    const found = async (made: readonly Made[]) =>
      (await readInsiders(chainOf([creation], made), { creator: null, holders: holders(3) })).value?.clusters;
    expect(await found(paid(60, () => SOL))).toMatchObject([{ by: ['funded_together'], source: null, tokens: 297n }]);
    expect(await found(paid(61, () => SOL))).toEqual([]);
    expect(await found(paid(60, (n) => SOL * BigInt(n + 1)))).toEqual([]);
  });

  it('joins holders of a young market that paid one wallet lately, but not the users of a service', async () => {
    const sweeps = [0, 1].flatMap((n) => [
      funded(wallet(n), key(`payer ${n}`), SOL * BigInt(n + 1), 100 + n * 9_000),
      {
        name: `sweep ${n}`,
        slot: 50_000 + n,
        balances: [
          [wallet(n), SOL * BigInt(n + 1), SOL / 2n],
          [other, 0n, SOL / 4n],
        ] as const,
        moves: [transfer(wallet(n), other, SOL / 4n)],
      },
    ]);
    const spec = { creator: null, holders: holders(2) };
    const found = async (table: LabelTable) => {
      return (await readInsiders(chainOf([creation], sweeps), { ...spec, isYoung: known(true), labels: table })).value;
    };
    expect((await found(labels()))?.clusters).toMatchObject([{ by: ['sink'], source: other, tokens: 199n }]);
    expect((await found(labels([other, { category: 'cex', grade: 'strong' }])))?.clusters).toEqual([]);
    const older = await readInsiders(chainOf([creation], sweeps), spec);
    expect(older.value?.clusters).toEqual([]);
  });

  it('is looked for with twenty wallets, each once', async () => {
    const twice = [...holders(24), ...holders(24)];
    const chain = chainOf([creation], dispersed(24));
    const { value } = await readInsiders(chain, { creator: null, holders: twice });
    expect([value?.walletsAsked, value?.walletsTraced]).toEqual([20, 20]);
    expect(value?.clusters[0]?.wallets.map(({ wallet: one }) => one)).toEqual(wallets.slice(0, 20));
    expect(value?.clusters[0]?.wallets[0]?.tokens).toBe(200n);
  });

  it('says which wallets it could not trace, and why', async () => {
    const idle = Array.from({ length: 1_000 }, (_, n) => ({ ...spends(wallet(4), SOL, 7_000 + n), name: `idle ${n}` }));
    const longBefore = spends(payer, SOL, 100 - 31 * 24 * HOUR);
    const chain = chainOf([longBefore], makers(stranger), dispersed(5), idle);
    chain.failing.add(wallet(3));
    const { value } = await readInsiders(chain, { holders: holders(5) });
    expect([value?.walletsAsked, value?.walletsTraced, value?.clusters[0]?.wallets.length]).toEqual([6, 4, 3]);
    // The list of who paid the first three begins with money of his from nowhere, so it is cut.
    expect(value?.untraced).toEqual([
      ...[0, 1, 2].map((n) => ({ wallet: wallet(n), tokens: BigInt(100 - n), why: 'history_missing' })),
      { wallet: wallet(3), tokens: 97n, why: 'deadline' },
      { wallet: wallet(4), tokens: 96n, why: 'limit_reached' },
    ]);
  });

  it('ends two wallets behind a holder, at a service, or at a wallet that is long there', async () => {
    const between = key('between');
    const month = 30 * 24 * HOUR;
    const found = async (paid: number, table: LabelTable) => {
      const pays: Made = {
        ...funded(wallet(0), between, SOL, paid),
        balances: [
          [between, 2n * SOL, SOL - FEE],
          [wallet(0), 0n, SOL],
        ],
      };
      const made = [
        funded(between, other, 2n * SOL, 100),
        pays,
        spends(wallet(0), SOL, paid + 9),
        bought(wallet(0), 0),
      ];
      const { value } = await readInsiders(chainOf([creation], made), {
        creator: null,
        holders: holders(1),
        labels: table,
      });
      return value?.untraced.map(({ why }) => why);
    };
    expect(await found(100 + month - 1, labels())).toEqual(['limit_reached']);
    expect(await found(100 + month, labels())).toEqual([]);
    expect(await found(200, labels([other, { category: 'cex', grade: 'strong' }]))).toEqual([]);
  });

  it('counts wallets as not traced whose source may be a service', async () => {
    const chain = chainOf(makers(stranger), dispersed(3));
    chain.failing.add(payer);
    const { value } = await readInsiders(chain, { holders: holders(3) });
    expect(value?.clusters.map(({ by }) => by)).toEqual([['funded_together']]);
    expect(value?.untraced.map(({ wallet: one, why }) => [one, why])).toEqual(
      [0, 1, 2].map((n) => [wallet(n), 'deadline']),
    );
  });

  it('comes with the other mints that the creator made, without the subject', async () => {
    const older = key('older mint');
    const { value } = await readInsiders(chainOf(makers(stranger, [older])));
    expect(value?.creatorOtherMints).toEqual([older, other]);
    const untraced = await readInsiders(chainOf([creation]));
    expect(untraced.value).toMatchObject({ creatorFunder: null, creatorOtherMints: null, walletsTraced: 0 });
    expect(untraced.value?.walletsAsked).toBe(1);
  });
});

describe('the way of the tokens', () => {
  const cex: Found = { category: 'cex', grade: 'strong' };
  /** Tokens from one owner to another, in a transaction that the owner or somebody else signs. */
  const moved = (
    name: string,
    from: Address,
    to: Address,
    had: bigint,
    tokens: bigint,
    slot: number,
    by = to,
  ): Made => ({
    name,
    slot,
    balances: [[stranger, SOL, SOL - FEE]],
    signers: [stranger, by],
    preTokens: [balance(from, had)],
    postTokens: [balance(from, had - tokens), balance(to, tokens)],
  });
  const own = (n: number) => [
    funded(wallet(n), key(`own payer ${n}`), SOL * BigInt(n + 1), 100 + n * 9_000),
    spends(wallet(n), SOL * BigInt(n + 1), 600_000 + n),
  ];
  const waysOf = async (count: number, ...made: readonly (readonly Made[])[]) => {
    const chain = chainOf([creation], Array.from({ length: count }, (_, n) => own(n)).flat(), ...made);
    const exchanges = Array.from({ length: count }, (_, n) => [key(`own payer ${n}`), cex] as const);
    return (await launchOf(chain, { holders: holders(count), labels: labels([other, cex], ...exchanges) })).value;
  };

  it('joins holders whom one wallet gave their tokens, and counts all that it handed out', async () => {
    const gifts = [0, 1].map((n) =>
      moved(`gift ${n}`, payer, wallet(n), 500n - 100n * BigInt(n), 100n, LAUNCH + 50 + n),
    );
    const rich = [funded(payer, other, SOL, 10), spends(payer, SOL, 20)];
    const bought = moved('buys', pool, payer, 900n, 500n, LAUNCH + 20);
    const value = await waysOf(2, [...rich, bought, ...gifts]);
    expect(value?.clusters).toMatchObject([{ by: ['token_source'], source: payer, tokens: 500n }]);
    expect(value?.untraced).toEqual([]);
  });

  it('joins no buyers of a market, known or paid, and those for whom one wallet paid', async () => {
    const sales = [0, 1].map((n) => moved(`sale ${n}`, pool, wallet(n), 900n, 100n, LAUNCH + 50 + n));
    expect((await waysOf(2, sales))?.clusters).toEqual([]);
    const paid = sales.map((sale, n) => ({ ...sale, signers: [stranger], name: `paid ${n}` }));
    expect((await waysOf(2, paid))?.clusters).toMatchObject([{ by: ['token_source'], source: stranger }]);
  });

  it('joins those for whom a wallet mints while the market is young, and those whom no known program served', async () => {
    const at = { outer: 0, inner: 0 };
    const program = (of: Address): Instruction => ({
      at: { outer: 0, inner: -1 },
      program: of,
      accounts: [],
      data: null,
    });
    const [locker = key('none')] = lockers.keys();
    const minted = (authority: Address, by = locker) =>
      [0, 1].map(
        (n): Made => ({
          ...moved(`minted ${n}`, pool, wallet(n), 0n, 0n, LAUNCH + 50 + n),
          preTokens: [],
          postTokens: [balance(wallet(n), 100n)],
          instructions: [program(by)],
          moves: [
            {
              kind: 'mint_tokens',
              at,
              program: TOKEN_PROGRAM,
              to: tokenAccount(wallet(n)),
              mint: MINT,
              authority,
              amount: 100n,
            },
          ],
        }),
      );
    expect((await waysOf(2, minted(payer)))?.clusters).toMatchObject([{ by: ['token_source'], source: payer }]);
    expect((await waysOf(2, minted(tokenAccount(payer))))?.clusters).toEqual([]);
    expect((await waysOf(2, minted(tokenAccount(payer), key('a program'))))?.clusters).toHaveLength(1);
  });

  it('follows who gave one step further', async () => {
    const middle = [0, 1].map((n) => key(`middle ${n}`));
    const made = middle.flatMap((one, n) => [
      moved(`to the middle ${n}`, payer, one, 900n, 100n, LAUNCH + 50 + n),
      moved(`to the holder ${n}`, one, wallet(n), 100n, 100n - BigInt(n), LAUNCH + 90 + n),
    ]);
    const value = await waysOf(2, [moved('buys', pool, payer, 900n, 500n, LAUNCH + 20), ...made]);
    expect(value?.clusters).toMatchObject([{ by: ['token_source'] }]);
    expect(value?.clusters[0]?.wallets.map(({ wallet: one }) => one)).toEqual(
      expect.arrayContaining(wallets.slice(0, 2)),
    );
  });

  it('shows what holders and programs have from the creator, in an older market as well', async () => {
    const [middle, vault] = [key('middle'), tokenAccount(key('vault'))];
    const gifts = [
      moved('to a friend', maker, middle, 900n, 100n, LAUNCH + 50),
      moved('to the holder', middle, wallet(0), 100n, 100n, LAUNCH + 60),
      moved('to a program', maker, vault, 800n, 300n, LAUNCH + 70),
      moved('sale', pool, wallet(1), 900n, 99n, LAUNCH + 80),
    ];
    const account = tokenAccount(vault);
    const asked = async (kept: bigint, isWhole: boolean) => {
      const { handed, value } = await readInsiders(chainOf([creation], own(0), own(1), gifts), {
        holders: holders(2),
        programs: [{ owner: vault, account, tokens: 300n }],
        isWhole,
        held: new Map([[account, kept]]),
        developers: [{ owner: maker, accounts: [] }],
      });
      return [handed, value?.walletsAsked, value?.clusters.map(({ tokens }) => tokens)];
    };
    expect(await asked(300n, true)).toEqual([400n, 3, [400n]]);
    expect(await asked(300n, false)).toEqual([400n, 0, [400n]]);
    // A lock keeps two thirds of it.
    expect(await asked(100n, false)).toEqual([200n, 0, [200n]]);
  });

  it('is not known where most of a balance is not explained', async () => {
    const dust = moved('dust', pool, wallet(0), 900n, 1n, LAUNCH + 50);
    expect((await waysOf(1, [dust]))?.untraced).toEqual([{ wallet: wallet(0), tokens: 100n, why: 'history_missing' }]);
  });
});
