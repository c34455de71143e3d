import { readFileSync } from 'node:fs';
import type { HistoryRecord } from 'assay-sandbox/chain/history.ts';
import { LocalChain } from 'assay-sandbox/chain/local-chain.ts';
import { PROGRAMS } from 'assay-sandbox/chain/programs.ts';
import { decodeSigned, isWritable } from 'assay-sandbox/chain/wire.ts';
import { WORLD_SEED } from 'assay-sandbox/identity.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { sandboxMethods } from 'assay-sandbox/rpc/methods.ts';
import { worldIn, worldStamp } from 'assay-sandbox/snapshot/format.ts';
import { Cast } from 'assay-sandbox/world/actors.ts';
import { pay } from 'assay-sandbox/world/instructions.ts';
import { faucet } from 'assay-sandbox/world/scene.ts';
import { signedBytes } from 'assay-sandbox/world/transaction.ts';
import { buildWorld, type World } from 'assay-sandbox/world/world.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#lib/process/package-root.ts';

const ANCHOR_MS = Date.UTC(2026, 0, 1);
const SOME_SIGNATURE = '1'.repeat(64);

/** A subject of each story that is played on demand. */
const STORIES = [
  'forty round trips',
  'all its profit is from six coins',
  'an unlabelled hub',
  'thirty-two round trips',
  'the same, paid by wallets',
  '5,000',
] as const;

interface Town {
  readonly chain: LocalChain;
  readonly world: World;
  readonly methods: RpcMethods;
}

async function town(): Promise<Town> {
  const chain = new LocalChain({ anchorMs: ANCHOR_MS, startedMs: Date.now(), finalitySlots: 0, seed: WORLD_SEED });
  const world = await buildWorld(chain, WORLD_SEED);
  return { chain, world, methods: sandboxMethods(chain, world) };
}

function subject({ world }: Town, story: string): string {
  return world.subjects.find(({ what }) => what.startsWith(story))?.address ?? '';
}

/** A question to the chain: a promise where it has to wait, else the answer. */
function ask({ methods }: Town, method: string, ...params: readonly unknown[]): unknown {
  return methods[method]?.(params);
}

/** What a node would answer now, or its fault; without the slot, which moves with the clock. */
function answered(town: Town, method: string, params: readonly unknown[]): unknown {
  try {
    const answer = ask(town, method, ...params);
    return typeof answer === 'object' && answer !== null && 'value' in answer ? answer.value : answer;
  } catch (error) {
    return String(error);
  }
}

function written({ wire, keys }: HistoryRecord): readonly string[] {
  const { message } = decodeSigned(wire);
  return keys.filter((_, index) => isWritable(message, index));
}

/** Every transaction with what became of it, in no order. */
function told({ chain }: Town): readonly string[] {
  return [...chain.history.all()]
    .map(({ slot, signature, meta }) => `${slot} ${signature} ${Buffer.from(meta)}`)
    .sort();
}

let played: Town;
/** What was there before any story, and the transactions of each. */
let base: readonly HistoryRecord[];
const parts = new Map<string, readonly HistoryRecord[]>();
beforeAll(async () => {
  played = await town();
  base = [...played.chain.history.all()];
  for (const story of STORIES) {
    const before = played.chain.history.count;
    await ask(played, 'getBalance', subject(played, story));
    parts.set(story, [...played.chain.history.all()].slice(before));
  }
});

describe('stories that are played on demand', () => {
  test('are all of them here, and are most of the world', async () => {
    const { count } = played.chain.history;
    await ask(played, 'getSignaturesForAddress', PROGRAMS.system);
    expect(played.chain.history.count).toBe(count);
    const lengths = [...parts.values()].map(({ length }) => length).sort((a, b) => a - b);
    expect(lengths).toEqual([30, 133, 133, 571, 1_013, 5_000]);
    expect(base.length).toBeLessThan(lengths.reduce((sum, length) => sum + length));
  });

  test('are waited for by whoever asks about an address of theirs, and are the same in whatever order and company', async () => {
    const fresh = await town();
    const { sequels } = fresh.world;
    const lists: string[] = [];
    const states: string[] = [];
    const waits = new Set<Promise<void>>();
    for (const records of [...parts.values()].toReversed())
      for (const record of records) {
        lists.push(...record.keys);
        states.push(...written(record));
      }
    const passed = (about: 'naming' | 'state', all: readonly string[]) =>
      [...new Set(all)].filter((key) => {
        const waiting = sequels.before(about, [key]);
        if (waiting) waits.add(waiting);
        return waiting === null;
      });
    expect(passed('naming', lists)).toEqual([]);
    expect(passed('state', states)).toEqual([]);
    await Promise.all(waits);
    expect(told(fresh)).toEqual(told(played));
    for (const { address } of played.world.subjects) {
      const [account, playedAccount] = [fresh, played].map(({ chain }) => chain.account(address, 'finalized'));
      expect(account?.lamports).toBe(playedAccount?.lamports);
    }
  });

  test('change nothing that others change, but after them', () => {
    const changes = [...parts].flatMap(([story, records]) =>
      records.flatMap((record) => written(record).map((key) => ({ key, story, slot: record.slot }))),
    );
    const owners = new Map(changes.map(({ key, story }) => [key, story]));
    expect(changes.filter(({ key, story }) => owners.get(key) !== story)).toEqual([]);
    const firsts = new Map(changes.toSorted((a, b) => b.slot - a.slot).map(({ key, slot }) => [key, slot]));
    const late = ({ slot, key }: { slot: number; key: string }) => slot >= (firsts.get(key) ?? slot + 1);
    const before = base.flatMap((record) => written(record).map((key) => ({ key, slot: record.slot })));
    expect(before.filter(late)).toEqual([]);
  });

  test('have no slot in common, so that a list is the same in whatever order they were played', () => {
    const slots = [...parts.values()].flatMap((records) => [...new Set(records.map(({ slot }) => slot))]);
    expect(new Set(slots).size).toBe(slots.length);
  });
});

describe('a world from the snapshot', () => {
  const program = new URL('dist/sandbox-chain.js', packageRoot);
  const snapshot = new URL('sandbox-world.bin', program);
  const stamp = worldStamp(program);

  async function loaded(bytes: Buffer, under: Uint8Array): Promise<Town | null> {
    const chain = new LocalChain({ anchorMs: ANCHOR_MS, startedMs: Date.now(), finalitySlots: 0, seed: WORLD_SEED });
    const world = worldIn(bytes, chain, WORLD_SEED, under);
    return world && { chain, world, methods: sandboxMethods(chain, world) };
  }

  test('has every account and every transaction of one that was played at the same time', async () => {
    const town = await loaded(readFileSync(snapshot), stamp);
    if (town === null) throw new Error('node build.mjs made no snapshot of this program');
    expect(told(town)).toEqual(told(played));
    expect(town.world.subjects).toEqual(played.world.subjects);
    const [accounts, playedAccounts] = [town, played].map(({ chain }) =>
      [...chain.addresses(), PROGRAMS.slotHashes, PROGRAMS.clock].toSorted().map((at) => {
        const found = chain.account(at, 'finalized');
        return [
          at,
          found && { ...found, data: at === PROGRAMS.clock ? null : Buffer.from(found.data).toString('hex') },
        ];
      }),
    );
    expect(accounts).toEqual(playedAccounts);
  });

  test('answers the same about every subject', async () => {
    const town = await loaded(readFileSync(snapshot), stamp);
    for (const { address } of played.world.subjects) {
      const list = ask(played, 'getSignaturesForAddress', address) as { signature: string }[];
      const questions: readonly [string, ...unknown[]][] = [
        ['getSignaturesForAddress', address],
        ['getTransaction', list[0]?.signature ?? SOME_SIGNATURE, { maxSupportedTransactionVersion: 1 }],
        [
          'getTransaction',
          list.at(-1)?.signature ?? SOME_SIGNATURE,
          { encoding: 'jsonParsed', maxSupportedTransactionVersion: 1 },
        ],
        [
          'getSignatureStatuses',
          list.slice(0, 5).map(({ signature }) => signature),
          { searchTransactionHistory: true },
        ],
        ['getTokenAccountsByOwner', address, { programId: PROGRAMS.token }, { encoding: 'jsonParsed' }],
        ['getTokenLargestAccounts', address],
        ['getAccountInfo', address, { encoding: 'base64' }],
      ];
      for (const [method, ...params] of questions) {
        const [answer, playedAnswer] = [town, played].map((of) => of && answered(of, method, params));
        expect(answer).toEqual(playedAnswer);
      }
    }
  });

  test('is refused when a byte of it is damaged, when it is cut short and when another program made it', async () => {
    const bytes = readFileSync(snapshot);
    for (const at of [0, 40, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      expect(await loaded(damaged, stamp)).toBeNull();
    }
    for (const size of [0, 35, bytes.length - 1]) expect(await loaded(bytes.subarray(0, size), stamp)).toBeNull();
    expect(await loaded(bytes, Buffer.from('another program'))).toBeNull();
  });
});

describe('a story', () => {
  /** One world for all: each test plays a story that none before it did. */
  let fresh: Town;
  beforeAll(async () => {
    fresh = await town();
  });

  test('is not played for questions about anything else', async () => {
    const other = subject(fresh, '2 SOL from a Binance');
    const usdc = { mint: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' };
    const filters = [{ memcmp: { offset: 32, bytes: other } }];
    expect(ask(fresh, 'getSignaturesForAddress', other)).toBeInstanceOf(Array);
    expect(ask(fresh, 'getTokenAccountsByOwner', other, usdc)).toHaveProperty('value');
    expect(ask(fresh, 'getProgramAccounts', PROGRAMS.token, { filters })).toBeInstanceOf(Array);
    expect(fresh.chain.history.count).toBe(base.length);
  });

  test('is played once for questions that come together, none of which sees a part', async () => {
    const wallet = subject(fresh, 'thirty-two round trips');
    const story = parts.get('thirty-two round trips') ?? [];
    const mint = story.find(({ keys }) => keys.includes(wallet))?.keys[1] ?? '';
    const lists = await Promise.all([1, 2, 3].map(() => ask(fresh, 'getSignaturesForAddress', wallet)));
    await ask(fresh, 'getAccountInfo', mint);
    expect(fresh.chain.history.count).toBe(base.length + story.length);
    const whole = ask(played, 'getSignaturesForAddress', wallet);
    expect(lists).toEqual([whole, whole, whole]);
  });

  test('lets others be served while it is played', async () => {
    let isOver = false;
    const waiting = Promise.resolve(ask(fresh, 'getBalance', subject(fresh, 'forty round trips'))).then(() => {
      isOver = true;
    });
    let turns = 0;
    while (!isOver) {
      expect(ask(fresh, 'getBalance', subject(fresh, '2 SOL from a Binance'))).toHaveProperty('value');
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await waiting;
    expect(turns).toBeGreaterThan(50);
  });

  test('comes before a payment to its wallet, and a search among all accounts sees it', async () => {
    const cast = new Cast(fresh.world.seed);
    const payer = faucet(cast);
    const to = cast.person('a wallet with a steady record');
    const blockhash = fresh.chain.blockhashes.of(fresh.chain.clock.tip());
    const wire = signedBytes({ payer, instructions: [pay(payer, to.publicKey, 5n)] }, blockhash);
    const encoded = Buffer.from(wire).toString('base64');
    await ask(fresh, 'sendTransaction', encoded, { encoding: 'base64' });
    const balance = played.chain.account(to.address, 'processed')?.lamports ?? 0n;
    expect(fresh.chain.account(to.address, 'processed')?.lamports).toBe(balance + 5n);
    const filters = [{ memcmp: { offset: 32, bytes: subject(fresh, 'all its profit is from six coins') } }];
    expect(ask(fresh, 'getProgramAccounts', PROGRAMS.token, { filters })).toBeInstanceOf(Promise);
    await ask(fresh, 'getProgramAccounts', PROGRAMS.token, { filters });
  });
});
