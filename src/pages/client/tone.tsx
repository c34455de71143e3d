import type { ComponentChildren, JSX } from 'preact';
import { verdictWord } from './format.ts';

/** The tone of a verdict: each has a colour and a shape, and the verdict's name is always beside them. */
export type Tone = 'good' | 'plain' | 'warn' | 'bad' | 'critical' | 'unknown';

const VERDICTS: Readonly<Record<string, Tone>> = {
  TRUSTED: 'good',
  NEUTRAL: 'plain',
  UNTRUSTED: 'critical',
  INSUFFICIENT: 'unknown',
  UNVERIFIABLE: 'unknown',
  LOW_RISK: 'good',
  ELEVATED: 'warn',
  HIGH_RISK: 'bad',
  CRITICAL: 'critical',
  ACCEPTABLE_COST: 'good',
  ELEVATED_COST: 'warn',
  HIGH_COST: 'bad',
  UNTRADEABLE: 'critical',
  NO_POOL: 'unknown',
  CEX_FUNDED: 'good',
  WALLET_FUNDED: 'plain',
  UNKNOWN_ORIGIN: 'warn',
  UNVERIFIABLE_ORIGIN: 'unknown',
};

/** An unknown verdict gets the tone of one without a statement. */
export function toneOf(verdict: string): Tone {
  return VERDICTS[verdict] ?? 'unknown';
}

const SEVERITIES: Readonly<Record<string, Tone>> = {
  critical: 'critical',
  high: 'bad',
  medium: 'warn',
  low: 'plain',
  info: 'unknown',
};

function severityTone(severity: string): Tone {
  return SEVERITIES[severity] ?? 'unknown';
}

/** The outlines of the tones, in a box of 16. */
const SHAPES: Readonly<Record<Tone, readonly string[]>> = {
  good: ['M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z', 'M5.2 8.2l2 2 3.7-4.2'],
  plain: ['M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8z', 'M5.4 8h5.2'],
  warn: ['M8 2L14.4 13.6H1.6z', 'M8 6.4v3.2', 'M8 11.6v.1'],
  bad: ['M8 1.4L14.6 8 8 14.6 1.4 8z', 'M8 5v3.6', 'M8 11v.1'],
  critical: ['M5.2 1.8h5.6l3.4 3.4v5.6l-3.4 3.4H5.2l-3.4-3.4V5.2z', 'M5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4'],
  unknown: ['M2.2 2.2h11.6v11.6H2.2z', 'M6.2 6.4a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.6-.8 1.1v.3', 'M8 11.6v.1'],
};

/** A verdict by colour, shape and word. */
export function Verdict({ verdict, large = false }: { verdict: string; large?: boolean }): JSX.Element {
  return (
    <span class={`verdict ${toneOf(verdict)}${large ? ' large' : ''}`}>
      <Shape tone={toneOf(verdict)} />
      {verdictWord(verdict)}
    </span>
  );
}

/** The same for something that is no verdict. */
export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element {
  return (
    <span class={`verdict ${tone}`}>
      <Shape tone={tone} />
      {children}
    </span>
  );
}

/** A severity by colour and word. */
export function SeverityMark({ severity }: { severity: string }): JSX.Element {
  return <span class={`severity ${severityTone(severity)}`}>{severity}</span>;
}

function Shape({ tone }: { tone: Tone }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[tone].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** A long code that may be broken behind its underscores. */
export function Breakable({ code }: { code: string }): JSX.Element {
  return <>{code.split(/(?<=_)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]))}</>;
}
