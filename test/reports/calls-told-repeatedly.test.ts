import { effectOf } from 'assay-core/derive/effects/effect.ts';
import { worthOf } from 'assay-core/derive/effects/effect-type.ts';
import { gatherFunder } from 'assay-core/facts/funder/evidence.ts';
import { judgeFunder } from 'assay-core/rules/funder/verdict.ts';
import { type Address, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import { decodeTransaction } from 'assay-core/solana/decode/transaction.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  le,
  type MadeInstruction,
  signatureNamed,
} from '../../packages/core/test/fixtures/transaction-body.ts';
import { effectWorld } from '../../packages/core/test/support/effect-world.ts';
import { exchangeLabel, labelsOf } from '../../packages/core/test/support/funder-evidence.ts';
import { key, MemoryChain, transaction, transfer } from '../../packages/core/test/support/transactions.ts';

/*
 * Nodes of 2020 recorded all calls of a transaction under each of its instructions, and stores still answer so:
 * https://github.com/solana-labs/solana/issues/29777 and https://github.com/solana-labs/solana/issues/13379.
 */

const SOL = 1_000_000_000;
const FEE = 5_000;
const [giver, W, program, another] = ['giver', 'w', 'a program', 'another program'].map(key) as [
  Address,
  Address,
  Address,
  Address,
];
const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address;

const sent = (sol: number): MadeInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [giver, W],
  data: [...le(2, 4), ...le(sol * SOL, 8)],
});
const created = (sol: number): MadeInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [giver, W],
  data: [...le(0, 4), ...le(sol * SOL, 8), ...le(0, 8), ...Array(32).fill(0)],
});
const call = (of: Address, inner: readonly MadeInstruction[], accounts: readonly Address[] = [giver, W]) => {
  return { program: of, accounts, data: [1], inner };
};
const note = (inner: readonly MadeInstruction[]) => call(memo, inner, [giver]);

/** The transaction that brought the first money: `moved` SOL by its balances, whatever it tells of its calls. */
function born(instructions: readonly MadeInstruction[], moved = 2, encoding: 'json' | 'jsonParsed' = 'json') {
  const balances = new Map([
    [giver, [50 * SOL, (50 - moved) * SOL - FEE] as const],
    [W, [0, moved * SOL] as const],
  ]);
  return readOf(instructions, balances, encoding);
}

function readOf(
  instructions: readonly MadeInstruction[],
  balances: ReadonlyMap<Address, readonly [number, number]>,
  encoding: 'json' | 'jsonParsed' = 'json',
) {
  const read = decodeTransaction(
    bodyOf({ payer: giver, slot: 45_000_000, instructions, balances }, encoding),
    signatureNamed('made'),
  );
  return read.known ? read.value : expect.unreachable(read.gap.detail);
}

async function judged(first: ReturnType<typeof born>) {
  const spent = transaction({
    name: 'spent',
    slot: 45_001_000,
    balances: [
      [W, first.postBalances[first.keys.indexOf(W)] ?? 0n, BigInt(SOL)],
      [key('other'), BigInt(SOL), 2n * BigInt(SOL)],
    ],
    moves: [transfer(W, key('other'), BigInt(SOL))],
  });
  const chain = new MemoryChain([first, spent]);
  const { verdict, metrics } = judgeFunder(await gatherFunder(W, chain, { labels: labelsOf(exchangeLabel(giver)) }));
  return [verdict, metrics.funded_lamports, metrics.unexplained_lamports];
}

const found = (sol: number) => ['CEX_FUNDED', String(sol * SOL), '0'];

describe('calls that a body tells under each instruction', () => {
  const inner = [sent(2)];

  it.each([
    ['notes and a program', [note(inner), call(program, inner), note(inner)]],
    ['two programs', [call(another, inner, [giver]), call(program, inner)]],
    ['two programs that named the same accounts', [call(another, inner), call(program, inner)]],
    ['an account that was made', [note([created(2)]), call(program, [created(2)])]],
    ['several calls', [note([sent(1), sent(1)]), call(program, [sent(1), sent(1)])]],
  ])('moved lamports once: %s', async (_, instructions) => {
    const first = born(instructions);
    expect(await judged(first)).toEqual(found(2));
    expect(first.moves.reduce((sum, move) => sum + ('lamports' in move ? (move.lamports ?? 0n) : 0n), 0n)).toBe(
      BigInt(2 * SOL),
    );
  });

  it('stand under the program that had the accounts in hand, in both encodings', () => {
    const instructions = [note(inner), call(another, inner, [giver]), call(program, inner)];
    expect(born(instructions).moves.map(({ at }) => at)).toEqual([{ outer: 2, inner: 0 }]);
    expect(born([note(inner), call(program, inner)], 2, 'jsonParsed').moves.map(({ at }) => at)).toEqual([
      { outer: 1, inner: 0 },
    ]);
  });

  it('moved lamports as often as the balances say, where each instruction did the same', async () => {
    const first = born([call(program, [sent(1)]), call(program, [sent(1)])]);
    expect(await judged(first)).toEqual(found(2));
    expect(first.moves.map(({ at }) => at.outer)).toEqual([0, 1]);
  });

  it('moved lamports once where the balances fit both, because the token program that closes an account calls nobody', () => {
    // What the account held is in no instruction, so that it could be what the repeated call is said to have brought.
    const close = { program: TOKEN_PROGRAM, accounts: [key('held'), W, W], data: [9], inner };
    const balances = new Map([
      [giver, [50 * SOL, 48 * SOL - FEE] as const],
      [key('held'), [3 * SOL, 0] as const],
      [W, [0, 5 * SOL] as const],
    ]);
    for (const instructions of [
      [call(program, inner), close],
      [close, call(program, inner)],
    ]) {
      const sends = readOf(instructions, balances).moves.filter(({ kind }) => kind === 'transfer');
      expect(sends.map(({ at }) => at)).toEqual([{ outer: instructions.indexOf(close) === 0 ? 1 : 0, inner: 0 }]);
    }
  });

  it('are no money that did not arrive, where only some instructions repeat them', async () => {
    expect(await judged(born([note([]), call(program, inner), call(another, inner)]))).toEqual(found(2));
  });

  it('take from the wallet that paid what its balance lost', () => {
    const effect = effectOf(born([note(inner), call(program, inner), note(inner)]), giver, effectWorld(labelsOf(), []));
    if (!effect.known) return expect.unreachable();
    expect(worthOf(effect.value)).toBe(BigInt(-2 * SOL - FEE));
    expect(effect.value.funded).toEqual([{ account: W, lamports: BigInt(2 * SOL) }]);
  });
});
