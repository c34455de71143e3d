import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AccountState, SignaturePage } from '#chain/chain-reader.ts';
import { creatorAccounts, creatorFacts, creatorHolding, creatorOf } from '#derive/token/creator-and-metadata.ts';
import { beginOrigin, type Histories, readOrigin } from '#gather/token/age.ts';
import { existenceProof } from '#gather/token/mint-history.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { type Address, addressBytes, parseSignature, type Signature } from '#solana/address.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import { METADATA_PROGRAM, metadataAddress } from '#solana/token/metaplex.ts';
import { associatedAccount, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance, Transaction } from '#solana/transaction.ts';
import { key, type Made, MemoryChain, SYSTEM, signatureOf, transaction } from '../support/transactions.ts';

const DAY = 86_400;
const [MINT, maker, somebody, strange] = ['mint', 'maker', 'somebody', 'strange program'].map(key) as [
  Address,
  Address,
  Address,
  Address,
];
const METADATA = metadataAddress(MINT);
const TOP = { outer: 0, inner: -1 };

/** Block times of the support's transactions are a second a slot from here. */
const at = (slot: number) => 1_700_000_000 + slot;

const calls = (program: Address, tag: number, accounts: readonly Address[], inner = -1): Instruction => ({
  at: { outer: 0, inner },
  program,
  accounts,
  data: Uint8Array.of(tag, 9),
});
const names = (name: string, slot: number, over: Partial<Made> = {}, also: readonly Address[] = [MINT]): Made => ({
  name,
  slot,
  balances: [[somebody, 10_000n, 5_000n], ...also.map((one) => [one, 0n, 0n] as const)],
  ...over,
});
const account = key('account');
const held = (mint: Address): TokenBalance => ({
  keyIndex: 1,
  account,
  mint,
  owner: somebody,
  program: TOKEN_PROGRAM,
  amount: 5n,
  decimals: 6,
});
const creation = (slot: number, name = 'creation', program = TOKEN_PROGRAM): Made => ({
  ...names(name, slot, { instructions: [calls(program, 20, [MINT], 3)] }),
  balances: [
    [maker, 10_000n, 5_000n],
    [MINT, 0n, 0n],
    [METADATA, 0n, 0n],
  ],
});
const trade = (name: string, slot: number): Made => names(name, slot, { postTokens: [held(MINT)] });
const many = (count: number, from: number, made = trade): readonly Made[] =>
  Array.from({ length: count }, (_, n) => made(`many ${from + n}`, from + n));
const described = (name: string, slot: number): Made =>
  names(name, slot, { instructions: [calls(METADATA_PROGRAM, 33, [METADATA, MINT, maker])] }, [MINT, METADATA]);

/** A chain of which parts fail, and which counts what is asked of it by method. */
class Endpoint extends MemoryChain {
  readonly pagesAsked: Address[] = [];
  readonly bodiesAsked: Signature[] = [];
  readonly failing = new Set<string>();
  pageMax = 1_000;

  override async signatures(of: Address, page: SignaturePage = {}) {
    this.pagesAsked.push(of);
    const answer = await super.signatures(of, { ...page, limit: this.pageMax });
    return this.failing.has(`${of} ${page.before ?? 'newest'}`) ? missing('signatures', 'rpc_unavailable') : answer;
  }

  override async transaction(signature: Signature): Promise<Reading<Transaction>> {
    this.bodiesAsked.push(signature);
    const answer = await super.transaction(signature);
    return this.failing.has(signature) ? missing('transaction', 'rpc_unavailable') : answer;
  }
}

/** Reads the first pages as the check does in its first round, and the origin from them. */
async function originOf(chain: Endpoint, now: number, quiet: readonly Address[] = [METADATA]) {
  const pages = await Promise.all([MINT, ...quiet].map((of) => chain.signatures(of)));
  const first: Histories = {
    mint: pages[0]!,
    quiet: quiet.map((of, index) => ({ of, page: pages[index + 1]! })),
  };
  const spent = { rounds: chain.rounds, pages: chain.pagesAsked.length };
  const origin = await readOrigin(MINT, await beginOrigin(MINT, first, chain), [], now);
  return {
    ...origin,
    age: origin.age.known ? origin.age.value : [origin.age.gap.reading, origin.age.gap.cause],
    rounds: chain.rounds - spent.rounds,
    pages: chain.pagesAsked.length - spent.pages,
    bodies: chain.bodiesAsked.length,
  };
}
/** What only the mint's present state proves. */
const present = (now: number) => {
  return { provenSince: now, exact: false, proof: { transaction: null, slot: null, what: 'state' } };
};
const chainOf = (made: readonly Made[]) => new Endpoint(made.map(transaction));
const proven = (made: Made, exact: boolean, what: 'creation' | 'use') => ({
  provenSince: at(made.slot),
  exact,
  proof: { transaction: signatureOf(made.name), slot: made.slot, what },
});

describe("a token's age", () => {
  it('is exact where the whole history is read down to the transaction that made the mint, in one round', async () => {
    const made = [creation(100), trade('first', 101), trade('second', 102)];
    const origin = await originOf(chainOf(made), at(500));
    expect(origin.age).toEqual(proven(creation(100), true, 'creation'));
    expect(origin.creation).toMatchObject({ value: { feePayer: maker } });
    // The end of the mint's history and of its metadata's, and each body once although both list the creation.
    expect([origin.rounds, origin.pages, origin.bodies]).toEqual([1, 2, 3]);
  });

  it('reads five bodies of a complete history', async () => {
    const origin = await originOf(chainOf([creation(100), ...many(300, 101)]), at(500), []);
    expect(origin.age).toEqual(proven(creation(100), true, 'creation'));
    expect([origin.rounds, origin.pages, origin.bodies]).toEqual([1, 1, 5]);
  });

  it('begins with the creation where the address was named a year before it', async () => {
    const year = 365 * DAY;
    const early = [
      names('paid for nothing', 1),
      names('named to a stranger', 2, { instructions: [calls(strange, 20, [MINT])] }),
      names('named behind another mint', 3, { instructions: [calls(TOKEN_PROGRAM, 20, [somebody, MINT])] }),
      names('ignored by Metaplex', 4, {
        instructions: [calls(METADATA_PROGRAM, 33, [metadataAddress(somebody), somebody, METADATA, MINT])],
      }),
      names('made in vain', 5, { instructions: [calls(TOKEN_PROGRAM, 20, [MINT])], failed: true }),
      names('holding another', 6, { postTokens: [held(somebody)] }),
      names('another instruction of Metaplex', 7, { instructions: [calls(METADATA_PROGRAM, 15, [METADATA, MINT])] }),
    ];
    const made = [...early, creation(year), trade('first', year + 5)];
    const origin = await originOf(chainOf(made), at(year + 99), []);
    expect(origin.age).toEqual(proven(creation(year), true, 'creation'));
    // Six successful mentions fill the first five bodies; the second round reaches the creation. The failed one is looked at once.
    expect([origin.rounds, origin.bodies]).toEqual([2, 9]);
    const byMetadata = await originOf(chainOf(made), at(year + 99));
    expect(byMetadata.age).toEqual(origin.age);
    expect([byMetadata.rounds, byMetadata.bodies]).toEqual([1, 7]);
    const crowdOf = (count: number) => [...many(count, 1, names), creation(year), trade('first', year + 5)];
    const crowd = crowdOf(10);
    const crowded = await originOf(chainOf(crowd), at(year), []);
    expect([crowded.age, crowded.bodies]).toEqual([origin.age, 12]);
    const filled = await originOf(chainOf(crowdOf(400)), at(year), []);
    expect([filled.age, filled.bodies]).toEqual([origin.age, 67]);
    expect((await originOf(chainOf(crowd), at(year))).age).toEqual(origin.age);
  });

  it('is that of the last creation where a mint was closed and made again', async () => {
    const again = creation(700_000, 'again', TOKEN_2022_PROGRAM);
    const made = [creation(100, 'before', TOKEN_2022_PROGRAM), trade('old', 101), again, trade('new', 700_001)];
    const origin = await originOf(chainOf(made), at(800_000));
    expect(origin.age).toEqual(proven(again, true, 'creation'));
    expect(origin.creation).toMatchObject({ value: { slot: 700_000 } });
  });

  it('never counts a proof from before a creation that was read, wherever it was read', async () => {
    const quiet = key('quiet');
    const [old, again] = [trade('old', 50), creation(2_000, 'again')];
    const made = [{ ...old, balances: [...old.balances, [quiet, 0n, 0n] as const] }, again, ...many(1_200, 3_000)];
    const origin = await originOf(chainOf(made), at(5_000), [quiet, METADATA]);
    expect(origin.age).toEqual(proven(again, true, 'creation'));
  });

  it.each([
    ['a balance before it', names('use', 100, { preTokens: [held(MINT)] })],
    ['a balance after it', names('use', 100, { postTokens: [held(MINT)] })],
    ['tokens made', names('use', 100, { instructions: [calls(TOKEN_2022_PROGRAM, 7, [MINT, somebody, maker], 0)] })],
    ['tokens made and checked', names('use', 100, { instructions: [calls(TOKEN_PROGRAM, 14, [MINT, somebody])] })],
    ['metadata made', described('use', 100)],
    [
      'metadata made in the new way',
      names('use', 100, { instructions: [calls(METADATA_PROGRAM, 42, [METADATA, METADATA_PROGRAM, MINT])] }),
    ],
  ])('is at least that of the oldest transaction with %s', async (_, use) => {
    const origin = await originOf(chainOf([use, trade('later', 200)]), at(500));
    expect(origin.age).toEqual(proven(use, false, 'use'));
    // Only the mint's authority makes metadata.
    const isDescribed = use.instructions?.some(({ program }) => program === METADATA_PROGRAM) ?? false;
    expect(origin.creation).toMatchObject({ value: isDescribed ? { slot: 100 } : null });
  });

  it('does not rest on an instruction of which only a parsed form is there', async () => {
    const unread: Instruction = { at: TOP, program: TOKEN_PROGRAM, accounts: [MINT], data: null };
    const origin = await originOf(chainOf([names('parsed', 100, { instructions: [unread] })]), at(500));
    expect(origin.age).toEqual(present(at(500)));
  });

  it('is that of the creation where pages are full, whatever other accounts show', async () => {
    const made = [creation(100), described('described', 5_000), ...many(2_500, 10_000)].map(transaction);
    const old = await originOf(new Endpoint(made), at(5_000 + 8 * DAY), [METADATA]);
    // The creation names the metadata account too.
    expect(old.age).toEqual(proven(creation(100), false, 'creation'));
    expect([old.rounds, old.pages, old.bodies]).toEqual([1, 2, 3]);
    const young = await originOf(new Endpoint(made), at(20_000), []);
    expect(young.age).toEqual(proven(creation(100), true, 'creation'));
    expect([young.rounds, young.pages, young.bodies]).toEqual([7, 3, 25]);
    const byMetadata = await originOf(new Endpoint(made), at(20_000), [METADATA]);
    expect([byMetadata.age, byMetadata.rounds]).toEqual([proven(creation(100), false, 'creation'), 1]);
    const settled = await originOf(new Endpoint(made), at(20_000 + 8 * DAY), []);
    expect(settled.age).toEqual(young.age);
    expect([settled.rounds, settled.pages, settled.bodies]).toEqual([6, 3, 24]);
  });

  it('is exact behind a full page, in two rounds and three pages', async () => {
    const made = [creation(100), ...many(1_500, 200)];
    const origin = await originOf(chainOf(made), at(90 * DAY), []);
    expect(origin.age).toEqual(proven(creation(100), true, 'creation'));
    expect([origin.rounds, origin.pages, origin.bodies]).toEqual([2, 2, 6]);
  });

  it('follows an endpoint that cuts its pages short over eight pages', async () => {
    const [two, three] = [chainOf([creation(100), ...many(14, 200)]), chainOf([creation(100), ...many(30, 200)])];
    for (const chain of [two, three]) chain.pageMax = 10;
    const exact = await originOf(two, at(500), []);
    expect([exact.age, exact.rounds, exact.pages]).toEqual([proven(creation(100), true, 'creation'), 2, 2]);
    const cut = await originOf(three, at(500), []);
    expect([cut.age, cut.rounds, cut.pages]).toEqual([proven(creation(100), true, 'creation'), 6, 4]);
  });

  it('is not exact where the creation has no body, or the history begins behind it', async () => {
    const made = [creation(100), trade('first', 150)];
    const hole = chainOf(made);
    hole.lost.add(signatureOf('creation'));
    expect((await originOf(hole, at(500))).age).toEqual(['age', 'history_missing']);
    const settled = at(150 + 8 * 86_400);
    expect((await originOf(hole, settled)).age).toEqual(proven(trade('first', 150), false, 'use'));
    expect((await originOf(chainOf(made.slice(1)), at(500))).age).toEqual(proven(trade('first', 150), false, 'use'));
  });

  it('is not exact by a creation that the history of the mint does not list', async () => {
    const hidden = names('hidden', 100, { instructions: [calls(TOKEN_PROGRAM, 0, [MINT])] }, [METADATA]);
    const origin = await originOf(chainOf([hidden, ...many(12, 200)]), at(500));
    expect([origin.age, origin.rounds, origin.bodies]).toEqual([proven(hidden, false, 'creation'), 1, 6]);
  });

  it('takes no time from a transaction without a block time', async () => {
    const timeless = { ...transaction(creation(100)), blockTime: null };
    const origin = await originOf(new Endpoint([timeless, transaction(trade('first', 150))]), at(500));
    expect(origin.age).toEqual(proven(trade('first', 150), false, 'use'));
    expect(origin.creation).toMatchObject({ value: { slot: 100 } });
    expect((await originOf(new Endpoint([timeless]), at(500))).age).toEqual(present(at(500)));
  });

  it('lasts through what an endpoint fails to answer, as far as something else proves it', async () => {
    const made = [creation(100), trade('first', 150)];
    const newest = chainOf(made);
    newest.failing.add(`${MINT} newest`);
    const byMetadata = await originOf(newest, at(500));
    expect(byMetadata.age).toEqual(proven(creation(100), false, 'creation'));
    expect((await originOf(newest, at(500), [])).age).toEqual(['age', 'rpc_unavailable']);

    const end = chainOf(made);
    end.failing.add(`${MINT} ${signatureOf('creation')}`);
    const endless = await originOf(end, at(500));
    expect(endless.age).toEqual(proven(creation(100), false, 'creation'));

    const mentions = chainOf(many(20, 100, names));
    mentions.failing.add(`${MINT} ${signatureOf('many 100')}`);
    const lost = await originOf(mentions, at(500), []);
    expect([lost.age, lost.rounds, lost.bodies]).toEqual([['age', 'rpc_unavailable'], 1, 5]);

    const bodies = chainOf(made);
    for (const { name } of made) bodies.failing.add(signatureOf(name));
    expect((await originOf(bodies, at(500))).age).toEqual(['age', 'rpc_unavailable']);
  });

  it('is a gap where pages repeat each other, and where nothing is listed', async () => {
    const chain = chainOf([names('only', 100)]);
    const page = await chain.signatures(MINT);
    chain.signatures = async () => page;
    const begun = await beginOrigin(MINT, { mint: page, quiet: [] }, chain);
    expect((await readOrigin(MINT, begun, [], at(500))).age).toMatchObject({
      gap: { reading: 'age', cause: 'rpc_disagrees' },
    });
    const nothing = await originOf(chainOf([]), at(500));
    expect(nothing.age).toEqual(['age', 'history_missing']);
    expect([nothing.rounds, nothing.bodies]).toEqual([0, 0]);
  });
});

describe('a proof that a mint exists', () => {
  const proofOf = (over: Partial<Made>) => existenceProof(MINT)(transaction(names('one', 1, over)));
  const metaplex = (tag: number, accounts: readonly Address[]) =>
    proofOf({ instructions: [calls(METADATA_PROGRAM, tag, accounts)] });

  it('is an instruction that needs the mint at this place, in a transaction that succeeded', () => {
    for (const tag of [0, 20]) {
      expect(proofOf({ instructions: [calls(TOKEN_2022_PROGRAM, tag, [MINT])] })).toBe('creation');
      expect(proofOf({ instructions: [calls(TOKEN_2022_PROGRAM, tag, [MINT])], failed: true })).toBe(null);
    }
    for (const tag of [7, 14]) expect(proofOf({ instructions: [calls(TOKEN_PROGRAM, tag, [MINT])] })).toBe('use');
    for (const tag of [3, 6, 12]) expect(proofOf({ instructions: [calls(TOKEN_PROGRAM, tag, [MINT])] })).toBe(null);
    for (const tag of [0, 16, 33]) expect(metaplex(tag, [METADATA, MINT])).toBe('use');
    expect(metaplex(42, [METADATA, METADATA_PROGRAM, MINT])).toBe('use');
  });

  it('is none at an address that Metaplex does not derive', () => {
    expect(metaplex(33, [somebody, MINT, METADATA])).toBe(null);
    expect(metaplex(33, [METADATA, somebody, MINT])).toBe(null);
    expect(metaplex(42, [METADATA, MINT])).toBe(null);
    expect(metaplex(15, [METADATA, MINT])).toBe(null);
  });

  const RECORDED = '../shared/data/transactions/0xjeffro__tx-parser__2s393PSYYxJJ.json';
  it.runIf(existsSync(RECORDED))('is what a recorded launch on mainnet has for its mint and for nothing else', () => {
    const body = JSON.parse(readFileSync(RECORDED, 'utf8'));
    const result = body.result ?? body;
    const reading = decodeTransaction(result, parseSignature(result.transaction.signatures[0])!);
    const launch = reading.known ? reading.value : null;
    expect(launch?.keys.filter((of) => existenceProof(of)(launch) !== null)).toEqual([
      '5dNYcCZXEGfGgbdUdq7MMR7KLsNJLLLgL83wLH8Fpump',
    ]);
  });
});

describe("a token's creator", () => {
  const made = transaction(creation(100));

  it('is whom a curve or pool names, else who paid for the creation', () => {
    const unread = missing('creator', 'limit_reached');
    expect(creatorOf([SYSTEM, METADATA, somebody], unread)).toEqual(known({ address: METADATA, by: 'launchpad' }));
    expect(creatorOf([SYSTEM], known(made))).toEqual(known({ address: maker, by: 'fee_payer' }));
    expect(creatorOf([], known(null))).toEqual(known(null));
    expect(creatorOf([], unread)).toEqual(unread);
  });

  it('holds what its associated account of the mint has', () => {
    const [account] = creatorAccounts(METADATA, MINT, TOKEN_2022_PROGRAM);
    expect(account).toBe(associatedAccount(METADATA, MINT, TOKEN_2022_PROGRAM));
    const state = (owner: Address, mint = MINT): AccountState => {
      const data = new Uint8Array(165);
      data.set(addressBytes(mint), 0);
      data.set(addressBytes(owner), 32);
      new DataView(data.buffer).setBigUint64(64, 7n, true);
      data[108] = 1;
      return { address: account!, lamports: 1n, owner: TOKEN_PROGRAM, executable: false, data };
    };
    expect(creatorHolding(METADATA, MINT, [state(METADATA), null])).toBe(7n);
    expect(creatorHolding(METADATA, MINT, [state(somebody), state(METADATA, strange)])).toBe(0n);
    expect(creatorHolding(METADATA, MINT, [])).toBe(0n);
    const factsOf = (person: Address, payer: Address | null) => {
      const facts = creatorFacts(MINT, known({ address: METADATA, by: 'launchpad' }), {
        payer,
        accounts: new Map([[somebody, state(somebody)]]),
        third: known(new Map([[account!, state(METADATA)]])),
        person: known({ address: person, accounts: new Map([[maker, state(maker)]]) }),
      });
      return facts.known ? facts.value?.tokens : facts.gap.cause;
    };
    // The payer of the creation shows the administrator.
    expect(factsOf(maker, null)).toBe('limit_reached');
    expect([factsOf(strange, somebody), factsOf(maker, somebody)]).toEqual([14n, 21n]);
  });
});
