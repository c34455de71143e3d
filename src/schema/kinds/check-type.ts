import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { fieldName, type Group, type Member, type Type, type Words } from 'assay-core/rules/metric.ts';
import { builder } from '../builder.ts';
import { Check, checkTypeName } from '../check.ts';
import type { Delivered } from '../contract.ts';
import { enumOf } from '../vocabulary.ts';

/** Types that are made already. A group or list of words that several members share is one type. */
const objects = new Map<Group, ObjectRef>();

const enums = new Map<Words, EnumRef>();

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

type ObjectRef = ReturnType<typeof builder.objectRef<object>>;

type EnumRef = ReturnType<typeof builder.enumType>;

/** The GraphQL type of a group of members, with the types of its members. */
function objectType(group: Group): ObjectRef {
  const known = objects.get(group);
  if (known) return known;
  const { name, description, members } = group;
  const made = builder.objectRef<object>(name);
  objects.set(group, made);
  made.implement({
    description,
    fields: (t) => {
      const fields = Object.entries(members).map(([member, declared]) => [
        fieldName(member, group),
        // The declaration says which members there are; the compiler cannot know them here.
        t.expose(member as never, optionsOf(declared) as never),
      ]);
      return Object.fromEntries(fields);
    },
  });
  return made;
}

function optionsOf({ type, description }: Member) {
  const single = typeOf(type);
  return { type: type.isList ? [single] : single, nullable: type.isNullable, description };
}

function typeOf({ of }: Type) {
  if (typeof of === 'string') return of;
  return 'members' in of ? objectType(of) : enumType(of);
}

function enumType(words: Words): EnumRef {
  const known = enums.get(words);
  if (known) return known;
  const { name, description } = words;
  const made = builder.enumType(name, { description, values: enumOf(words.words) });
  enums.set(words, made);
  return made;
}
