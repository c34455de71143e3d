import { describe, expect, it } from 'vitest';
import { earlyFunder, firstFunder } from '#gather/sources/first-funder.ts';
import { missing } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { Instruction } from '#solana/transaction.ts';
import { key, type Made, MemoryChain, SYSTEM, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const names = ['w', 'payer', 'other', 'old coin', 'new coin', 'strange coin', 'launchpad'] as const;
const [W, payer, other, oldCoin, newCoin, strangeCoin, launchpad] = names.map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
];

const gift = (name: string, slot: number, from: Address, before: bigint, lamports: bigint): Made => ({
  name,
  slot,
  balances: [
    [from, 9n * SOL, 9n * SOL - lamports - FEE],
    [W, before, before + lamports],
  ],
  moves: [transfer(from, W, lamports)],
});
const births = [gift('little', 10, other, 0n, SOL), gift('much', 11, payer, SOL, 2n * SOL)];
const own = (name: string, slot: number, before: bigint, over: Partial<Made> = {}): Made => ({
  name,
  slot,
  balances: [[W, before, before - FEE]],
  ...over,
});
const initialize = (program: Address, tag: number, mint: Address, inner = -1): Instruction => ({
  at: { outer: 0, inner },
  program,
  accounts: [mint, SYSTEM],
  data: Uint8Array.of(tag, 6),
});
const chainOf = (made: readonly Made[]) => new MemoryChain(made.map(transaction));
const gapOf = async (chain: MemoryChain) => {
  const reading = await firstFunder(W, chain);
  return reading.known ? reading.value : [reading.gap.reading, reading.gap.cause];
};

describe("a wallet's first funder", () => {
  it('is the source of most lamports before the first own payment, in one round behind the page', async () => {
    const chain = chainOf([...births, own('spend', 20, 3n * SOL), gift('late', 30, other, 3n * SOL - FEE, 8n * SOL)]);
    const page = await chain.signatures(W);
    const { rounds } = chain;
    expect(await firstFunder(W, chain, page)).toEqual({
      known: true,
      value: {
        source: payer,
        lamports: 2n * SOL,
        transaction: signatureOf('much'),
        slot: 11,
        time: 1_700_000_011,
        mints: [],
      },
    });
    expect(chain.rounds - rounds).toBe(1);
    expect(await gapOf(chain)).toMatchObject({ source: payer });
  });

  it('comes with the mints that the wallet made, outside and inside of other instructions', async () => {
    const made = [
      own('old', 20, 3n * SOL, { instructions: [initialize(TOKEN_PROGRAM, 0, oldCoin)] }),
      own('new', 21, 3n * SOL - FEE, {
        instructions: [
          { at: { outer: 0, inner: -1 }, program: launchpad, accounts: [newCoin], data: Uint8Array.of(20) },
          initialize(TOKEN_2022_PROGRAM, 20, newCoin, 0),
        ],
      }),
      own('again', 22, 3n * SOL - 2n * FEE, { instructions: [initialize(TOKEN_2022_PROGRAM, 20, newCoin)] }),
    ];
    const no = [
      own('failed', 23, 3n * SOL - 3n * FEE, {
        failed: true,
        instructions: [initialize(TOKEN_PROGRAM, 20, strangeCoin)],
      }),
      own('transfer', 24, 3n * SOL - 4n * FEE, { instructions: [initialize(TOKEN_PROGRAM, 3, strangeCoin)] }),
      {
        ...gift('by another', 25, other, 3n * SOL - 5n * FEE, 1n),
        instructions: [initialize(TOKEN_PROGRAM, 20, payer)],
      },
    ];
    expect(await gapOf(chainOf([...births, ...made, ...no]))).toMatchObject({ mints: [oldCoin, newCoin] });
  });

  it('is nobody where no lamports came', async () => {
    const chain = chainOf([
      {
        name: 'named',
        slot: 5,
        balances: [
          [payer, SOL, SOL - FEE],
          [W, 0n, 0n],
        ],
      },
    ]);
    expect(await gapOf(chain)).toBe(null);
  });

  it('is a gap where the history is too long, cut, broken, lost or not listed', async () => {
    const idle = Array.from({ length: 1_000 }, (_, n) => own(`idle ${n}`, 100 + n, 3n * SOL - BigInt(n) * FEE));
    expect(await gapOf(chainOf([...births, ...idle]))).toEqual(['first_funder', 'limit_reached']);
    const given = Array.from({ length: 400 }, (_, n) => gift(`given ${n}`, 10 + n, payer, BigInt(n) * SOL, SOL));
    expect(await gapOf(chainOf(given))).toEqual(['first_funder', 'limit_reached']);
    expect(await gapOf(chainOf([own('spend', 20, SOL)]))).toEqual(['first_funder', 'history_missing']);
    expect(await gapOf(chainOf([...births, own('spend', 20, 2n * SOL)]))).toEqual(['first_funder', 'history_missing']);
    expect(await gapOf(chainOf([]))).toEqual(['first_funder', 'history_missing']);
    const lost = chainOf([...births, own('spend', 20, 3n * SOL)]);
    lost.lost.add(signatureOf('much'));
    expect(await gapOf(lost)).toEqual(['first_funder', 'history_missing']);
    const reading = await firstFunder(W, lost, missing('signatures', 'deadline'));
    expect(reading).toEqual(missing('first_funder', 'deadline'));
  });
});

describe('the early funder of a wallet', () => {
  const early = async (chain: MemoryChain) => {
    const reading = await earlyFunder(W, chain, await chain.signatures(W));
    return reading.known ? (reading.value?.source ?? null) : [reading.gap.reading, reading.gap.cause];
  };
  const naming = (count: number, from: number, held: bigint): readonly Made[] =>
    Array.from({ length: count }, (_, n) => ({
      name: `naming ${from + n}`,
      slot: from + n,
      balances: [
        [other, SOL, SOL - FEE],
        [W, held, held],
      ] as const,
    }));

  it('is found behind transactions that only name the wallet, before and after its money', async () => {
    const money = gift('money', 500, payer, 0n, 2n * SOL);
    expect(await early(chainOf([...naming(120, 10, 0n), money, ...naming(300, 501, 2n * SOL)]))).toBe(payer);
  });

  it('is found behind more names than are read, and nobody where no money came', async () => {
    const late = gift('money', 500, payer, 0n, 2n * SOL);
    expect(await early(chainOf([...naming(430, 10, 0n), late]))).toBe(payer);
    expect(await early(chainOf(naming(430, 10, 0n)))).toBe(null);
  });
});
