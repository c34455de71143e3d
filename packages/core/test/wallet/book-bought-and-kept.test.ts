import { describe, expect, it } from 'vitest';
import { keepBook } from '#facts/wallet/book/book.ts';
import { type Act, PlayedWallet, SOL } from '../support/wallet-effects.ts';

const bookOf = ({ effects, time }: PlayedWallet) =>
  keepBook({ effects, now: time + 60, stableCoins: new Map(), mints: [] });

describe('what was bought and went on at once', () => {
  const onward = [{ account: 'vault', mint: 'coin', amount: 900n }];
  const programs = ['venue', 'lender'];

  it('belongs to the purchase, and comes back with its share of the cost', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL, { onward, deposits: onward, programs, fee: 0n });
    wallet.act({ service: 'lending', programs: ['lender'], tokens: { coin: 900n }, fee: 0n });
    wallet.sell('coin', 1_000n, 3n * SOL, { fee: 0n });
    const { trades, positions } = bookOf(wallet);
    expect(trades.map(({ units, amount }) => [units, amount])).toEqual([
      [1_000n, SOL],
      [1_000n, 3n * SOL],
    ]);
    expect(positions).toMatchObject([{ counted: true, cost: SOL, pnl: 2n * SOL, unmatchedProceeds: 0n }]);
  });

  it('is a purchase where all of it went on, and a loss where it never came back', () => {
    const wallet = new PlayedWallet({ tokens: { coin: 0n } });
    const all = [{ account: 'vault', mint: 'coin', amount: 1_000n }];
    wallet.buy('coin', 0n, SOL, { onward: all, deposits: all, programs, fee: 0n });
    wallet.act({ wait: 8 * 86_400 });
    const { trades, positions } = bookOf(wallet);
    expect(trades).toMatchObject([{ kind: 'buy', units: 1_000n, amount: SOL }]);
    expect(positions).toMatchObject([{ state: 'stale', counted: true, pnl: -SOL }]);
  });

  it('brings receipts without a cost, for which it comes back', () => {
    const wallet = new PlayedWallet();
    const receipt = (amount: bigint) => [{ mint: 'receipt', amount, byProgram: true, byCurve: false }];
    const act: Act = { service: 'trade', onward, deposits: onward, programs, minted: receipt(5n), fee: 0n };
    wallet.act({ ...act, sol: -SOL, tokens: { coin: 100n, receipt: 5n } });
    wallet.act({ service: 'trade', programs, burned: receipt(5n), tokens: { coin: 900n, receipt: -5n }, fee: 0n });
    wallet.sell('coin', 1_000n, 3n * SOL, { fee: 0n });
    expect(bookOf(wallet).positions).toMatchObject([{ mint: 'coin', counted: true, cost: SOL, pnl: 2n * SOL }]);
  });
});

describe('a coin of a curve', () => {
  const made = (mint: string, amount: bigint, byCurve = true) => [{ mint, amount, byProgram: true, byCurve }];
  const buy = (wallet: PlayedWallet, byCurve = true) =>
    wallet.buy('coin', 10n, SOL, { minted: made('coin', 10n, byCurve), fee: 0n });
  const sell = (wallet: PlayedWallet, byCurve = true) =>
    wallet.sell('coin', 10n, 2n * SOL, { burned: made('coin', 10n, byCurve), fee: 0n });

  it('is bought when it is made and sold when it is burned', () => {
    const wallet = new PlayedWallet();
    buy(wallet);
    sell(wallet);
    const { trades, positions, flows } = bookOf(wallet);
    expect(trades.map(({ kind }) => kind)).toEqual(['buy', 'sell']);
    expect(positions).toMatchObject([{ counted: true, cost: SOL, proceeds: 2n * SOL, pnl: SOL }]);
    expect(flows.liquidity).toBe(0n);
  });

  it('is a receipt for good where a pool made it, or several assets were paid for it once', () => {
    const pooled = new PlayedWallet();
    buy(pooled, false);
    sell(pooled);
    const mixed = new PlayedWallet({ tokens: { other: 5n } });
    buy(mixed);
    sell(mixed);
    mixed.act({ service: 'trade', sol: -SOL, tokens: { coin: 3n, other: -5n }, minted: made('coin', 3n) });
    for (const wallet of [pooled, mixed]) expect(bookOf(wallet).trades).toEqual([]);
  });

  it('proves no loss where it was never sold: it may be the receipt of a vault', () => {
    const wallet = new PlayedWallet();
    buy(wallet);
    wallet.act({ wait: 8 * 86_400 });
    expect(bookOf(wallet).positions).toMatchObject([{ state: 'stale', counted: false, taint: 'unclear', pnl: -SOL }]);
  });

  it('stays one where somebody is given some of it', () => {
    const wallet = new PlayedWallet();
    buy(wallet);
    wallet.act({ tokens: { coin: 3n }, minted: made('coin', 3n), signed: false, fee: 0n });
    sell(wallet);
    expect(bookOf(wallet).trades.map(({ kind }) => kind)).toEqual(['buy', 'sell']);
  });
});

describe('a fill that another party signed', () => {
  it('stands with the trade, marks the round trip and what its cost goes on to, and prices no swap', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 10n, SOL, { counterparty: 'maker', fee: 0n });
    wallet.swap('coin', 10n, 'other', 5n, { fee: 0n });
    wallet.sell('other', 5n, 2n * SOL, { fee: 0n });
    const { trades, positions } = bookOf(wallet);
    expect(trades.map(({ counterparty }) => counterparty)).toEqual(['maker', null]);
    expect(positions.map(({ mint, cosigned }) => [mint, cosigned])).toEqual([
      ['coin', true],
      ['other', true],
    ]);
    const swapped = new PlayedWallet();
    swapped.buy('coin', 10n, SOL, { fee: 0n });
    swapped.swap('coin', 10n, 'other', 5n, { counterparty: 'maker', fee: 0n });
    expect(bookOf(swapped).positions.at(-1)).toMatchObject({ mint: 'other', taint: 'unclear' });
  });
});
