import type { LabelTable } from '#chain/labels/label.ts';
import type { HistoryReader } from '#chain/model.ts';
import type { Bodies } from './bodies.ts';

/** What the source and those behind it are read with. */
export interface SourceTools {
  readonly reader: HistoryReader;
  readonly bodies: Bodies;
  readonly labels: LabelTable;
}
