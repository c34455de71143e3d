import { describe, expect, it } from 'vitest';
import type { AccountState, Instruction, SignaturePage, TokenBalance, Transaction } from '#chain/chain-reader.ts';
import type { Label, LabelTable } from '#chain/labels/label.ts';
import { type InsiderQuestion, readInsiders } from '#evidence/token/insiders.ts';
import { type Address, addressBytes, type Signature } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { associatedAccount, TOKEN_PROGRAM } from '#lib/token/programs.ts';
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
const wallets = Array.from({ length: 12 }, (_, n) => key(`wallet ${n}`));
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

async function insidersOf(chain: Endpoint, over: Partial<InsiderQuestion> = {}) {
  const { rounds, asked } = chain;
  const before = { rounds, ...asked };
  const reading = await readInsiders({
    mint: MINT,
    creation: transaction(creation),
    oldest: listed(chain).slice(0, 64),
    creator: maker,
    holders: [],
    isPool: (owner) => owner === pool,
    reader: chain,
    labels: labels(),
    ...over,
  });
  return {
    reading,
    value: reading.known ? reading.value : null,
    gap: reading.known ? null : [reading.gap.reading, reading.gap.cause],
    rounds: chain.rounds - before.rounds,
    pages: asked.pages - before.pages,
    bodies: asked.bodies - before.bodies,
    snapshots: asked.snapshots - before.snapshots,
  };
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

  it('has the owners that got tokens in its slots, with what they hold now, in two rounds', async () => {
    const chain = chainOf([creation], buys);
    chain.held.set(tokenAccount(wallet(0)), [wallet(0), 40n]);
    chain.held.set(tokenAccount(wallet(1)), [stranger, 90n]);
    const { value, ...spent } = await insidersOf(chain, { creator: null });
    expect(value).toMatchObject({
      launchBuyers: [
        { owner: wallet(1), tokens: 90n, tokensNow: 0n },
        { owner: wallet(0), tokens: 70n, tokensNow: 40n },
      ],
      launchTransactions: 4,
      tippedTransactions: 2,
      walletsAsked: 0,
      creatorFunder: null,
      creatorOtherMints: null,
    });
    expect([spent.rounds, spent.pages, spent.bodies, spent.snapshots]).toEqual([2, 0, 4, 1]);
  });

  it('asks for no accounts where nobody bought', async () => {
    const { value, snapshots, rounds } = await insidersOf(chainOf([creation]), { creator: null });
    expect([value?.launchBuyers, value?.launchTransactions, snapshots, rounds]).toEqual([[], 1, 0, 0]);
  });

  it('reads 25 transactions and 100 accounts, those of the largest buyers', async () => {
    const crowd = Array.from({ length: 5 }, (_, part) =>
      buy(
        `part ${part}`,
        LAUNCH + 1,
        Array.from({ length: 25 }, (_, n) => [key(`buyer ${part} ${n}`), 0n, BigInt(1_000 + part * 25 + n)] as const),
      ),
    );
    const many = Array.from({ length: 40 }, (_, n) => buy(`empty ${n}`, LAUNCH + 2, []));
    const { value, bodies, snapshots } = await insidersOf(chainOf([creation], crowd, many), { creator: null });
    expect([value?.launchTransactions, bodies, snapshots]).toEqual([25, 24, 1]);
    expect(value?.launchBuyers.map(({ tokens }) => tokens)).toEqual(
      Array.from({ length: 100 }, (_, n) => BigInt(1_124 - n)),
    );
  });

  it('is a gap where it was not found, or a part of it cannot be read', async () => {
    const chain = chainOf([creation], buys);
    const nothing = { rounds: 0, pages: 0, bodies: 0, gap: ['insiders', 'limit_reached'] };
    expect(await insidersOf(chain, { creation: null })).toMatchObject(nothing);
    expect(await insidersOf(chain, { oldest: null })).toMatchObject(nothing);
    expect(await insidersOf(chain, { oldest: listed(chain).slice(0, 1) })).toMatchObject(nothing);
    chain.lost.add(signatureOf('second'));
    expect(await insidersOf(chain)).toMatchObject({ rounds: 1, gap: ['insiders', 'history_missing'] });
    const closed = chainOf([creation], buys);
    closed.failing.add('snapshot');
    expect((await insidersOf(closed)).gap).toEqual(['insiders', 'rpc_unavailable']);
  });
});

describe('the first money of the holders', () => {
  const dispersed = (count: number, from = payer, lamports = (n: number) => SOL + BigInt(n)) =>
    wallets
      .slice(0, count)
      .flatMap((to, n) => [funded(to, from, lamports(n), 100 + n), spends(to, lamports(n), 5_000 + n)]);
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
    const { value, ...spent } = await insidersOf(chain, { holders: holders(3) });
    expect(value).toMatchObject({
      walletsAsked: 4,
      walletsTraced: 4,
      clusters: [
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
    // Four wallets' first pages, the proofs that nothing is older, and one page of the source. The creation is not asked again.
    expect([spent.rounds, spent.pages, spent.bodies, spent.snapshots]).toEqual([3, 9, 9, 0]);
  });

  it('makes no cluster of two, but names who shares the source of the creator', async () => {
    const two = await insidersOf(chainOf(makers(stranger), dispersed(2)), { holders: holders(2) });
    expect([two.value?.clusters, two.value?.walletsTraced, two.rounds]).toEqual([[], 3, 2]);
    const shared = await insidersOf(chainOf(makers(payer), dispersed(1)), { holders: holders(1) });
    expect(shared.value).toMatchObject({ clusters: [], creatorFunder: payer, sharesCreatorFunder: [wallet(0)] });
    const all = await insidersOf(chainOf(makers(payer), dispersed(2)), { holders: holders(2) });
    expect(all.value?.sharesCreatorFunder).toEqual([wallet(0), wallet(1)]);
    expect(
      all.value?.clusters.map(({ wallets: some }) => some.map(({ wallet: one, tokens }) => [one, tokens])),
    ).toEqual([
      [
        [maker, 0n],
        [wallet(0), 100n],
        [wallet(1), 99n],
      ],
    ]);
  });

  it('counts no source that is labelled, unless weakly, but says who it was', async () => {
    const chain = chainOf(makers(payer), dispersed(3));
    const found = (grade: Label['grade']) => labels([payer, { category: 'cex', grade }]);
    const single = await insidersOf(chain, { holders: holders(3), labels: found('single') });
    expect(single.value).toMatchObject({
      clusters: [],
      sharesCreatorFunder: [],
      creatorFunder: payer,
      walletsAsked: 4,
      walletsTraced: 4,
    });
    expect(single.rounds).toBe(2);
    const weak = await insidersOf(chain, { holders: holders(3), labels: found('weak') });
    expect(weak.value?.clusters).toHaveLength(1);
  });

  it('counts no source that was busy as a service before it paid', async () => {
    const busy = Array.from({ length: 1_000 }, (_, n) => ({ ...spends(payer, 900n * SOL, n), name: `busy ${n}` }));
    const late = (made: readonly Made[], slots: number) => made.map((one) => ({ ...one, slot: one.slot + slots }));
    const cluster = late([...makers(stranger), ...dispersed(3)], 2_000).map((one) =>
      one.name === 'creation' ? { ...one, slot: LAUNCH } : one,
    );
    const hub = await insidersOf(chainOf(cluster, busy), { holders: holders(3) });
    expect([hub.value?.clusters, hub.value?.walletsTraced]).toEqual([[], 4]);
    const after = late(busy, 3_000).map((one) => ({ ...one, name: `${one.name} after` }));
    const person = await insidersOf(chainOf(cluster, after), { holders: holders(3) });
    expect(person.value?.clusters).toHaveLength(1);
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
      const { value } = await insidersOf(chain, { holders: holders(3) });
      return value?.clusters.map((cluster) => cluster.alike);
    };
    expect(await alike([SOL, 2n * SOL, 3n * SOL], 3 * HOUR)).toEqual([true]);
    expect(await alike([SOL, 2n * SOL, 3n * SOL], 3 * HOUR + 1)).toEqual([false]);
    expect(await alike([100n * SOL, 85n * SOL, 90n * SOL], 9 * HOUR)).toEqual([true]);
    expect(await alike([SOL, 2n * SOL, 3n * SOL], HOUR, wallet(2))).toEqual([false]);
    expect(await alike([100n * SOL, 84n * SOL, 90n * SOL], 9 * HOUR)).toEqual([false]);
  });

  it('is looked for with ten wallets, each once, and not with pools or what has no key', async () => {
    const twice = [...holders(12), ...holders(12)];
    const others = [pool, curve].map((owner) => ({ owner, account: owner, tokens: 1_000n }));
    const chain = chainOf([creation], dispersed(12));
    const { value, pages } = await insidersOf(chain, { creator: null, holders: [...others, ...twice] });
    expect([value?.walletsAsked, value?.walletsTraced, pages]).toEqual([10, 10, 21]);
    expect(value?.clusters[0]?.wallets.map(({ wallet: one }) => one)).toEqual(wallets.slice(0, 10));
    expect(value?.clusters[0]?.wallets[0]?.tokens).toBe(200n);
  });

  it('goes on without a wallet that cannot be traced, and without reading behind a full page', async () => {
    const idle = Array.from({ length: 1_000 }, (_, n) => ({ ...spends(wallet(4), SOL, 7_000 + n), name: `idle ${n}` }));
    const chain = chainOf(makers(stranger), dispersed(5), idle);
    chain.failing.add(wallet(3));
    const { value, pages } = await insidersOf(chain, { holders: holders(5) });
    expect([value?.walletsAsked, value?.walletsTraced, value?.clusters[0]?.wallets.length]).toEqual([6, 4, 3]);
    expect(pages).toBe(6 + 4 + 1);
  });

  it('counts wallets as not traced whose source may be a service', async () => {
    const chain = chainOf(makers(stranger), dispersed(3));
    chain.failing.add(payer);
    const { value } = await insidersOf(chain, { holders: holders(3) });
    expect([value?.clusters, value?.walletsAsked, value?.walletsTraced]).toEqual([[], 4, 1]);
  });

  it('comes with the other mints that the creator made, without the subject', async () => {
    const older = key('older mint');
    const { value } = await insidersOf(chainOf(makers(stranger, [older])));
    expect(value?.creatorOtherMints).toEqual([older, other]);
    const untraced = await insidersOf(chainOf([creation]));
    expect(untraced.value).toMatchObject({ creatorFunder: null, creatorOtherMints: null, walletsTraced: 0 });
    expect(untraced.value?.walletsAsked).toBe(1);
  });
});
