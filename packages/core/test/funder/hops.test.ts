import { describe, expect, it } from 'vitest';
import type { AccountState, SignatureEntry, SignaturePage } from '#chain/chain-reader.ts';
import type { Label } from '#chain/labels/label.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import type { Reading } from '#lib/reading.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import type { Address } from '#solana/address.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, type Made, MemoryChain, SYSTEM, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const DAY = 86_400;
const [W, payer, uncle, exchange, stranger, program] = ['w', 'payer', 'uncle', 'exchange', 'stranger', 'program'].map(
  key,
) as [Address, Address, Address, Address, Address, Address];

const cex = exchangeLabel(exchange);
const labels = labelsOf(cex);

/** A payment to somebody who had nothing. */
const birth = (name: string, slot: number, from: Address, to: Address, lamports: bigint): Made => ({
  name,
  slot,
  balances: [
    [from, 99n * SOL, 99n * SOL - lamports - FEE],
    [to, 0n, lamports],
  ],
  moves: [transfer(from, to, lamports)],
});

/** The exchange pays the uncle, the uncle the payer, the payer W, each a day after the other. */
const trail = {
  withdrawal: birth('withdrawal', DAY, exchange, uncle, 12n * SOL),
  loan: { ...birth('loan', 2 * DAY, uncle, payer, 11n * SOL), balances: paid(uncle, 12n * SOL, payer, 11n * SOL) },
  fund: { ...birth('fund', 3 * DAY, payer, W, 10n * SOL), balances: paid(payer, 11n * SOL, W, 10n * SOL) },
  spend: { name: 'spend', slot: 4 * DAY, balances: [[W, 10n * SOL, 10n * SOL - FEE]] },
} satisfies Record<string, Made>;

function paid(from: Address, held: bigint, to: Address, lamports: bigint): Made['balances'] {
  return [
    [from, held, held - lamports - FEE],
    [to, 0n, lamports],
  ];
}

const chainOf = (over: Partial<Record<string, Made>> = {}, more: readonly Made[] = [], accounts: AccountState[] = []) =>
  new MemoryChain(
    [...Object.values({ ...trail, ...over }), ...more].map((made) => transaction(made as Made)),
    accounts,
  );

async function judge(chain: MemoryChain, known = labels) {
  const judged = judgeFunder(await gatherFunder(W, chain, { labels: known }));
  const { verdict, flags, metrics } = judged;
  const gaps = judged.gaps.map(({ reading, cause }) => [reading, cause]);
  return { verdict, flags, metrics, gaps, hops: metrics.hops_followed };
}

describe('a trail of wallets', () => {
  it('is followed to the exchange behind the third, in two rounds more, and stays a wallet funding', async () => {
    const chain = chainOf();
    const { verdict, flags, metrics, gaps } = await judge(chain);
    expect([verdict, flags, gaps]).toEqual(['WALLET_FUNDED', ['CEX_AT_HOP_3'], []]);
    expect(metrics).toMatchObject({
      hops_followed: 2,
      hop_2: { source: uncle, label: null, lamports: String(11n * SOL), transaction: signatureOf('loan') },
      hop_3: { source: exchange, label: { exchange: 'Sample' }, transaction: signatureOf('withdrawal') },
    });
    expect(chain.rounds).toBe(6);
  });

  it('ends at a wallet that was paid more than 30 days before it passed the money on', async () => {
    const fund = { ...trail.fund, slot: 32 * DAY + 1 };
    const chain = chainOf({ fund, spend: { ...trail.spend, slot: 33 * DAY } });
    const { flags, ...judged } = await judge(chain);
    expect(judged).toMatchObject({ hops: 1, metrics: { hop_3: null }, gaps: [] });
    expect(flags).not.toContain('CEX_AT_HOP_3');
    expect(chain.rounds).toBe(4);
  });

  it('ends at a wallet that passed on more than it had got', async () => {
    const loan: Made = {
      ...birth('loan', 2 * DAY, uncle, payer, 7n * SOL),
      balances: paid(uncle, 12n * SOL, payer, 7n * SOL),
    };
    const note: Made = { name: 'note', slot: 2 * DAY + 1, balances: [[payer, 7n * SOL, 7n * SOL - FEE]] };
    const gift: Made = {
      name: 'gift',
      slot: 2 * DAY + 2,
      balances: [
        [stranger, 9n * SOL, 5n * SOL],
        [payer, 7n * SOL - FEE, 11n * SOL - FEE],
      ],
      moves: [transfer(stranger, payer, 4n * SOL)],
    };
    const fund: Made = { ...trail.fund, balances: paid(payer, 11n * SOL - FEE, W, 10n * SOL) };
    const chain = chainOf({ loan, fund }, [note, gift]);
    expect(await judge(chain)).toMatchObject({ hops: 1, metrics: { hop_3: null }, flags: [], gaps: [] });
    expect(chain.rounds).toBe(4);
  });

  it('is flagged only where the exchange covered the next payment in time, and its label is more than weak', async () => {
    const little = {
      ...trail.withdrawal,
      moves: [transfer(exchange, uncle, 8n * SOL), transfer(stranger, uncle, 4n * SOL)],
    };
    const balances: Made['balances'] = [
      [exchange, 99n * SOL, 91n * SOL - FEE],
      [uncle, 0n, 12n * SOL],
      [stranger, 9n * SOL, 5n * SOL],
    ];
    expect(await judge(chainOf({ withdrawal: { ...little, balances } }))).toMatchObject({ flags: [], hops: 2 });
    const early = { ...trail.withdrawal, slot: 2 * DAY - 30 * DAY - 1 };
    expect(await judge(chainOf({ withdrawal: early }))).toMatchObject({ flags: [], hops: 2 });
    expect(await judge(chainOf(), labelsOf({ ...cex, grade: 'weak' }))).toMatchObject({ flags: [], hops: 2 });
  });

  it('ends at a label, a program, a hub, and a history that is too long', async () => {
    const friend: Label = { ...cex, address: uncle, fundingClass: 'service' };
    expect(await judge(chainOf(), labelsOf(cex, friend))).toMatchObject({ hops: 1, flags: [], gaps: [] });
    const owned = (owner: Address, executable: boolean) =>
      chainOf({}, [], [{ address: uncle, lamports: SOL, owner, executable, data: new Uint8Array() }]);
    expect(await judge(owned(program, false))).toMatchObject({ hops: 1, flags: [], gaps: [] });
    expect(await judge(owned(SYSTEM, true))).toMatchObject({ hops: 1, flags: [], gaps: [] });
    const idle = (apart: number) =>
      Array.from(
        { length: 1_000 },
        (_, n): Made => ({
          name: `idle ${n}`,
          slot: 2 * DAY - 1 - n * apart,
          balances: [[uncle, 12n * SOL, 12n * SOL]],
        }),
      );
    expect(await judge(chainOf({}, idle(10)))).toMatchObject({ hops: 1, flags: [], gaps: [] });
    const { hops, gaps } = await judge(chainOf({}, idle(61)));
    expect([hops, gaps]).toEqual([1, [['hop_3', 'limit_reached']]]);
  });

  it('that is lost on the way decides nothing', async () => {
    const cut = chainOf({ withdrawal: { ...trail.withdrawal, balances: [[stranger, SOL, SOL]], moves: [] } });
    expect(await judge(cut)).toMatchObject({ verdict: 'WALLET_FUNDED', gaps: [['hop_3', 'history_missing']] });
    const lost = chainOf();
    lost.lost.add(signatureOf('withdrawal'));
    expect(await judge(lost)).toMatchObject({ verdict: 'WALLET_FUNDED', gaps: [['hop_3', 'history_missing']] });
  });

  it('takes three rounds more at most, however short the pages are', async () => {
    const chain = new ShortPages(chainOf({}, restless).transactions);
    const { verdict, gaps } = await judge(chain);
    expect([verdict, gaps]).toEqual(['WALLET_FUNDED', [['hop_3', 'rpc_unavailable']]]);
    expect(chain.rounds).toBe(7);
  });
});

/** Three transactions of the uncle between his birth and the loan. */
const restless = Array.from(
  { length: 3 },
  (_, n): Made => ({ name: `note ${n}`, slot: DAY + 1 + n, balances: [[uncle, 12n * SOL, 12n * SOL]] }),
);

/** An endpoint that gives one entry of the uncle's history at a time. */
class ShortPages extends MemoryChain {
  override signatures(of: Address, page: SignaturePage = {}): Promise<Reading<SignatureEntry[]>> {
    return super.signatures(of, of === uncle ? { ...page, limit: 1 } : page);
  }
}
