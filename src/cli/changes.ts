import { type Answer, chargeOf } from './answer.ts';
import { classOf } from './classes.ts';
import { type Page, paragraph, type Row, table } from './layout.ts';
import { at, listAt, textAt } from './members.ts';
import { classStyles } from './paint.ts';

/** What changed between two answers to the same question: verdict, codes, flags, confidence and gaps. Empty: nothing. */
export function changeRows(before: Answer, after: Answer): readonly Row[] {
  const style = classStyles[classOf(after.kind, after.verdict, after.schemaVersion)];
  return [
    ...(before.verdict === after.verdict
      ? []
      : [{ name: 'Verdict', value: `${before.verdict} -> ${after.verdict}`, style }]),
    ...setRow('Codes', before.codes, after.codes),
    ...setRow('Flags', before.flags, after.flags),
    ...(before.confidence === after.confidence
      ? []
      : [{ name: 'Confidence', value: `${before.confidence.toFixed(2)} -> ${after.confidence.toFixed(2)}` }]),
    ...setRow('Not read', gapsOf(before), gapsOf(after)),
  ];
}

function setRow(name: string, before: readonly string[], after: readonly string[]): readonly Row[] {
  const added = after.filter((one) => !before.includes(one)).map((one) => `+${one}`);
  const gone = before.filter((one) => !after.includes(one)).map((one) => `-${one}`);
  return added.length + gone.length === 0 ? [] : [{ name, value: [...added, ...gone].join(', ') }];
}

function gapsOf({ body }: Answer): readonly string[] {
  return listAt(body, 'gaps').map((gap) => `${String(at(gap, 'reading'))} (${textAt(gap, 'cause') ?? '?'})`);
}

/** A round after the first, in lines: when, what changed, and what it was charged. */
export function roundLines(page: Page, before: Answer, after: Answer, now: number): readonly string[] {
  const rows = changeRows(before, after);
  const time = `${new Date(now).toISOString().slice(11, 19)}Z`;
  const what = rows.length === 0 ? `no change, ${after.verdict} ${after.confidence.toFixed(2)}` : 'changed';
  return [
    ...paragraph(page, `${time}  ${what}; charged ${chargeOf(after.body)}`),
    ...(rows.length === 0 ? [] : table(page, rows, 2)),
  ];
}
