import type { Answer } from './answer.ts';
import { roundLines } from './changes.ts';
import type { Judged } from './check.ts';
import type { ExitCode } from './classes.ts';
import type { CheckCommand } from './command.ts';
import { paragraph } from './layout.ts';
import { printableJson } from './printable.ts';
import { type Refusal, refusalLines } from './refusal.ts';
import { answerLines } from './render.ts';
import { type Output, print, type World } from './world.ts';

/** Prints an answer, or what changed since the one before. */
export function showJudged({ answer, text }: Judged, before: Answer | null, command: CheckCommand, world: World): void {
  const { out, clock } = world;
  if (command.json) showJson(out, text);
  else if (before === null) print(out, answerLines(out.page, answer, command.url, clock()));
  else print(out, roundLines(out.page, before, answer, clock()));
}

/** Prints a refusal to standard error and gives its exit code. */
export function showRefusal(
  refusal: Refusal,
  { json, url }: { readonly json: boolean; readonly url: string },
  { err }: World,
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
