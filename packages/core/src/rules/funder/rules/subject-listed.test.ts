import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { exchangeEvidence, label } from '../../../../test/support/funder-evidence.ts';
import type { LabelFact } from '../../label.ts';
import { judgeFunder } from '../verdict.ts';

const judge = (over: Partial<LabelFact> | null) =>
  judgeFunder(exchangeEvidence({ identity: known({ onCurve: true, label: over && label(over) }) }));

it('keeps a sanctioned address from any good verdict, whatever the grade of its label', () => {
  const { verdict, reasons } = judge({ fundingClass: 'sanctioned', category: 'sanctioned', grade: 'weak' });
  expect([verdict, reasons[0]?.code, reasons[0]?.severity]).toEqual([
    'UNKNOWN_ORIGIN',
    'SUBJECT_SANCTIONED',
    'critical',
  ]);
});

it('flags a listed exploiter or drainer and judges its money', () => {
  expect(judge({ fundingClass: 'exploiter' })).toMatchObject({ verdict: 'CEX_FUNDED', flags: ['SUBJECT_FLAGGED'] });
  expect(judge(null)).toMatchObject({ verdict: 'CEX_FUNDED', flags: [] });
});
