import { describe, expect, it } from 'vitest';
import { readPayments } from '#evidence/wallet/payers/payments.ts';
import { moneysOf } from '#evidence/wallet/payers/pool.ts';
import type { Address, Signature } from '#lib/address.ts';
import { missing } from '#lib/reading.ts';
import { CurveCoin, PastReader } from '../evaluation/bought/market.ts';
import { MovesChain, named, SOL, slotBefore } from '../support/moves/chain.ts';

const wallet = named('the wallet whose payers are sought');
const people = ['a', 'b', 'c'].map((name) => named(`payer ${name}`)) as [Address, Address, Address];
const [anna, bert, carl] = people;
const START = slotBefore(86_400);

/** A coin that the wallet buys for one SOL at the start and sells a thousand slots later. */
function market(happens: (coin: CurveCoin, chain: MovesChain) => void) {
  const chain = new MovesChain();
  for (const one of [wallet, ...people]) chain.enrich(one);
  const coin = new CurveCoin(chain, 'a coin with payers');
  coin.create(named('who made the coin with payers'), START - 100);
  coin.buy(wallet, SOL, START);
  happens(coin, chain);
  return { chain, coin };
}

async function paid({ chain, coin }: ReturnType<typeof market>, failing: string | null = null) {
  coin.sell(wallet, START + 1_000);
  chain.play();
  const own = chain.history(wallet).map(({ signature }) => signature);
  const [sale, purchase] = own as [Signature, Signature];
  const reader = new FailingReader(chain, START, failing === 'pool' ? coin.vault : failing);
  const asked = { mint: coin.mint, gain: SOL / 4n, purchase, sale };
  const reading = await readPayments(asked, { wallet, reader, moneys: moneysOf([]), seed: 'a secret' });
  return { reading, reads: reader.reads, purchase };
}

class FailingReader extends PastReader {
  reads = 0;
  readonly #failing: string | null;

  constructor(chain: MovesChain, begins: number, failing: string | null) {
    super(chain, new Map(), begins);
    this.#failing = failing;
  }

  override async signatures(of: Address, page = {}) {
    return of === this.#failing ? missing('signatures', 'deadline') : super.signatures(of, page);
  }

  override async transaction(signature: Signature) {
    this.reads += 1;
    return super.transaction(signature);
  }
}

async function sharesOf(made: ReturnType<typeof market>) {
  const { reading } = await paid(made);
  if (!reading.known) throw new Error('a gap');
  const { gain, unread, payments } = reading.value;
  expect(unread + payments.reduce((sum, one) => sum + one.paid, 0n)).toBe(gain);
  const percent = (part: bigint) => Number((part * 100n) / gain);
  return { unread: percent(unread), by: new Map(payments.map((one) => [one.wallet, percent(one.paid)])) };
}

describe('who paid for a gain', () => {
  it('are those who bought more than they sold in between, each for a part of it', async () => {
    const made = market((coin) => {
      coin.buy(anna, 3n * SOL, START + 10);
      coin.buy(bert, SOL, START + 20);
      coin.buy(carl, 2n * SOL, START + 30);
      coin.sell(carl, START + 40);
    });
    const { unread, by } = await sharesOf(made);
    expect(unread).toBeLessThanOrEqual(1);
    // What the pool kept of Carl's two trades is all that he paid.
    expect([by.get(anna), by.get(bert), by.get(carl)]).toEqual([74, 24, 0]);
  });

  it('are not those who bought before, or after the sale', async () => {
    const made = market((coin) => {
      coin.buy(anna, 3n * SOL, START - 10);
      coin.buy(bert, SOL, START + 500);
      coin.buy(carl, 9n * SOL, START + 1_001);
    });
    expect([...(await sharesOf(made)).by.keys()]).toEqual([bert]);
  });

  it('is found where one large payer hides among nine hundred small trades, with few bodies read', async () => {
    for (const place of [13, 333, 640, 870]) {
      const made = market((coin) => {
        for (let n = 0; n < 900; n += 1) {
          const small = named(`small trader ${n % 40}`);
          coin.buy(small, SOL / 10_000n, START + 1 + n);
          if (n === place) coin.buy(anna, 5n * SOL, START + 1 + n);
        }
      });
      const { by } = await sharesOf(made);
      expect(by.get(anna) ?? 0).toBeGreaterThan(90);
    }
    const crowded = await paid(
      market((coin) => {
        for (let n = 0; n < 900; n += 1) coin.buy(named(`small trader ${n % 40}`), SOL / 100n, START + 1 + n);
      }),
    );
    expect(crowded.reads).toBeLessThanOrEqual(40);
  });

  it('is the maker who signed, where the coin went to him', async () => {
    const made = market(() => undefined);
    made.coin.sellTo(anna, wallet, (5n * SOL) / 4n, START + 900);
    made.chain.play();
    const [sale, purchase] = made.chain.history(wallet).map(({ signature }) => signature) as [Signature, Signature];
    const reader = new PastReader(made.chain, new Map(), START);
    const asked = { mint: made.coin.mint, gain: SOL / 4n, purchase, sale };
    const reading = await readPayments(asked, { wallet, reader, moneys: moneysOf([]), seed: '' });
    expect(reading).toMatchObject({ known: true, value: { unread: 0n, payments: [{ wallet: anna, paid: SOL / 4n }] } });
  });
});

describe('nobody is known to have paid', () => {
  it('what was bought to be sold elsewhere at once', async () => {
    const made = market((coin, chain) => {
      const elsewhere = { account: named('vault of another pool', false), owner: named('another pool', false) };
      chain.happen({
        ...{ slot: START + 5, payer: anna },
        instructions: [{ program: named('a program that trades'), accounts: [coin.curve, coin.vault], data: null }],
        lamports: [
          [anna, -3n * SOL],
          [coin.curve, 3n * SOL],
        ],
        tokens: [
          { ...elsewhere, mint: coin.mint, by: 1_000_000n },
          { account: coin.vault, owner: coin.curve, mint: coin.mint, by: -1_000_000n },
        ],
      });
      coin.buy(bert, SOL, START + 500);
    });
    const { unread, by } = await sharesOf(made);
    expect(by.has(anna)).toBe(false);
    expect(unread).toBeGreaterThan(70);
  });

  it('where buyers brought less than the gain, because somebody else put it into the pool', async () => {
    const made = market((coin, chain) => {
      chain.happen({
        ...{ slot: START + 5, payer: anna },
        instructions: [{ program: named('a program that trades'), accounts: [coin.curve], data: null }],
        lamports: [
          [anna, -3n * SOL],
          [coin.curve, 3n * SOL],
        ],
      });
      coin.buy(bert, SOL / 100n, START + 500);
    });
    expect((await sharesOf(made)).unread).toBeGreaterThan(90);
  });

  it('where a call failed it is a gap, and so where a trade of the wallet itself is not shown', async () => {
    const made = market((coin) => coin.buy(anna, SOL, START + 10));
    expect((await paid(made, 'pool')).reading).toMatchObject({ known: false, gap: { cause: 'deadline' } });
    const reader = new PastReader(made.chain, new Map(), START);
    const unknown = '1'.repeat(64) as Signature;
    const asked = { mint: made.coin.mint, gain: SOL, purchase: unknown, sale: unknown };
    const reading = await readPayments(asked, { wallet, reader, moneys: moneysOf([]), seed: '' });
    expect(reading).toMatchObject({ known: false, gap: { cause: 'history_missing' } });
  });
});
