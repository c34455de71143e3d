import { join } from 'node:path';
import { type Address, isOnCurve, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { readTokenAccount } from 'assay-core/solana/token/account.ts';
import { metadataAddress } from 'assay-core/solana/token/metaplex.ts';
import { isTokenProgram } from 'assay-core/solana/token/programs.ts';
import { venues } from 'assay-core/venues/index.ts';
import { describe, expect, it } from 'vitest';
import type { HolderFacts } from '../../packages/core/test/support/moves/facts.ts';
import type { FunderFacts } from '../../packages/core/test/support/moves/funders/facts.ts';
import { soundWallet } from '../../packages/core/test/support/moves/wallets/worlds.ts';
import { soundToken, withHolders } from '../../packages/core/test/support/moves/worlds.ts';
import { type Call, holdSlices, slowSteps } from './rounds-reader.ts';
import { funderScene, type Scene, tokenScene, tradeScene, walletScene } from './scenes.ts';

/*
 * The calls of each round, as no file shows the order of facts: which method leaves in which round, how often, and what it is asked of.
 * Calls of one round leave in one turn of the event loop, so that an endpoint gets them as one batch. A change here is a change of what
 * a check costs.
 */

holdSlices();

/** What an address is in a scene. */
function sortOf(at: Address, { chain, subject }: Scene): string {
  if (at === subject) return 'the subject';
  if (at === metadataAddress(subject)) return 'its metadata';
  const account = chain.accounts.get(at);
  if (!account) return isOnCurve(at) ? 'wallet' : 'empty place';
  const token = readTokenAccount(account);
  if (token) return token.mint === subject ? 'token account of the subject' : 'token account';
  const venue = venues.find(({ program }) => program === account.owner);
  if (venue) return `${venue.id} account`;
  if (isTokenProgram(account.owner)) return 'mint';
  return account.owner === SYSTEM_PROGRAM ? 'wallet' : 'other account';
}

/** `12 x wallet, mint` */
function counted(sorts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const sort of sorts) counts.set(sort, (counts.get(sort) ?? 0) + 1);
  const told = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return told.map(([sort, count]) => (count > 1 ? `${count} x ${sort}` : sort)).join(', ');
}

/** What a call is asked of, beside its options. */
function askedOf({ method, asked }: Call, scene: Scene): readonly string[] {
  if (method === 'snapshot') return (asked[0] as readonly Address[]).map((at) => sortOf(at, scene));
  if (['account', 'signatures', 'bodies', 'largestAccounts', 'tokenHoldings'].includes(method)) {
    const sort = sortOf(asked[0] as Address, scene);
    const { before } = (asked[1] ?? {}) as { readonly before?: unknown };
    return [before === undefined ? sort : `next page of ${sort}`];
  }
  return [];
}

function told(rounds: readonly (readonly Call[])[], scene: Scene): string {
  const lines = rounds.flatMap((calls, n) => {
    const methods = [...new Set(calls.map(({ method }) => method))].sort();
    const all = methods.map((method) => {
      const own = calls.filter((call) => call.method === method);
      const of = counted(own.flatMap((call) => askedOf(call, scene)));
      return `    ${`${own.length} ${method}`.padEnd(20)} ${of}`.trimEnd();
    });
    return [`  round ${n + 1}`, ...all];
  });
  return `${lines.join('\n')}\n`;
}

const LAUNCHED = { by: 'migration', venue: 'pump_curve', pool: 'pumpswap' } as const;
const holder = (bps: number, more: Partial<HolderFacts> = {}): HolderFacts => ({
  keeper: { is: 'wallet', n: 0 },
  bps,
  got: 'later',
  through: null,
  frozen: false,
  funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000 },
  ...more,
});
const plain = soundToken(LAUNCHED, 4_800);
const young = withHolders(soundToken({ by: 'curve', venue: 'pump_curve' }, 30), [
  ...[1, 2, 3, 4].map((n) =>
    holder(400, { got: 'launch', funding: { ...holder(0).funding, by: 1, milliSol: 500 + n } }),
  ),
  holder(600, { keeper: { is: 'creator' } }),
]);
/** Its origin is known later than its pools, and so is its creator. */
const named = {
  ...soundToken({ by: 'pool', venue: 'raydium_cpmm' }, 4_800),
  crowds: [{ on: 'mint', count: 60, when: 'early' }],
} as const;
/** Pump.fun names an account in place of its creator, which shares fees. */
const sharing = { ...young, creator: { ...young.creator, admin: 'stranger' } } as const;
const hidden = withHolders(soundToken({ by: 'pool', venue: 'meteora_dlmm' }, 4_800), [
  holder(3_500, { keeper: { is: 'junk_pool', n: 0 } }),
]);
const hooked = {
  ...soundToken({ by: 'pool', venue: 'raydium_cpmm' }, 4_800),
  powers: ['hook'],
  program: '2022',
} as const;
const paid: FunderFacts = {
  credits: [{ from: 'person', n: 0, milliSol: 900, minutes: 3_000, how: 'transfer', hops: 1, beside: 3 }],
  spentMinutes: 2_940,
  siblings: 8,
  dust: [],
  withheld: [],
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
};

const scenes: readonly (readonly [string, () => Scene])[] = [
  ['a plain token', () => tokenScene(plain)],
  ['a young token on its curve', () => tokenScene(young)],
  ['a young token of somebody who shares fees', () => tokenScene(sharing)],
  ['a token that was named before it was made', () => tokenScene(named)],
  ['a token whose holder may be a pool', () => tokenScene(hidden)],
  ['a trade of a plain token', () => tradeScene(plain)],
  ['a trade of a token whose holder may be a pool', () => tradeScene(hidden)],
  ['a trade of a token with a hook', () => tradeScene(hooked)],
  [
    'a wallet',
    () =>
      walletScene({
        ...soundWallet,
        trips: soundWallet.trips.map((trip, n) => (n % 8 ? trip : { ...trip, end: 'kept' })),
      }),
  ],
  ['a funder', () => funderScene(paid)],
];

/** Longer than the steps between two calls of a round. */
const IDLE_TURNS = 3_000;

/** `2 snapshot + 3 signatures`, for each turn of each round. */
function batchesOf(turns: readonly (readonly (readonly Call[])[])[]): string {
  const told = (calls: readonly Call[]) => counted(calls.map(({ method }) => method)).replaceAll(', ', ' + ');
  return turns.map((round, n) => `  round ${n + 1}  ${round.map(told).join(' | ')}\n`).join('');
}

const fileOf = (name: string) => join(import.meta.dirname, `${name}.txt`);

describe('the calls of each round', () => {
  it('are these', async () => {
    const parts: string[] = [];
    for (const [name, open] of scenes) {
      const scene = open();
      const { rounds, judgement } = await scene.gather(0);
      parts.push(`${name}: ${judgement.verdict}\n${told(rounds, scene)}`);
    }
    await expect(parts.join('\n')).toMatchFileSnapshot(fileOf('rounds'));
  });

  it('leave in these batches where each step of computing takes a turn', async () => {
    const parts: string[] = [];
    const end = slowSteps();
    for (const [name, open] of scenes) parts.push(`${name}\n${batchesOf((await open().gather(0, IDLE_TURNS)).turns)}`);
    end();
    await expect(parts.join('\n')).toMatchFileSnapshot(fileOf('batches'));
  });
});
