import { describe, expect, it } from 'vitest';
import type { StateReader, TokenHolding } from '#chain/chain-reader.ts';
import { known } from '#lib/reading.ts';
import { type Address, address } from '#solana/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import { noMarket } from '../../../test/support/no-market.ts';
import { key } from '../../../test/support/transactions.ts';
import { VirtualClock } from '../../../test/support/virtual-clock.ts';
import { position } from '../../../test/support/wallet-positions.ts';
import { readHeld } from './quotes.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const ASKED_MAX = 20;
const UNBOUGHT_MAX = 5;
const QUOTES_MS_MAX = 4_000;

const holding = (mint: Address, amount: bigint, account = key(`account of ${mint}`)): TokenHolding => ({
  mint,
  amount,
  account,
  program: TOKEN_PROGRAM,
  owner: key('owner'),
  lamports: 0n,
});
const coin = (n: number) => key(`coin ${n}`);
const open = (mint: Address, openBasis: bigint, openUnits = 100n) =>
  position({ mint, state: 'open', counted: false, closedAt: null, openBasis, openUnits });

/** What is held of these, when no market can be read. */
function held(holdings: readonly TokenHolding[], positions: Parameters<typeof readHeld>[0]['positions'] = []) {
  const reader = { blockTime: async () => known(null) } as unknown as StateReader;
  const currencyOf = (mint: Address) => (mint === USDC ? 'usd' : null);
  return readHeld({ holdings, positions, reader, market: noMarket, currencyOf });
}

describe('what a wallet holds', () => {
  it('is one entry for each mint, without wrapped SOL, empty accounts and single units that were never traded', async () => {
    const tokens = await held(
      [
        ...[holding(coin(1), 70n), holding(coin(1), 30n, key('second')), holding(WRAPPED_SOL, 9n)],
        ...[holding(coin(2), 0n), holding(coin(3), 1n), holding(coin(4), 1n)],
      ],
      [position({ mint: coin(4) })],
    );
    expect(new Map(tokens.map(({ mint, units }) => [mint, units]))).toEqual(
      new Map([
        [coin(1), 100n],
        [coin(4), 1n],
      ]),
    );
  });

  it('begins with the largest cost; stable coins, what was traded and the rest follow', async () => {
    const tokens = await held(
      [coin(1), coin(2), coin(3), USDC, coin(4)].map((mint) => holding(mint, 100n)),
      [open(coin(3), 5n), open(coin(4), 8n), position({ mint: coin(2) })],
    );
    expect(tokens.map(({ mint }) => mint)).toEqual([coin(4), coin(3), USDC, coin(2), coin(1)]);
    expect(tokens.map(({ cost }) => cost)).toEqual([8n, 5n, null, null, null]);
    expect(tokens.map(({ currency }) => currency)).toEqual(['sol', 'sol', 'usd', 'sol', 'sol']);
  });

  it('takes currencies in turn, so that a lamport is never compared with a millionth of a dollar', async () => {
    const inDollars = { currency: 'usd' } as const;
    const tokens = await held(
      [coin(1), coin(2), coin(3), coin(4)].map((mint) => holding(mint, 100n)),
      [
        ...[open(coin(1), 9_000n), open(coin(2), 8_000n)],
        ...[open(coin(3), 7n), open(coin(4), 9n)].map((one) => ({ ...one, ...inDollars })),
      ],
    );
    const order = tokens.map(({ mint }) => mint);
    expect(new Set(order.slice(0, 2))).toEqual(new Set([coin(1), coin(4)]));
    expect(tokens.find(({ mint }) => mint === coin(3))).toMatchObject({ currency: 'usd', cost: 7n });
  });

  it('has the cost of what lies in its accounts, and not of what lies in orders', async () => {
    const [part] = await held([holding(coin(1), 40n)], [open(coin(1), 50n)]);
    expect(part).toMatchObject({ units: 40n, bought: 40n, cost: 20n });
    const [more] = await held([holding(coin(1), 160n)], [open(coin(1), 50n)]);
    expect(more).toMatchObject({ units: 160n, bought: 100n, cost: 50n });
  });

  it('is asked about at most 20 tokens, and 5 of those without a cost', async () => {
    const many = Array.from({ length: 30 }, (_, n) => holding(coin(n), 100n));
    const asked = async (bought: number) => {
      const tokens = await held(
        many,
        many.slice(0, bought).map(({ mint }) => open(mint, 5n)),
      );
      expect(tokens.length).toBe(30);
      const causes = tokens.map(({ quoted }) => quoted.why);
      const place = causes.indexOf('not_asked');
      expect(new Set(causes.slice(0, place))).toEqual(new Set(['not_read']));
      expect(new Set(causes.slice(place))).toEqual(new Set(['not_asked']));
      return place;
    };
    expect([await asked(0), await asked(3), await asked(25)]).toEqual([UNBOUGHT_MAX, 3 + UNBOUGHT_MAX, ASKED_MAX]);
  });

  it('asks for nothing where nothing is held', async () => {
    expect(await held([holding(WRAPPED_SOL, 5n)])).toEqual([]);
  });

  it('waits four seconds for quotes and no longer', async () => {
    const clock = new VirtualClock();
    const uninstall = clock.install();
    try {
      const silent = {
        ...noMarket,
        configurations: { ...noMarket.configurations, read: () => new Promise<never>(() => {}) },
      };
      let tokens: Awaited<ReturnType<typeof readHeld>> | null = null;
      const reading = readHeld({
        holdings: [holding(coin(1), 100n)],
        positions: [],
        market: silent,
        currencyOf: () => null,
        reader: {} as StateReader,
      }).then((found) => {
        tokens = found;
      });
      clock.advance(QUOTES_MS_MAX - 1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(tokens).toBeNull();
      clock.advance(1);
      await reading;
      expect(tokens).toMatchObject([{ quoted: { value: null, why: 'not_read' } }]);
    } finally {
      uninstall();
    }
  });
});
