import { describe, expect, it } from 'vitest';
import { kinds } from '#checks/index.ts';
import { exampleOf } from '#checks/metric.ts';
import { tokenMetrics } from '#checks/token/metrics.ts';
import { walletMetrics } from '#checks/wallet/metrics.ts';
import { answerExamples, funderExample, tradeExample } from '#transport/discovery/openapi/answer-examples.ts';
import { factsOf, testText, textPartsOf } from '../evidence.ts';
import { explorerUrl, networkName } from '../network.ts';
import { toneOf } from '../tone.ts';
import { type FunderFigures, funderSections } from './funder.ts';
import { ownNames, sectionsOf } from './index.ts';
import { roundTicks, type Section } from './section.ts';
import type { TokenFigures } from './token.ts';
import { tokenSections } from './token.ts';
import { type TradeFigures, tradeSections } from './trade.ts';
import { type WalletFigures, walletSections } from './wallet.ts';

const tokenExampleMetrics = exampleOf(tokenMetrics);
const walletExampleMetrics = exampleOf(walletMetrics);

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const trade = tradeExample.metrics as unknown as TradeFigures;
const funder = funderExample.metrics as unknown as FunderFigures;
// The compiler holds the shapes of the pages to those of the answers.
const wallet: WalletFigures = walletExampleMetrics;
const token: TokenFigures = {
  ...tokenExampleMetrics,
  buckets: { ...tokenExampleMetrics.buckets } as Record<string, number>,
};

function titled<T extends Section['type']>(sections: readonly Section[], type: T, title: string) {
  const found = sections.find((section) => section.type === type && section.title === title);
  if (found?.type !== type) throw new Error(`no ${type} ${title}`);
  return found as Extract<Section, { type: T }>;
}

describe('a wallet', () => {
  const sections = walletSections(wallet);

  it('has a curve from nothing to its last sale, and says so in words', () => {
    const plot = titled(sections, 'plot', 'Realized profit over time');
    expect(plot.points).toHaveLength(wallet.equity!.length + 1);
    expect([plot.points[0], plot.points.at(-1)?.x]).toEqual([{ x: 0, y: 0 }, 1]);
    expect(plot.summary).toContain('1.0989 SOL at the end, 1.2695 SOL at its highest');
    expect(plot.table.rows).toHaveLength(3);
  });

  it('names each failed test with its figure and bound', () => {
    expect(titled(sections, 'table', 'Tests that it failed').rows).toEqual([
      [[{ code: 'PNL_POSITIVE_NOT_SIGNIFICANT' }], '−7.72 %; needed: at least 0.01 %'],
    ]);
  });
});

describe('a trade', () => {
  const sections = tradeSections(trade);

  it('shows cost by size with the size that was asked, between the bounds of verdicts', () => {
    const plot = titled(sections, 'plot', 'Cost of a round trip by size');
    expect(plot.points.map(({ y }) => y)).toEqual([3.18, 5.84, 8.98, 28.14, 43.11]);
    expect([plot.points[0]?.x, plot.points.at(-1)?.x, plot.mark?.text]).toEqual([0, 1, '5.84 %']);
    expect(plot.zones.map(({ at }) => at)).toEqual([3, 10, 35]);
  });

  it('shows every part of the cost, its route, and why a pool was not used', () => {
    expect(titled(sections, 'bars', 'Where the cost goes').bars).toHaveLength(7);
    expect(titled(sections, 'table', 'Cheapest route').rows).toHaveLength(1);
    expect(titled(sections, 'table', 'Pools that were found').rows[1]?.at(-1)).toMatch(/PumpSwap/);
  });

  it('says which sizes cannot be had', () => {
    const sizes = [...trade.sizes!.slice(0, 4), { size_sol: '10', cost_bps: null }];
    const plot = titled(tradeSections({ ...trade, sizes }), 'plot', 'Cost of a round trip by size');
    expect(plot.summary).toContain('Not to be had: 10 SOL.');
  });
});

describe('a token', () => {
  const sections = tokenSections(token);

  it('shows holders with role and share', () => {
    const { bars } = titled(sections, 'bars', 'Largest holders');
    expect(bars.map(({ text, shade }) => [text, shade])).toEqual([
      ['63.74 %', 'locked'],
      ['2.17 %', 'held'],
      ['0.9 %', 'held'],
    ]);
    expect(bars[0]?.share).toBe(1);
  });

  it('accounts for the whole supply', () => {
    const { bars } = titled(sections, 'bars', 'Where the supply lies');
    expect(bars.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it('says in words that nobody has power over it', () => {
    expect(titled(sections, 'table', 'Who has power over it').rows).toEqual([['nobody', 'change the mint', '']]);
    expect(tokenSections({ ...token, authorities: null }).some(({ title }) => title === 'Who has power over it')).toBe(
      false,
    );
  });
});

describe('a funder', () => {
  it('is a path from the source to the subject', () => {
    const path = titled(funderSections(funder, 'S'), 'path', 'Funding path');
    expect(path.stops).toEqual([
      { name: 'Source', id: funder.source, label: 'Binance 2 (cex, label strong)' },
      { name: 'Subject', id: 'S', label: null },
    ]);
    expect(path.legs).toHaveLength(1);
  });

  it('begins at the furthest hop that was followed', () => {
    const hop = { label: null, lamports: '5', transaction: null, time_unix: null };
    const followed = { ...funder, hop_2: { ...hop, source: 'second' }, hop_3: { ...hop, source: 'third' } };
    const path = titled(funderSections(followed, 'S'), 'path', 'Funding path');
    expect(path.stops.map(({ name, id }) => `${name} ${id}`)).toEqual([
      'Source 3 third',
      'Source 2 second',
      `Source 1 ${funder.source}`,
      'Subject S',
    ]);
    expect(path.legs).toHaveLength(3);
  });
});

describe.each(Object.values(kinds))('the kind $name', (kind) => {
  it('shows no figures of a free answer, and survives one without any of its members', () => {
    const { free } = answerExamples(kind, funderExample.subject);
    expect(sectionsOf(free!.value)).toEqual([]);
    const bare = { ...free!.value, metrics: { unexpected: 1 } };
    expect(() => sectionsOf(bare)).not.toThrow();
    expect(ownNames(bare)).toEqual([]);
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
      { text: 'pumpswap ' },
      { id: subject, what: 'account' },
      { text: ': ' },
      { id: signature, what: 'tx' },
    ]);
  });

  it('says amounts in their units and leaves out what is not known', () => {
    const facts = factsOf({
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

it('ticks an axis with round numbers around what it shows', () => {
  expect(roundTicks(0, 43)).toEqual([0, 20, 40, 60]);
  expect(roundTicks(-3.5, 0)).toEqual([-4, -3, -2, -1, 0]);
  expect(roundTicks(0, 0)).toEqual([0, 0.25]);
});
