import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { openMarket } from 'assay-core/check/inspectors.ts';
import { knownPrograms } from 'assay-core/derive/effects/effect-scene.ts';
import { gatherWallet } from 'assay-core/facts/wallet/evidence.ts';
import { quoteHeld } from 'assay-core/facts/wallet/quotes.ts';
import type { MarketOptions } from 'assay-core/gather/market/market-question.ts';
import type { Currency } from 'assay-core/rules/wallet/evidence/book.ts';
import { judgeWallet } from 'assay-core/rules/wallet/verdict.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import { pay } from 'assay-sandbox/world/instructions.ts';
import { coinOf } from 'assay-sandbox/world/market/coin.ts';
import { bought, marketAt } from 'assay-sandbox/world/market/price-cycles.ts';
import { SOL, USDC, usdcFromFaucet } from 'assay-sandbox/world/scene.ts';
import { founder } from 'assay-sandbox/world/scenes/wallet-market.ts';
import {
  createMintAccount,
  freeze,
  initializeMint,
  issue,
  openHolding,
  tokenHoldingOf,
  transfer,
} from 'assay-sandbox/world/token-instructions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { noMarket } from '../../packages/core/test/support/no-market.ts';
import { type WatchedSandbox, watchSandbox } from '../../packages/core/test/support/wallet-road.ts';
import { devnetSettings } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { asPublished } from '../support/published-schemas.ts';
import { openService, type Service } from '../support/service.ts';

const DAY_SECONDS = 86_400;
const MINT_BYTES = 82;
const [UNSOLD, FROZEN] = ['a coin without a market', 'a coin that is frozen'] as const;
/** Units of a coin that nobody trades, and of one that were given away. */
const [UNTRADED, GIFT] = [5_000_000n, 1_000_000_000n];
const FEE = 5_000n;
/** Three for each of four coins, whose pools may be at some hundreds of addresses, 100 a call; and four for hubs, pools and time. */
const CALLS_MAX = 16;

let road: WatchedSandbox;
let test: TestDatabase;
let service: Service;
let apiKey: string;
let wallet: ReturnType<WatchedSandbox['cast']['person']>;
let subject: Address;

beforeAll(async () => {
  [road, test] = await Promise.all([watchSandbox(), openTestDatabase()]);
  apiKey = String((await openLedger(test.database).grant(5_000_000n)).apiKey);
  service = await openService({ ...devnetSettings, DATABASE_URL: test.url, SOLANA_RPC_URLS: road.url });
  wallet = road.cast.person('a wallet with few trades');
  subject = address(wallet.address);
  // Its trades are played when somebody first asks for it.
  await road.listed(subject);
  await fillBags();
});
afterAll(async () => {
  await service.end();
  await road.close();
  await test.stop();
});

const nothing = { readAccount: () => null, clock: { slot: 0n, unixTime: 0n, epoch: 0n } };
const draftOf = ({ payer, instructions }: ReturnType<typeof bought>) => ({
  payer,
  instructions: typeof instructions === 'function' ? instructions(nothing) : instructions,
});

/** Two coins bought for SOL, of one of which more was given; dollars; a coin without a market and a frozen one; a new friend. */
async function fillBags(): Promise<void> {
  for (const [n, lamports] of [SOL / 4n, SOL].entries()) {
    await road.send(draftOf(bought(wallet, marketAt(road.cast, n), { slot: 0, lamports })));
  }
  const giver = founder(road.cast);
  const { coin } = marketAt(road.cast, 1);
  const into = tokenHoldingOf(coin, subject);
  await road.send({ payer: giver, instructions: [transfer(coin, address(giver.address), into, GIFT)] });
  await road.send(usdcFromFaucet(road.cast, wallet.publicKey, 5n * USDC.one));
  await make(UNSOLD);
  await make(FROZEN, 'frozen');
  await road.send({
    payer: wallet,
    instructions: [pay(wallet, road.cast.person('a new friend').publicKey, SOL / 10n)],
  });
}

/** Makes a coin and gives some of it to the wallet. */
async function make(name: string, state?: 'frozen'): Promise<void> {
  const coin = coinOf(road.cast, name);
  const maker = founder(road.cast);
  const by = address(maker.address);
  await road.send({
    payer: maker,
    signers: [road.cast.person(`mint of ${name}`)],
    instructions: [
      createMintAccount(by, coin, MINT_BYTES),
      initializeMint(coin, by, by),
      openHolding(by, subject, coin),
      issue(coin, by, tokenHoldingOf(coin, subject), UNTRADED),
      ...(state === 'frozen' ? [freeze(coin, by, subject)] : []),
    ],
  });
}

async function check() {
  const response = await fetch(`${service.url}/check/wallet/${subject}`, { headers: { 'X-API-Key': apiKey } });
  return asPublished({ status: response.status, headers: response.headers, body: await response.json() }).body;
}

interface Token {
  readonly [member: string]: string | null;
}

/** The lamports of the wallet. */
const lamportsNow = async () =>
  BigInt((await rpc<{ value: { lamports: number } }>(road.url, 'getAccountInfo', [subject])).value.lamports);

/** Checks the wallet in this process, with a market and a budget of calls. */
async function judged(market: MarketOptions, callsMax = 10_000) {
  const chain = openChain({ urls: [road.url] });
  const session = chain.session();
  const reader = session.reader({ timeMsMax: 600_000, callsMax, bytesMax: 1 << 30 });
  const bounds = {
    windowSeconds: 90 * DAY_SECONDS,
    signaturesMax: 3_000,
    signaturesWithBodiesMax: 20_000,
    tokenSignaturesMax: 1_500,
  };
  try {
    const programs = knownPrograms(loadLabels(), [road.usdcMint]);
    const judgement = judgeWallet(await gatherWallet(subject, reader, { programs, bounds, market, store: null }));
    return { judgement, calls: reader.spent().calls };
  } finally {
    session.close();
    await chain.close();
  }
}

describe('what a wallet holds and whom it funded, over REST', () => {
  it('is told by token, with cost, value and what is missing', async () => {
    const { metrics } = await check();
    const { tokens, sums, held, unquoted } = metrics.holdings;
    const [large, small, ...rest] = tokens as readonly Token[];
    expect([large?.mint, small?.mint]).toEqual([1, 0].map((n) => marketAt(road.cast, n).coin.mint));
    expect([large?.pool, small?.pool]).toEqual([1, 0].map((n) => marketAt(road.cast, n).address));
    expect(BigInt(large?.units ?? 0) - BigInt(large?.bought ?? 0)).toBe(GIFT);
    expect(small?.units).toBe(small?.bought);
    expect(new Map(rest.map(({ mint, unquoted: why, value, cost }) => [mint, [why, value, cost]]))).toEqual(
      new Map([
        [coinOf(road.cast, UNSOLD).mint, ['no_market', null, null]],
        [coinOf(road.cast, FROZEN).mint, ['blocked', null, null]],
        [road.usdcMint, [null, '5000000', null]],
      ]),
    );
    expect([held, unquoted]).toEqual([5, 2]);
    const total = (name: string) => [large, small].reduce((sum, token) => sum + BigInt(token?.[name] ?? 0), 0n);
    expect(sums).toEqual([
      {
        currency: 'sol',
        value: String(total('value')),
        cost: String(total('cost')),
        unrealized_pnl: String(total('unrealized_pnl')),
        unquoted_cost: '0',
      },
      { currency: 'usd', value: '5000000', cost: '0', unrealized_pnl: '0', unquoted_cost: '0' },
    ]);
    const { value, units, bought: own, cost, unrealized_pnl: pnl } = large ?? {};
    const share = (BigInt(value ?? 0) * BigInt(own ?? 0)) / BigInt(units ?? 1);
    expect(pnl).toBe(String(share - BigInt(cost ?? 0)));
    // Bought a moment ago, so that fees and the price's own fall are what is lost.
    expect(share < BigInt(cost ?? 0)).toBe(true);
  });

  it('names the friend that got his first lamports here', async () => {
    const { metrics } = await check();
    const { address: friend } = road.cast.person('a new friend');
    expect(metrics.funded_wallets).toMatchObject({
      wallets: 1,
      lamports: '100000000',
      largest: [{ address: friend, lamports: '100000000', first_at_unix: expect.any(Number) }],
    });
  });

  it('tells the worst round trips, and bands of holding times that hold everything', async () => {
    const { metrics } = await check();
    const losses = metrics.worst_trades.map(({ pnl_lamports: pnl }: { pnl_lamports: string }) => BigInt(pnl));
    expect(losses.length).toBeGreaterThan(0);
    expect(losses.every((pnl: bigint, n: number) => pnl < 0n && pnl >= (losses[n - 1] ?? pnl))).toBe(true);
    const holds = metrics.hold_times.bands.map(({ holds: count }: { holds: number }) => count);
    expect(holds.reduce((sum: number, count: number) => sum + count, 0)).toBeGreaterThanOrEqual(metrics.closed);
    expect(metrics.hold_times.longest_seconds).toBeGreaterThanOrEqual(metrics.median_hold_seconds);
  });
});

describe('what is told of holdings', () => {
  it('decides nothing: without a market, and without calls left for one, all else is the same', async () => {
    const whole = await judged(openMarket(road.usdcMint));
    const none = await judged(noMarket);
    const short = await judged(openMarket(road.usdcMint), none.calls);
    const rest = ({ judgement }: typeof whole) => ({ ...judgement, metrics: { ...judgement.metrics, holdings: null } });
    expect([rest(none), rest(short)]).toEqual([rest(whole), rest(whole)]);
    for (const { judgement } of [none, short]) {
      const { tokens } = judgement.metrics.holdings as { readonly tokens: readonly Token[] };
      expect(new Set(tokens.map(({ unquoted }) => unquoted))).toEqual(new Set(['not_read']));
    }
  });

  it('takes few calls more, and fewer in a process that has read the configurations of venues', async () => {
    // Calls and not requests: how many calls share a request depends on how busy the machine is.
    const market = openMarket(road.usdcMint);
    const [cold, warm] = [(await judged(market)).calls, (await judged(market)).calls];
    const { calls: none } = await judged(noMarket);
    expect(warm - none).toBeLessThanOrEqual(CALLS_MAX);
    expect(warm).toBeLessThan(cold);
    expect(warm).toBeGreaterThan(none);
  });

  it('is exactly what a sale of everything brings', async () => {
    const pool = marketAt(road.cast, 1);
    const { metrics } = await check();
    const { value, units } = metrics.holdings.tokens.find(({ mint }: Token) => mint === pool.coin.mint);
    const before = await lamportsNow();
    const order = { wallet: subject, side: 'sell', amountIn: BigInt(units), minimumOut: 1n } as const;
    await road.send({ payer: wallet, instructions: [pool.swap(order, nothing.readAccount)] });
    expect((await lamportsNow()) - before + FEE).toBe(BigInt(value));
  });
});

describe('the value of a holding', () => {
  /** What these units are worth in a currency, by the accounts of a trader of the sample world. */
  async function worth(name: string, who: string, units: bigint, currency: Currency) {
    const coin = coinOf(road.cast, name);
    const owner = address(road.cast.person(`trader: ${who}`).address);
    const account = { account: tokenHoldingOf(coin, owner), owner, program: coin.program, lamports: 0n };
    const held = { mint: coin.mint, units, currency, accounts: [{ ...account, mint: coin.mint, amount: units }] };
    const chain = openChain({ urls: [road.url] });
    const session = chain.session();
    try {
      const reader = session.reader({ timeMsMax: 600_000, callsMax: 10_000, bytesMax: 1 << 30 });
      const currencyOf = (mint: Address) => (mint === road.usdcMint ? 'usd' : null);
      const quotes = await quoteHeld([held], { reader, market: openMarket(road.usdcMint), currencyOf });
      const quote = quotes.get(coin.mint);
      return typeof quote === 'object' ? (quote.value ?? quote.why) : quote;
    } finally {
      session.close();
      await chain.close();
    }
  }
  /** A thousand units of a coin with six decimals. */
  const SOME = 1_000_000_000n;
  /** How far pool fees and the price's own fall take a small sale from the price, in percent. */
  const LEFT_PERCENT = 96n;

  it.each([
    ['a coin priced in dollars', 'the accountant'],
    ['a coin with deep liquidity', 'the whale'],
  ])('is the same in dollars as in SOL, but for the fees of one pool more: %s', async (name, who) => {
    const [dollars, lamports] = [await worth(name, who, SOME, 'usd'), await worth(name, who, SOME, 'sol')];
    if (typeof dollars !== 'bigint' || typeof lamports !== 'bigint') throw new Error(`${dollars} and ${lamports}`);
    // The hub of the sample world has 15 million dollars against 100,000 SOL.
    const same = (lamports * 150n) / 1_000n;
    const [less, more] = dollars < same ? [dollars, same] : [same, dollars];
    expect(less * 100n >= more * LEFT_PERCENT).toBe(true);
  });

  it('is missing where no pool buys all of it', async () => {
    expect(await worth('a coin priced in dollars', 'the accountant', 1n << 62n, 'usd')).toBe('no_quote');
  });
});
