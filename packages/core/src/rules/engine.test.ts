import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { AsOf, CodeEntry, Reason } from './check.ts';
import { decidedAndWorse, judgeBy, type Limit, type Policy, worstFirst } from './engine.ts';
import { clear, codesOf, flagsOf, raised, reason, ruleFor } from './rule.ts';

/*
 * A throwaway fifth kind, made of what every kind is made of: evidence, rules, a policy. It asks whether a vault may be opened,
 * by how long it is locked and by what lies in it.
 */
const bestFirst = ['LOCKED', 'LOCKED_BRIEFLY', 'OPEN', 'UNKNOWN'] as const;
type VaultVerdict = (typeof bestFirst)[number];

interface VaultEvidence {
  readonly asOf: Reading<AsOf>;
  readonly age: Reading<{ readonly days: number }>;
  readonly funding: Reading<{ readonly lamports: bigint }>;
}

const vaultRule = ruleFor<VaultEvidence, { readonly allows: VaultVerdict }>();

const lockedLong = vaultRule({
  id: 'locked-long',
  needs: ['age'],
  codes: {
    LOCKED_LONG: {
      severity: 'info',
      allows: 'LOCKED',
      meaning: 'Nobody can open it for a month.',
      action: 'Ask again then.',
    },
    UNLOCKS_SOON: {
      severity: 'medium',
      allows: 'LOCKED_BRIEFLY',
      meaning: 'It opens within a month.',
      action: 'Leave before it does.',
    },
  },
  judge: ({ age: { days } }) =>
    raised([
      days >= 30 ? reason('LOCKED_LONG', { days }) : reason('UNLOCKS_SOON', { days }, `It opens in ${days} days.`),
    ]),
});

const somethingInside = vaultRule({
  id: 'something-inside',
  needs: ['funding'],
  codes: {
    EMPTY: { severity: 'high', allows: 'OPEN', meaning: 'Nothing lies in it.', action: 'Do not rely on it.' },
  },
  flags: { DUST: 'Less than a SOL lies in it.' },
  judge({ funding: { lamports } }) {
    if (lamports === 0n) return raised([reason('EMPTY', {}, undefined, 'critical')]);
    return lamports < 1_000_000_000n ? raised([], ['DUST']) : clear;
  },
});

const vaultRules = [lockedLong, somethingInside] as const;
const codes = codesOf(vaultRules);
type VaultLimit = Limit & { readonly allows: VaultVerdict };

const unread: CodeEntry = { severity: 'medium', meaning: 'It could not be read.', action: 'Ask again.' };

const policy: Policy<VaultEvidence, VaultVerdict, VaultLimit> = {
  rules: vaultRules,
  readings: ['asOf', 'age', 'funding'],
  gapsBehind: 'limits',
  namesSlot: true,
  limitOfFact: (found) => ({ reason: found, gap: null, allows: codes[found.code as keyof typeof codes].allows }),
  limitsOfGaps: (gaps) =>
    gaps.map(([, gap]) => {
      const said: Reason = { code: 'UNREAD', severity: unread.severity, message: unread.meaning, evidence: {} };
      return { reason: said, gap, allows: gap.reading === 'funding' ? 'OPEN' : 'UNKNOWN' };
    }),
  steps: (limits, evidence) => worstFirst(bestFirst, limits, evidence),
  otherwise: () => ({ verdict: 'UNKNOWN', deciding: [] }),
  listed: decidedAndWorse(bestFirst, 'LOCKED'),
  confidence: ({ deciding }) => (deciding.some(({ gap }) => gap) ? 0 : 95),
  metrics: ({ age }) => ({ days: age.known ? age.value.days : null }),
};

const evidence = (over: Partial<VaultEvidence> = {}): VaultEvidence => ({
  asOf: known({ slot: 7, commitment: 'finalized', time: 1 }),
  age: known({ days: 40 }),
  funding: known({ lamports: 5_000_000_000n }),
  ...over,
});
const judged = (over: Partial<VaultEvidence> = {}) => judgeBy(policy, evidence(over));
const brief = (over: Partial<VaultEvidence> = {}) => {
  const { verdict, reasons, confidencePercent, decidedBy } = judged(over);
  return [verdict, reasons.map(({ code }) => code), confidencePercent, decidedBy.map(({ reading }) => reading)];
};

describe('a fifth kind', () => {
  it('is judged by its rules and its policy alone', () => {
    expect(judged()).toEqual({
      verdict: 'LOCKED',
      reasons: [
        {
          code: 'LOCKED_LONG',
          severity: 'info',
          message: 'Nobody can open it for a month.',
          evidence: { days: 40, slot: '7' },
        },
      ],
      confidencePercent: 95,
      flags: [],
      metrics: { days: 40 },
      gaps: [],
      decidedBy: [],
    });
    expect(judged({ age: known({ days: 3 }), funding: known({ lamports: 1n }) })).toMatchObject({
      verdict: 'LOCKED_BRIEFLY',
      reasons: [{ code: 'UNLOCKS_SOON', message: 'It opens in 3 days.' }],
      flags: ['DUST'],
    });
  });

  it('is as bad as the worst that was found, and names what is bad beside it', () => {
    const empty = { funding: known({ lamports: 0n }) };
    expect(brief(empty)).toEqual(['OPEN', ['EMPTY'], 95, []]);
    expect(judged({ ...empty, age: known({ days: 3 }) }).reasons.map(({ code, severity }) => [code, severity])).toEqual(
      [
        ['EMPTY', 'critical'],
        ['UNLOCKS_SOON', 'medium'],
      ],
    );
  });

  it('lets a fact decide before a gap, and nothing without a slot', () => {
    const hidden = { funding: missing('funding', 'deadline') };
    expect(brief(hidden)).toEqual(['OPEN', ['UNREAD'], 0, ['funding']]);
    expect(brief({ age: missing('age', 'deadline') })).toEqual(['UNKNOWN', ['UNREAD'], 0, ['age']]);
    expect(brief({ asOf: missing('as_of', 'deadline') })).toEqual(['UNKNOWN', ['UNREAD'], 0, ['as_of']]);
    expect(judged({ ...hidden, age: missing('age', 'deadline') }).gaps).toHaveLength(2);
  });

  it('publishes a gap under the name of its reading, where only gathering has a name for it', () => {
    const { gaps, decidedBy } = judged({
      age: missing('rpc', 'deadline'),
      funding: missing('transaction', 'deadline'),
    });
    expect(gaps.map(({ reading }) => reading)).toEqual(['age', 'funding']);
    expect(decidedBy.map(({ reading }) => reading)).toEqual(['age']);
  });

  it('is never better with a reading missing', () => {
    const any = fc.record({
      age: fc.nat(60).map((days) => known({ days })),
      funding: fc.bigInt(0n, 2_000_000_000n).map((lamports) => known({ lamports })),
    });
    const rank = (verdict: string) => bestFirst.indexOf(verdict as VaultVerdict);
    fc.assert(
      fc.property(any, fc.constantFrom('age' as const, 'funding' as const), (whole, name) => {
        const without = { ...whole, [name]: missing(name, 'rpc_unavailable') };
        expect(rank(judged(without).verdict)).toBeGreaterThanOrEqual(rank(judged(whole).verdict));
      }),
    );
  });

  it('has its codes and flags in one table each, in the order of its rules', () => {
    expect(Object.keys(codes)).toEqual(['LOCKED_LONG', 'UNLOCKS_SOON', 'EMPTY']);
    expect(flagsOf(vaultRules)).toEqual({ DUST: 'Less than a SOL lies in it.' });
  });

  it('gives a rule the part that its kind takes of a reading, and asks it nothing where that or a value is null', () => {
    type Chest = { readonly key: Reading<string | null>; readonly box: Reading<{ readonly full: boolean }> };
    const chestRule = ruleFor<Chest, unknown, { readonly box: 'gold' }>({ box: ({ full }) => (full ? 'gold' : null) });
    const received: unknown[] = [];
    const judge = (facts: unknown) => {
      received.push(facts);
      return clear;
    };
    const strict = chestRule({ id: 'strict', needs: ['key', 'box'], judge });
    const open = chestRule({ id: 'open', needs: ['box'], mayBeNull: ['key'], judge });
    const chest = (key: string | null, full = true): Chest => ({ key: known(key), box: known({ full }) });
    const outcomes = (of: Chest) => [strict, open].map((rule) => rule.judge(of).outcome);
    expect(outcomes(chest('iron'))).toEqual(['clear', 'clear']);
    expect(outcomes(chest(null))).toEqual(['not_applicable', 'clear']);
    expect(outcomes(chest('iron', false))).toEqual(['not_applicable', 'not_applicable']);
    expect(outcomes({ ...chest(null, false), key: missing('key', 'deadline') })).toEqual(['unknown', 'unknown']);
    const whole = { key: 'iron', box: 'gold' };
    expect(received).toEqual([whole, whole, { key: null, box: 'gold' }]);
  });

  it('cannot raise what a rule does not declare', () => {
    const stray = ['STRAY'];
    const rule = vaultRule({ id: 'stray', needs: ['age'], judge: () => raised([], stray) });
    expect(() => rule.judge(evidence())).toThrow('rule stray raised flag STRAY, which it does not list');
    const wild = vaultRule({ id: 'wild', needs: [], judge: () => raised([reason('WILD' as never, {})]) });
    expect(() => wild.judge(evidence())).toThrow('rule wild raised WILD, which it does not list');
  });
});
