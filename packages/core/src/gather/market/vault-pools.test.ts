import { expect, it } from 'vitest';
import type { SignatureEntry } from '#chain/chain-reader.ts';
import { known } from '#lib/reading.ts';
import type { Transaction } from '#solana/transaction.ts';
import { venues } from '#venues/index.ts';
import { key } from '../../../test/support/token-evidence.ts';
import { poolsOfVaults } from './vault-pools.ts';

const [venue] = venues.filter(({ id }) => id === 'raydium_amm_v4');
if (!venue) throw new Error('a venue is missing');
const [VAULT, POOL, STRANGER] = [key(1), key(2), key(3)];

const entry = (n: number, failed = false): SignatureEntry =>
  ({ signature: `${n}`, slot: 20_000_000 - n * 2_000, failed, blockTime: 1_000 - n }) as unknown as SignatureEntry;
const bodyOf = (accounts: readonly string[], program: string = venue.program, after = 99n): Transaction =>
  ({
    instructions: [{ program, accounts, data: null }],
    keys: accounts,
    preTokens: [{ account: VAULT, amount: 100n }],
    postTokens: [{ account: VAULT, amount: after }],
    preBalances: accounts.map(() => 2_039_280n),
    postBalances: accounts.map(() => 2_039_280n),
  }) as unknown as Transaction;

interface Query {
  readonly limit: number;
  readonly before?: string;
}

/**
 * Which pools are found where the vault's list, newest first, is `listed`, and only entry `trade` and others `until` it are of the venue.
 * `noise`: what the others are.
 */
async function found(
  listed: readonly SignatureEntry[],
  trade: number,
  until = trade,
  noise = bodyOf([VAULT, STRANGER], STRANGER),
) {
  let read = 0;
  const pools = await poolsOfVaults([{ account: VAULT, venue: venue as never }], {
    signatures: async (_: unknown, { limit, before }: Query) => {
      const block = before?.startsWith('block') ? Number(before.slice(5)) : null;
      const from = listed.findIndex(({ signature, slot }) => signature === before || (block !== null && slot < block));
      return known(listed.slice(block === null ? from + 1 : from, (block === null ? from + 1 : from) + limit));
    },
    blockSignature: async (slot: number) => known({ signature: `block${slot}`, slot }),
    transaction: async (signature: string) => {
      read += 1;
      const isTrade = Number(signature) >= trade && Number(signature) <= until;
      return known(isTrade ? bodyOf([VAULT, POOL]) : noise);
    },
  } as never);
  return { pools: pools.known ? pools.value : pools.gap, read };
}

it('is found in the newest transactions of its vault, which are all that is read', async () => {
  const listed = Array.from({ length: 20 }, (_, n) => entry(n));
  expect(await found(listed, 0)).toEqual({ pools: [POOL], read: 4 });
});

it.each([
  ['names it', 100n],
  ['sends something to it', 101n],
])('is found behind instructions of another pool that %s', async (_, after) => {
  const listed = Array.from({ length: 60 }, (_, n) => entry(n));
  const noise = bodyOf([VAULT, STRANGER], venue.program, after);
  expect((await found(listed, 40, 40, noise)).pools).toEqual([POOL]);
});

it.each([
  ['one transaction that names the vault', [entry(0), entry(1)], 1],
  ['failed ones alone on the first page', [...Array.from({ length: 20 }, (_, n) => entry(n, true)), entry(20)], 20],
])('is found behind %s', async (_, listed, trade) => {
  expect(await found(listed, trade)).toMatchObject({ pools: [POOL] });
});

it.each([500, 900, 3_506])('is found in what made its vault, the oldest of %i', async (count) => {
  const listed = Array.from({ length: count }, (_, n) => entry(n));
  expect((await found(listed, count - 1)).pools).toEqual([POOL]);
});

it('is found behind a crowd, with a bound on what is read of each page', async () => {
  const listed = Array.from({ length: 9_000 }, (_, n) => entry(n));
  expect((await found(listed, 1_200)).pools).toEqual([POOL]);
  const hidden = await found(listed, 5_000);
  expect(hidden.pools).toMatchObject({ cause: 'limit_reached' });
  expect(hidden.read).toBeLessThanOrEqual(20 + 4 * 316 + 100);
  // Months ago nobody could know what it would have to hide.
  expect((await found(listed, 6_600, 6_800)).pools).toEqual([POOL]);
});
