import { describe, expect, it } from 'vitest';
import type { SignedAnswer } from '../answer.ts';
import { shownOnce } from './once.ts';
import { type Section, say, sentences } from './section.ts';

const MINT = 'So11111111111111111111111111111111111111112';
const message = 'A round trip of 0.5 SOL costs 3.68 %: 0.01838153 SOL.';

function documentOf(evidence: SignedAnswer['reasons'][number]['evidence']): SignedAnswer {
  return {
    kind: 'trade',
    subject: MINT,
    network: 'solana:x',
    verdict: 'ELEVATED_COST',
    reason_codes: ['A'],
    confidence: 1,
    flags: [],
    reasons: [{ code: 'A', severity: 'medium', message, evidence }],
    metrics: {},
    as_of: { slot: 400_000_096, commitment: 'confirmed', time: null },
    gaps: [],
  };
}

const factsAfter = (evidence: Parameters<typeof documentOf>[0], sections: readonly Section[] = []) =>
  shownOnce(documentOf(evidence), sections).reasons.flatMap(({ facts }) => facts.map(({ name }) => name));

describe('a value of a card', () => {
  it('that a message tells is no fact and no sentence again', () => {
    expect(factsAfter({ cost_bps: 368, cost_lamports: '18381530', floor_bps: 248 })).toEqual(['Floor']);
    const all = [sentences('Cost', [say`Costs ${'3.68 %'}, ${'0.0183 SOL'}.`, say`Sold at once ${'2.48 %'}.`])];
    const { sections } = shownOnce(documentOf({}), all);
    expect(sections).toEqual([sentences('Cost', [say`Sold at once ${'2.48 %'}.`])]);
  });

  it('that a section shows is no fact, whether text, address, or the slot of the answer', () => {
    const table: Section = { type: 'table', title: 'T', head: [], rows: [['5.84 %', [{ id: MINT, what: 'account' }]]] };
    expect(factsAfter({ fee_bps: 584, pools: `pumpswap ${MINT}`, slot: 400_000_096 }, [table])).toEqual([]);
  });

  it('that a sentence tells as a loss or counts is no fact, nor is the proof of a label on the path', () => {
    const all = [sentences('Made', [say`Its ${'31 round trips'} lost ${'3.2515 SOL'}.`])];
    expect(factsAfter({ closed: 31, realized_pnl_lamports: '-3251511644', left_out: 31 }, all)).toEqual([
      'Best round trips left out',
    ]);
    const stops = [{ name: 'Source', id: MINT, label: 'Binance 2 (exchange, strong label)' }];
    expect(factsAfter({ label_grade: 'strong' }, [{ type: 'path', title: 'P', stops, legs: [] }])).toEqual([]);
  });

  it('that a message gives in the words of a pool is no fact', () => {
    const evidence = { refused: 'insufficient_liquidity', leg: 'sell', wallets: 5 };
    const document = documentOf(evidence);
    const of = (refused_detail: string) =>
      shownOnce({ ...document, metrics: { pools: [{ refused_detail }] } }, []).reasons[0]?.facts.map(
        ({ name }) => name,
      );
    expect([of(message), of('another cause')]).toEqual([['Wallets'], ['Why', 'Refused at', 'Wallets']]);
  });

  it('that only looks like another one stays', () => {
    expect(factsAfter({ share_bps: 68, wallets: 5, other_bps: 1368 })).toEqual(['Share', 'Wallets', 'Other']);
  });

  it('leaves out a section of which nothing is left', () => {
    expect(shownOnce(documentOf({}), [sentences('Cost', [say`Costs ${'3.68 %'}.`])]).sections).toEqual([]);
  });
});
