import type { Chain } from 'assay-core/chain/chain-reader.ts';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { gatherFunder } from 'assay-core/facts/funder/evidence.ts';
import { judgeFunder } from 'assay-core/rules/funder/verdict.ts';
import { address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleSubject } from '#identity.ts';
import { type Sandbox, startSandbox } from '#start.ts';

let sandbox: Sandbox;
let chain: Chain;
let subjects: readonly SampleSubject[];
beforeAll(async () => {
  sandbox = await startSandbox();
  subjects = sandbox.subjects.filter(({ kind }) => kind === 'funder');
  chain = openChain({ urls: [sandbox.url] });
});
afterAll(async () => {
  await chain.close();
  await sandbox.stop();
});

async function judge(subject: string) {
  const session = chain.session();
  const reader = session.reader({ timeMsMax: 20_000, callsMax: 500, bytesMax: 100_000_000 });
  const judgement = judgeFunder(await gatherFunder(address(subject), reader, { labels: loadLabels() }));
  session.close();
  return judgement;
}

/** What the story of a subject is about, and the reason code and flags that it exists to show. */
const STORIES: readonly [string, string, readonly string[]][] = [
  ['Binance hot wallet, spent', 'DIRECT_CEX_TRANSFER', []],
  ['from Coinbase five hours', 'DIRECT_CEX_TRANSFER', ['FRESH_WALLET', 'NEVER_SPENT']],
  ['opened by OKX', 'CEX_TOKEN_FUNDED', ['NEVER_SPENT']],
  ['wallet itself', 'SUBJECT_IS_SERVICE', []],
  ['ordinary old wallet', 'DIRECT_WALLET_TRANSFER', []],
  ['a day before', 'DIRECT_WALLET_TRANSFER', ['CEX_AT_HOP_2']],
  ['four fresh accounts', 'DIRECT_WALLET_TRANSFER', ['DISPERSE_BATCH']],
  ['createAccount', 'DIRECT_WALLET_TRANSFER', []],
  ['opened by the sender', 'TOKEN_ONLY', ['NEVER_SPENT']],
  ['fee somebody else paid', 'SPONSORED', ['NEVER_SPENT']],
  ['wrapped account', 'DIRECT_WALLET_TRANSFER', []],
  ["bridge's account", 'BRIDGE_FUNDED', []],
  ['instant exchange', 'INSTANT_EXCHANGE', []],
  ['half from one wallet', 'MIXED_SOURCES', []],
  ['unlabelled hub', 'UNLABELLED_HUB', []],
  ['history is cut', 'HISTORY_PRUNED', []],
  ['never used', 'NO_HISTORY', []],
  ['a program', 'NOT_A_WALLET', []],
  ['lookup table', 'DIRECT_WALLET_TRANSFER', []],
  ['two wallets behind', 'DIRECT_WALLET_TRANSFER', ['CEX_AT_HOP_3']],
  ['one of six new accounts', 'DIRECT_WALLET_TRANSFER', ['SIBLINGS']],
  ['from elsewhere two days later', 'DIRECT_CEX_TRANSFER', ['LATER_MONEY_DWARFS_FIRST']],
  ['Binance paid the same', 'DIRECT_CEX_TRANSFER', ['SAME_MINUTE_COHORT']],
  ['a sanctioned address', 'SANCTIONED_SOURCE', ['SANCTIONED_MONEY']],
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
