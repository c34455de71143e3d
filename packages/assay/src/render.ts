import { isRecord } from '../../assay-client/src/json.ts';
import { at, type CheckAnswer, chargeOf, listAt, textAt } from './answer.ts';
import { classOfAnswer, type KindName, type VerdictClass } from './classes.ts';
import { funderRows, tokenRows, tradeRows, walletRows } from './figures.ts';
import { type NamedValue, paragraph, type TextLayout, table } from './layout.ts';
import { classStyles, type Style } from './terminal.ts';
import { asSpan, figure } from './words.ts';

const figureRows: Readonly<Record<KindName, (metrics: unknown) => readonly NamedValue[]>> = {
  wallet: walletRows,
  token: tokenRows,
  trade: tradeRows,
  funder: funderRows,
};

const classWords: Readonly<Record<VerdictClass, string>> = {
  good: 'good',
  caution: 'caution',
  bad: 'bad',
  not_known: 'not known',
};

const severityStyles: Readonly<Record<string, Style>> = {
  critical: 'alarm',
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
};

const MILLISECONDS = 1_000;
const CLOCKS_DIFFER_SECONDS = 60;

/** An answer for people. `url` is where the service was asked, `now` this machine's clock in milliseconds. */
export function answerLines(page: TextLayout, answer: CheckAnswer, url: string, now: number): readonly string[] {
  const { kind, subject, verdict, confidence, flags, body, sandbox } = answer;
  const verdictClass = classOfAnswer(answer);
  const head = `${verdict}  (${classWords[verdictClass]})`;
  const subjectRows: readonly NamedValue[] = [
    { name: kind, value: subject },
    { name: 'Confidence', value: confidence.toFixed(2) },
    ...(flags.length > 0 ? [{ name: 'Flags', value: flags.join(', ') }] : []),
  ];
  const endRows: readonly NamedValue[] = [
    ...gapRows(body),
    { name: 'As of', value: ageOf(body, now) },
    { name: 'Charged', value: chargeOf(body) },
    ...(sandbox ? [{ name: 'Sandbox', value: 'a local chain: nothing here is about Solana itself' }] : []),
    { name: 'Explained', value: explainedAt(answer.codes, url) },
  ];
  return [
    ...paragraph(page, head, 0, classStyles[verdictClass]),
    ...table(page, subjectRows, 2),
    ...reasonLines(page, answer),
    ...figureLines(page, answer),
    ...table(page, endRows, 2),
  ];
}

/** Where codes are explained: the first by its address, which shows how to find the others. */
function explainedAt(codes: readonly string[], url: string): string {
  return `${url}/reason-codes/${codes[0]}${codes.length > 1 ? ', and each code alike' : ''}`;
}

/** Reasons as they come, by severity; a free answer has codes only. */
function reasonLines(page: TextLayout, { reasons, codes }: CheckAnswer): readonly string[] {
  const named = reasons.length > 0 ? reasons : codes.map((code) => ({ code, severity: '', message: '' }));
  return named.flatMap(({ code, severity, message }) => [
    ...paragraph(page, `${severity === '' ? '' : `${severity}: `}${code}`, 2, severityStyles[severity] ?? 'dim'),
    ...paragraph(page, message, 4),
  ]);
}

function figureLines(page: TextLayout, { kind, body }: CheckAnswer): readonly string[] {
  const metrics = at(body, 'metrics');
  if (!isRecord(metrics) || Object.keys(metrics).length === 0) return [];
  return table(page, figureRows[kind](metrics), 2);
}

function gapRows(body: unknown): readonly NamedValue[] {
  return listAt(body, 'gaps').map((gap) => {
    const again = at(gap, 'retryable') === true ? ', asking again may help' : '';
    return { name: 'Not read', value: `${figure(gap, 'reading')}: ${figure(gap, 'cause')}${again}`, style: 'yellow' };
  });
}

function ageOf(body: unknown, now: number): string {
  const time = textAt(body, 'as_of.time');
  const place = `slot ${figure(body, 'as_of.slot')}, ${figure(body, 'as_of.commitment')}`;
  const unixMs = time === null ? Number.NaN : Date.parse(time);
  if (Number.isNaN(unixMs)) return place;
  return `${time}, ${agoOf((now - unixMs) / MILLISECONDS)} (${place})`;
}

/** How long ago by this machine's clock, which may be a little behind the chain's. */
function agoOf(seconds: number): string {
  if (seconds < -CLOCKS_DIFFER_SECONDS) return "ahead of this machine's clock";
  return `${asSpan(seconds)} ago`;
}
