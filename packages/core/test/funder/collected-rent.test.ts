import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { type Address, parseSignature } from '#solana/address.ts';
import { decodeTransaction } from '#solana/decode/transaction.ts';
import { COLLECTION_END_SLOT } from '#solana/gates/collected-rent.ts';
import { EPOCH_SLOTS } from '#solana/gates/gate-table.ts';
import type { Transaction } from '#solana/transaction.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, MemoryChain, transaction, transfer } from '../support/transactions.ts';

const [W, exchange] = [key('w'), key('exchange')];

async function judged(subject: Address, payer: Address, transactions: readonly Transaction[]) {
  const evidence = await gatherFunder(subject, new MemoryChain(transactions), {
    labels: labelsOf(exchangeLabel(payer)),
  });
  return judgeFunder(evidence);
}

/** The bodies of a wallet that paid rent in the transaction that made it, as a node answers them. */
function bodies() {
  const file = new URL('../../../../test/fixtures/rent-taken-in-transaction.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).bodies;
}

function decoded(given: ReturnType<typeof bodies>): readonly ReturnType<typeof decodeTransaction>[] {
  return given.map((body: { transaction: { signatures: readonly string[] } }) => {
    const signature = parseSignature(body.transaction.signatures[0]);
    return signature ? decodeTransaction(body, signature) : expect.unreachable();
  });
}

/** A wallet that an exchange paid and that spends the rest after `epochs`, when it finds `left` of its lamports. */
function history(left: bigint, epochs: number, slot = 82_876_000): readonly Transaction[] {
  const [paid, spent] = [500_000n, 100_000n];
  const [born, used] = [`born ${slot}`, `used ${slot}`];
  return [
    transaction({
      name: born,
      slot,
      balances: [
        [exchange, 10n ** 12n, 10n ** 12n - paid - 5_000n],
        [W, 0n, paid],
      ],
      moves: [transfer(exchange, W, paid)],
    }),
    transaction({
      name: used,
      slot: slot + epochs * EPOCH_SLOTS,
      balances: [
        [W, left, left - spent - 5_000n],
        [key('other'), 10n ** 9n, 10n ** 9n + spent],
      ],
      moves: [transfer(W, key('other'), spent)],
    }),
  ];
}

describe('rent of the years in which accounts paid it', () => {
  it('that a transaction took stands in its metadata, and explains what its balances lack', async () => {
    const [born, used] = decoded(bodies());
    if (!born?.known || !used?.known) return expect.unreachable();
    const [subject, payer] = [used.value.feePayer, born.value.feePayer];
    expect(born.value.rents).toEqual(new Map([[subject, 2_439n]]));
    const { verdict, reasons, metrics } = await judged(subject, payer, [born.value, used.value]);
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['CEX_FUNDED', ['DIRECT_CEX_TRANSFER']]);
    expect(metrics).toMatchObject({ funded_lamports: '500000', unexplained_lamports: '0' });
  });

  type Damage = (body: ReturnType<typeof bodies>[number]) => void;
  it.each<[string, Damage]>([
    ['of another account', (body) => (body.meta.rewards[0].pubkey = exchange)],
    ['of the right sign', (body) => (body.meta.rewards[0].lamports = 2_439)],
    ['of another kind', (body) => (body.meta.rewards[0].rewardType = 'Fee')],
    ['of another balance', (body) => (body.meta.rewards[0].postBalance += 1)],
    ['in words', (body) => (body.meta.rewards[0].lamports = '-2439')],
    ['after rent ended', (body) => (body.slot = COLLECTION_END_SLOT)],
    [
      'told twice',
      ({ meta }) => {
        meta.postBalances[0] -= 2_439;
        meta.rewards.push(meta.rewards[0]);
      },
    ],
    ['that nobody tells', (body) => delete body.meta.rewards],
    [
      'that is too much',
      ({ meta }) => {
        meta.postBalances[1] -= 1;
        Object.assign(meta.rewards[0], { lamports: -2_440, postBalance: meta.postBalances[1] });
      },
    ],
  ])('counts for nothing where it is %s', (_, damage) => {
    const [body] = bodies();
    damage(body);
    expect(decoded([body])[0]).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });

  it('that epochs took in no transaction is no break in a history', async () => {
    for (const [left, epochs] of [
      [497_561n, 0],
      [497_561n, 3],
      [500_000n - 3n * 2_439n, 3],
    ] as const) {
      const { verdict, reasons } = await judged(W, exchange, history(left, epochs));
      expect([verdict, reasons.map(({ code }) => code)]).toEqual(['CEX_FUNDED', ['DIRECT_CEX_TRANSFER']]);
    }
  });

  it.each<[string, readonly Transaction[]]>([
    ['of another amount', history(490_000n, 3)],
    ['of more epochs than there were', history(500_000n - 5n * 2_439n, 3)],
    ['since it ended', history(497_561n, 3, COLLECTION_END_SLOT)],
  ])('is no excuse for a balance that lacks rent %s', async (_, transactions) => {
    const { verdict, reasons } = await judged(W, exchange, transactions);
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['UNVERIFIABLE_ORIGIN', ['CONTINUITY_BROKEN']]);
  });
});
