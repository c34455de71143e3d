import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapFacts, known, missing } from '#lib/reading.ts';
import { anyEvidence, readings, withGap, worsened } from '../../../test/support/funder-arbitraries.ts';
import {
  credit,
  exchangeEvidence,
  funding,
  label,
  place,
  source,
  walletEvidence,
} from '../../../test/support/funder-evidence.ts';
import { codes, flags } from './codes.ts';
import type { FunderEvidence } from './evidence.ts';
import { ceilings, type FunderVerdict, verdictOrder } from './policy.ts';
import { funderRules } from './rules/index.ts';
import { judgeFunder } from './verdict.ts';

const rank = (verdict: string) => verdictOrder.indexOf(verdict as FunderVerdict);
const brief = (evidence: FunderEvidence) => {
  const { verdict, reasons, confidencePercent, decidedBy } = judgeFunder(evidence);
  return [verdict, reasons.map(({ code }) => code), confidencePercent, decidedBy.map(({ cause }) => cause)];
};
const text = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));

describe('verdict', () => {
  it('follows the reference for origins', () => {
    expect(brief(exchangeEvidence())).toEqual(['CEX_FUNDED', ['DIRECT_CEX_TRANSFER'], 95, []]);
    expect(brief(walletEvidence())).toEqual(['WALLET_FUNDED', ['DIRECT_WALLET_TRANSFER'], 85, []]);
    const single = source({ label: label({ grade: 'single' }) });
    expect(brief(exchangeEvidence({ source: known(single) }))).toEqual(['CEX_FUNDED', ['DIRECT_CEX_TRANSFER'], 70, []]);
    const weak = source({ label: label({ grade: 'weak' }) });
    expect(brief(exchangeEvidence({ source: known(weak) }))).toEqual(['UNKNOWN_ORIGIN', ['LABEL_WEAK'], 50, []]);
    const hub = walletEvidence({ sourceActivity: known({ signatures: 1_000, spanSeconds: 1 }) });
    expect(brief(hub)).toEqual(['UNKNOWN_ORIGIN', ['UNLABELLED_HUB'], 85, []]);
  });

  it('multiplies confidence by amount and share, and caps tokens', () => {
    const little = funding({ credits: [credit({ lamports: 1_999_999n })] });
    expect(brief(exchangeEvidence({ funding: known(little) }))[2]).toBe(66);
    const some = funding({ credits: [credit({ lamports: 2_000_000n })] });
    expect(brief(exchangeEvidence({ funding: known(some) }))[2]).toBe(85);
    const shared = funding({ credits: [credit(), credit({ source: 'other', lamports: 5_000_000n })] });
    expect(brief(exchangeEvidence({ funding: known(shared) }))[2]).toBe(85);
    const tokens = {
      ...place('birth'),
      mechanism: 'token_transfer' as const,
      source: 'payer',
      program: null,
      mint: 'm',
    };
    const tokenOnly = exchangeEvidence({
      funding: known(funding({ credits: [], tokenCredit: { ...tokens, amount: 5n }, spent: false })),
      source: known(source({ basis: 'tokens', mechanism: 'token_transfer', label: label() })),
    });
    expect(brief(tokenOnly)).toEqual(['CEX_FUNDED', ['CEX_TOKEN_FUNDED'], 75, []]);
  });

  it('says of a gap what it spoils, free when it is ours', () => {
    const hub = missing('source_activity', 'rpc_unavailable');
    expect(brief(walletEvidence({ sourceActivity: hub }))).toEqual([
      'UNKNOWN_ORIGIN',
      ['RPC_UNAVAILABLE'],
      0,
      ['rpc_unavailable'],
    ]);
    const pages = missing('history', 'limit_reached');
    expect(brief(exchangeEvidence({ history: pages }))).toEqual([
      'UNVERIFIABLE_ORIGIN',
      ['TOO_MANY_SIGNATURES'],
      0,
      ['limit_reached'],
    ]);
    expect(brief(exchangeEvidence({ birth: missing('birth', 'history_missing') }))).toEqual([
      'UNVERIFIABLE_ORIGIN',
      ['HISTORY_PRUNED'],
      0,
      ['history_missing'],
    ]);
    expect(brief(exchangeEvidence({ continuity: missing('continuity', 'history_missing') }))[1]).toEqual([
      'CONTINUITY_BROKEN',
    ]);
    expect(brief(exchangeEvidence({ funding: missing('funding', 'history_missing') }))[1]).toEqual(['META_MISSING']);
    expect(brief(exchangeEvidence({ history: missing('history', 'rpc_unavailable') }))[0]).toBe('UNKNOWN');
    expect(brief(exchangeEvidence({ history: missing('history', 'rpc_disagrees') })).slice(0, 2)).toEqual([
      'UNVERIFIABLE_ORIGIN',
      ['PROVIDER_DISAGREES'],
    ]);
  });

  it('is not free when a fact alone leads to it', () => {
    const mixed = funding({ credits: [credit(), credit({ source: 'other', lamports: 40_000_000n })] });
    const both = { funding: known(mixed), sourceActivity: missing('source_activity', 'deadline') };
    expect(brief(walletEvidence(both))).toEqual(['UNKNOWN_ORIGIN', ['MIXED_SOURCES'], 76, []]);
  });

  it('never hands out an origin on evidence that was not asked for', () => {
    const [verdict, reasons, , causes] = brief(exchangeEvidence({ birth: known(null) }));
    expect([verdict, reasons, causes]).toEqual(['UNKNOWN', ['INCOMPLETE_READING'], ['unreadable']]);
  });

  it('says no more than its vocabulary', () => {
    const raised = new Set(funderRules.flatMap((rule) => rule.codes));
    expect([...raised].sort()).toEqual(Object.keys(ceilings).sort());
    expect([...raised].filter((code) => !(code in codes))).toEqual([]);
    expect([...new Set(funderRules.flatMap((rule) => rule.flags))].sort()).toEqual(Object.keys(flags).sort());
  });
});

describe('invariants', () => {
  it('one more bad fact never improves the verdict', () => {
    fc.assert(
      fc.property(anyEvidence, worsened, (evidence, worsen) => {
        expect(rank(judgeFunder(worsen(evidence)).verdict)).toBeGreaterThanOrEqual(rank(judgeFunder(evidence).verdict));
      }),
      { numRuns: 400 },
    );
  });

  it('reading less never improves the verdict and never raises the confidence', () => {
    fc.assert(
      fc.property(anyEvidence, readings, fc.constantFrom(...causes), (evidence, name, cause) => {
        const [full, less] = [judgeFunder(evidence), judgeFunder(withGap(evidence, name, cause))];
        expect(rank(less.verdict)).toBeGreaterThanOrEqual(rank(full.verdict));
        expect(less.confidencePercent).toBeLessThanOrEqual(full.confidencePercent);
      }),
      { numRuns: 800 },
    );
  });

  it('the best verdict implies that everything was read', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        if (judgeFunder(evidence).verdict !== 'CEX_FUNDED') return;
        seen += 1;
        const needed = [evidence.account, evidence.trace, evidence.history, evidence.birth, evidence.continuity];
        const origin = [evidence.funding, evidence.source, evidence.sourceAccount];
        expect([...needed, ...origin].every((reading) => reading.known && reading.value !== null)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('every answer has a reason, a bounded confidence and constant members, and is the same twice', () => {
    const members = Object.keys(judgeFunder(walletEvidence()).metrics);
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const judged = judgeFunder(evidence);
        expect(judged.reasons.length).toBeGreaterThan(0);
        expect(Number.isInteger(judged.confidencePercent)).toBe(true);
        expect(judged.confidencePercent).toBeGreaterThanOrEqual(0);
        expect(judged.confidencePercent).toBeLessThanOrEqual(95);
        expect(judged.decidedBy.length === 0 || judged.confidencePercent === 0).toBe(true);
        expect(Object.keys(judged.metrics)).toEqual(members);
        expect(text(judgeFunder(structuredClone(evidence)))).toBe(text(judged));
      }),
      { numRuns: 300 },
    );
  });
});

const causes = Object.keys(gapFacts) as (keyof typeof gapFacts)[];
