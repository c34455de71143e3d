import { at, type CheckAnswer, chargeOf, listAt, textAt } from './answer.ts';
import type { Judged } from './check.ts';
import { classOfAnswer, type ExitCode } from './classes.ts';
import type { CheckCommand } from './command.ts';
import { type NamedValue, paragraph, type TextLayout, table } from './layout.ts';
import { type CommandRefusal, refusalLines } from './refusal.ts';
import { answerLines } from './render.ts';
import { classStyles, printableJson } from './terminal.ts';
import { type CommandWorld, type Output, print } from './world.ts';

/** Prints an answer, or what changed since the one before. */
export function showJudged(
  { answer, text }: Judged,
  before: CheckAnswer | null,
  command: CheckCommand,
  world: CommandWorld,
): void {
  const { out, clock } = world;
  if (command.json) showJson(out, text);
  else if (before === null) print(out, answerLines(out.page, answer, command.url, clock()));
  else print(out, roundLines(out.page, before, answer, clock()));
}

/** Prints a refusal to standard error and gives its exit code. */
export function showRefusal(
  refusal: CommandRefusal,
  { json, url }: { readonly json: boolean; readonly url: string },
  { err }: CommandWorld,
): ExitCode {
  if (json) showJson(err, refusal.text ?? JSON.stringify(refusal.problem));
  else print(err, refusalLines(err.page, refusal, url));
  return refusal.exit;
}

/**
 * Prints JSON on one line as it came: line breaks stand between its tokens only, and may go. Before a person the letters that
 * steer a terminal are written as JSON escapes, which changes no value.
 */
export function showJson(output: Output, text: string): void {
  const line = text.replace(/[\r\n]+/g, '');
  output.write(`${output.isTty ? printableJson(line) : line}\n`);
}

/** Prints a paragraph. */
export function showLines(output: Output, text: string): void {
  print(output, paragraph(output.page, text));
}

/** What changed between two answers to the same question: verdict, codes, flags, confidence and gaps. Empty: nothing. */
export function changeRows(before: CheckAnswer, after: CheckAnswer): readonly NamedValue[] {
  const style = classStyles[classOfAnswer(after)];
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

function setRow(name: string, before: readonly string[], after: readonly string[]): readonly NamedValue[] {
  const added = after.filter((one) => !before.includes(one)).map((one) => `+${one}`);
  const gone = before.filter((one) => !after.includes(one)).map((one) => `-${one}`);
  return added.length + gone.length === 0 ? [] : [{ name, value: [...added, ...gone].join(', ') }];
}

function gapsOf({ body }: CheckAnswer): readonly string[] {
  return listAt(body, 'gaps').map((gap) => `${String(at(gap, 'reading'))} (${textAt(gap, 'cause') ?? '?'})`);
}

/** A round after the first, in lines: when, what changed, and what it was charged. */
export function roundLines(page: TextLayout, before: CheckAnswer, after: CheckAnswer, now: number): readonly string[] {
  const rows = changeRows(before, after);
  const time = `${new Date(now).toISOString().slice(11, 19)}Z`;
  const what = rows.length === 0 ? `no change, ${after.verdict} ${after.confidence.toFixed(2)}` : 'changed';
  return [
    ...paragraph(page, `${time}  ${what}; charged ${chargeOf(after.body)}`),
    ...(rows.length === 0 ? [] : table(page, rows, 2)),
  ];
}
