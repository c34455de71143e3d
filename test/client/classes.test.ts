import { describe, expect, it } from 'vitest';
import { kinds } from '#checks/index.ts';
import { exitCodes, kindNames, verdictClasses } from '../../packages/assay/src/classes.ts';
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

  it('leave zero to what is good', () => {
    const zeros = Object.entries(exitCodes).filter(([, code]) => code === 0);
    expect(zeros.map(([name]) => name)).toEqual(['good']);
  });
});
