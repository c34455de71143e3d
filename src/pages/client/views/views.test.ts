import { funderMetrics } from 'assay-core/rules/funder/metrics.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { exampleOf } from 'assay-core/rules/metric.ts';
import { tokenMetrics } from 'assay-core/rules/token/metrics.ts';
import { tradeMetrics } from 'assay-core/rules/trade/metrics.ts';
import { walletMetrics } from 'assay-core/rules/wallet/metrics.ts';
import { describe, expect, it } from 'vitest';
import { answerExamples, funderExample } from '../../answer-examples.ts';
import { explorerUrl, networkName } from '../network.ts';
import { toneOf } from '../tone.tsx';
import { shownRows, testText, textPartsOf } from './evidence.ts';
import { funderSections } from './funder.ts';
import { namesIn, ownNames, sectionsOf } from './index.ts';
import { roundAbove, type Section } from './section.ts';
import { tokenSections } from './token.ts';
import { tradeSections } from './trade.ts';
import { walletSections } from './wallet.ts';

const token = exampleOf(tokenMetrics);
const wallet = exampleOf(walletMetrics);
const trade = exampleOf(tradeMetrics);
const funder = exampleOf(funderMetrics);

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
/** What a service would explain. */
const explain = (type: string, value: string) => `${type} ${value}`;

function titled<T extends Section['type']>(sections: readonly Section[], type: T, title: string) {
  const found = sections.find((section) => section.type === type && section.title === title);
  if (found?.type !== type) throw new Error(`no ${type} ${title}`);
  return found as Extract<Section, { type: T }>;
}

/** The sentences of a section as plain text. */
function textOf(sections: readonly Section[], title: string): readonly string[] {
  return titled(sections, 'sentences', title).sentences.map((one) =>
    typeof one === 'string' ? one : one.map((part) => Object.values(part)[0]).join(''),
  );
}

describe('a wallet', () => {
  const sections = walletSections(wallet);

  it('has a curve from nothing to its last sale, and says so in words', () => {
    const plot = titled(sections, 'plot', 'Realized profit over time');
    expect(plot.points).toHaveLength(wallet.equity!.length + 1);
    expect([plot.points[0], plot.points.at(-1)]).toEqual([
      { x: wallet.first_trade_time_unix, y: 0 },
      { x: wallet.equity!.at(-1)!.time_unix, y: 1.098942565 },
    ]);
    expect(plot.summary).toContain('1.0989 SOL at the end, 1.2695 SOL at its highest');
    expect(plot.table.rows).toHaveLength(3);
  });

  it('names each failed test with its figure and bound, unless a reason does', () => {
    expect(titled(sections, 'table', 'Further tests that it failed').rows).toEqual([
      [[{ code: 'PNL_POSITIVE_NOT_SIGNIFICANT' }], '−7.72 %; needed: at least 0.01 %'],
    ]);
    const titles = walletSections(wallet, ['PNL_POSITIVE_NOT_SIGNIFICANT']).map(({ title }) => title);
    expect(titles).not.toContain('Further tests that it failed');
  });

  it('has the record of each currency, the main one first, where there is more than SOL', () => {
    const [sol] = wallet.books ?? [];
    const dollars = { ...sol!, currency: 'usd' as const, main: true, closed: 31, realized_pnl: '-1234567' };
    const both = walletSections({ ...wallet, books: [{ ...sol!, main: false }, dollars] });
    const { rows } = titled(both, 'table', 'The record in each currency; the verdict is that of the first');
    expect(rows[0]).toEqual(['31', '26,394.62 USD', '−1.23 USD', '3,826.15 USD']);
    expect(rows[1]).toEqual(['48', '26.3946 SOL', '3.8296 SOL', '3.8261 SOL']);
    expect(textOf(both, 'What it made in SOL')).toEqual(textOf(sections, 'What it made'));
  });

  it('says in sentences what its figures mean', () => {
    expect(textOf(sections, 'What it made')).toEqual([
      'Its 48 round trips made 3.8296 SOL, 14.5 % of the 26.3946 SOL that they cost.',
      'Less losses that do not count, tokens that were transferred out, and overhead, it made 3.8261 SOL.',
      'Without the best 2 round trips it would have made 0.6063 SOL.',
      'Its gains were 165 % of its losses.',
      'The largest fall of its profit from a high was 2.8 times the most SOL that was in use at once.',
      '25 of them won, 52.08 %; with 95 percent confidence the share lies between 38.32 % and 65.53 %.',
      'It traded 41 different tokens on 58 days.',
      'Half of the money was held for 4 h 41 min at most.',
      'Of the last 90 days, 133 transactions were read.',
    ]);
  });
});

describe('the bounds of what a wallet returns', () => {
  const said = (expectancy_lower_bps: number, expectancy_upper_bps: number, reasons: readonly string[] = []) =>
    textOf(walletSections({ ...wallet, expectancy_lower_bps, expectancy_upper_bps }, reasons), 'What it made').filter(
      (sentence) => sentence.includes('99 percent'),
    );

  it('are said only where they exclude that it earns nothing, and not again after a reason', () => {
    expect(said(-772, 4646)).toEqual([]);
    expect(said(120, 900)).toEqual([
      'With 99 percent confidence, what it does returns more than 1.2 % of its cost, after a sceptical prior.',
    ]);
    expect(said(-1590, -1226)).toEqual([
      'With 99 percent confidence, what it does loses more than 12.26 % of its cost.',
    ]);
    expect(said(-1590, -1226, ['NEGATIVE_EXPECTANCY'])).toEqual([]);
  });
});

describe('a trade', () => {
  const sections = tradeSections(trade, explain);

  it('shows cost by size with the size that was asked, between the bounds of verdicts', () => {
    const plot = titled(sections, 'plot', 'Cost of a round trip by size');
    expect(plot.points.map(({ y }) => y)).toEqual([3.18, 5.84, 8.98, 28.14, 43.11]);
    expect([plot.points[0]?.x, plot.points.at(-1)?.x, plot.mark]).toEqual([0.1, 10, { x: 0.5, y: 5.84 }]);
    expect(plot.zones.map(({ at }) => at)).toEqual([3, 10, 35]);
  });

  it('shows every part of the cost, its route, and why a pool was not used', () => {
    const parts = titled(sections, 'bars', 'Where the cost goes');
    expect(parts.bars).toHaveLength(7);
    expect(parts.bars[0]).toMatchObject({
      label: [{ strong: 'Price impact' }, { text: ' CostParts price_impact' }],
      text: '0.017 SOL, 3.4 %',
    });
    expect([parts.bars[0]?.percent.toFixed(2), parts.max]).toEqual(['3.41', 4]);
    const pools = titled(sections, 'table', 'Pools that were found').rows;
    expect(pools.map((row) => [row[0], row.at(-1)])).toEqual([
      ['PumpSwap', 'the cheapest route'],
      ['pump.fun bonding curve', 'the coin trades on PumpSwap, or soon will'],
    ]);
  });

  it('shows a route of its own only where it is more than one pool', () => {
    expect(sections.some(({ title }) => title === 'Cheapest route')).toBe(false);
    const [part] = trade.route!;
    const hops = [...part!.hops, { venue: 'raydium_clmm', pool: 'P' }];
    const split = tradeSections({ ...trade, route: [{ ...part!, hops }] }, explain);
    expect(titled(split, 'table', 'Cheapest route').rows).toEqual([
      ['0.5 SOL', 'PumpSwap', [{ id: part!.hops[0]?.pool, what: 'account' }]],
      ['then', 'Raydium CLMM', [{ id: 'P', what: 'account' }]],
    ]);
  });

  it.each([
    ['sell', 'What 0.5 SOL buys cannot be sold again.', 'refuses the sale'],
    ['buy', 'Nothing can be bought for 0.5 SOL.', 'refuses the purchase'],
    [null, 'No pool has a price for 0.5 SOL.', 'refused'],
  ])('of which every pool refuses the leg %s says so, and why once', (refused_leg, sentence, state) => {
    const why = 'the curve holds too little';
    const refused_detail = `pump_curve P: ${why}`;
    const pool = { ...trade.pools![1]!, venue: 'pump_curve', address: 'P', refused_leg, refused_detail };
    const refused = { ...trade, tokens_bought: null, pools: [pool] };
    const stateOf = (message: string) =>
      titled(tradeSections(refused, explain, message), 'table', 'Pools that were found').rows[0]?.at(-1);
    expect(textOf(tradeSections(refused, explain), 'What the trade comes to')).toContain(sentence);
    expect([stateOf(''), stateOf(`No pool carries the size: ${refused_detail}.`)]).toEqual([why, state]);
  });

  it('says which sizes cannot be had', () => {
    const sizes = [...trade.sizes!.slice(0, 4), { size_sol: '10', cost_bps: null }];
    const plot = titled(tradeSections({ ...trade, sizes }, explain), 'plot', 'Cost of a round trip by size');
    expect(plot.summary).toContain('Not to be had: 10 SOL.');
  });
});

describe('a token', () => {
  const sections = tokenSections(token, explain);

  it('shows holders with role and share', () => {
    const { bars } = titled(sections, 'bars', 'Largest holders');
    expect(bars.map(({ text, shade }) => [text, shade])).toEqual([
      ['63.74 %', 'locked'],
      ['2.17 %', 'held'],
      ['0.9 %', 'held'],
    ]);
  });

  it('draws the bars of a section on one scale, which ends at a round number', () => {
    const { bars, max } = titled(sections, 'bars', 'Largest holders');
    expect([bars[0]?.percent, bars[1]?.percent, max]).toEqual([63.74, 2.17, 100]);
    const few = tokenSections({ ...token, holders: token.holders!.slice(1) }, explain);
    expect(titled(few, 'bars', 'Largest holders').max).toBe(4);
  });

  it('accounts for the whole supply', () => {
    const { bars } = titled(sections, 'bars', 'Where the supply lies');
    expect(bars.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
  });

  it('names its venues, and what can become of their liquidity, as people do', () => {
    expect(titled(sections, 'table', 'Pools').rows).toEqual([
      [
        'PumpSwap',
        [{ id: token.pools![0]?.address, what: 'account' }],
        '$1,862.56',
        '100 % burned: LiquidityHow burned',
      ],
    ]);
  });

  it('names whoever has power over it, and no table of nobody', () => {
    const authority = { address: 'A', roles: ['mint', 'freeze'], kind: 'wallet', program: null } as const;
    const { rows } = titled(
      tokenSections({ ...token, authorities: [authority] }, explain),
      'table',
      'Who has power over it',
    );
    expect(rows).toEqual([[[{ id: 'A', what: 'account' }], 'Mint, Freeze', 'AuthorityKind wallet']]);
    expect(sections.some(({ title }) => title === 'Who has power over it')).toBe(false);
  });
});

describe('a funder', () => {
  it('is a path from the source to the subject', () => {
    const path = titled(funderSections(funder), 'path', 'Funding path');
    expect(path.stops).toEqual([
      { name: 'Source', id: funder.source, label: 'Binance 2 (exchange, strong label)' },
      { name: 'The address asked about', id: null, label: null },
    ]);
    expect(path.legs).toHaveLength(1);
  });

  it('begins at the furthest hop that was followed', () => {
    const hop = { label: null, lamports: '5', transaction: null, slot: null, time_unix: null };
    const followed = { ...funder, hop_2: { ...hop, source: 'second' }, hop_3: { ...hop, source: 'third' } };
    const path = titled(funderSections(followed), 'path', 'Funding path');
    expect(path.stops.map(({ name, id }) => `${name} ${id}`)).toEqual([
      'Source 3 third',
      'Source 2 second',
      `Source 1 ${funder.source}`,
      'The address asked about null',
    ]);
    expect(path.legs).toHaveLength(3);
  });
});

describe.each(Object.values(kinds))('the kind $name', (kind) => {
  it('shows no figures of a free answer, and survives one without any of its members', () => {
    const { free } = answerExamples(kind, funderExample.subject);
    expect(sectionsOf(free!.value, explain)).toEqual([]);
    const bare = { ...free!.value, metrics: { unexpected: 1 } };
    expect(() => sectionsOf(bare, explain)).not.toThrow();
    expect(ownNames(bare)).toEqual([]);
    expect(namesIn(bare)).toEqual([]);
  });

  it('has a tone for each verdict', () => {
    const silent = ['INSUFFICIENT', 'UNVERIFIABLE', 'UNKNOWN', 'NO_POOL', 'UNVERIFIABLE_ORIGIN'];
    const unknown = Object.keys(kind.verdicts).filter((verdict) => toneOf(verdict) === 'unknown');
    expect(unknown.filter((verdict) => !silent.includes(verdict))).toEqual([]);
  });
});

describe('evidence', () => {
  it('finds addresses and signatures within a text', () => {
    const { subject, metrics } = funderExample;
    const signature = String(metrics.funding_transaction);
    expect(textPartsOf(`pumpswap ${subject}: ${signature}`)).toEqual([
      { text: 'PumpSwap ' },
      { id: subject, what: 'account' },
      { text: ': ' },
      { id: signature, what: 'tx' },
    ]);
  });

  it('says amounts in their units and leaves out what is not known', () => {
    const facts = shownRows({
      cost_lamports: '29172851',
      cost_bps: 584,
      depth_usd_micros: '1862568572',
      age: null,
      own: false,
    });
    expect(facts.map(({ name, parts }) => [name, ...parts])).toEqual([
      ['Cost', { text: '0.0291 SOL' }],
      ['Cost', { text: '5.84 %' }],
      ['Depth', { text: '$1,862.56' }],
      ['Own', { text: 'no' }],
    ]);
  });

  it('says a bound in words', () => {
    expect(testText('-5', '1', 'at_least', 'lamports')).toBe('−0.000000005 SOL; needed: above 0');
    expect(testText(null, 4000, 'at_most', 'bps')).toBe('no figure; needed: at most 40 %');
  });
});

describe('an explorer', () => {
  it('is linked to for public chains and not for the sample world', () => {
    const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
    expect(explorerUrl({ network: MAINNET, sandbox: false }, 'account', 'A')).toBe('https://solscan.io/account/A');
    expect(explorerUrl({ network: devnet, sandbox: false }, 'tx', 'S')).toBe('https://solscan.io/tx/S?cluster=devnet');
    expect(explorerUrl({ network: devnet, sandbox: true }, 'token', 'M')).toBeNull();
    expect(explorerUrl({ network: 'solana:other', sandbox: false }, 'token', 'M')).toBeNull();
    expect([
      networkName({ network: devnet, sandbox: true }),
      networkName({ network: MAINNET, sandbox: false }),
    ]).toEqual(['sandbox', 'mainnet']);
  });
});

it('ends a scale at the first round number that nothing exceeds', () => {
  expect([0.3, 0.41, 4, 30, 63.74, 100, 0].map(roundAbove)).toEqual([0.4, 0.5, 4, 40, 100, 100, 1]);
});

describe('names of addresses', () => {
  it('are what a token calls itself, and labels of whoever the answer names', () => {
    const document = answerExamples(kinds.token, 'M').free!.value;
    const holders = [
      { owner: 'H', label: 'Raydium CPMM vault authority' },
      { owner: 'W', label: null },
    ];
    expect(
      namesIn({ ...document, kind: 'token', subject: 'M', metrics: { name: 'Oak', symbol: 'OAK', holders } }),
    ).toEqual([
      ['H', 'Raydium CPMM vault authority'],
      ['M', 'Oak (OAK)'],
    ]);
    const { source, source_label } = funder;
    expect(namesIn({ ...document, kind: 'funder', metrics: { source, source_label } })).toEqual([
      [source, 'Binance 2'],
    ]);
  });
});
