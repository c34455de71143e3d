import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { describe, expect, it } from 'vitest';
import {
  classOf,
  classOfAnswer,
  exitCodes,
  kindNames,
  plainFlags,
  verdictClasses,
} from '../../packages/assay/src/classes.ts';
import { USAGE } from '../../packages/assay/src/run.ts';

describe('the classes of the client', () => {
  it('cover every verdict of the registry, and no other', () => {
    expect(Object.keys(kinds).sort()).toEqual([...kindNames].sort());
    for (const kind of kindNames)
      expect(Object.keys(verdictClasses[kind]).sort()).toEqual(Object.keys(kinds[kind].verdicts).sort());
  });

  it('follow the order of each kind: what is worse never has a better class', () => {
    // The verdicts of a kind are listed best first; what says nothing about the subject comes last.
    const places = ['good', 'caution', 'bad', 'not_known'];
    for (const kind of kindNames) {
      const ranks = Object.keys(kinds[kind].verdicts).map((verdict) =>
        places.indexOf(String(verdictClasses[kind][verdict])),
      );
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    }
  });

  it('are documented in the help, each verdict under its exit code', () => {
    const sections = USAGE.slice(USAGE.indexOf('exit codes')).split(/\n(?= {2,3}\d)/);
    for (const kind of kindNames)
      for (const [verdict, verdictClass] of Object.entries(verdictClasses[kind])) {
        const section = sections.find((one) => one.trim().startsWith(String(exitCodes[verdictClass])));
        expect(section?.split(/[\s,]+/)).toContain(verdict);
      }
    expect(USAGE.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('make a good origin a caution for every flag of suspicion, known or not, for a fresh funder and for a gap', () => {
    const classed = (flags: readonly string[], codes: readonly string[] = ['DIRECT_WALLET_TRANSFER'], gaps = 0) =>
      classOfAnswer({ kind: 'funder', verdict: 'WALLET_FUNDED', schemaVersion: 1, codes, flags, gaps });
    expect(classed([])).toBe('good');
    expect(classed([...plainFlags])).toBe('good');
    expect(classed(['A_LATER_FLAG'])).toBe('caution');
    expect(classed([], ['DIRECT_CEX_TRANSFER'], 1)).toBe('caution');
    expect(classed([], ['DIRECT_WALLET_TRANSFER', 'FUNDER_IS_FRESH'])).toBe('caution');
    const suspicious = Object.keys(catalogue.funder.flags).filter((flag) => classed([flag]) === 'caution');
    expect(suspicious.sort()).toEqual([
      'DISPERSE_BATCH',
      'EQUAL_BATCH',
      'FLAGGED_MONEY',
      'JUST_IN_TIME',
      'LATER_MONEY_DWARFS_FIRST',
      'LATER_MONEY_NOT_READ',
      'SAME_MINUTE_COHORT',
      'SANCTIONED_MONEY',
      'SIBLINGS',
      'SUBJECT_FLAGGED',
    ]);
    for (const flag of plainFlags) expect(Object.keys(catalogue.funder.flags)).toContain(flag);
  });

  it('are those of the verdict for whatever is not a good origin', () => {
    for (const kind of kindNames)
      for (const [verdict, of] of Object.entries(verdictClasses[kind])) {
        if (kind === 'funder' && of === 'good') continue;
        const answer = { kind, verdict, schemaVersion: 1, codes: ['FUNDER_IS_FRESH'], flags: ['SIBLINGS'], gaps: 1 };
        expect(classOfAnswer(answer)).toBe(classOf(kind, verdict, 1));
      }
  });

  it('leave zero to what is good', () => {
    const zeros = Object.entries(exitCodes).filter(([, code]) => code === 0);
    expect(zeros.map(([name]) => name)).toEqual(['good']);
  });
});
