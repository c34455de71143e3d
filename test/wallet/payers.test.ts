import type { AskedPosition } from 'assay-core/derive/wallet/payers/asked-positions.ts';
import { quoteMintsOf } from 'assay-core/derive/wallet/payers/sale-pool.ts';
import { readPayments } from 'assay-core/gather/wallet/payers/payments.ts';
import { missing } from 'assay-core/lib/reading.ts';
import type { Currency } from 'assay-core/rules/wallet/evidence/book.ts';
import type { Address, Signature } from 'assay-core/solana/address.ts';
import { describe, expect, it } from 'vitest';
import { CurveCoin, PastReader } from '../../labs/evaluation/bought/market.ts';
import { MovesChain, named, SOL, slotBefore } from '../../packages/core/test/support/moves/chain.ts';

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

/** How a position is asked about; `book` says the currency, and how many of its units were got for a SOL. */
function position({ mint }: CurveCoin, purchase: Signature, sale: Signature, book: Kept = IN_SOL): AskedPosition {
  const [gain, received] = [(SOL / 4n) * book.perSol, ((5n * SOL) / 4n) * book.perSol].map((one) => one / SOL);
  const sold = { signature: sale, received: received ?? 0n, profit: gain ?? 0n };
  return { mint, currency: book.currency, gain: gain ?? 0n, purchase, sale: sold };
}

interface Kept {
  readonly currency: Currency;
  readonly perSol: bigint;
}

const IN_SOL: Kept = { currency: 'sol', perSol: SOL };
const IN_DOLLARS: Kept = { currency: 'usd', perSol: 150_000_000n };

async function paid({ chain, coin }: ReturnType<typeof market>, failing: string | null = null, book = IN_SOL) {
  coin.sell(wallet, START + 1_000);
  chain.play();
  const own = chain.history(wallet).map(({ signature }) => signature);
  const [sale, purchase] = own as [Signature, Signature];
  const reader = new FailingReader(chain, START, failing === 'pool' ? coin.vault : failing);
  const asked = position(coin, purchase, sale, book);
  const reading = await readPayments(asked, { wallet, reader, quoteMints: quoteMintsOf([]), seed: 'a secret' });
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

async function sharesOf(made: ReturnType<typeof market>, book = IN_SOL) {
  const { reading } = await paid(made, null, book);
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

  it('is who lifted the price before the sale, and not the many whose purchases were sold again', async () => {
    const made = market((coin) => {
      for (let n = 0; n < 40; n += 1) {
        coin.buy(named(`passing trader ${n}`), SOL, START + 10 + 4 * n);
        coin.sell(named(`passing trader ${n - 1}`), START + 12 + 4 * n);
      }
      coin.sell(named('passing trader 39'), START + 500);
      coin.buy(anna, 4n * SOL, START + 999);
    });
    expect((await sharesOf(made)).by.get(anna) ?? 0).toBeGreaterThan(90);
  });

  it('is nobody where liquidity came in after strangers bought', async () => {
    const made = market((coin, chain) => {
      coin.buy(bert, SOL, START + 10);
      chain.happen({
        slot: START + 500,
        payer: anna,
        instructions: [{ program: named('a program that trades'), accounts: [coin.curve], data: null }],
        lamports: [
          [anna, -9n * SOL],
          [coin.curve, 9n * SOL],
        ],
      });
    });
    expect((await sharesOf(made)).unread).toBeGreaterThan(85);
  });

  it('are the same in a book of dollars that came over a pool of SOL', async () => {
    const made = market((coin) => {
      coin.buy(anna, 3n * SOL, START + 10);
      coin.buy(bert, SOL, START + 20);
    });
    const { unread, by } = await sharesOf(made, IN_DOLLARS);
    expect(unread).toBeLessThanOrEqual(1);
    expect([by.get(anna), by.get(bert)]).toEqual([75, 25]);
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
    const asked = position(made.coin, purchase, sale);
    const reading = await readPayments(asked, { wallet, reader, quoteMints: quoteMintsOf([]), seed: '' });
    expect(reading).toMatchObject({ known: true, value: { unread: 0n, payments: [{ wallet: anna, paid: SOL / 4n }] } });
  });
});

describe('nobody is known to have paid', () => {
  it('what was bought to be sold elsewhere at once', async () => {
    const made = market((coin, chain) => {
      const elsewhere = { account: named('vault of another pool', false), owner: named('another pool', false) };
      chain.happen({
        slot: START + 5,
        payer: anna,
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
        slot: START + 5,
        payer: anna,
        instructions: [{ program: named('a program that trades'), accounts: [coin.curve], data: null }],
        lamports: [
          [anna, -3n * SOL],
          [coin.curve, 3n * SOL],
        ],
      });
      coin.buy(bert, SOL / 100n, START + 500);
    });
    expect((await sharesOf(made)).unread).toBeGreaterThan(90);
    expect((await sharesOf(made, IN_DOLLARS)).unread).toBeGreaterThan(90);
  });

  it('where a pool of strangers took most of the coins, and a pool beside it paid most of the money', async () => {
    const made = market((coin) => coin.buy(bert, 4n * SOL, START + 10));
    const { coin, chain } = made;
    const [own, vault] = [named('a pool of his own', false), named('its vault', false)];
    const account = named(`${wallet} holds ${coin.mint}`, false);
    const units = 30_000_000_000_000n;
    chain.happen({
      slot: START + 900,
      payer: wallet,
      instructions: [{ program: named('a router'), accounts: [account, coin.vault, vault, own], data: null }],
      lamports: [
        [wallet, 2n * SOL],
        [coin.curve, -SOL],
        [own, -SOL],
      ],
      tokens: [
        { account, owner: wallet, mint: coin.mint, by: -units },
        { account: coin.vault, owner: coin.curve, mint: coin.mint, by: (units * 4n) / 5n },
        { account: vault, owner: own, mint: coin.mint, by: units / 5n },
      ],
    });
    chain.enrich(own);
    chain.play();
    const [sale, purchase] = chain.history(wallet).map(({ signature }) => signature) as [Signature, Signature];
    const asked = {
      ...position(coin, purchase, sale),
      gain: SOL,
      sale: { signature: sale, received: 2n * SOL, profit: SOL },
    };
    const reader = new PastReader(chain, new Map(), START);
    for (const currency of ['sol', 'usd'] as const) {
      const question = { wallet, reader, quoteMints: quoteMintsOf([]), seed: '' };
      const reading = await readPayments({ ...asked, currency }, question);
      if (!reading.known) throw new Error('a gap');
      // Of two SOL the pool of strangers paid one, for coins that cost 0.8.
      expect(Number((reading.value.unread * 100n) / SOL)).toBeGreaterThanOrEqual(80);
    }
  });

  it('where a call failed it is a gap, and so where a trade of the wallet itself is not shown', async () => {
    const made = market((coin) => coin.buy(anna, SOL, START + 10));
    expect((await paid(made, 'pool')).reading).toMatchObject({ known: false, gap: { cause: 'deadline' } });
    const reader = new PastReader(made.chain, new Map(), START);
    const unknown = '1'.repeat(64) as Signature;
    const asked = position(made.coin, unknown, unknown);
    const reading = await readPayments(asked, { wallet, reader, quoteMints: quoteMintsOf([]), seed: '' });
    expect(reading).toMatchObject({ known: false, gap: { cause: 'history_missing' } });
  });
});
