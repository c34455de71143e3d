import type { Chain } from 'assay-core/chain/chain-reader.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleSubject } from '#identity.ts';
import { type Sandbox, startSandbox } from '#start.ts';
import { rpc } from '../../core/test/sandbox/rpc.ts';
import { inspectorsFor } from '../../core/test/support/inspectors.ts';

let sandbox: Sandbox;
let chain: Chain;
let subjects: readonly SampleSubject[];
beforeAll(async () => {
  sandbox = await startSandbox();
  subjects = sandbox.subjects.filter(({ kind }) => kind === 'wallet');
  chain = openChain({ urls: [sandbox.url] });
});
afterAll(async () => {
  await chain.close();
  await sandbox.stop();
});

async function judge(subject: string) {
  const { wallet } = inspectorsFor(address(sandbox.usdcMint));
  if (!wallet) throw new Error('the wallet check is not available');
  const session = chain.session();
  const question = { kind: 'wallet', subject: address(subject), sizeLamports: null } as const;
  const { judgement } = await wallet.inspect(question, session.reader(wallet.bounds));
  session.close();
  return judgement;
}

/** Too little of everything, with the codes in the order of an answer. */
const TOO_FEW = ['TOO_FEW_ACTIVE_DAYS', 'TOO_FEW_CLOSED_TRADES', 'TOO_FEW_MINTS'] as const;

/** What the story of a subject is about, and all reason codes that it gets. */
const STORIES: readonly [string, readonly string[]][] = [
  ['forty round trips in 18 coins', ['POSITIVE_EXPECTANCY_LCB99']],
  [
    'in profit by one great trade',
    ['LUCKY_HIT', 'LOW_TURNOVER', 'PNL_POSITIVE_NOT_SIGNIFICANT', 'TOO_FEW_CLOSED_TRADES'],
  ],
  ['in profit by no more than luck', ['PNL_POSITIVE_NOT_SIGNIFICANT', 'TOO_FEW_CLOSED_TRADES']],
  ['a good record that ended', ['STALE']],
  [
    'thirty-one round trips of which nearly all',
    [
      ...['NEGATIVE_EXPECTANCY', 'LEAVE_K_OUT_NEGATIVE', 'LUCKY_HIT', 'PESSIMISTIC_PNL_NEGATIVE'],
      ...['HALF_NEGATIVE', 'LOW_PROFIT_FACTOR'],
    ],
  ],
  ['twelve purchases and sales of one coin', ['WASH_ROUNDTRIPS', 'PNL_POSITIVE_NOT_SIGNIFICANT', ...TOO_FEW]],
  ['all its profit is from six coins', ['SELF_DEALING', 'RESTS_ON_LINKED_MINTS', 'LOW_TURNOVER', ...TOO_FEW]],
  ['thirty-two round trips', ['PAID_BY_LINKED_WALLETS', 'PAID_BY_ONE_OWNER', 'STRANGERS_NOT_PROVEN']],
  ['the same, paid by wallets', ['STRANGERS_NOT_PROVEN']],
  ['seven round trips', ['LOW_TURNOVER', 'PNL_POSITIVE_NOT_SIGNIFICANT', ...TOO_FEW]],
  ['pays and gets paid', ['LOW_TURNOVER', ...TOO_FEW, 'NO_TRADES']],
  ['an address that nobody', ['NO_HISTORY', 'NO_TRADES']],
  ['most of what it sells was sent to it', ['UNMATCHED_BASIS']],
  ['a hot wallet of OKX', ['CUSTODIAL_ADDRESS']],
  ['a program that keeps lists', ['CUSTODIAL_ADDRESS', 'NOT_A_WALLET']],
  ['a token account', ['NOT_A_WALLET']],
  [
    '5,000 transactions',
    [
      ...['NEGATIVE_EXPECTANCY', 'LEAVE_K_OUT_NEGATIVE', 'PESSIMISTIC_PNL_NEGATIVE', 'HALF_NEGATIVE'],
      ...['LOW_PROFIT_FACTOR', 'TOO_FEW_MINTS'],
    ],
  ],
];

test('every subject has a story here', () => {
  expect(subjects).toHaveLength(STORIES.length);
});

describe('a subject gets the verdict that it is there for', () => {
  test.each(STORIES)('%s: %j', async (story, codes) => {
    const [subject, ...others] = subjects.filter(({ what }) => what.startsWith(story));
    expect(others).toEqual([]);
    // The chain answers about a long history once all of it was executed, which may take a busy machine a while.
    await rpc(sandbox.url, 'getBalance', [subject?.address]);
    const judgement = await judge(subject?.address ?? '');
    expect(judgement.verdict).toBe(subject?.verdict);
    expect(judgement.reasons.map(({ code }) => code)).toEqual(codes);
  });
});
