import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { currenciesOf } from 'assay-core/derive/sources/stable-coins.ts';
import { keepBook } from 'assay-core/facts/wallet/book/book.ts';
import type { Book } from 'assay-core/rules/wallet/evidence/book.ts';
import { type Address, address, type Signature } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import { describe, expect, it } from 'vitest';
import { effectWorld } from '../../packages/core/test/support/effect-world.ts';
import { collected, hasCollected } from '../replay/collected.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const USDT = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
const stableMints = [USDC, USDT];
const stableCoins = currenciesOf(stableMints);

interface Expected {
  readonly file: string;
  readonly signature: Signature;
  readonly wallet: Address;
  readonly class: string;
}

describe.runIf(hasCollected)('books of collected mainnet transactions', () => {
  const rows = hasCollected ? collected<Expected[]>('transactions/expected_effects.json') : [];
  const world = effectWorld(loadLabels(), stableMints);
  const books = new Map<Expected, Book>();
  for (const row of rows) {
    const body = collected<Record<string, unknown>>(`transactions/${row.file}`);
    const transaction = decodeTransaction({ ...body, slot: body.slot ?? 1 }, row.signature);
    const effect = transaction.known ? effectOf(transaction.value, row.wallet, world) : null;
    if (effect?.known)
      books.set(row, keepBook({ effects: [effect.value], now: effect.value.time ?? 0, stableCoins, mints: [] }));
  }
  const bookOf = (start: string, wallet?: string): Book => {
    const found = [...books].find(
      ([row]) => row.signature.startsWith(start) && (wallet === undefined || row.wallet.startsWith(wallet)),
    );
    if (!found) throw new Error(`${start} is not among the collected transactions`);
    return found[1];
  };

  const classesOf = ({ flows }: Book) => Object.fromEntries(Object.entries(flows).filter(([, sum]) => sum !== 0n));

  it('call a trade what was one, at what it cost or brought, and nothing else', () => {
    const found = new Map<string, number>();
    for (const [row, { trades, counts, flows }] of books) {
      const kinds = trades.map(({ kind }) => kind).join();
      const other = counts.unpricedTrades > 0 ? 'unpriced' : flows.conversions !== 0n ? 'conversion' : 'none';
      const name = `${row.class}: ${kinds || other}`;
      found.set(name, (found.get(name) ?? 0) + 1);
    }
    const traded = [...found].filter(([name]) => /BUY|SELL|buy|sell|unpriced/.test(name)).sort();
    // Two of the first column are the same wallet's SOL for USDC and back.
    expect(traded).toEqual([
      ['BUY: buy', 25],
      ['BUY: conversion', 1],
      ['SELL: conversion', 1],
      ['SELL: sell', 12],
      ['TOKEN_TO_TOKEN: buy', 1],
      ['TOKEN_TO_TOKEN: sell', 1],
    ]);
    expect(books.size).toBeGreaterThanOrEqual(377);
  });

  it('take no order, rent or gift for a sale', () => {
    expect(classesOf(bookOf('5EZNycMMgz8k'))).toEqual({ rent_from_others: 6_980_880n, other_fees: -30_715n });
    expect(classesOf(bookOf('F47c3CizgWhK', 'E4R1i'))).toEqual({ rent_from_others: 6_980_880n });
    expect(classesOf(bookOf('LPaVYsnhx2q9', 'FQT9S'))).toEqual({ rent_for_others: -2_039_280n, other_fees: -5_270n });
    expect(classesOf(bookOf('LPaVYsnhx2q9', '9fE6z'))).toEqual({ rent_from_others: 2_039_280n });
    expect(classesOf(bookOf('k2eGRDNqy6mY', '4abvS'))).toEqual({ rent_from_others: 5_519_280n });
    const quiet = [...books].filter(([row]) => /^(TOKEN_IN|TOKEN_OUT|TOKEN_AND_SOL|NEUTRAL|FAILED)/.test(row.class));
    expect(quiet.filter(([, { trades, proceeds }]) => trades.length > 0 || proceeds !== 0n)).toEqual([]);
  });

  it('put a tip and the making of a coin into the price', () => {
    expect(bookOf('628Q5CDNX5mW').trades).toMatchObject([{ kind: 'buy', amount: 480_004_999n }]);
    const made = bookOf('2s393PSYYxJJ');
    expect(made.trades).toMatchObject([{ kind: 'buy', units: 34_612_903_225_806n, amount: 1_034_874_548n }]);
    expect(made.created).toHaveLength(1);
  });
});
