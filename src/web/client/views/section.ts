import type { TextPart } from '../evidence.ts';
import type { Tone } from '../tone.ts';

/** A cell or a value: plain text, or parts of which some can be looked up. */
export type Cell = string | readonly TextPart[];

/** A figure with its name. `note` says what it does not. */
export interface Figure {
  readonly name: string;
  readonly value: Cell;
  readonly note?: string;
}

/** A mark on an axis. */
interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A line over two axes. `x` goes from 0 to 1, `y` is in the unit of its ticks. */
export interface Plot {
  readonly type: 'plot';
  readonly title: string;
  /** The picture in a sentence. */
  readonly summary: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Whether the value holds until the next point. */
  readonly step: boolean;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** Levels up to which something holds, lowest first, with the tone of what lies under each. */
  readonly zones: readonly (Tick & { readonly tone: Tone })[];
  /** The point that the answer is about. */
  readonly mark: { readonly x: number; readonly y: number; readonly text: string } | null;
  readonly table: Table;
}

/** One bar. `share` is its length, 0 to 1. */
export interface Bar {
  readonly label: Cell;
  readonly share: number;
  readonly text: string;
  readonly shade: 'plain' | 'locked' | 'held';
}

export interface Bars {
  readonly type: 'bars';
  readonly title: string;
  readonly note: string;
  readonly bars: readonly Bar[];
}

export interface FiguresSection {
  readonly type: 'figures';
  readonly title: string;
  readonly figures: readonly Figure[];
}

export interface Table {
  readonly type: 'table';
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Columns of numbers, counted from 0. */
  readonly numeric?: readonly number[];
}

/** A chain of addresses with what went from each to the next. */
export interface PathSection {
  readonly type: 'path';
  readonly title: string;
  readonly stops: readonly { readonly name: string; readonly id: string; readonly label: string | null }[];
  /** One fewer than stops. */
  readonly legs: readonly Cell[];
}

/** A part of a card. */
export type Section = Plot | Bars | FiguresSection | Table | PathSection;

/** An address within a text. */
export function account(id: string | null | undefined): Cell {
  return id ? [{ id, what: 'account' }] : 'none';
}

/** A transaction within a text. */
export function transaction(id: string | null | undefined): Cell {
  return id ? [{ id, what: 'tx' }] : 'not known';
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Round numbers that cover a range, about `wanted` of them, the first at or below `low` and the last at or above `high`. */
export function roundTicks(low: number, high: number, wanted = 4): readonly number[] {
  const span = high - low || Math.abs(high) || 1;
  const size = 10 ** Math.floor(Math.log10(span / wanted));
  const step = size * (STEPS.find((one) => (one * size * wanted) / span >= 1) ?? 10);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}
