import type { Reason } from '../check.ts';
import type { LabelFact } from '../label.ts';
import type { TransactionPlace } from './evidence.ts';

/** The members of a reason's evidence that name a transaction. */
export function placeEvidence({ transaction, slot, time }: TransactionPlace): Reason['evidence'] {
  return { transaction, slot, time_unix: time };
}

/** The members of a reason's evidence that name a label. */
export function labelEvidence(label: LabelFact | null): Reason['evidence'] {
  if (!label) return {};
  return { label: label.label, label_grade: label.grade, label_date: label.date, label_category: label.category };
}
