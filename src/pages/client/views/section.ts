import type { Tone } from '../tone.tsx';
import type { TextPart } from './evidence.ts';

/** A cell or a value: plain text, or parts of which some stand out or can be looked up. */
export type Cell = string | readonly (TextPart | { readonly strong: string })[];

/** A curve over two axes. */
export interface Plot {
  readonly type: 'plot';
  readonly title: string;
  /** The picture in a sentence. */
  readonly summary: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Unix seconds, or sizes in SOL, which stand on a logarithmic scale so that small ones stay apart. */
  readonly x: 'time' | 'size';
  /** The unit of the numbers on the vertical axis. */
  readonly unit: 'SOL' | '%';
  /** Whether the value holds until the next point. */
  readonly step: boolean;
  /** Ascending levels, each with the tone of the range below it. */
  readonly zones: readonly { readonly at: number; readonly text: string; readonly tone: Tone }[];
  /** The point that the answer is about. */
  readonly mark: { readonly x: number; readonly y: number } | null;
  readonly table: Table;
}

/** One bar; its length is a percentage. */
interface Bar {
  readonly label: Cell;
  readonly percent: number;
  readonly text: string;
  readonly shade: 'plain' | 'locked' | 'held';
}

/** Bars of one scale from 0 to `max` percent. `note` names the whole. */
export interface Bars {
  readonly type: 'bars';
  readonly title: string;
  readonly note: string;
  readonly bars: readonly Bar[];
  readonly max: number;
}

export interface Sentences {
  readonly type: 'sentences';
  readonly title: string;
  readonly sentences: readonly Cell[];
}

export interface Table {
  readonly type: 'table';
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns of numbers, countOf from 0. */
  readonly numeric?: readonly number[];
}

/** A chain of addresses with the transfer from each to the next. An end without an id is the subject of the card. */
export interface PathSection {
  readonly type: 'path';
  readonly title: string;
  readonly stops: readonly { readonly name: string; readonly id: string | null; readonly label: string | null }[];
  /** One fewer than stops. */
  readonly legs: readonly Cell[];
}

/** A part of a card. */
export type Section = Plot | Bars | Sentences | Table | PathSection;

/** The service's words for a value of one of its types; null if it has none. */
export type Explain = (type: string, value: string) => string | null;

/** An address within a text. */
export function account(id: string | null | undefined): Cell {
  return id ? [{ id, what: 'account' }] : 'none';
}

/** A transaction within a text. */
export function transaction(id: string | null | undefined): Cell {
  return id ? [{ id, what: 'tx' }] : 'not known';
}

/** A sentence: `say` before a template. Texts that are put in stand out, cells are put in as they are. */
export function say(texts: readonly string[], ...values: readonly Cell[]): Cell {
  return texts.flatMap((text, at) => {
    const value = values[at] ?? '';
    const parts = typeof value === 'string' ? [{ strong: value }] : value;
    return [{ text }, ...parts].filter(
      (part) => !('text' in part && part.text === '') && !('strong' in part && part.strong === ''),
    );
  });
}

/** A sentence, unless its figures are not known. */
export type Maybe = Cell | undefined | null | false;

/** The sentences that are not null. */
export function sentences(title: string, all: readonly Maybe[]): Sentences {
  return {
    type: 'sentences',
    title,
    sentences: all.filter((one) => one !== undefined && one !== null && one !== false),
  };
}

/** Bars on one scale, which ends at the first round number that none of them exceeds; `max` sets another end. */
export function barsOf(title: string, note: string, bars: readonly Bar[], max?: number): Bars {
  return { type: 'bars', title, note, bars, max: max ?? roundAbove(Math.max(...bars.map(({ percent }) => percent))) };
}

const STEPS = [1, 2, 4, 5, 10];

/** The smallest of 1, 2, 4 and 5 times a power of ten that is no smaller. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return Number(((STEPS.find((step) => step * size >= value - 1e-9) ?? 10) * size).toPrecision(6));
}
