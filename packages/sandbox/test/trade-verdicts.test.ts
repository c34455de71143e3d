import type { Chain } from 'assay-core/chain/chain-reader.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SampleSubject, WORLD_SEED } from '#identity.ts';
import { type Sandbox, startSandbox } from '#start.ts';
import { Cast } from '#world/actors.ts';
import { inspectorsFor } from '../../core/test/support/inspectors.ts';

const SIZE_LAMPORTS = 500_000_000n;

let sandbox: Sandbox;
let chain: Chain;
let subjects: readonly SampleSubject[];
beforeAll(async () => {
  sandbox = await startSandbox();
  subjects = sandbox.subjects.filter(({ kind }) => kind === 'trade');
  chain = openChain({ urls: [sandbox.url] });
});
afterAll(async () => {
  await chain.close();
  await sandbox.stop();
});

async function judge(subject: string) {
  const { trade } = inspectorsFor(address(sandbox.usdcMint));
  if (!trade) throw new Error('the trade check is not available');
  const session = chain.session();
  const question = { kind: 'trade', subject: address(subject), sizeLamports: SIZE_LAMPORTS } as const;
  const { judgement } = await trade.inspect(question, session.reader(trade.bounds));
  session.close();
  return judgement;
}

/** What the story of a subject is about, and the reason code and flags that it exists to show. */
const STORIES: readonly [string, string, readonly string[]][] = [
  ['Raydium CLMM at 0.25 %', 'ROUND_TRIP_COST_LOW', ['LIQUIDITY_CONTROL_UNKNOWN']],
  ['USDC only, in a Whirlpool', 'ROUND_TRIP_COST_LOW', ['LIQUIDITY_CONTROL_UNKNOWN', 'TWO_HOP_ROUTE']],
  ['take its holders', 'ROUND_TRIP_COST_LOW', ['PERMANENT_DELEGATE_LIVE', 'TRANSFER_HOOK_ARMED']],
  ['keeps all of every transfer', 'TRANSFER_FEE_TAKES_ALL', ['TRANSFER_FEE', 'TRANSFER_FEE_MUTABLE']],
  ['left its curve', 'ROUND_TRIP_COST_ELEVATED', ['CLOSED_POOL']],
  ['on its bonding curve', 'ROUND_TRIP_COST_ELEVATED', ['BONDING_CURVE', 'LIQUIDITY_CONTROL_UNKNOWN']],
  ['just launched', 'SIZE_NOT_FILLED', []],
  ['keeps 1 % of every transfer', 'ROUND_TRIP_COST_ELEVATED', ['TRANSFER_FEE', 'TRANSFER_FEE_MUTABLE']],
  ['CPMM with 4 SOL', 'ROUND_TRIP_COST_HIGH', ['LIQUIDITY_WITHDRAWABLE', 'THIN_POOL']],
  ['Meteora DLMM', 'ROUND_TRIP_COST_HIGH', ['LIQUIDITY_CONTROL_UNKNOWN', 'THIN_POOL']],
  ['half a SOL', 'ROUND_TRIP_COST_EXCESSIVE', ['LIQUIDITY_WITHDRAWABLE', 'THIN_POOL']],
  ['accounts of the mint are frozen', 'TRANSFERS_BLOCKED', []],
  ['cannot be transferred', 'TRANSFERS_BLOCKED', []],
  ['transfers of the mint are paused', 'TRANSFERS_BLOCKED', ['PAUSABLE_LIVE']],
  ['switched off', 'LEG_NOT_EXECUTABLE', ['CLOSED_POOL']],
  ['froze every ordinary holder', 'HOLDERS_FROZEN', ['FREEZE_AUTHORITY_LIVE']],
  ['froze the vault', 'POOL_VAULT_FROZEN', ['CLOSED_POOL', 'FREEZE_AUTHORITY_LIVE']],
  ['no pool', 'NO_POOL_FOUND', []],
  ['extension that nobody reviewed', 'UNKNOWN_EXTENSION', []],
  ['a program that nobody knows', 'POOLS_NOT_READ', []],
  ['a hook program decides', 'TRANSFER_HOOK_UNPROVEN', ['LIQUIDITY_CONTROL_UNKNOWN', 'TRANSFER_HOOK']],
  ['hook lets holders', 'ROUND_TRIP_COST_LOW', ['LIQUIDITY_CONTROL_UNKNOWN', 'SALE_PROVEN', 'TRANSFER_HOOK']],
  ['hook refuses holders', 'SALE_REFUSED', ['LIQUIDITY_CONTROL_UNKNOWN', 'TRANSFER_HOOK']],
  ['address of a pool', 'NOT_A_MINT', []],
];

test('every subject has a story here', () => {
  expect(subjects).toHaveLength(STORIES.length);
});

describe('a subject gets the verdict that it is there for', () => {
  test.each(STORIES)('%s: %s %j', async (story, code, flags) => {
    const [subject, ...others] = subjects.filter(({ what }) => what.includes(story));
    expect(others).toEqual([]);
    const judgement = await judge(subject?.address ?? '');
    expect(judgement.verdict).toBe(subject?.verdict);
    expect(judgement.reasons[0]?.code).toBe(code);
    expect(judgement.flags).toEqual(flags);
  });
});

test('a market that is not priced is a gap that names its program', async () => {
  const subject = subjects.find(({ what }) => what.includes('a program that nobody knows'))?.address ?? '';
  const { gaps } = await judge(subject);
  const program = new Cast(WORLD_SEED).person('a trading program that nobody knows').address;
  expect(gaps).toMatchObject([{ reading: 'pools', cause: 'unreadable', about: program }]);
});
