import { describe, expect, it } from 'vitest';
import type { SignatureEntry, SignaturePage, TokenHolding } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import type { Reading } from '#lib/reading.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import type { TokenBalance } from '#solana/transaction.ts';
import { key, type Made, MemoryChain, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const SPAM = address('So11111111111111111111111111111111111111111');
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const [W, payer, other, from, to] = ['w', 'payer', 'other', 'from', 'to'].map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const labels: LabelTable = { size: 0, find: () => null };

/** An endpoint that cuts its pages after `cap` entries, or ignores where they should begin. */
class PartialChain extends MemoryChain {
  cap = 1_000;
  deafTo: readonly Address[] = [];

  override signatures(of: Address, page: SignaturePage = {}): Promise<Reading<SignatureEntry[]>> {
    return super.signatures(of, this.deafTo.includes(of) ? { limit: this.cap } : { ...page, limit: this.cap });
  }
}

async function judge(chain: MemoryChain) {
  const judged = judgeFunder(await gatherFunder(W, chain, { labels }));
  const codes = judged.reasons.map(({ code }) => code);
  return { verdict: judged.verdict, codes, decidedBy: judged.decidedBy.map(({ cause }) => cause), judged };
}

/** The payer with `count` transactions, a second apart, before it funds W. */
function busyPayer(count: number): readonly Made[] {
  const idle = Array.from(
    { length: count },
    (_, n): Made => ({ name: `busy${n}`, slot: 1_000 + n, balances: [[payer, 10n * SOL, 10n * SOL]] }),
  );
  const balances: Made['balances'] = [
    [payer, 10n * SOL, 9n * SOL - FEE],
    [W, 0n, SOL],
  ];
  return [...idle, { name: 'fund', slot: 9_000, balances, moves: [transfer(payer, W, SOL)] }];
}

describe('pages that are cut short', () => {
  it('hide no hub', async () => {
    const chain = new PartialChain(busyPayer(1_000).map(transaction));
    chain.cap = 400;
    expect(await judge(chain)).toMatchObject({ verdict: 'UNKNOWN_ORIGIN', codes: ['UNLABELLED_HUB'], decidedBy: [] });
  });

  it('make no hub of a source with fewer than 1,000 transactions, however fast', async () => {
    const chain = new PartialChain(busyPayer(999).map(transaction));
    chain.cap = 400;
    expect(await judge(chain)).toMatchObject({ verdict: 'WALLET_FUNDED', judged: { gaps: [{ reading: 'hop' }] } });
  });

  it('that never fill one leave the hub question open, uncharged', async () => {
    const chain = new PartialChain(busyPayer(50).map(transaction));
    chain.cap = 2;
    expect(await judge(chain)).toMatchObject({
      verdict: 'UNKNOWN_ORIGIN',
      codes: ['RPC_UNAVAILABLE'],
      decidedBy: ['rpc_unavailable'],
    });
  });

  it("do not use up the subject's limit of signatures", async () => {
    const later = Array.from(
      { length: 110 },
      (_, n): Made => ({ name: `later${n}`, slot: 10_000 + n, balances: [[W, SOL, SOL]] }),
    );
    const chain = new PartialChain([...busyPayer(1), ...later].map(transaction));
    chain.cap = 5;
    expect(await judge(chain)).toMatchObject({ verdict: 'WALLET_FUNDED' });
    chain.cap = 1;
    expect(await judge(chain)).toMatchObject({ codes: ['RPC_UNAVAILABLE'], decidedBy: ['rpc_unavailable'] });
  });

  it('that repeat an earlier one contradict it, and make neither a long history nor a hub', async () => {
    const chain = new PartialChain(busyPayer(1).map(transaction));
    for (const deafTo of [[W], [payer]]) {
      chain.deafTo = deafTo;
      expect(await judge(chain)).toMatchObject({ codes: ['PROVIDER_DISAGREES'], decidedBy: ['rpc_disagrees'] });
    }
  });
});

describe('an address known by its token accounts', () => {
  const balance = (account: Address, owner: Address, amount: bigint, mint = USDC): TokenBalance => ({
    keyIndex: 0,
    account,
    mint,
    owner,
    program: TOKEN,
    amount,
    decimals: 6,
  });
  const sent = (name: string, slot: number, sender: Address, before: bigint, after: bigint): Made => ({
    name,
    slot,
    balances: [
      [sender, SOL, SOL - FEE],
      [to, 1n, 1n],
    ],
    preTokens: [balance(from, sender, 9n), balance(to, W, before)],
    postTokens: [balance(from, sender, 9n - (after - before)), balance(to, W, after)],
  });
  const holding = (amount: bigint): TokenHolding => ({
    account: to,
    program: TOKEN,
    mint: USDC,
    owner: W,
    amount,
    lamports: 1n,
  });
  const over = (made: readonly Made[], amount = 5n) =>
    judge(new MemoryChain(made.map(transaction), [], [holding(amount)]));

  it('is judged in five rounds where their histories are whole', async () => {
    const chain = new MemoryChain([sent('one', 8, payer, 0n, 5n)].map(transaction), [], [holding(5n)]);
    expect(await judge(chain)).toMatchObject({ verdict: 'WALLET_FUNDED', codes: ['TOKEN_ONLY'] });
    expect(chain.rounds).toBeLessThanOrEqual(5);
  });

  it.each([
    ['begin with tokens', [sent('late', 9, other, 2n, 5n)], 'HISTORY_PRUNED'],
    ['lack a transaction', [sent('one', 8, payer, 0n, 2n), sent('late', 9, other, 3n, 5n)], 'CONTINUITY_BROKEN'],
    ['show nothing of what they hold', [{ ...sent('one', 8, payer, 0n, 0n) }], 'META_MISSING'],
  ])('proves nothing where their histories %s', async (_, made, code) => {
    expect(await over(made)).toMatchObject({
      verdict: 'UNVERIFIABLE_ORIGIN',
      codes: [code],
      decidedBy: ['history_missing'],
    });
  });

  it('got its money and not the unasked-for tokens beside it', async () => {
    const one = sent('one', 8, payer, 0n, 5n);
    const spam = key('spam');
    const made = { ...one, postTokens: [...(one.postTokens ?? []), balance(spam, W, 10n ** 12n, SPAM)] };
    const { judged } = await over([made]);
    expect(judged.metrics).toMatchObject({ token_mint: USDC, token_amount: '5', source: payer });
  });
});
