import type { Kind } from '#checks/check.ts';
import { kinds } from '#checks/index.ts';
import type { Group } from '#checks/metric.ts';
import { builder } from '../builder.ts';
import { Check, checkTypeName } from '../check.ts';
import type { Delivered } from '../contract.ts';
import { enumOf } from '../vocabulary.ts';
import { objectType } from './metrics-type.ts';

/** The type of a check of a kind, with the enumeration of its verdicts and the type of its metrics. */
export function checkType(kind: Kind['name'], description: string, metrics: Group) {
  const name = checkTypeName(kind);
  const Verdict = builder.enumType(name.replace(/Check$/, 'Verdict'), {
    description: `The verdicts of a ${kind} check; \`prices\` lists them best first.`,
    values: enumOf(kinds[kind].verdicts),
  });
  return builder.objectRef<Delivered>(name).implement({
    description,
    interfaces: [Check],
    fields: (t) => ({
      [`${kind}Verdict`]: t.field({
        type: Verdict,
        description: 'The same as `verdict`, in an enumeration of this kind only.',
        resolve: (c) => c.document.verdict,
      }),
      metrics: t.field({
        type: objectType(metrics),
        nullable: true,
        description: 'The figures behind the verdict; null in a free answer.',
        // A free answer has no metrics.
        resolve: ({ document }) => (Object.keys(document.metrics).length === 0 ? null : document.metrics),
      }),
    }),
  });
}
