import type { SampleSubject } from 'assay-sandbox/identity.ts';
import type { Outcome, Surveyed } from '../test/support/plans/survey.ts';
import { median } from './report.ts';

const KINDS: readonly SampleSubject['kind'][] = ['funder', 'trade', 'token', 'wallet'];
const NANO_PER_CENT = 10_000_000n;
const HEAD = [
  'plan',
  ...KINDS,
  `USD for 1,000 checks: ${KINDS.join(', ')}`,
  'seconds: middle / longest',
  'calls: middle / most',
  'refused calls',
];

/** The table of what works over plans, in Markdown. */
export function endpointsTable(surveyed: readonly Surveyed[]): string {
  const rows = [HEAD, HEAD.map(() => '---'), ...surveyed.map(rowOf)];
  return `${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function rowOf({ name, outcomes }: Surveyed): readonly string[] {
  const spread = (figures: readonly number[], digits: number) =>
    `${median(figures).toFixed(digits)} / ${Math.max(...figures).toFixed(digits)}`;
  const refused = outcomes.reduce((sum, one) => sum + one.refused, 0);
  return [
    name,
    ...KINDS.map((kind) => served(ofKind(outcomes, kind))),
    KINDS.map((kind) => usdOfThousand(ofKind(outcomes, kind))).join(', '),
    spread(
      outcomes.map(({ seconds }) => seconds),
      1,
    ),
    spread(
      outcomes.map(({ calls }) => calls),
      0,
    ),
    String(refused),
  ];
}

function ofKind(outcomes: readonly Outcome[], kind: SampleSubject['kind']): readonly Outcome[] {
  return outcomes.filter(({ of }) => of.subject.kind === kind);
}

/** How many of a kind have the right verdict; what is not as it should be is told. */
function served(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome['comparison']) => outcomes.filter(({ comparison }) => comparison === wanted).length;
  const faults = [
    count('wrong') > 0 ? `**${count('wrong')} wrong**` : '',
    count('missing') > 0 ? `${count('missing')} missing` : '',
  ];
  const same =
    count('same') === outcomes.length ? 'yes' : count('same') === 0 ? 'no' : `${count('same')} of ${outcomes.length}`;
  return [same, ...faults.filter((fault) => fault !== '')].join(', ');
}

/** USD with cents of a thousand checks like those that had the right verdict; `-` where none had. */
function usdOfThousand(outcomes: readonly Outcome[]): string {
  const right = outcomes.filter(({ comparison }) => comparison === 'same');
  if (right.length === 0) return '-';
  const nanoUsd = right.reduce((sum, one) => sum + one.nanoUsd, 0n);
  const cents = (nanoUsd * 1_000n) / (BigInt(right.length) * NANO_PER_CENT);
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
