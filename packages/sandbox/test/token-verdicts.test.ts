import type { Chain, ChainReader, HistoryReader, SignatureEntry } from 'assay-core/chain/chain-reader.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { known, missing } from 'assay-core/lib/reading.ts';
import { address } from 'assay-core/solana/address.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SampleSubject } from '#identity.ts';
import { type Sandbox, startSandbox } from '#start.ts';
import { inspectorsFor } from '../../core/test/support/inspectors.ts';
import { signatureOf } from '../../core/test/support/transactions.ts';

let sandbox: Sandbox;
let chain: Chain;
let subjects: readonly SampleSubject[];
beforeAll(async () => {
  sandbox = await startSandbox();
  subjects = sandbox.subjects.filter(({ kind }) => kind === 'token');
  chain = openChain({ urls: [sandbox.url] });
});
afterAll(async () => {
  await chain.close();
  await sandbox.stop();
});

async function judge(subject: string, seen: (reader: ChainReader) => ChainReader = (reader) => reader) {
  const { token } = inspectorsFor(address(sandbox.usdcMint));
  if (!token) throw new Error('the token check is not available');
  const session = chain.session();
  const question = { kind: 'token', subject: address(subject), sizeLamports: null } as const;
  const { judgement } = await token.inspect(question, seen(session.reader(token.bounds)));
  session.close();
  return judgement;
}

/** What the story of a subject is about, and all reason codes and flags that it gets. */
const STORIES: readonly [string, readonly string[], readonly string[]][] = [
  [
    'five weeks old, both authorities given up,',
    ['NO_ADVERSE_FACT'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'a mint of Token-2022 with metadata and',
    ['NO_ADVERSE_FACT'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'a liquid staking token: only the program of',
    ['NO_ADVERSE_FACT'],
    [
      'AUTHORITY_IS_PROGRAM',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'LST_PROVEN',
      'SELL_SIM_OK',
      'STAKE_PROGRAM_UPGRADEABLE',
    ],
  ],
  [
    'a bridge mints it for an asset of another',
    ['BACKING_NOT_REVIEWED'],
    [
      'AUTHORITY_IS_PROGRAM',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'POWER_HELD_BY_PROGRAM',
      'PROGRAM_UPGRADEABLE',
      'SELL_SIM_OK',
    ],
  ],
  [
    'a vote can have more of it minted, five',
    ['POWER_UNDER_GOVERNANCE'],
    [
      'AUTHORITY_IS_PROGRAM',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'PROGRAM_UPGRADEABLE',
      'SELL_SIM_OK',
    ],
  ],
  [
    'wrapped SOL, which the chain itself stands',
    ['NO_ADVERSE_FACT'],
    [
      'AGE_AT_LEAST',
      'CANONICAL_ASSET',
      'INSIDERS_NOT_CHECKED',
      'METADATA_ABSENT',
      'NATIVE_WRAPPED',
      'SELL_SIM_UNAVAILABLE',
    ],
  ],
  [
    'its mint keeps 1 % of every transfer, and',
    ['TRANSFER_FEE_PRESENT'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'four days old, and all of its holders have',
    ['COMMON_TOKEN_SOURCE_LARGE', 'DEV_HOLDING_LARGE', 'LAUNCH_BUNDLE_LARGE', 'TOKEN_NEW'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'five days old, and its maker launched five',
    ['DEV_SERIAL_LAUNCHER', 'TOKEN_NEW'],
    ['CREATOR_IS_FEE_PAYER', 'CREATOR_MADE_OTHER_TOKENS', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  ['made three days ago', ['TOKEN_NEW'], ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK']],
  [
    'its mint is forty days old, its market one hour',
    ['MARKET_VERY_NEW'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its mint is forty days old, its market three',
    ['MARKET_NEW'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'no program decides about its transfers yet,',
    ['TRANSFER_HOOK_ARMED'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'its maker can withdraw all liquidity, and has',
    ['LP_MOSTLY_FREE'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'SELL_SIM_OK'],
  ],
  [
    'its maker can withdraw 30 % of the',
    ['LP_PARTLY_FREE'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its maker may mint more of it',
    ['MINT_AUTHORITY_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its maker may freeze any holder, and has',
    ['FREEZE_AUTHORITY_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'one holder has 40 % of what circulates',
    ['COMMON_TOKEN_SOURCE_LARGE', 'DEV_HOLDING_LARGE', 'TOP1_HOLDER_DOMINANT', 'TOP10_CONCENTRATED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its only pool has 2 SOL',
    ['LIQUIDITY_VERY_LOW'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  ['three weeks old, and its maker can withdraw', ['LP_WITHDRAWABLE'], ['CREATOR_IS_FEE_PAYER', 'SELL_SIM_OK']],
  [
    'its maker may pause all transfers, and has',
    ['PAUSABLE_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'five hours old, on its curve, a fifth of',
    [
      'LAUNCH_BUNDLE_LARGE',
      'BONDING_CURVE_PHASE',
      'COMMON_FUNDER_CLUSTER',
      'LIQUIDITY_LOW',
      'TOKEN_VERY_NEW',
      'TOP20_CONCENTRATED',
    ],
    ['LAUNCH_BUNDLED', 'LP_HELD_BY_PROGRAM', 'SAME_FUNDER_AS_CREATOR', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'its maker may take or burn the tokens of',
    ['PERMANENT_DELEGATE_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'new accounts are frozen, and its maker',
    ['DEFAULT_STATE_FROZEN', 'FREEZE_AUTHORITY_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'it can never be transferred',
    ['NON_TRANSFERABLE', 'SELL_BLOCKED_FROZEN'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'TOKEN_2022'],
  ],
  [
    'its transfer hook refuses what holders want',
    ['SELL_BLOCKED_HOOK', 'TRANSFER_HOOK_ACTIVE', 'LP_CONTROL_UNKNOWN'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'TOKEN_2022'],
  ],
  [
    'its maker paused all transfers a day after',
    ['SELL_BLOCKED_FROZEN', 'TRANSFERS_PAUSED'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'TOKEN_2022'],
  ],
  [
    'all liquidity of its pool of 250 SOL is',
    ['NO_ADVERSE_FACT'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_LOCKED', 'SELL_SIM_OK'],
  ],
  [
    'all liquidity of its pool is under a program',
    ['LP_NOT_UNDERSTOOD'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'SELL_SIM_OK'],
  ],
  [
    'its maker can withdraw all liquidity ten',
    ['LP_MOSTLY_FREE'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'SELL_SIM_OK'],
  ],
  [
    '40 % of what circulates is under a Jupiter Lock until',
    ['NO_ADVERSE_FACT'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'VESTING_AMONG_HOLDERS'],
  ],
  [
    '40 % of what circulates is under a Jupiter Lock that',
    ['COMMON_TOKEN_SOURCE_LARGE', 'DEV_HOLDING_LARGE', 'TOP1_HOLDER_DOMINANT', 'TOP10_CONCENTRATED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK', 'VESTING_AMONG_HOLDERS'],
  ],
  [
    'a governance of Realms holds 40 % of what',
    ['COMMON_TOKEN_SOURCE_LARGE', 'DEV_HOLDING_LARGE', 'TOP1_HOLDER_DOMINANT', 'TOP10_CONCENTRATED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK', 'TREASURY_AMONG_HOLDERS'],
  ],
  [
    'its maker froze three of its largest',
    ['HOLDERS_FROZEN', 'FREEZE_AUTHORITY_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its mint keeps 50 % of every transfer,',
    ['TRANSFER_FEE_EXTREME', 'TRANSFER_FEE_MUTABLE'],
    [
      'AUTHORITY_IS_SHARED',
      'AUTHORITY_IS_WALLET',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'SELL_SIM_OK',
      'TOKEN_2022',
    ],
  ],
  [
    'its symbol looks like that of USDC, and its',
    ['IMPERSONATES_CANONICAL', 'FREEZE_AUTHORITY_LIVE'],
    [
      'AUTHORITY_IS_WALLET',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'METADATA_MUTABLE',
      'METADATA_URI_MUTABLE_HOST',
      'MIXED_SCRIPTS',
      'SELL_SIM_OK',
    ],
  ],
  ['one of a kind: a supply of one', ['NON_FUNGIBLE'], ['CREATOR_IS_FEE_PAYER', 'SELL_SIM_UNAVAILABLE']],
  ['room for a mint that nobody initialized', ['MINT_UNINITIALIZED'], []],
  [
    'its mint has an extension with a number',
    ['ACCOUNT_NOT_FOUND', 'AGE_UNAVAILABLE', 'UNKNOWN_EXTENSION'],
    [
      'CREATOR_UNKNOWN',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'METADATA_ABSENT',
      'SELL_SIM_OK',
      'TOKEN_2022',
      'VERDICT_IS_LOWER_BOUND',
    ],
  ],
  ["somebody's account of a token, not its mint", ['NOT_A_MINT'], []],
  ['a wallet that holds tokens', ['NOT_A_MINT'], []],
  ['a program that opens token accounts', ['NOT_A_MINT'], []],
  ['there is no account', ['MINT_NOT_FOUND', 'NOT_A_MINT'], []],
  [
    'nothing against it, but ten thousand bytes',
    ['NO_ADVERSE_FACT'],
    [
      'AGE_AT_LEAST',
      'CREATOR_UNKNOWN',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'METADATA_URI_MUTABLE_HOST',
      'SELL_SIM_OK',
      'TOKEN_2022',
    ],
  ],
  [
    'nine days old; its maker sold an earlier',
    ['DEV_DUMPED_ONCE'],
    ['CREATOR_IS_FEE_PAYER', 'CREATOR_MADE_OTHER_TOKENS', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'eight days old; its maker sold two earlier',
    ['DEV_DUMPED_BEFORE'],
    ['CREATOR_IS_FEE_PAYER', 'CREATOR_MADE_OTHER_TOKENS', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'three of its holders got like first money',
    ['COMMON_SINK', 'FUNDED_TOGETHER'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'three of its largest holders could not be',
    ['CLUSTER_NOT_EXCLUDED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'six of its largest holders could not be',
    ['HOLDER_HISTORY_LONG'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK', 'VERDICT_IS_LOWER_BOUND'],
  ],
  [
    'twenty holders have more than four fifths of',
    ['COMMON_TOKEN_SOURCE_LARGE', 'DEV_HOLDING_LARGE', 'TOP20_EXTREME'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its maker sold all that it bought at',
    ['DUMPED_BY_CREATOR', 'PRICE_COLLAPSED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its maker and another wallet make its volume:',
    ['WASH_TRADED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'three small wallets bought last, and its maker',
    ['RECENT_BUYERS_FROZEN', 'FREEZE_AUTHORITY_LIVE'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'an earlier coin that names its maker ended, and',
    ['DEV_DUMP_NOT_EXCLUDED'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK', 'VERDICT_IS_LOWER_BOUND'],
  ],
  [
    'two earlier coins that name its maker ended, and',
    ['DEV_HISTORY_LONG'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK', 'VERDICT_IS_LOWER_BOUND'],
  ],
  [
    'three of its holders got what they have',
    ['COMMON_TOKEN_SOURCE', 'TOP1_HOLDER_LARGE'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its maker has a fifteenth of what circulates,',
    ['DEV_HOLDING_MATERIAL', 'DEV_HOLDING_NOT_EXCLUDED', 'LAUNCH_BUNDLE_HELD'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK', 'VERDICT_IS_LOWER_BOUND'],
  ],
  [
    'twelve days old, and who can withdraw the',
    ['LP_CONTROL_UNREAD'],
    ['CREATOR_IS_FEE_PAYER', 'SELL_SIM_OK', 'VERDICT_IS_LOWER_BOUND'],
  ],
  ['most of what names its pool leaves it', ['NO_ADVERSE_FACT'], ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK']],
  ['its maker sold what it bought at the', ['NO_ADVERSE_FACT'], ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK']],
  [
    'five weeks old; two wallets make its latest',
    ['NO_ADVERSE_FACT'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'WASH_TURNOVER'],
  ],
  [
    'fewer accounts are listed than it has, and',
    ['HOLDERS_CUT'],
    [
      'AGE_AT_LEAST',
      'CREATOR_UNKNOWN',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'RETRYABLE',
      'SELL_SIM_OK',
      'TOKEN_2022',
      'VERDICT_IS_LOWER_BOUND',
    ],
  ],
  [
    'its mint says that its name stands in',
    ['METADATA_POINTER_FOREIGN'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK', 'TOKEN_2022'],
  ],
  [
    'a hundredth of it circulates',
    ['CONCENTRATION_NOT_ASSESSABLE'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its mint will keep 6 % of every',
    ['TRANSFER_FEE_HIGH', 'TRANSFER_FEE_MUTABLE'],
    [
      'AUTHORITY_IS_SHARED',
      'AUTHORITY_IS_WALLET',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'LP_BURNED',
      'SELL_SIM_OK',
      'TOKEN_2022',
      'TRANSFER_FEE_SCHEDULED_INCREASE',
    ],
  ],
  [
    'ten holders have three quarters of what circulates',
    ['COMMON_TOKEN_SOURCE_LARGE', 'DEV_HOLDING_LARGE', 'TOP10_EXTREME'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'its nineteen largest accounts are frozen for good,',
    ['DEV_HOLDING_LARGE', 'HOLDERS_PARTIAL'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_UNAVAILABLE'],
  ],
  [
    'sixty small holders, and no pool',
    ['LIQUIDITY_NONE_FOUND'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'SELL_SIM_UNAVAILABLE'],
  ],
  [
    'its only pool, of Meteora DAMM v2, keeps',
    ['SELL_BLOCKED_VENUE', 'LP_CONTROL_UNKNOWN'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'SELL_SIM_OK'],
  ],
  [
    'four of its holders, who have a quarter',
    ['COMMON_FUNDER_CLUSTER_LARGE'],
    ['CREATOR_IS_FEE_PAYER', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'a mint that never issued anything',
    ['LIQUIDITY_NONE_FOUND', 'MINT_AUTHORITY_LIVE', 'ZERO_SUPPLY'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'METADATA_ABSENT', 'SELL_SIM_UNAVAILABLE'],
  ],
  [
    'its supply is kept in encrypted form, and',
    ['SUPPLY_CONFIDENTIAL', 'ACCOUNT_NOT_FOUND', 'AGE_UNAVAILABLE', 'LIMIT_REACHED'],
    [
      'AUTHORITY_IS_SHARED',
      'AUTHORITY_IS_WALLET',
      'CONFIDENTIAL_TRANSFER',
      'CREATOR_UNKNOWN',
      'GROUP_MEMBER',
      'INSIDERS_NOT_CHECKED',
      'INTEREST_BEARING',
      'LP_BURNED',
      'METADATA_ABSENT',
      'MINT_CLOSE_AUTHORITY_LIVE',
      'PERMISSIONED_BURN',
      'SELL_SIM_OK',
      'TOKEN_2022',
      'VERDICT_IS_LOWER_BOUND',
    ],
  ],
  [
    'its only pool has another length than those',
    ['DEV_HOLDING_MATERIAL', 'LIQUIDITY_UNAVAILABLE'],
    ['CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'SELL_SIM_UNAVAILABLE', 'VERDICT_IS_LOWER_BOUND'],
  ],
  [
    'the mint of a known asset, and not',
    ['FREEZE_AUTHORITY_LIVE', 'CANONICAL_PROFILE_DRIFT'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'the keys of a reviewed issuer may mint',
    ['FREEZE_AUTHORITY_LIVE', 'MINT_AUTHORITY_LIVE', 'ISSUER_NOT_PROVEN'],
    ['AUTHORITY_IS_WALLET', 'CREATOR_IS_FEE_PAYER', 'INSIDERS_NOT_CHECKED', 'LP_BURNED', 'SELL_SIM_OK'],
  ],
  [
    'a mint of a reviewed issuer that no list has',
    ['NO_ADVERSE_FACT'],
    [
      'AUTHORITY_IS_WALLET',
      'CREATOR_IS_FEE_PAYER',
      'INSIDERS_NOT_CHECKED',
      'ISSUER_CAN_FREEZE',
      'ISSUER_CAN_MINT',
      'ISSUER_PROVEN',
      'LP_BURNED',
      'SELL_SIM_OK',
    ],
  ],
  ['a mint of which a byte says neither', ['MINT_DATA_MALFORMED'], []],
  ['an account that looks like a mint, of', ['UNSUPPORTED_TOKEN_PROGRAM'], []],
];

test('every subject has a story here', () => {
  expect(subjects).toHaveLength(STORIES.length);
});

describe('a subject gets the verdict that it is there for', () => {
  test.each(STORIES)('%s: %j %j', async (story, codes, flags) => {
    const [subject, ...others] = subjects.filter(({ what }) => what.startsWith(story));
    expect(others).toEqual([]);
    const judgement = await judge(subject?.address ?? '');
    expect(judgement.verdict).toBe(subject?.verdict);
    expect(judgement.reasons.map(({ code }) => code)).toEqual(codes);
    expect(judgement.flags).toEqual(flags);
  });
});

/** The same chain, of which an endpoint says something else. */
function changed(reader: ChainReader, over: Partial<HistoryReader>): ChainReader {
  return new Proxy(reader, {
    get(target, name) {
      const own = over[name as keyof HistoryReader] ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}

/** An endpoint on which others named the address in a full page of transactions since. */
const crowded =
  (subject: string) =>
  (reader: ChainReader): ChainReader =>
    changed(reader, {
      async signatures(of, page, freshness) {
        if (of !== subject) return reader.signatures(of, page, freshness);
        const real = await reader.signatures(of);
        if (!real.known) return real;
        const [newest] = real.value;
        const noise = Array.from({ length: 1_000 }, (_, n): SignatureEntry => {
          return { signature: signatureOf(`noise ${n}`), slot: newest?.slot ?? 0, blockTime: null, failed: false };
        });
        const all = [...noise, ...real.value];
        const from = page?.before ? all.findIndex(({ signature }) => signature === page.before) + 1 : 0;
        return known(all.slice(from, from + (page?.limit ?? 1_000)));
      },
    });

/** An endpoint that refuses histories. */
const refusing = (reader: ChainReader): ChainReader =>
  changed(reader, {
    signatures: async () => missing('signatures', 'rpc_unavailable'),
    transaction: async () => missing('transaction', 'rpc_unavailable'),
    bodies: async () => missing('bodies', 'not_found'),
  });

describe('what speaks against a launch', () => {
  const bad = ['five hours old, on its curve', 'four days old, and all of its holders'];

  test.each(bad)('stays where others name the mint in a thousand transactions: %s', async (story) => {
    const subject = subjects.find(({ what }) => what.includes(story))?.address ?? '';
    const [seen, hidden] = [await judge(subject), await judge(subject, crowded(subject))];
    expect(hidden.verdict).toBe('HIGH_RISK');
    const ofLaunch = ({ reasons }: typeof seen) =>
      reasons.map(({ code }) => code).filter((code) => /BUNDLE|CLUSTER|SOURCE/.test(code));
    expect(ofLaunch(hidden)).toEqual(ofLaunch(seen));
  });

  test.each([...bad, 'made three days ago'])('is not better where histories are refused: %s', async (story) => {
    const subject = subjects.find(({ what }) => what.includes(story))?.address ?? '';
    expect(['UNKNOWN', 'HIGH_RISK', 'CRITICAL']).toContain((await judge(subject, refusing)).verdict);
  });
});
