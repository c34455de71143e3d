import { boundOf, isWithin } from './budgets.ts';
import { median, type Row } from './report.ts';

const HEAD = ['what', 'ours', 'beside', 'ratio or figure', 'budget', ''];

/** The table of all rows in Markdown. The last column says where a budget is missed. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    row.ours,
    row.beside ?? '',
    spreadOf(row.ratios),
    boundOf(row.budget),
    isMissed(row) ? '**missed**' : '',
  ]);
  const written = [HEAD, HEAD.map(() => '---'), ...lines].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  return `${written.join('\n')}\n`;
}

/** True where the middle of the rounds breaks the row's bound. What was not compared breaks none. */
export function isMissed({ budget, ratios }: Row): boolean {
  return ratios.length > 0 && !isWithin(budget, median(ratios));
}

/** The middle, and the least and the most where there were several rounds. */
function spreadOf(ratios: readonly number[]): string {
  if (ratios.length === 0) return '';
  const middle = told(median(ratios));
  return ratios.length === 1 ? middle : `${middle} [${told(Math.min(...ratios))}..${told(Math.max(...ratios))}]`;
}

function told(figure: number): string {
  if (Number.isInteger(figure)) return String(figure);
  return figure.toFixed(Math.abs(figure) < 10 ? 2 : 1);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
