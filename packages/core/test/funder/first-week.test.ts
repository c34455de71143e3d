import { describe, expect, it } from 'vitest';
import { gatherFunder } from '#facts/funder/evidence.ts';
import { judgeFunder } from '#rules/funder/verdict.ts';
import { type Address, address } from '#solana/address.ts';
import type { Move } from '#solana/move.ts';
import { TOKEN_PROGRAM } from '#solana/token/programs.ts';
import type { TokenBalance } from '#solana/transaction.ts';
import { exchangeLabel, labelsOf } from '../support/funder-evidence.ts';
import { key, type Made, MemoryChain, signatureOf, transaction, transfer } from '../support/transactions.ts';

const SOL = 1_000_000_000n;
const RENT = 2_039_280n;
const FEE = 5_000n;
const DAY = 86_400;
const [W, exchange, twin, rich, pocket] = ['w', 'exchange', 'twin', 'rich', 'pocket'].map(key) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const WSOL = address('So11111111111111111111111111111111111111112');
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const USD1 = address('USD1ttGY1N17NEEHLmELoaybftRBUSErhqYiQzvEmuB');
const USDG = address('2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH');
const EURC = address('HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr');
const vault = address('5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1');
const TOP = { outer: 0, inner: -1 };

const outlaw = key('outlaw');
const all = [
  exchangeLabel(exchange),
  exchangeLabel(twin),
  exchangeLabel(outlaw, { category: 'sanctioned', fundingClass: 'sanctioned', exchange: null }),
];
const labels = labelsOf(...all);

/** Transfers of lamports to the wallet; `held` is what it has before each. */
class Story {
  readonly made: Made[] = [];
  held = 0n;

  gives(from: Address, lamports: bigint, slot: number, over: Partial<Made> = {}): this {
    this.made.push({
      name: `gift ${this.made.length}`,
      slot,
      balances: [
        [from, 9_000n * SOL, 9_000n * SOL - lamports - FEE],
        [W, this.held, this.held + lamports],
      ],
      moves: [transfer(from, W, lamports)],
      ...over,
    });
    this.held += lamports;
    return this;
  }

  /** The wallet pays a fee, and `lamports` to somebody. */
  pays(slot: number, to: Address = key('shop'), lamports = 0n): this {
    const left = this.held - lamports - FEE;
    this.made.push({
      name: `spend ${this.made.length}`,
      slot,
      balances: [
        [W, this.held, left],
        [to, SOL, SOL + lamports],
      ],
      moves: lamports > 0n ? [transfer(W, to, lamports)] : [],
    });
    this.held = left;
    return this;
  }

  adds(made: Made, held: bigint): this {
    this.made.push(made);
    this.held = held;
    return this;
  }
}

const small = () => new Story().gives(exchange, SOL / 100n, 1_000).pays(1_100);

async function judge(story: Story, prepare: (chain: MemoryChain) => void = () => {}) {
  const chain = new MemoryChain(story.made.map(transaction));
  prepare(chain);
  const evidence = await gatherFunder(W, chain, { labels });
  const { verdict, flags, metrics, confidencePercent, gaps } = judgeFunder(evidence);
  const most = metrics.main_source as Record<string, unknown> | null;
  return { chain, verdict, flags, most, percent: confidencePercent, gaps: gaps.map(({ reading }) => reading) };
}

describe('the seven days from the first money', () => {
  it('show 500 SOL of anybody behind 0.01 SOL of an exchange', async () => {
    const judged = await judge(small().gives(rich, 500n * SOL, 2_000));
    expect([judged.verdict, judged.percent, judged.flags]).toEqual(['CEX_FUNDED', 85, ['LATER_MONEY_DWARFS_FIRST']]);
    expect(judged.most).toMatchObject({
      source: rich,
      lamports: (500n * SOL).toString(),
      share_bps: 9_999,
      credited_lamports: (500n * SOL + SOL / 100n).toString(),
      sources: 2,
      whole: true,
      why: null,
    });
    expect(judged.chain.rounds).toBeLessThanOrEqual(3);
  });

  it('show it over many senders, and not what came of the same exchange or of another account of it', async () => {
    const many = small();
    for (let n = 0; n < 100; n += 1) many.gives(key(`mule ${n}`), SOL / 100n, 2_000 + n);
    expect((await judge(many)).flags).toEqual(['LATER_MONEY_DWARFS_FIRST']);
    const customer = small()
      .gives(exchange, 90n * SOL, 2_000)
      .gives(twin, 500n * SOL, 3_000);
    const judged = await judge(customer);
    expect([judged.verdict, judged.percent, judged.flags]).toEqual(['CEX_FUNDED', 95, []]);
    expect(judged.most).toMatchObject({ source: twin, label: { exchange: 'Sample' } });
  });

  it('end after seven days; what the address has beyond them is called unread', async () => {
    const at = (day: number) => small().gives(rich, 500n * SOL, 1_000 + day * DAY);
    expect((await judge(at(7))).flags).toEqual(['LATER_MONEY_DWARFS_FIRST']);
    const waited = await judge(at(8));
    expect([waited.verdict, waited.percent, waited.flags]).toEqual(['CEX_FUNDED', 85, ['LATER_MONEY_NOT_READ']]);
    expect(waited.most).toMatchObject({ source: exchange, share_bps: 10_000, transactions_read: 2 });
  });

  it('are not doubted for what the exchange gave later, however little it gave first, unless that cannot be read', async () => {
    const saver = () =>
      small()
        .gives(exchange, 5n * SOL, 1_000 + 20 * DAY)
        .gives(twin, 9n * SOL, 1_000 + 90 * DAY);
    expect(await judge(saver())).toMatchObject({ verdict: 'CEX_FUNDED', percent: 95, flags: [] });
    const unread = await judge(saver(), (chain) => chain.lost.add(signatureOf('gift 3')));
    expect(unread).toMatchObject({ percent: 85, flags: ['LATER_MONEY_NOT_READ'] });
    const mixed = await judge(saver().gives(rich, 500n * SOL, 1_000 + 95 * DAY));
    expect(mixed).toMatchObject({ percent: 85, flags: ['LATER_MONEY_NOT_READ'] });
  });

  it('begin with the first money, not with an earlier mention', async () => {
    const mention: Made = {
      name: 'mention',
      slot: 1,
      balances: [
        [rich, SOL, SOL - FEE],
        [W, 0n, 0n],
      ],
    };
    const story = new Story().adds(mention, 0n);
    story
      .gives(exchange, SOL / 100n, 20 * DAY)
      .pays(20 * DAY + 9)
      .gives(rich, 500n * SOL, 26 * DAY);
    expect((await judge(story)).flags).toEqual(['LATER_MONEY_DWARFS_FIRST']);
  });

  it('count what goes back and forth once', async () => {
    const story = new Story().gives(exchange, 10n * SOL, 1_000);
    for (let n = 1; n <= 20; n += 1) story.pays(1_000 + n * 10, rich, 9n * SOL).gives(rich, 9n * SOL, 1_005 + n * 10);
    expect(await judge(story)).toMatchObject({ flags: [], percent: 95, most: { source: exchange, sources: 1 } });
  });

  it('do not brand a customer who sent all back to the exchange for a speck of a sanctioned address', async () => {
    const story = new Story()
      .gives(exchange, SOL, 1_000)
      .pays(1_100, exchange, SOL - 10n * FEE)
      .gives(outlaw, 1n, 1_200);
    expect(await judge(story)).toMatchObject({ verdict: 'CEX_FUNDED', percent: 95, flags: [] });
    story.gives(outlaw, SOL, 1_300);
    expect(await judge(story)).toMatchObject({ percent: 85, flags: ['SANCTIONED_MONEY'] });
  });

  it('are not read whole where more than 200 transactions fall into them', async () => {
    const flood = small();
    for (let n = 0; n < 210; n += 1) flood.gives(key('dust'), 1n, 2_000 + n);
    flood.gives(rich, 500n * SOL, 5_000);
    const judged = await judge(flood);
    expect([judged.verdict, judged.percent, judged.flags]).toEqual(['CEX_FUNDED', 85, ['LATER_MONEY_NOT_READ']]);
    expect(judged.most).toMatchObject({ whole: false, why: 'limit_reached' });
  });

  it('lower the confidence where a transaction of them cannot be read', async () => {
    const judged = await judge(small().gives(rich, SOL, 2_000), (chain) => chain.lost.add(signatureOf('gift 2')));
    expect(judged).toMatchObject({
      verdict: 'CEX_FUNDED',
      percent: 85,
      most: null,
      gaps: ['first_trade', 'first_week'],
    });
  });
});

describe('money in token accounts', () => {
  const balance = (account: Address, owner: Address, mint: Address, amount: bigint): TokenBalance => ({
    keyIndex: 0,
    account,
    mint,
    owner,
    program: TOKEN_PROGRAM,
    amount,
    decimals: mint === WSOL ? 9 : 6,
  });
  /** The wallet opens a token account of its own. */
  const opens = (story: Story, mint: Address) =>
    story.adds(
      {
        name: 'open',
        slot: 1_200,
        balances: [
          [W, story.held, story.held - RENT - FEE],
          [pocket, 0n, RENT],
        ],
        moves: [
          {
            at: TOP,
            program: TOKEN_PROGRAM,
            kind: 'create_account',
            from: W,
            to: pocket,
            lamports: RENT,
            space: 165n,
            owner: TOKEN_PROGRAM,
          },
          { at: TOP, program: TOKEN_PROGRAM, kind: 'open_token_account', account: pocket, owner: W, mint, payer: null },
        ],
        postTokens: [balance(pocket, W, mint, 0n)],
      },
      story.held - RENT - FEE,
    );
  const richPocket = key('pocket of rich');
  /** A transfer between token accounts: it does not name the wallet. */
  const sent = (mint: Address, amount: bigint): Made => {
    const lamports = mint === WSOL ? amount : 0n;
    const move: Move = {
      at: TOP,
      program: TOKEN_PROGRAM,
      kind: 'token_transfer',
      from: richPocket,
      to: pocket,
      authority: rich,
      mint,
      amount,
    };
    return {
      name: 'sent',
      slot: 2_000,
      balances: [
        [rich, SOL, SOL - FEE],
        [richPocket, RENT + lamports, RENT],
        [pocket, RENT, RENT + lamports],
      ],
      moves: [move],
      preTokens: [balance(richPocket, rich, mint, amount), balance(pocket, W, mint, 0n)],
      postTokens: [balance(richPocket, rich, mint, 0n), balance(pocket, W, mint, amount)],
    };
  };

  it.each([
    ['wrapped SOL', WSOL, 500n * SOL, { source: rich, lamports: (500n * SOL).toString() }],
    ['USDC', USDC, 50_000_000_000n, { source: exchange, credited_dollars: '50000000000' }],
    ['USD1', USD1, 50_000_000_000n, { source: exchange, credited_dollars: '50000000000' }],
    ['USDG', USDG, 50_000_000_000n, { source: exchange, credited_dollars: '50000000000' }],
    ['EURC', EURC, 50_000_000_000n, { source: exchange, credited_dollars: '50000000000' }],
  ] as const)('shows although a transfer of %s does not name the wallet', async (_, mint, amount, most) => {
    const story = opens(small(), mint);
    const judged = await judge(story.adds(sent(mint, amount), story.held));
    expect([judged.verdict, judged.percent, judged.flags]).toEqual(['CEX_FUNDED', 85, ['LATER_MONEY_DWARFS_FIRST']]);
    expect(judged.most).toMatchObject(most);
  });

  it('shows when the account is closed before the check', async () => {
    const story = opens(small(), WSOL);
    const hidden = story.held + 500n * SOL + RENT - FEE;
    story.adds(
      {
        name: 'close',
        slot: 3_000,
        balances: [
          [W, story.held, hidden],
          [pocket, 500n * SOL + RENT, 0n],
        ],
        moves: [{ at: TOP, program: TOKEN_PROGRAM, kind: 'close_token_account', from: pocket, to: W, owner: W }],
        preTokens: [balance(pocket, W, WSOL, 500n * SOL)],
      },
      hidden,
    );
    const judged = await judge(story);
    expect([judged.percent, judged.flags]).toEqual([85, ['LATER_MONEY_DWARFS_FIRST']]);
    expect(judged.most).toMatchObject({ source: null, lamports: (500n * SOL).toString() });
  });

  it('of a sale counts for what it brought beyond the purchase', async () => {
    const story = new Story().gives(exchange, 10n * SOL, 1_000).pays(1_100, vault, 8n * SOL);
    const sold = story.held + 12n * SOL - FEE;
    story.adds(
      {
        name: 'sale',
        slot: 1_200,
        balances: [
          [W, story.held, sold],
          [vault, 100n * SOL, 88n * SOL],
        ],
        moves: [transfer(vault, W, 12n * SOL)],
      },
      sold,
    );
    const judged = await judge(story);
    expect(judged.flags).toEqual([]);
    expect(judged.most).toMatchObject({ source: exchange, credited_lamports: (14n * SOL).toString(), sources: 2 });
  });
});
