import { describe, expect, it } from 'vitest';
import { loadLabels } from '#chain/labels/label-table.ts';
import { type Address, address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Instruction, TokenBalance } from '#solana/transaction.ts';
import { effectWorld } from '../../../test/support/effect-world.ts';
import { key, type Made, SYSTEM, transaction, transfer } from '../../../test/support/transactions.ts';
import { effectOf } from './effect.ts';

/*
 * The figures are those of 5vBFfTGrcdkE7ZdsUDSU2kRkhoFp4EgKtLLB6h2m1uQoG5wCddCkFGnNjXaHrV2r1kZ8CpJfh7UcWJ9tFXAyKc8Q (slot
 * 367,689,024; an answer of the chain in rotki/test-caching, `test_rfq_swap`): a taker sold 287,442 units for 52,708,178 lamports,
 * and the maker paid the fee of 10,195.
 */
const ENGINE = address('61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH');
const taker = address('7T8ckKtdc5DH7ACS5AnCny7rVXYJPEsaAbdBri1FhPxY');
const maker = address('7rhxnLV8C77o6d8oz26AgK8x8m5ePsdeRawjqvojbjnQ');
const coin = address('7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs');
const takerCoins = address('DEN9VJCeUhyvHR4y5VruahjkqcZHZopyXjdCi9tY8iY');
const makerCoins = address('HgLC8cAuUgrt9d2MVmGUiUWgwo2bs7wcaTvWSP2znmcQ');
const makerSol = address('BJqrMMVFrMTM9V93w2JN2uv73WX9JxZgEbbFdevWEt6x');
const passing = address('ebh8CfuhRd1VhSNuFqTY3srFkGfBn6giJTgAQN81VUj');
const data = 'a860b7a35c0a28a0d26204000000000052432403000000006a45cc6800000000';
const [UNITS, LAMPORTS, FEE, RENT] = [287_442n, 52_708_178n, 10_195n, 2_039_280n];
const world = effectWorld(loadLabels(), []);

const keys = [maker, taker, takerCoins, passing, makerSol, makerCoins];
const balance = (account: Address, mint: Address, owner: Address, amount: bigint): TokenBalance => {
  return { keyIndex: keys.indexOf(account), account, mint, owner, program: null, amount, decimals: 0 };
};
const at = { outer: 0, inner: 0 };
const sent = (from: Address, to: Address, authority: Address, mint: Address, amount: bigint): Move => {
  return { at, program: TOKEN_PROGRAM, kind: 'token_transfer', from, to, authority, mint, amount };
};
const fill = (program = ENGINE, bytes = data): Instruction => ({
  at: { outer: 0, inner: -1 },
  program,
  accounts: [taker, maker, takerCoins, makerCoins, program, makerSol, coin, TOKEN_PROGRAM, WRAPPED_SOL, TOKEN_PROGRAM],
  data: Buffer.from(bytes, 'hex'),
});

interface Change extends Partial<Made> {
  /** Lamports and units that the maker gave beyond the fill. */
  readonly more?: bigint;
  readonly moreUnits?: bigint;
}

function filled({ more = 0n, moreUnits = 0n, ...change }: Change = {}, wallet = taker) {
  const made = transaction({
    name: 'fill',
    slot: 367_689_024,
    balances: [
      [maker, 199_144_450_712n, 199_144_440_517n],
      [taker, 1_231_278_331n, 1_283_986_509n + more],
      [takerCoins, RENT, RENT],
      [passing, 0n, 0n],
      [makerSol, 11_719_166_712_025n, 11_719_114_003_847n - more],
      [makerCoins, RENT, RENT],
    ],
    signers: [maker, taker],
    preTokens: [
      balance(takerCoins, coin, taker, 574_884n),
      balance(makerCoins, coin, maker, 1_518_466_938n),
      balance(makerSol, WRAPPED_SOL, maker, 11_719_164_672_745n),
    ],
    postTokens: [
      balance(takerCoins, coin, taker, 287_442n + moreUnits),
      balance(makerCoins, coin, maker, 1_518_754_380n - moreUnits),
      balance(makerSol, WRAPPED_SOL, maker, 11_719_111_964_567n - more),
    ],
    instructions: [fill()],
    moves: [
      sent(takerCoins, makerCoins, taker, coin, UNITS),
      {
        at,
        program: TOKEN_PROGRAM,
        kind: 'open_token_account',
        account: passing,
        owner: maker,
        mint: WRAPPED_SOL,
        payer: null,
      },
      sent(makerSol, passing, maker, WRAPPED_SOL, LAMPORTS + more),
      { at, program: TOKEN_PROGRAM, kind: 'close_token_account', from: passing, to: maker, owner: maker },
      transfer(maker, taker, LAMPORTS + more, at),
    ],
    ...change,
  });
  const effect = effectOf(made, wallet, world);
  if (!effect.known) throw new Error(effect.gap.detail);
  return effect.value;
}

describe('a fill by an order engine', () => {
  it('is a trade with the other signer, seen from either side', () => {
    expect(filled()).toMatchObject({ service: 'trade', joint: false, counterparty: maker, fee: 0n });
    expect(filled({}, maker)).toMatchObject({ service: 'trade', joint: false, counterparty: taker, fee: FEE });
  });

  it('is joint where the maker gives lamports beyond it', () => {
    expect(filled({ more: 1_000_000n })).toMatchObject({ joint: false });
    expect(filled({ more: 1_000_001n })).toMatchObject({ joint: true, counterparty: maker });
  });

  it('is joint where the maker gives units beyond it', () => {
    expect(filled({ moreUnits: UNITS })).toMatchObject({ joint: true });
  });

  it('is joint where the program is no engine, the instruction another, or the wallet no party of it', () => {
    const unknown = { joint: true, counterparty: null };
    expect(filled({ instructions: [fill(key('an engine that nobody knows'))] })).toMatchObject(unknown);
    expect(filled({ instructions: [fill(ENGINE, `00${data.slice(2)}`)] })).toMatchObject(unknown);
    expect(filled({ instructions: [fill(ENGINE, data.slice(0, 48))] })).toMatchObject(unknown);
    const others = { ...fill(), accounts: [key('a taker'), maker, ...fill().accounts.slice(2)] };
    expect(filled({ instructions: [others] })).toMatchObject(unknown);
  });

  it('is joint where two others filled', () => {
    const other = { ...fill(), at: { outer: 1, inner: -1 }, accounts: [taker, SYSTEM, ...fill().accounts.slice(2)] };
    expect(filled({ instructions: [fill(), other] })).toMatchObject({ joint: true, counterparty: null });
  });

  it('explains no more than its own amounts', () => {
    // The instruction speaks of a lamport less than what the maker loses beyond what is sponsored.
    const bytes = Buffer.from(data, 'hex');
    bytes.writeBigUInt64LE(LAMPORTS - 1_000_001n, 16);
    expect(filled({ instructions: [fill(ENGINE, bytes.toString('hex'))] })).toMatchObject({ joint: true });
  });
});
