import { PublicKey } from '@solana/web3.js';
import { address, addressOf } from '#lib/address.ts';
import { TOKEN_PROGRAM } from '#lib/token/programs.ts';
import type { AccountBytes } from '#venues/venue.ts';
import type { Cast } from '../actors.ts';
import { mintInto } from '../instructions.ts';
import { openClmm } from '../market/clmm.ts';
import { coinOf, issued, SOL_COIN, USDC_COIN } from '../market/coin.ts';
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
    ...{ coins: 150n * MILLION, others: 1_500_000n * USDC.one, shares: WIDE },
  });
  const hub = openWhirlpool([USDC_COIN, SOL_COIN], 4, {
    ...{ coins: 15_000_000n * USDC.one, others: 100_000n * SOL },
    shares: [
      { percent: 70n, ticks: 12_000 },
      { percent: 30n, ticks: 1_000 },
    ],
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
    ],
  };
}

/** Accounts without the USDC in them, and the act of the faucet that mints it: there is no USDC that nobody minted. */
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
      ...{ slot, payer },
      instructions: [mintInto(payer, new PublicKey(account.address), USDC.mint, amount)],
    });
    return { ...account, data };
  });
  return { accounts: emptied, acts };
}
