import type { GapCause } from '#lib/reading.ts';
import type { TokenCode } from '#rules/token/codes.ts';
import type { DeveloperFacts, HolderCluster } from '#rules/token/evidence.ts';
import { isOnCurve } from '#solana/address.ts';
import type { IssuerFacts } from '#solana/token/issuers.ts';
import { assetNamed } from './issuers.ts';
import {
  type Change,
  changed,
  deepest,
  extension,
  feeAtLeast,
  feeOf,
  moreHolders,
  mutableFee,
  ofMint,
  replaced,
  withDeepest,
} from './token-changes.ts';
import {
  age,
  creator,
  holder,
  key,
  market,
  NOW,
  programPower,
  SUPPLY,
  saleQuote,
  trader,
  trades,
} from './token-evidence.ts';
import { cluster, developer, insiders, launch, launchBuyer } from './token-insiders.ts';

const DAY = 86_400;
const shareCodes: readonly TokenCode[] = [
  'HOLDERS_CUT',
  'TOP1_HOLDER_LARGE',
  'TOP1_HOLDER_DOMINANT',
  'TOP10_CONCENTRATED',
  'TOP10_EXTREME',
  'TOP20_CONCENTRATED',
  'TOP20_EXTREME',
  'DEV_HOLDING_MATERIAL',
  'DEV_HOLDING_LARGE',
  'DEV_HOLDING_NOT_EXCLUDED',
  'LAUNCH_BUNDLE_HELD',
  'LAUNCH_BUNDLE_LARGE',
  'COMMON_FUNDER_CLUSTER',
  'COMMON_FUNDER_CLUSTER_LARGE',
  'COMMON_TOKEN_SOURCE',
  'COMMON_TOKEN_SOURCE_LARGE',
  'FUNDED_TOGETHER',
  'COMMON_SINK',
  'CLUSTER_NOT_EXCLUDED',
  'HOLDER_HISTORY_LONG',
  'HOLDER_HISTORY_UNREAD',
];
/** What a record of a developer says, which another record replaces. */
const developerCodes: readonly TokenCode[] = [
  'DEV_SERIAL_LAUNCHER',
  'DEV_DUMPED_ONCE',
  'DEV_DUMPED_BEFORE',
  'DEV_DUMP_NOT_EXCLUDED',
  'DEV_HISTORY_LONG',
  'DEV_HISTORY_UNREAD',
];
/** What a list of holders says, which another list replaces. */
const listCodes: readonly TokenCode[] = [
  ...shareCodes,
  ...(['CONCENTRATION_NOT_ASSESSABLE', 'HOLDERS_FROZEN', 'HOLDERS_INCONSISTENT', 'HOLDERS_PARTIAL'] as const),
];
/** What the powers over the mint say, which other powers replace. */
const powerCodes: readonly TokenCode[] = [
  'MINT_AUTHORITY_LIVE',
  'FREEZE_AUTHORITY_LIVE',
  'BACKING_NOT_REVIEWED',
  'POWER_UNDER_GOVERNANCE',
];
/** Facts about the deepest pool that are gone with it. */
const poolCodes: readonly TokenCode[] = [
  'LP_WITHDRAWABLE',
  'LP_MOSTLY_FREE',
  'LP_PARTLY_FREE',
  'LP_NOT_UNDERSTOOD',
  'LP_CONTROL_UNKNOWN',
  'LP_CONTROL_UNREAD',
  'BONDING_CURVE_PHASE',
];

/** A change that makes a code arise. `replaces`: codes that it takes away, as one fact stands where another stood. */
interface Worsening {
  readonly code: TokenCode;
  readonly worsen: Change;
  readonly replaces: readonly TokenCode[];
}

const bad = (code: TokenCode, worsen: Change, ...replaces: readonly TokenCode[]): Worsening => ({
  code,
  worsen,
  replaces,
});
const bundle = (percent: bigint): Change =>
  replaced('launch', launch({ buyers: [launchBuyer(90, (SUPPLY * percent) / 100n)], tippedTransactions: 1 }));
const joined = (by: HolderCluster['by'], percent: bigint): Change =>
  replaced('insiders', insiders({ clusters: [cluster({ by, tokens: (SUPPLY * percent) / 100n })] }));
const holderOf = (percent: bigint, why: GapCause) => ({ wallet: key(91), tokens: (SUPPLY * percent) / 100n, why });
const untraced = (why: GapCause, percent: bigint): Change =>
  replaced('insiders', insiders({ untraced: [holderOf(percent, why)] }));
const launched = (changes: Partial<DeveloperFacts>): Change =>
  replaced('developer', developer({ launches: 20, looked: 20, ...changes }));
const sold = (by: 'hook' | 'token_program'): Change => replaced('trialSale', { sold: false, by, error: 'custom' });
const seen = shareCodes.slice(9);
const inTurn =
  (...changes: readonly Change[]): Change =>
  (evidence) =>
    changes.reduce((left, change) => change(left), evidence);
/** Three weeks old at most. */
const young = changed('age', (value) => ({ ...value, provenSince: Math.max(value.provenSince, NOW - 21 * DAY) }));
const free = (bps: number): Change =>
  withDeepest({
    isCurve: false,
    depthUsdMicros: 11_000_000_000n,
    parts: [
      { how: 'wallet', owner: key(59), bps },
      { how: 'burned', owner: null, bps: 10_000 - bps },
    ],
  });

/** What a pool of another depth replaces. */
const depthCodes: readonly TokenCode[] = ['LIQUIDITY_VERY_LOW', 'LIQUIDITY_LOW'];

const tradeCodes: readonly TokenCode[] = [
  'PRICE_COLLAPSED',
  'DUMPED_BY_CREATOR',
  'PRICE_HISTORY_CROWDED',
  'DUMP_NOT_EXCLUDED',
  'WASH_TRADED',
  'RECENT_BUYERS_FROZEN',
];
/** The price of a day ago and before, of which a twentieth is left. */
const collapsed = replaced(
  'trades',
  trades({
    prices: [NOW - 2 * DAY, NOW - DAY - 1].map((time) => ({ time, lamportsPerTrillion: 100_000_000n })),
  }),
);
const crowded = replaced('trades', trades({ seen: { listed: 900, failed: 0, read: 24, idle: 24 } }));
const dumping = launchBuyer(90, SUPPLY / 10n, { role: 'developer', tokensNow: 0n, tokensKept: 0n });
const WASHER = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((n) => isOnCurve(key(n))) ?? 0;

const unsigned: IssuerFacts = {
  how: 'not_signed',
  asset: null,
  transaction: null,
  profile: assetNamed('NFLXx').profile,
};

/** Facts that speak against a fungible mint: one for each code that a rule finds. */
export const worsenings: readonly Worsening[] = [
  bad(
    'ZERO_SUPPLY',
    ofMint({ supply: 0n }),
    ...shareCodes,
    ...(['CONCENTRATION_NOT_ASSESSABLE', 'NON_FUNGIBLE', 'DUMPED_BY_CREATOR', 'DUMP_NOT_EXCLUDED'] as const),
  ),
  bad(
    'IMPERSONATES_CANONICAL',
    changed('metadata', (value) => ({ ...value, symbol: 'USDT' })),
  ),
  bad(
    'METADATA_POINTER_FOREIGN',
    changed('metadata', (value) => ({ ...value, foreignPointer: key(53) })),
  ),
  bad('ISSUER_NOT_PROVEN', replaced('issuer', unsigned), 'CANONICAL_PROFILE_DRIFT'),
  bad(
    'MINT_AUTHORITY_LIVE',
    inTurn(ofMint({ mintAuthority: key(50) }), replaced('programs', [])),
    ...powerCodes.slice(1),
  ),
  bad(
    'FREEZE_AUTHORITY_LIVE',
    inTurn(ofMint({ freezeAuthority: key(54) }), replaced('programs', [])),
    'POWER_UNDER_GOVERNANCE',
  ),
  bad(
    'BACKING_NOT_REVIEWED',
    inTurn(
      ofMint({ mintAuthority: key(50) }),
      replaced('programs', [programPower({ kind: 'wrapper', backing: { asset: '2:00', reviewed: null } })]),
    ),
    ...powerCodes,
  ),
  bad(
    'POWER_UNDER_GOVERNANCE',
    inTurn(
      ofMint({ freezeAuthority: key(54) }),
      replaced('programs', [
        programPower({
          role: 'freeze',
          authority: key(54),
          kind: 'governance',
          how: 'governance',
          governance: { realm: key(63), delaySeconds: 7 * DAY, keyRules: false, isUnderWay: false },
        }),
      ]),
    ),
    ...powerCodes,
  ),
  bad('DEFAULT_STATE_FROZEN', extension({ type: 'default_account_state', frozen: true })),
  bad('NON_TRANSFERABLE', extension({ type: 'non_transferable' })),
  bad('TRANSFERS_PAUSED', extension({ type: 'pausable', authority: null, paused: true })),
  bad(
    'PAUSABLE_LIVE',
    extension({ type: 'pausable', authority: key(55), paused: false }, (old) => old.type === 'pausable' && old.paused),
  ),
  bad('PERMANENT_DELEGATE_LIVE', extension({ type: 'permanent_delegate', delegate: key(56) })),
  bad('TRANSFER_HOOK_ACTIVE', extension({ type: 'transfer_hook', authority: key(57), program: key(58) })),
  bad(
    'TRANSFER_HOOK_ARMED',
    extension(
      { type: 'transfer_hook', authority: key(57), program: null },
      (old) => old.type === 'transfer_hook' && old.program !== null,
    ),
  ),
  bad('TRANSFER_FEE_PRESENT', extension(feeOf(100n, 52), feeAtLeast(100n)), 'HOLDERS_CUT'),
  bad('TRANSFER_FEE_HIGH', extension(feeOf(500n, 52), feeAtLeast(500n)), 'HOLDERS_CUT'),
  bad('TRANSFER_FEE_EXTREME', extension(feeOf(3_000n, 52), feeAtLeast(3_000n)), 'HOLDERS_CUT'),
  // Tokens that a list does not show may be kept as fees.
  bad('TRANSFER_FEE_MUTABLE', mutableFee, 'HOLDERS_CUT'),
  bad('SUPPLY_CONFIDENTIAL', extension({ type: 'confidential_mint_burn' })),
  bad(
    'HOLDERS_INCONSISTENT',
    changed('holders', (value) => ({ ...value, listedTokens: value.readTokens * 2n + 99n })),
  ),
  bad(
    'HOLDERS_PARTIAL',
    changed('holders', (value) => ({
      ...value,
      accounts: Array.from({ length: 20 }, (_, n) => holder(n, { tokens: (SUPPLY * 42n) / 1_000n, role: 'pool' })),
    })),
    ...listCodes,
  ),
  bad(
    'HOLDERS_CUT',
    changed('holders', (value) => ({ ...value, accounts: value.accounts.slice(0, 3) })),
    ...listCodes,
  ),
  bad('TOP1_HOLDER_LARGE', moreHolders(1, 12n), 'HOLDERS_CUT'),
  bad('TOP1_HOLDER_DOMINANT', moreHolders(1, 25n), 'HOLDERS_CUT'),
  bad('TOP10_CONCENTRATED', moreHolders(10, 6n), 'HOLDERS_CUT'),
  bad('TOP10_EXTREME', moreHolders(10, 8n), 'HOLDERS_CUT'),
  bad('TOP20_CONCENTRATED', moreHolders(20, 3n), 'HOLDERS_CUT'),
  bad('TOP20_EXTREME', moreHolders(20, 4n), 'HOLDERS_CUT', 'TOP20_CONCENTRATED'),
  bad('CONCENTRATION_NOT_ASSESSABLE', moreHolders(1, 99n, 'pool'), ...shareCodes),
  bad(
    'DEV_HOLDING_MATERIAL',
    replaced('creator', creator({ tokens: (SUPPLY * 6n) / 100n })),
    'DEV_HOLDING_LARGE',
    'DEV_HOLDING_NOT_EXCLUDED',
    'WASH_TRADED',
  ),
  bad(
    'DEV_HOLDING_LARGE',
    replaced('creator', creator({ tokens: (SUPPLY * 11n) / 100n })),
    'DEV_HOLDING_NOT_EXCLUDED',
    'WASH_TRADED',
  ),
  bad(
    'DEV_HOLDING_NOT_EXCLUDED',
    replaced('creator', creator({ unfollowed: [holderOf(11n, 'limit_reached')] })),
    'DEV_HOLDING_MATERIAL',
    'DEV_HOLDING_LARGE',
    'WASH_TRADED',
  ),
  bad('LAUNCH_BUNDLE_HELD', bundle(6n), ...seen, 'DUMPED_BY_CREATOR', 'DUMP_NOT_EXCLUDED'),
  bad('LAUNCH_BUNDLE_LARGE', bundle(16n), ...seen, 'DUMPED_BY_CREATOR', 'DUMP_NOT_EXCLUDED'),
  bad('COMMON_FUNDER_CLUSTER', joined(['funder', 'sink'], 12n), ...seen),
  bad('COMMON_FUNDER_CLUSTER_LARGE', joined(['funders_funder'], 21n), ...seen),
  bad('COMMON_TOKEN_SOURCE', joined(['token_source'], 12n), ...seen),
  bad('COMMON_TOKEN_SOURCE_LARGE', joined(['token_source'], 21n), ...seen),
  bad('FUNDED_TOGETHER', joined(['funded_together'], 12n), ...seen),
  bad('COMMON_SINK', joined(['sink'], 12n), ...seen),
  bad('CLUSTER_NOT_EXCLUDED', untraced('limit_reached', 12n), ...seen),
  bad('HOLDER_HISTORY_LONG', untraced('limit_reached', 21n), ...seen),
  bad('HOLDER_HISTORY_UNREAD', untraced('rpc_unavailable', 21n), ...seen),
  bad('DEV_SERIAL_LAUNCHER', launched({}), ...developerCodes),
  bad('DEV_DUMPED_ONCE', launched({ trading: 20, dumped: 1 }), ...developerCodes),
  bad('DEV_DUMPED_BEFORE', launched({ trading: 20, dumped: 2 }), ...developerCodes),
  bad('DEV_DUMP_NOT_EXCLUDED', launched({ trading: 19, isHistoryWhole: false }), ...developerCodes),
  bad('DEV_HISTORY_LONG', launched({ trading: 18, isHistoryWhole: false }), ...developerCodes),
  bad('DEV_HISTORY_UNREAD', launched({ trading: 19, isHistoryWhole: false, unread: 'deadline' }), ...developerCodes),
  bad(
    'LIQUIDITY_NONE_FOUND',
    changed('liquidity', (value) => ({ ...value, pools: [], unmeasured: [] })),
  ),
  bad('LIQUIDITY_VERY_LOW', deepest({ depthLamports: 1n, depthUsdMicros: 1n })),
  bad(
    'LIQUIDITY_LOW',
    deepest({ depthLamports: 10n ** 10n, depthUsdMicros: 5_000_000_000n }),
    'LIQUIDITY_VERY_LOW',
    'LIQUIDITY_NONE_FOUND',
  ),
  bad('LP_WITHDRAWABLE', inTurn(young, free(10_000)), ...poolCodes, ...depthCodes),
  bad('LP_MOSTLY_FREE', free(10_000), 'BONDING_CURVE_PHASE', ...depthCodes),
  bad('LP_PARTLY_FREE', free(3_000), ...poolCodes, ...depthCodes),
  bad(
    'LP_NOT_UNDERSTOOD',
    deepest({ isCurve: false, parts: [{ how: 'unknown', owner: null, bps: 6_000 }] }),
    ...poolCodes,
  ),
  bad('LP_CONTROL_UNKNOWN', deepest({ isCurve: false, parts: null }), ...poolCodes),
  bad('LP_CONTROL_UNREAD', inTurn(young, deepest({ isCurve: false, parts: null })), ...poolCodes),
  bad('BONDING_CURVE_PHASE', withDeepest({ isCurve: true }), ...poolCodes),
  bad('TOKEN_VERY_NEW', replaced('age', age({ provenSince: NOW - 3_600 }))),
  bad('TOKEN_NEW', replaced('age', age({ provenSince: NOW - 2 * DAY })), 'TOKEN_VERY_NEW', 'MARKET_VERY_NEW'),
  bad('MARKET_VERY_NEW', replaced('market', market({ provenSince: NOW - 3_600 })), 'TOKEN_VERY_NEW', 'AGE_UNAVAILABLE'),
  bad(
    'MARKET_NEW',
    replaced('market', market({ provenSince: NOW - 2 * DAY })),
    ...(['TOKEN_VERY_NEW', 'TOKEN_NEW', 'MARKET_VERY_NEW', 'AGE_UNAVAILABLE'] as const),
  ),
  bad('SELL_BLOCKED_VENUE', replaced('saleQuote', saleQuote({ lamportsBack: null, venue: null, pool: null }))),
  bad('SELL_BLOCKED_FROZEN', sold('token_program')),
  bad('SELL_BLOCKED_HOOK', sold('hook')),
  bad('PRICE_COLLAPSED', collapsed, ...tradeCodes),
  bad(
    'DUMPED_BY_CREATOR',
    inTurn(collapsed, replaced('launch', launch({ buyers: [dumping] }))),
    ...tradeCodes,
    ...seen,
  ),
  bad('PRICE_HISTORY_CROWDED', crowded, ...tradeCodes),
  bad('DUMP_NOT_EXCLUDED', inTurn(crowded, replaced('launch', launch({ buyers: [dumping] }))), ...tradeCodes, ...seen),
  bad(
    'WASH_TRADED',
    inTurn(
      young,
      changed('creator', (value) => ({ ...value, address: key(WASHER) })),
      replaced('trades', trades({ traders: [trader(WASHER, { buys: 4, sells: 4, turns: 7 })] })),
    ),
    ...tradeCodes,
  ),
  bad(
    'RECENT_BUYERS_FROZEN',
    inTurn(ofMint({ freezeAuthority: key(54) }), replaced('trades', trades({ frozenBuyers: [key(80), key(81)] }))),
    ...tradeCodes,
  ),
  bad('HOLDERS_FROZEN', (evidence) =>
    moreHolders(1, 1n, 'wallet', true)(ofMint({ freezeAuthority: key(54) })(evidence)),
  ),
];

/** What a subject may turn out to be instead of a fungible mint. */
export const identities: readonly Worsening[] = [
  bad('MINT_NOT_FOUND', replaced('mint', { is: 'nothing' })),
  bad('NOT_A_MINT', replaced('mint', { is: 'other', what: 'wallet', owner: key(5), mint: null, looksLikeMint: false })),
  bad(
    'UNSUPPORTED_TOKEN_PROGRAM',
    replaced('mint', { is: 'other', what: 'account', owner: key(5), mint: null, looksLikeMint: true }),
  ),
  bad('MINT_UNINITIALIZED', replaced('mint', { is: 'uninitialized', owner: key(5) })),
  bad('MINT_DATA_MALFORMED', replaced('mint', { is: 'malformed', owner: key(5), why: 'cut off' })),
  bad('NON_FUNGIBLE', ofMint({ supply: 1n, decimals: 0 })),
];
