import type { DlmmBin } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { type DlmmParts, dlmmAccounts } from 'assay-sandbox/pools/meteora-dlmm.ts';
import { expect, it } from 'vitest';
import { type Address, addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { AccountBytes, Market, Quote, Side } from '../venue.ts';
import { isRefused } from '../venue.ts';
import { customizablePool } from './addresses.ts';
import { meteoraDlmm } from './index.ts';

const MINT = addressOf(new Uint8Array(32).fill(9));
const POOL = customizablePool(MINT, WRAPPED_SOL);

function accounts(given: Partial<DlmmParts>): readonly [AccountBytes, ...AccountBytes[]] {
  return dlmmAccounts({ address: POOL, mintX: MINT, mintY: WRAPPED_SOL, bins: [], ...given });
}

function marketOf(all: readonly [AccountBytes, ...AccountBytes[]], unixTime = 50_000n, mint: Address = MINT): Market {
  const pool = meteoraDlmm.recognise(all[0], mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  const read = new Map<Address, AccountBytes | null>(pool.needs.map((address) => [address, null]));
  for (const one of all) read.set(one.address, one);
  const opened = pool.open(read, { slot: 1_000n, unixTime, epoch: 1n });
  if (isRefused(opened)) throw new Error(`${opened.refused}: ${opened.detail}`);
  return opened.market;
}

function market(given: Partial<DlmmParts>, unixTime?: bigint, mint?: Address): Market {
  return marketOf(accounts(given), unixTime, mint);
}

function quoted(of: Market, side: Side, amount: bigint): Quote {
  const quote = of.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

function protocolFee(quote: Quote): bigint {
  return quote.fees().find(({ share }) => share === 'protocol')?.amount ?? 0n;
}

/** 160 bins around the active one, every seventh without anything in it. */
const LIQUIDITY: readonly DlmmBin[] = Array.from({ length: 160 }, (_, i) => i - 80)
  .filter((id) => id % 7 !== 3)
  .map((id) => ({
    id,
    x: id < 0 ? 0n : 10n ** 9n + BigInt(id * 1_234_567),
    y: id > 0 ? 0n : 5n * 10n ** 8n - BigInt(id * 7_654_321),
  }));

const ORDERS: readonly DlmmBin[] = LIQUIDITY.map((bin) => ({
  ...bin,
  openOrders: bin.id % 2 === 0 ? 123_456_789n : 0n,
  begunOrders: bin.id % 3 === 0 ? 98_765_432n : 0n,
  ordersSellX: bin.id > 0,
}));

const VOLATILE = {
  pairType: 2,
  updatedAt: 50_000n,
  accumulator: 120_000,
  reference: 20_000,
  indexReference: 2,
  amounts: { x: 10n ** 15n, y: 10n ** 15n },
} as const;

/** Swaps one after another in the same second: side and amount in. */
const STEPS: readonly (readonly [Side, bigint])[] = [
  ['sell', 1_000n],
  ['sell', 900_000_000n],
  ['buy', 4_000_000_000n],
  ['sell', 3n],
  ['sell', 12_345_678_901n],
  ['buy', 777_777_777n],
  ['buy', 10_000_000_000n],
  ['sell', 30_000_000_000n],
  ['buy', 25_000_000_000n],
];

const PLAIN = { binStep: 100, variableControl: 40_000, protocolShare: 500, functionType: 1, bins: LIQUIDITY };
const ONLY_Y = {
  binStep: 80,
  baseFactor: 12_500,
  variableControl: 100_000,
  protocolShare: 2_000,
  functionType: 2,
  feeMode: 1,
  bins: ORDERS,
};
const WITH_ORDERS = { binStep: 20, baseFactor: 8_000, variableControl: 60_000, protocolShare: 1_000, bins: ORDERS };

/**
 * Seconds since the pool's last update, the pool, and for each of `STEPS` what the program itself paid out and took for the
 * protocol: release 0.12.0, run on these very accounts in a local virtual machine.
 */
const SEEN: readonly (readonly [string, bigint, Partial<DlmmParts>, readonly (readonly [bigint, bigint])[]])[] = [
  [
    'liquidity',
    10n,
    PLAIN,
    [
      [983n, 0n],
      [880029701n, 808499n],
      [3913427646n, 2957963n],
      [2n, 0n],
      [11145628571n, 31694242n],
      [801084229n, 3888888n],
      [9991048724n, 24652412n],
      [23344778307n, 124072693n],
      [27152818400n, 101285184n],
    ],
  ],
  [
    'fee in Y only, with orders',
    10n,
    ONLY_Y,
    [
      [979n, 4n],
      [879385735n, 5189997n],
      [3903607309n, 14180950n],
      [2n, 0n],
      [11195661791n, 164391718n],
      [774845876n, 15555555n],
      [9760267113n, 113718044n],
      [23984597455n, 497666067n],
      [26240515229n, 438879002n],
    ],
  ],
  [
    'orders',
    10n,
    WITH_ORDERS,
    [
      [998n, 0n],
      [897825101n, 359075n],
      [3984902813n, 832134n],
      [2n, 0n],
      [12177611106n, 7306331n],
      [791587083n, 675290n],
      [10045854766n, 3676729n],
      [28499694091n, 65455278n],
      [25533584817n, 40045590n],
    ],
  ],
  [
    'liquidity',
    40n,
    PLAIN,
    [
      [975n, 1n],
      [882830979n, 667034n],
      [3907622622n, 3267145n],
      [2n, 0n],
      [11181818803n, 29529575n],
      [801598364n, 3888888n],
      [10045036371n, 22262361n],
      [23382583888n, 121501302n],
      [27216763334n, 98764091n],
    ],
  ],
  [
    'fee in Y only, with orders',
    40n,
    ONLY_Y,
    [
      [966n, 6n],
      [883637164n, 4041045n],
      [3889741179n, 17569870n],
      [2n, 0n],
      [11229657596n, 155091187n],
      [774955926n, 15555554n],
      [9802968764n, 105335597n],
      [24031813265n, 489689780n],
      [26289369543n, 427609782n],
    ],
  ],
  [
    'orders',
    40n,
    WITH_ORDERS,
    [
      [997n, 0n],
      [897984426n, 328120n],
      [3984314986n, 916635n],
      [2n, 0n],
      [12181400040n, 6674830n],
      [792236631n, 613692n],
      [10048803111n, 3391851n],
      [28519803059n, 62370946n],
      [25554391138n, 38123353n],
    ],
  ],
  [
    'liquidity',
    5000n,
    PLAIN,
    [
      [990n, 0n],
      [886972285n, 457898n],
      [3929816301n, 2122965n],
      [2n, 0n],
      [11346661348n, 20232103n],
      [815274958n, 3361083n],
      [10217532398n, 14555120n],
      [23516366881n, 112537158n],
      [27427852446n, 90477934n],
    ],
  ],
  [
    'fee in Y only, with orders',
    5000n,
    ONLY_Y,
    [
      [990n, 2n],
      [889490290n, 2486419n],
      [3926339714n, 9487227n],
      [2n, 0n],
      [11438482131n, 107126870n],
      [774665462n, 15555555n],
      [9985413625n, 67481635n],
      [24270378854n, 453062395n],
      [26421746522n, 390189653n],
    ],
  ],
  [
    'orders',
    5000n,
    WITH_ORDERS,
    [
      [998n, 0n],
      [898203794n, 286874n],
      [3985770947n, 745004n],
      [2n, 0n],
      [12193441746n, 4858817n],
      [793952720n, 450472n],
      [10057905330n, 2503978n],
      [28584959793n, 53078207n],
      [25615794685n, 32060449n],
    ],
  ],
];

it.each(SEEN)(
  'swaps in a row give what the program gave: %s, %s s after the last update',
  (_, elapsed, parts, seen) => {
    let now = market({ ...VOLATILE, ...parts }, VOLATILE.updatedAt + elapsed);
    for (const [i, [side, amount]] of STEPS.entries()) {
      const quote = quoted(now, side, amount);
      expect([quote.received, protocolFee(quote)]).toEqual(seen[i]);
      now = quote.afterwards();
    }
  },
);
