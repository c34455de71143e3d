import { PublicKey } from '@solana/web3.js';
import { address, addressOf } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import type { Cast } from '../actors.ts';
import { mintInto } from '../instructions.ts';
import { openClmm } from '../market/clmm.ts';
import { coinOf, issued, SOL_COIN, USDC_COIN } from '../market/coin.ts';
import { openCpmm } from '../market/cpmm.ts';
import { openDlmm } from '../market/dlmm.ts';
import { openCurve, openPumpSwap, pumpRecipients } from '../market/pump.ts';
import { trades } from '../market/trades.ts';
import { openWhirlpool } from '../market/whirlpool.ts';
import { type Act, ago, faucet, type SampleScene, SOL, USDC } from '../scene.ts';

const AMOUNT = 64;

/** Atomic units of a million tokens with six decimals. */
const MILLION = 1_000_000_000_000n;
const WIDE = [
  { percent: 60n, ticks: 18_000 },
  { percent: 40n, ticks: 6_000 },
] as const;

/** Pools in which half a SOL moves nothing: concentrated liquidity against SOL, and against USDC alone. */
export function deepPoolScene(cast: Cast): SampleScene {
  const deep = coinOf(cast, 'a coin with deep liquidity');
  const creator = address(cast.person('who opened the deep pool').address);
  const clmm = openClmm([deep, SOL_COIN], creator, 1, { coins: 200n * MILLION, others: 20_000n * SOL, shares: WIDE });
  const priced = coinOf(cast, 'a coin priced in dollars');
  const inDollars = openWhirlpool([priced, USDC_COIN], 64, {
    coins: 150n * MILLION,
    others: 1_500_000n * USDC.one,
    shares: WIDE,
  });
  const hub = openWhirlpool([USDC_COIN, SOL_COIN], 4, {
    coins: 15_000_000n * USDC.one,
    others: 100_000n * SOL,
    shares: [
      { percent: 70n, ticks: 12_000 },
      { percent: 30n, ticks: 1_000 },
    ],
  });
  const held = coinOf(cast, 'a coin that somebody has by the collar', { delegated: true, hookable: true });
  const collared = openCpmm({
    coin: held,
    creator,
    coins: 200n * MILLION,
    lamports: 900n * SOL,
    config: 0,
    burned: 100n,
  });
  const dollars = mintedDollars(cast, [...inDollars.accounts, ...hub.accounts], ago(40));
  const played = [
    trades(cast, clmm, [
      { who: 'the whale', slot: ago(3, 4), buy: 25n * SOL },
      { who: 'the whale', slot: ago(1, 9), sellPercent: 40n },
    ]),
    trades(cast, inDollars, [
      { who: 'the accountant', slot: ago(2, 5), buy: 4_000n * USDC.one },
      { who: 'the accountant', slot: ago(1, 2), sellPercent: 25n },
    ]),
  ];
  return {
    endowments: played.flatMap(({ endowments }) => endowments),
    accounts: [
      ...issued(cast, deep, clmm.pooled),
      ...clmm.accounts,
      ...issued(cast, priced, inDollars.pooled),
      ...dollars.accounts,
      ...issued(cast, held, collared.pooled),
      ...collared.accounts,
    ],
    acts: [...dollars.acts, ...played.flatMap(({ acts }) => acts)],
    subjects: [
      { kind: 'trade', verdict: 'ACCEPTABLE_COST', address: deep.mint, what: 'a deep pool of Raydium CLMM at 0.25 %' },
      {
        kind: 'trade',
        verdict: 'ACCEPTABLE_COST',
        address: priced.mint,
        what: 'quoted in USDC only, in a Whirlpool, and reached through the pool of SOL and USDC',
      },
      {
        kind: 'trade',
        verdict: 'ACCEPTABLE_COST',
        address: held.mint,
        what: "somebody may take its holders' tokens, and may set a hook; a pool of Raydium CPMM with 900 SOL",
      },
    ],
  };
}

/** Accounts without their USDC, and the faucet's act that mints it: all USDC has to be minted by a transaction. */
function mintedDollars(cast: Cast, accounts: readonly AccountBytes[], slot: number) {
  const payer = faucet(cast);
  const acts: Act[] = [];
  const emptied = accounts.map((account) => {
    const isUsdc = account.owner === TOKEN_PROGRAM && addressOf(account.data.slice(0, 32)) === USDC_COIN.mint;
    if (!isUsdc) return account;
    const data = Buffer.from(account.data);
    const amount = data.readBigUInt64LE(AMOUNT);
    data.writeBigUInt64LE(0n, AMOUNT);
    acts.push({
      slot,
      payer,
      instructions: [mintInto(payer, new PublicKey(account.address), USDC.mint, amount)],
    });
    return { ...account, data };
  });
  return { accounts: emptied, acts };
}

/** Coins of pump.fun in three ages: just launched, half sold, and moved to PumpSwap. */
export function pumpCoinScene(cast: Cast): SampleScene {
  const creator = address(cast.person('who launches coins').address);
  const fresh = coinOf(cast, 'a coin just launched');
  const launched = openCurve(cast, fresh, creator, SOL / 20n);
  const selling = coinOf(cast, 'a coin on its curve');
  const curve = openCurve(cast, selling, creator, 20n * SOL);
  const moved = coinOf(cast, 'a coin that left its curve');
  const pool = openPumpSwap(cast, moved, creator, { coins: 210n * MILLION, lamports: 58n * SOL });
  const played = [
    trades(cast, curve, [
      { who: 'the first ape', slot: ago(2, 8), buy: 2n * SOL },
      { who: 'the second ape', slot: ago(2, 7), buy: SOL / 2n },
      { who: 'the second ape', slot: ago(2, 6), sellPercent: 100n, asksTooMuch: true },
      { who: 'the second ape', slot: ago(2, 5), sellPercent: 100n },
      { who: 'the first ape', slot: ago(1, 3), sellPercent: 50n },
    ]),
    trades(cast, pool, [
      { who: 'the late one', slot: ago(3, 2), buy: SOL },
      { who: 'the late one', slot: ago(2, 3), sellPercent: 60n },
      { who: 'the later one', slot: ago(1, 6), buy: 3n * SOL },
    ]),
  ];
  return {
    endowments: played.flatMap(({ endowments }) => endowments),
    accounts: [
      ...pumpRecipients(cast),
      ...[[fresh, launched] as const, [selling, curve] as const, [moved, pool] as const].flatMap(([coin, market]) => [
        ...issued(cast, coin, market.pooled),
        ...market.accounts,
      ]),
    ],
    acts: played.flatMap(({ acts }) => acts),
    subjects: [
      {
        kind: 'trade',
        verdict: 'ELEVATED_COST',
        address: moved.mint,
        what: 'left its curve for PumpSwap, where 58 SOL lie',
      },
      { kind: 'trade', verdict: 'ELEVATED_COST', address: selling.mint, what: 'on its bonding curve, 20 SOL raised' },
      {
        kind: 'trade',
        verdict: 'UNTRADEABLE',
        address: fresh.mint,
        what: 'just launched: its curve could not pay for the sale of what the size buys',
      },
    ],
  };
}

/** Pools in which half a SOL is felt: by their depth, by their fee, and by what the mint keeps of transfers. */
export function smallPoolScene(cast: Cast): SampleScene {
  const creator = address(cast.person('who opens small pools').address);
  const common = { coins: 100n * MILLION, creator } as const;
  const taxed = coinOf(cast, 'a coin that taxes transfers', { fee: 100 });
  const taxedPool = openCpmm({ ...common, coin: taxed, lamports: 60n * SOL, config: 0, burned: 90n });
  const thin = coinOf(cast, 'a coin in a thin pool');
  const thinPool = openCpmm({ ...common, coin: thin, lamports: 4n * SOL, config: 1, burned: 0n });
  const dry = coinOf(cast, 'a coin in a pool that ran dry');
  const dryPool = openCpmm({ ...common, coin: dry, lamports: SOL / 2n, config: 0, burned: 0n });
  const costly = coinOf(cast, 'a coin with a dear launch pool');
  // 1.01 ^ -391: about 0.02 lamports for an atomic unit, or 0.00002 SOL for a token.
  const costlyPool = openDlmm({
    coin: costly,
    creator,
    preset: 4,
    activeId: -391,
    binsAside: 30,
    binCoins: MILLION / 100n,
    binLamports: SOL / 5n,
  });
  const played = [
    trades(cast, taxedPool, [
      { who: 'the taxpayer', slot: ago(3, 1), buy: 2n * SOL },
      { who: 'the taxpayer', slot: ago(1, 1), sellPercent: 75n },
    ]),
    trades(cast, costlyPool, [
      { who: 'the early bird', slot: ago(2, 2), buy: SOL / 50n },
      { who: 'the early bird', slot: ago(1, 5), sellPercent: 50n },
    ]),
    trades(cast, thinPool, [{ who: 'the passer-by', slot: ago(1, 7), buy: SOL / 10n }]),
  ];
  return {
    endowments: played.flatMap(({ endowments }) => endowments),
    accounts: [
      [taxed, taxedPool] as const,
      [thin, thinPool] as const,
      [dry, dryPool] as const,
      [costly, costlyPool] as const,
    ].flatMap(([coin, pool]) => [...issued(cast, coin, pool.pooled), ...pool.accounts]),
    acts: played.flatMap(({ acts }) => acts),
    subjects: [
      {
        kind: 'trade',
        verdict: 'ELEVATED_COST',
        address: taxed.mint,
        what: 'its mint keeps 1 % of every transfer; a pool of Raydium CPMM with 60 SOL',
      },
      { kind: 'trade', verdict: 'HIGH_COST', address: thin.mint, what: 'a pool of Raydium CPMM with 4 SOL' },
      {
        kind: 'trade',
        verdict: 'HIGH_COST',
        address: costly.mint,
        what: 'a pool of Meteora DLMM that takes 5 % a side',
      },
      {
        kind: 'trade',
        verdict: 'UNTRADEABLE',
        address: dry.mint,
        what: 'a pool with half a SOL: too thin for the size',
      },
    ],
  };
}
