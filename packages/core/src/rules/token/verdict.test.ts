import { describe, expect, it } from 'vitest';
import { gapFacts, known, missing } from '#lib/reading.ts';
import { assetNamed } from '../../../test/support/issuers.ts';
import { curatedEvidence, readingNames, withGap } from '../../../test/support/token-arbitraries-evidence.ts';
import { mint, tokenEvidence } from '../../../test/support/token-evidence.ts';
import { identities, worsenings } from '../../../test/support/token-worsenings.ts';
import { kinds } from '../index.ts';
import { codes, flags, type TokenCode } from './codes.ts';
import type { TokenEvidence } from './evidence.ts';
import { weightOf } from './gate.ts';
import { flagOfUnread, gapCodesOf, type TokenVerdict, verdictOrder } from './policy.ts';
import { tokenRules } from './rules/index.ts';
import { judgeToken } from './verdict.ts';

const rank = (verdict: string) => verdictOrder.indexOf(verdict as TokenVerdict);
const brief = (evidence: TokenEvidence) => {
  const { verdict, reasons, confidencePercent, decidedBy } = judgeToken(evidence);
  return [verdict, reasons.map(({ code }) => code), confidencePercent, decidedBy.map(({ cause }) => cause)];
};
/** What makes these codes arise, one after the other. */
const bySteps =
  (...wanted: readonly TokenCode[]) =>
  (evidence: TokenEvidence): TokenEvidence =>
    wanted.reduce((left, code) => worsenings.find((one) => one.code === code)?.worsen(left) ?? left, evidence);

describe('verdict', () => {
  it('needs everything for the best one', () => {
    expect(brief(tokenEvidence())).toEqual(['LOW_RISK', ['NO_ADVERSE_FACT'], 90, []]);
    expect(brief(tokenEvidence({ trialSale: known(null) }))).toEqual(['LOW_RISK', ['NO_ADVERSE_FACT'], 80, []]);
  });

  it.each(worsenings.map((one) => [one.code, one] as const))('finds %s', (code, { worsen }) => {
    const { verdict, reasons } = judgeToken(worsen(tokenEvidence()));
    const severity = reasons.find((one) => one.code === code)?.severity;
    expect(reasons.map((one) => one.code)).toContain(code);
    const alone = { critical: 'CRITICAL', high: 'HIGH_RISK', medium: 'ELEVATED', low: '', info: '' }[
      severity ?? 'info'
    ];
    const unread = weightOf({ code })?.unread;
    if (unread) expect(verdict).toBe(unread.caps ? 'ELEVATED' : 'UNKNOWN');
    else if (reasons.length === 1) expect(verdict).toBe(alone);
    else expect(rank(verdict)).toBeGreaterThanOrEqual(rank(alone));
  });

  it.each(identities.map((one) => [one.code, one] as const))(
    'charges for %s, which is no fungible mint',
    (code, { worsen }) => {
      const { verdict, reasons, decidedBy, confidencePercent } = judgeToken(worsen(tokenEvidence()));
      expect([verdict, confidencePercent, decidedBy]).toEqual(['UNKNOWN', 95, []]);
      expect(reasons.map((one) => one.code)).toContain(code);
    },
  );

  it('says what a launch curve of the first day is', () => {
    const evidence = bySteps('BONDING_CURVE_PHASE', 'TOKEN_VERY_NEW')({ ...tokenEvidence(), trialSale: known(null) });
    expect(brief(evidence)).toEqual(['HIGH_RISK', ['BONDING_CURVE_PHASE', 'TOKEN_VERY_NEW'], 76, []]);
    const week = bySteps('BONDING_CURVE_PHASE', 'TOKEN_NEW')(tokenEvidence());
    expect(brief(week)[0]).toBe('ELEVATED');
    // Two kinds of medium facts are not enough where they are of control alone: a fee, and that it can be changed.
    expect(brief(bySteps('TRANSFER_FEE_PRESENT', 'TRANSFER_HOOK_ARMED')(tokenEvidence()))[0]).toBe('ELEVATED');
  });

  it('stands on proven facts whatever else could not be read', () => {
    const frozen = bySteps('DEFAULT_STATE_FROZEN')(tokenEvidence({ holders: missing('holders', 'rpc_unavailable') }));
    const { flags: said } = judgeToken(frozen);
    expect(brief(frozen)).toEqual([
      'CRITICAL',
      ['DEFAULT_STATE_FROZEN', 'HOLDERS_UNAVAILABLE', 'RPC_UNAVAILABLE'],
      95,
      [],
    ]);
    expect(said).toEqual(expect.arrayContaining(['VERDICT_IS_LOWER_BOUND', 'RETRYABLE']));
  });

  it.each([
    ['holders', ['HOLDERS_UNAVAILABLE', 'RPC_UNAVAILABLE']],
    ['liquidity', ['LIQUIDITY_UNAVAILABLE', 'RPC_UNAVAILABLE']],
    ['saleQuote', ['RPC_UNAVAILABLE']],
    ['metadata', ['RPC_UNAVAILABLE']],
    ['programs', ['RPC_UNAVAILABLE']],
    ['mint', ['RPC_UNAVAILABLE']],
    ['asOf', ['RPC_UNAVAILABLE']],
  ] as const)('is a free UNKNOWN without %s', (name, said) => {
    const [verdict, reasons, percent, gaps] = brief(withGap(tokenEvidence(), name, 'rpc_unavailable'));
    expect([verdict, [...(reasons as string[])].sort(), percent, gaps]).toEqual([
      'UNKNOWN',
      said,
      0,
      ['rpc_unavailable'],
    ]);
  });

  it('does not advise to ask again where a plan refuses the holders', () => {
    const refused = withGap(tokenEvidence(), 'holders', 'plan_refuses');
    const [verdict, reasons, percent, gaps] = brief(refused);
    expect([verdict, [...(reasons as string[])].sort(), percent, gaps]).toEqual([
      'UNKNOWN',
      ['HOLDERS_UNAVAILABLE', 'PLAN_REFUSES'],
      0,
      ['plan_refuses'],
    ]);
    expect(judgeToken(refused).flags).not.toContain('RETRYABLE');
  });

  it('is ELEVATED without an age, and free where that is our failure', () => {
    const [verdict, reasons, , gaps] = brief(withGap(tokenEvidence(), 'age', 'rpc_unavailable'));
    expect([verdict, reasons, gaps]).toEqual(['ELEVATED', ['AGE_UNAVAILABLE', 'RPC_UNAVAILABLE'], ['rpc_unavailable']]);
    expect(brief(withGap(tokenEvidence(), 'age', 'limit_reached'))).toEqual([
      'ELEVATED',
      ['AGE_UNAVAILABLE'],
      85,
      ['limit_reached'],
    ]);
  });

  it('is ELEVATED where nobody could be named as the creator, and UNKNOWN beside a medium fact', () => {
    const unnamed = withGap(tokenEvidence(), 'creator', 'limit_reached');
    expect(brief(unnamed)).toEqual(['ELEVATED', ['LIMIT_REACHED'], 91, ['limit_reached']]);
    expect(judgeToken(unnamed).flags).toEqual(expect.arrayContaining(['CREATOR_UNKNOWN', 'VERDICT_IS_LOWER_BOUND']));
    expect(brief(bySteps('TOP1_HOLDER_LARGE')(unnamed))[0]).toBe('UNKNOWN');
  });

  it('does not judge the holders of known money', () => {
    const evidence = withGap(curatedEvidence(assetNamed('USDC')), 'holders', 'rpc_unavailable');
    expect(brief(evidence)).toEqual(['LOW_RISK', ['NO_ADVERSE_FACT'], 90, []]);
    expect(judgeToken(evidence).flags).toEqual(
      expect.arrayContaining(['CANONICAL_ASSET', 'ISSUER_CAN_FREEZE', 'ISSUER_CAN_MINT', 'RETRYABLE']),
    );
  });

  it('never calls an extension harmless that it does not know', () => {
    const strange = tokenEvidence({ mint: known(mint({ unknownExtensions: [99] })) });
    expect(brief(strange)).toEqual(['UNKNOWN', ['UNKNOWN_EXTENSION'], 0, ['unreadable']]);
    expect(brief(bySteps('NON_TRANSFERABLE')(strange))[0]).toBe('CRITICAL');
  });
});

describe('vocabulary', () => {
  it('says no more than what it explains', () => {
    const raised = new Set(tokenRules.flatMap((rule) => Object.keys(rule.codes)));
    const gapped = readingNames.flatMap((name) =>
      (Object.keys(gapFacts) as (keyof typeof gapFacts)[]).flatMap((cause) =>
        gapCodesOf(name, { reading: name, cause }),
      ),
    );
    expect([...new Set([...raised, ...gapped, 'NO_ADVERSE_FACT', 'INCOMPLETE_READING'])].sort()).toEqual(
      Object.keys(codes).sort(),
    );
    const flagged = new Set([
      ...tokenRules.flatMap((rule) => Object.keys(rule.flags)),
      ...Object.values(flagOfUnread),
      ...Object.keys(flags).filter((flag) => flag.startsWith('ISSUER_')),
      ...['VERDICT_IS_LOWER_BOUND', 'RETRYABLE', 'LIQUIDITY_NOT_COUNTED'],
    ]);
    expect([...flagged].sort()).toEqual(Object.keys(flags).sort());
    expect(new Set(tokenRules.map(({ id }) => id)).size).toBe(tokenRules.length);
    expect(Object.keys(kinds.token.verdicts)).toEqual([...verdictOrder]);
  });

  it('has a case here for every code of a rule', () => {
    const tried = new Set([...worsenings, ...identities].map(({ code }) => code));
    const open: readonly TokenCode[] = [
      'UNKNOWN_EXTENSION',
      'LIQUIDITY_UNAVAILABLE',
      'AGE_UNAVAILABLE',
      'CANONICAL_PROFILE_DRIFT',
    ];
    const hint = 'a code has its case in packages/core/test/support/token-worsenings.ts';
    expect([...tried, ...open].sort(), hint).toEqual(
      [...new Set(tokenRules.flatMap((rule) => Object.keys(rule.codes)))].sort(),
    );
  });
});

it('says nothing good of a mint of which a reading that it needs was never asked for', () => {
  for (const name of ['metadata', 'holders', 'liquidity', 'age'] as const) {
    const { verdict, reasons, decidedBy } = judgeToken({ ...tokenEvidence(), [name]: known(null) });
    expect([name, verdict === 'LOW_RISK', reasons.map(({ code }) => code)]).toEqual([
      name,
      false,
      ['INCOMPLETE_READING'],
    ]);
    expect(decidedBy.map(({ reading }) => reading)).toEqual([name]);
  }
});
