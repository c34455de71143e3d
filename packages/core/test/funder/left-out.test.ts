import { describe, expect, it } from 'vitest';
import type { SignaturePage } from '#chain/chain-reader.ts';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { earlyFunder, firstFunder } from '#gather/sources/first-funder.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import type { Address } from '#solana/address.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, type Made, MemoryChain, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const FEE = 5_000n;
const DAY = 86_400;
const [W, payer, uncle, exchange, shop] = ['w', 'payer', 'uncle', 'exchange', 'shop'].map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const labels = labelsOf(exchangeLabel(exchange));

/** Each is paid three times within minutes before it pays the next one, in days that follow each other. */
function story(): readonly Made[] {
  const held = new Map<Address, bigint>([[exchange, 99n * SOL]]);
  const change = (of: Address, lamports: bigint) => {
    const before = held.get(of) ?? 0n;
    held.set(of, before + lamports);
    return [of, before, before + lamports] as const;
  };
  const pay = (slot: number, from: Address, to: Address, lamports: bigint): Made => ({
    name: `payment ${slot}`,
    slot,
    balances: [change(from, -lamports - FEE), change(to, lamports)],
    moves: [transfer(from, to, lamports)],
  });
  const twiceMore = (slot: number, from: Address, to: Address) => [
    pay(slot + 60, from, to, SOL / 2n),
    pay(slot + 120, from, to, SOL / 2n),
  ];
  return [
    ...[pay(DAY, exchange, uncle, 10n * SOL), ...twiceMore(DAY, exchange, uncle)],
    ...[pay(2 * DAY, uncle, payer, 8n * SOL), ...twiceMore(2 * DAY, uncle, payer)],
    ...[pay(3 * DAY, payer, W, 6n * SOL), ...twiceMore(3 * DAY, payer, W), pay(4 * DAY, W, shop, SOL)],
  ];
}

/** An endpoint whose list of one address lacks a payment in the middle, and the one that stands beside it, if any. */
class LeavingOut extends MemoryChain {
  readonly #of: Address;
  readonly #payment: string;
  readonly #beside: MemoryChain | null;

  constructor(of: Address, slot: number, beside: MemoryChain | null) {
    super(story().map(transaction));
    this.#of = of;
    this.#payment = signatureOf(`payment ${slot}`);
    this.#beside = beside;
  }

  override async signatures(of: Address, page: SignaturePage = {}) {
    const read = await super.signatures(of, page);
    if (of !== this.#of || !read.known) return read;
    return { ...read, value: read.value.filter(({ signature }) => signature !== this.#payment) };
  }

  elsewhere() {
    return this.#beside ? [this.#beside] : [];
  }
}

const honest = () => new MemoryChain(story().map(transaction));

async function judge(chain: MemoryChain) {
  const { verdict, reasons, flags, gaps } = judgeFunder(await gatherFunder(W, chain, { labels }));
  return [verdict, reasons.map(({ code }) => code), flags, gaps.map(({ reading, cause }) => `${reading} ${cause}`)];
}

const truth = ['WALLET_FUNDED', ['DIRECT_WALLET_TRANSFER'], ['CEX_AT_HOP_3'], []];
const places = [
  ['the subject', W, 3 * DAY + 60, ['UNVERIFIABLE_ORIGIN', ['CONTINUITY_BROKEN'], [], ['continuity history_missing']]],
  ['the source', payer, 2 * DAY + 60, ['WALLET_FUNDED', ['DIRECT_WALLET_TRANSFER'], [], ['hop history_missing']]],
  [
    'the funder of the source',
    uncle,
    DAY + 60,
    ['WALLET_FUNDED', ['DIRECT_WALLET_TRANSFER'], [], ['hop_3 history_missing']],
  ],
] as const;

describe('an endpoint that leaves an entry out of the middle of a list', () => {
  it.each(places)('spoils what rests on the list where it is alone: of %s', async (_, of, slot, spoilt) => {
    expect(await judge(new LeavingOut(of, slot, null))).toEqual(spoilt);
    expect(await judge(new LeavingOut(of, slot, new LeavingOut(of, slot, null)))).toEqual(spoilt);
  });

  it.each(places)('changes nothing beside an honest one: of %s', async (_, of, slot) => {
    expect(await judge(new LeavingOut(of, slot, honest()))).toEqual(truth);
  });

  it('costs no call of another while nothing is left out', async () => {
    const beside = honest();
    expect(await judge(new LeavingOut(shop, 0, beside))).toEqual(truth);
    expect(beside.calls).toBe(0);
  });

  it('hides no first funder of others beside an honest one', async () => {
    const alone = new LeavingOut(payer, 2 * DAY + 60, null);
    const beside = new LeavingOut(payer, 2 * DAY + 60, honest());
    for (const ask of [firstFunder, earlyFunder]) {
      expect(await ask(payer, alone, await alone.signatures(payer))).toMatchObject({
        gap: { cause: 'history_missing' },
      });
      expect(await ask(payer, beside, await beside.signatures(payer))).toMatchObject({ value: { source: uncle } });
    }
  });
});
