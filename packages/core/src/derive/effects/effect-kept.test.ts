import { describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { type Address, address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { TokenBalance } from '#solana/transaction.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { key, type Made, transaction, transfer } from '../../../test/support/transactions.ts';
import { effectOf } from './effect.ts';

/*
 * The figures are those of 58F9fNP78FiBCbVc2Gdy6on2d6pZiJcTbqib4MsTfNcgAXqS7UGp3a3eeEy7fRWnLiXaJjncUHdqtpCnEFuVsVEM (slot
 * 344,394,079; an answer of the chain in rotki/test-caching, `test_query_tx_from_rpc`): 34,957,210 units came from a pool for
 * 218,145,145 lamports, and another program took 34,852,339 of them.
 */
const [BOUGHT, WENT_ON, PAID, RENT] = [34_957_210n, 34_852_339n, 218_145_145n, 2_039_280n];
const JUPITER = address('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
const PHOENIX = address('PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY');
const keeper = key('a program that keeps deposits');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const [wallet, mine, poolCoins, poolSol, kept, pool] = ['wallet', 'mine', 'coins', 'sol', 'kept', 'pool'].map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];
const world = effectWorld(loadLabels(), [USDC]);
const keys = [wallet, mine, poolCoins, poolSol, kept];
const held = (account: Address, mint: Address, owner: Address, amount: bigint): TokenBalance => {
  return { keyIndex: keys.indexOf(account), account, mint, owner, program: null, amount, decimals: 6 };
};
const sent = (from: Address, to: Address, outer: number, amount: bigint): Move => {
  const authority = from === mine ? wallet : pool;
  const at = { outer, inner: 0 };
  return { at, program: TOKEN_PROGRAM, kind: 'token_transfer', from, to, authority, mint: USDC, amount };
};
const called = (program: Address, outer: number) => {
  return { at: { outer, inner: -1 }, program, accounts: [poolCoins, poolSol], data: null };
};
const [bought, wentOn] = [sent(poolCoins, mine, 0, BOUGHT), sent(mine, kept, 1, WENT_ON)];
const paid = transfer(wallet, poolSol, PAID, { outer: 0, inner: 1 });

/** `owner`: of both vaults of the pool; null where each owns itself. */
function zap(change: Partial<Made> = {}, owner: Address | null = pool) {
  const [coins, sol] = [owner ?? poolCoins, owner ?? poolSol];
  const made = transaction({
    name: 'zap',
    slot: 344_394_079,
    balances: [
      [wallet, 247_203_778n, 247_203_778n - PAID - 15_001n],
      [mine, RENT, RENT],
      [poolCoins, RENT, RENT],
      [poolSol, 113_865_041_554n + RENT, 113_865_041_554n + RENT + PAID],
      [kept, RENT, RENT],
    ],
    preTokens: [
      held(mine, USDC, wallet, 158_582n),
      held(poolCoins, USDC, coins, 623_377_852n),
      held(poolSol, WRAPPED_SOL, sol, 113_865_041_554n),
      held(kept, USDC, keeper, 0n),
    ],
    postTokens: [
      held(mine, USDC, wallet, 263_453n),
      held(poolCoins, USDC, coins, 588_420_642n),
      held(poolSol, WRAPPED_SOL, sol, 114_083_186_699n),
      held(kept, USDC, keeper, WENT_ON),
    ],
    instructions: [called(JUPITER, 0), called(keeper, 1)],
    moves: [bought, paid, wentOn],
    ...change,
  });
  const effect = effectOf(made, wallet, world);
  if (!effect.known) throw new Error(effect.gap.detail);
  return effect.value;
}

describe('what came and went on in one transaction', () => {
  it('is told where an instruction took it that paid the wallet nothing', () => {
    expect(zap().onward).toEqual([{ account: kept, mint: USDC, amount: WENT_ON }]);
  });

  it('is a payment where the same instruction brought something, before or after', () => {
    expect(zap({ moves: [bought, paid, wentOn, transfer(pool, wallet, 1n, { outer: 1, inner: 1 })] }).onward).toEqual(
      [],
    );
    expect(zap({ moves: [bought, paid, sent(mine, kept, 0, WENT_ON)] }).onward).toEqual([]);
  });

  it('came before it went', () => {
    const moves = [sent(mine, kept, 0, WENT_ON), sent(poolCoins, mine, 1, BOUGHT), paid];
    expect(zap({ moves }).onward).toEqual([]);
  });

  it('is what programs brought: a gift that goes on was not bought', () => {
    const gift = { ...bought, at: { outer: 0, inner: -1 } };
    expect(zap({ moves: [gift, paid, wentOn] }).onward).toEqual([]);
  });
});

describe('a pool whose vaults own themselves', () => {
  const rate = { mint: USDC, units: BOUGHT, lamports: PAID };

  it('has a rate like any other where the exchange itself names the two', () => {
    expect(zap().rate).toEqual(rate);
    expect(zap({ instructions: [called(PHOENIX, 0)] }, null)).toMatchObject({ service: 'trade', joint: false, rate });
  });

  it('has none where only a router names them, which passes on accounts of anybody', () => {
    expect(zap({}, null).rate).toBeNull();
  });
});

describe('tokens that a program made', () => {
  const made = (...programs: readonly Address[]) => {
    const at = { outer: 0, inner: 2 };
    const minted: Move = {
      at,
      program: TOKEN_PROGRAM,
      kind: 'mint_tokens',
      to: mine,
      mint: USDC,
      authority: pool,
      amount: 5n,
    };
    const instructions = programs.map((program, inner) => ({
      ...called(program, 0),
      at: { outer: 0, inner: inner - 1 },
    }));
    return zap({ instructions, moves: [minted, paid] }).minted.map(({ byCurve }) => byCurve);
  };

  it('may be those of a curve where a program without a label made them, through a router or not', () => {
    expect(made(keeper)).toEqual([true]);
    expect(made(JUPITER, keeper)).toEqual([true]);
    expect(made(JUPITER)).toEqual([false]);
    expect(made(keeper, PHOENIX)).toEqual([false]);
    expect(made(address('SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy'))).toEqual([false]);
  });
});
