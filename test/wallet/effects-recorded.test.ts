import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { type Effect, tokensOf, WRAPPED_SOL_MINT, worthOf } from 'assay-core/derive/effects/effect-type.ts';
import { type Address, address, type Signature } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import type { Transaction } from 'assay-core/solana/transaction.ts';
import { describe, expect, it } from 'vitest';
import { effectWorld } from '../../packages/core/test/support/effect-world.ts';
import { nativeOf, ownRentOf, wrappedOf } from '../../packages/core/test/support/worth-parts.ts';
import { collected, hasCollected } from '../replay/collected.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const USDT = address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB');
const BLOCK = 254_170_887;

interface Listed {
  readonly file: string;
  readonly signature: Signature;
  readonly slot: number | null;
  readonly json_path: string;
}

interface Expected {
  readonly file: string;
  readonly wallet: Address;
  readonly class: string;
  readonly fee: string;
  readonly native_delta: string;
  readonly wsol_delta: string;
  readonly own_token_account_rent_delta: string;
  readonly sol_worth_delta: string;
  readonly tips: string;
  readonly bot_fees: string;
  readonly tokens: Readonly<Record<string, string>>;
}

describe.runIf(hasCollected)('effects of collected mainnet transactions', () => {
  const list = hasCollected ? collected<Listed[]>('transactions/MANIFEST.json') : [];
  const rows = hasCollected ? collected<Expected[]>('transactions/expected_effects.json') : [];
  const world = effectWorld(loadLabels(), [USDC, USDT]);
  const transactions = new Map<string, Transaction>();
  for (const { file, signature } of list) {
    const body = collected<Record<string, unknown>>(`transactions/${file}`);
    // Some were cut out of a block, which names the slot only once.
    const reading = decodeTransaction({ ...body, slot: body.slot ?? 1 }, signature);
    if (reading.known) transactions.set(file, reading.value);
  }

  const found = (start: string): Transaction => {
    const transaction = [...transactions.values()].find(({ signature }) => signature.startsWith(start));
    if (!transaction) throw new Error(`${start} is not among the collected transactions`);
    return transaction;
  };
  const effect = (transaction: Transaction, wallet: Address): Effect => {
    const reading = effectOf(transaction, wallet, world);
    if (!reading.known) throw new Error(reading.gap.detail);
    return reading.value;
  };
  const of = (start: string, wallet: string | null = null): Effect => {
    const transaction = found(start);
    const owners = [...transaction.keys, ...transaction.postTokens.map(({ owner }) => owner)];
    const owner = wallet === null ? transaction.feePayer : owners.find((one) => one?.startsWith(wallet));
    return effect(transaction, owner ?? transaction.feePayer);
  };

  it('are those of the expected effects, row by row', () => {
    const bodiless: string[] = [];
    const ownerless: string[] = [];
    for (const row of rows) {
      const transaction = transactions.get(row.file);
      const reading = transaction && effectOf(transaction, row.wallet, world);
      if (reading === undefined) bodiless.push(row.file);
      else if (!reading.known) ownerless.push(row.file);
      else expect([row.file, row.wallet, summary(reading.value)]).toEqual([row.file, row.wallet, wanted(row)]);
    }
    expect(rows.length).toBeGreaterThanOrEqual(384);
    // Bodies without inner instructions (four wallets), with a version in words, and with keys twice.
    expect(bodiless.map((file) => file.split('__').at(-1))).toEqual([
      ...Array(4).fill('5X7cr7bxjwoW.json'),
      '4XHAZ5TDPhjq.json',
      'JiqYGkWcYu8G.json',
    ]);
    // Its metadata names no owners; where the tokens went cannot be told, so that an effect of zero is no fact.
    expect(ownerless).toEqual(['coinbase__chainstorage__s28hELYcWfbR.json']);
  });

  it('link up in a whole block: every account is found as it was left', () => {
    const ordered = list
      .filter(({ slot, json_path }) => slot === BLOCK && json_path.startsWith('transactions.'))
      .sort((a, b) => placeOf(a) - placeOf(b))
      .flatMap(({ file }) => transactions.get(file) ?? []);
    const native = new Ends();
    const tokens = new Ends();
    for (const { keys, preBalances, postBalances, preTokens, postTokens } of ordered) {
      keys.forEach((key, index) => {
        native.link(key, preBalances[index] ?? 0n, postBalances[index] ?? 0n);
      });
      for (const { account, amount } of preTokens) tokens.link(account, amount, null);
      for (const { account, amount } of postTokens) tokens.leave(account, amount);
    }
    expect([ordered.length, native.links, tokens.links]).toEqual([444, 7_313, 1_200]);
  });

  it('sum up to minus the fee over everybody', () => {
    for (const transaction of transactions.values()) {
      const balances = [...transaction.preTokens, ...transaction.postTokens];
      // A token account that owns itself or others is no wallet: its lamports would be there twice.
      const held = new Set(balances.map(({ account }) => account));
      const owners = new Set(balances.flatMap(({ owner }) => (owner === null || held.has(owner) ? [] : [owner])));
      if (owners.size === 0) continue;
      const effects = [...owners].map((owner) => effect(transaction, owner));
      const worth = effects.reduce((sum, one) => sum + worthOf(one), 0n);
      const told = (stands: Transaction['preTokens'], lamports: Transaction['preBalances']) =>
        transaction.keys.reduce((sum, key, index) => {
          const owner = stands.find(({ keyIndex }) => keyIndex === index)?.owner;
          const isSomebodys = owners.has(key as Address) || (owner != null && owners.has(owner));
          return isSomebodys ? sum : sum + (lamports[index] ?? 0n);
        }, 0n);
      // What is in nobody's hands: programs, records, and token accounts before they are opened.
      const rest =
        told(transaction.postTokens, transaction.postBalances) - told(transaction.preTokens, transaction.preBalances);
      expect([transaction.signature, worth + rest]).toEqual([transaction.signature, -transaction.fee]);
    }
  });

  describe('tell rent from income', () => {
    it('F47c3CizgWhK: a keeper closes an order; its rent comes back and is no profit', () => {
      const closed = of('F47c3CizgWhK', 'E4R1iX');
      expect([worthOf(closed), closed.rentFromOthers, closed.service]).toEqual([6_980_880n, 6_980_880n, null]);
    });

    it('5EZNycMMgz8k and 4iZxoW1D2uP3: tokens and rent of an order that the wallet closes itself', () => {
      for (const closed of [of('5EZNycMMgz8k'), of('4iZxoW1D2uP3')]) {
        expect(worthOf(closed)).toBe(closed.rentFromOthers - closed.fee);
        expect([...tokensOf(closed).values()].every((amount) => amount > 0n)).toBe(true);
      }
    });

    it('63hssgYbn6Ky, 4aBP4353YQuQ and L6rJy9mocHed: the rent of an order is no part of what goes into it', () => {
      for (const opened of [of('63hssgYbn6Ky'), of('4aBP4353YQuQ'), of('L6rJy9mocHed')]) {
        expect(worthOf(opened)).toBe(-opened.fee - opened.rentForOthers);
        expect(opened.deposits.map(({ mint, amount }) => [mint, -amount])).toEqual([...tokensOf(opened)]);
      }
    });

    it('k2eGRDNqy6mY and 4v28RP4AadGT: a keeper fills an order', () => {
      for (const filled of [of('k2eGRDNqy6mY', '4abvS'), of('4v28RP4AadGT', 'GAgnD')]) {
        expect([filled.signed, worthOf(filled) - filled.rentFromOthers]).toEqual([false, 0n]);
        expect(filled.released.length).toBeGreaterThan(0);
      }
    });

    it('LPaVYsnhx2q9: a plain transfer to somebody without an account', () => {
      const sent = of('LPaVYsnhx2q9');
      expect(sent).toMatchObject({ rentForOthers: 2_039_280n, deposits: [], service: null });
      expect(sent.plain).toEqual([{ mint: USDC, in: 0n, out: 1_000_000n }]);
      expect(worthOf(sent)).toBe(-2_039_280n - sent.fee);
      const got = of('LPaVYsnhx2q9', '9fE6zK');
      expect([worthOf(got), got.rentFromOthers, got.plain[0]?.in]).toEqual([2_039_280n, 2_039_280n, 1_000_000n]);
    });

    it('every row of somebody who did not pay and seems to gain tokens and SOL', () => {
      const gains = rows.filter((row) => row.class === 'TOKEN_AND_SOL_IN' && row.fee === '0');
      expect(gains.length).toBeGreaterThanOrEqual(12);
      for (const row of gains) {
        const transaction = transactions.get(row.file);
        if (!transaction) throw new Error(row.file);
        const gained = effect(transaction, row.wallet);
        expect([row.file, gained.rentFromOthers]).toEqual([row.file, worthOf(gained)]);
      }
    });
  });

  it('2s393PSYYxJJ: a mint made and bought at once', () => {
    const made = of('2s393PSYYxJJ');
    expect([made.created, made.service]).toEqual([[...tokensOf(made).keys()], 'trade']);
    expect(made.rentForOthers).toBeGreaterThan(0n);
  });

  it('3iySYFy1UruW and 5Jiq8ih9Hffy: shares of liquidity are made by a program', () => {
    for (const start of ['3iySYFy1UruW', '5Jiq8ih9Hffy']) expect(of(start).minted).toMatchObject([{ byProgram: true }]);
  });

  it('43W2EWitbiL5: five signers buy the same in one transaction', () => {
    expect(of('43W2EWitbiL5').cobuyers).toBe(4);
  });

  it('a stable coin has one price in a block', () => {
    const rates = [...transactions.values()].flatMap((transaction) => {
      if (transaction.slot !== BLOCK || transaction.failed) return [];
      return effect(transaction, transaction.feePayer).rate ?? [];
    });
    const prices = rates.map(({ units, lamports }) => Number(units * 1_000n) / Number(lamports));
    expect(prices.length).toBeGreaterThanOrEqual(5);
    expect(Math.min(...prices)).toBeGreaterThan(165);
    expect(Math.max(...prices)).toBeLessThan(166);
  });

  it('a failed transaction takes its fee and nothing else', () => {
    const failed = [...transactions.values()].filter((transaction) => transaction.failed);
    expect(failed.length).toBeGreaterThan(250);
    for (const transaction of failed) {
      const one = effect(transaction, transaction.feePayer);
      expect([worthOf(one), one.fee, tokensOf(one).size]).toEqual([-transaction.fee, transaction.fee, 0]);
      expect(one).toMatchObject({ service: null, programs: [], deposits: [], rate: null, tips: 0n, plain: [] });
    }
  });
});

/** What accounts were left with, and how often they were found like that. */
class Ends {
  readonly #left = new Map<string, bigint>();
  links = 0;

  /** `after` null: what is left is said by `leave`, or the account is gone. */
  link(account: string, before: bigint, after: bigint | null): void {
    const left = this.#left.get(account);
    if (left !== undefined) this.links += 1;
    expect([account, left ?? before]).toEqual([account, before]);
    this.#left.delete(account);
    if (after !== null) this.#left.set(account, after);
  }

  leave(account: string, amount: bigint): void {
    this.#left.set(account, amount);
  }
}

function placeOf({ json_path }: Listed): number {
  return Number(json_path.split('.')[1]);
}

function summary(one: Effect) {
  return {
    fee: String(one.fee),
    native_delta: String(nativeOf(one)),
    wsol_delta: String(wrappedOf(one)),
    own_token_account_rent_delta: String(ownRentOf(one)),
    sol_worth_delta: String(worthOf(one)),
    tips: String(one.tips),
    bot_fees: String(one.platformFees),
    tokens: Object.fromEntries([...tokensOf(one)].map(([mint, amount]) => [mint, String(amount)])),
  };
}

/** Tips to takers that had no label when the expected effects were worked out, by file: this one went to NextBlock. */
const laterTips = new Map([['RubberArchind__solana-txn-parser__2wkECde79Gon.json', '61000000']]);

function wanted(row: Expected) {
  const { fee, native_delta, wsol_delta, own_token_account_rent_delta, sol_worth_delta, bot_fees } = row;
  const tips = laterTips.get(row.file) ?? row.tips;
  const tokens = Object.fromEntries(Object.entries(row.tokens).filter(([mint]) => mint !== WRAPPED_SOL_MINT));
  return { fee, native_delta, wsol_delta, own_token_account_rent_delta, sol_worth_delta, tips, bot_fees, tokens };
}
