import { describe, expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
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
import { funderRules } from './rules/index.ts';
import { judgeFunder } from './verdict.ts';

const brief = (evidence: FunderEvidence) => {
  const { verdict, reasons, confidencePercent, decidedBy } = judgeFunder(evidence);
  return [verdict, reasons.map(({ code }) => code), confidencePercent, decidedBy.map(({ cause }) => cause)];
};

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

  it('is as sure of a labelled source or subject as its label is, and surest of the facts of an account', () => {
    const bridge = (grade: 'strong' | 'single' | 'weak') => {
      const labelled = source({ label: label({ fundingClass: 'bridge', grade }) });
      return brief(exchangeEvidence({ source: known(labelled) })).slice(0, 3);
    };
    expect(bridge('strong')).toEqual(['UNKNOWN_ORIGIN', ['BRIDGE_FUNDED'], 90]);
    expect(bridge('single')).toEqual(['UNKNOWN_ORIGIN', ['BRIDGE_FUNDED'], 70]);
    expect(bridge('weak')).toEqual(['UNKNOWN_ORIGIN', ['BRIDGE_FUNDED'], 50]);
    const bridgeItself = { onCurve: true, label: label({ fundingClass: 'bridge' }) };
    expect(brief(walletEvidence({ identity: known(bridgeItself) }))).toEqual([
      'UNKNOWN',
      ['SUBJECT_IS_SERVICE'],
      90,
      [],
    ]);
    const derived = walletEvidence({ identity: known({ onCurve: false, label: null }) });
    expect(brief(derived)).toEqual(['UNKNOWN', ['NOT_A_WALLET'], 95, []]);
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
    expect(brief(exchangeEvidence({ history: missing('history', 'plan_refuses') }))).toEqual([
      'UNKNOWN',
      ['PLAN_REFUSES'],
      0,
      ['plan_refuses'],
    ]);
    expect(brief(exchangeEvidence({ history: missing('history', 'rpc_disagrees') })).slice(0, 2)).toEqual([
      'UNVERIFIABLE_ORIGIN',
      ['PROVIDER_DISAGREES'],
    ]);
  });

  it('is not free when a fact alone leads to it', () => {
    const mixed = funding({ credits: [credit({ source: 'other', lamports: 40_000_000n }), credit()] });
    const both = { funding: known(mixed), sourceActivity: missing('source_activity', 'deadline') };
    expect(brief(walletEvidence(both))).toEqual(['UNKNOWN_ORIGIN', ['MIXED_SOURCES'], 76, []]);
  });

  it('never hands out an origin on evidence that was not asked for', () => {
    const [verdict, reasons, , causes] = brief(exchangeEvidence({ birth: known(null) }));
    expect([verdict, reasons, causes]).toEqual(['UNKNOWN', ['INCOMPLETE_READING'], ['unreadable']]);
  });

  it('says no more than its vocabulary', () => {
    const raised = new Set(funderRules.flatMap((rule) => Object.keys(rule.codes)));
    expect([...raised].filter((code) => !(code in codes))).toEqual([]);
    expect([...new Set(funderRules.flatMap((rule) => Object.keys(rule.flags)))].sort()).toEqual(
      Object.keys(flags).sort(),
    );
  });
});
