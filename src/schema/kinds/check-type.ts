import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import {
  describedOrNull,
  fieldName,
  type Group,
  type Member,
  type MetricSections,
  type Type,
  type Words,
} from 'assay-core/rules/metric.ts';
import { builder } from '../builder.ts';
import { Check, checkTypeName, GapObject } from '../check.ts';
import type { Delivered } from '../contract.ts';
import { Node } from '../node.ts';
import { checkedFacts, enumOf, UNLISTED_WORDS } from '../vocabulary.ts';
import { isUnchanged, sectionsType, shownAs, togetherField, UNLISTED } from './sections-type.ts';

/** Types that are made already. A group or list of words that several members share is one type. */
const objects = new Map<Group, ObjectRef>();

const enums = new Map<Words, EnumRef>();

/** The type of a check of a kind, with the enumeration of its verdicts and the types of its metrics. */
export function checkType(kind: Kind['name'], metrics: MetricSections) {
  const name = checkTypeName(kind);
  const Verdict = builder.enumType(name.replace(/Check$/, 'Verdict'), {
    description: `Verdicts of a ${kind} check. \`prices\` lists them best first.`,
    values: enumOf(kinds[kind].verdicts),
  });
  return builder.objectRef<Delivered>(name).implement({
    description: `The answer of a ${kind} check: ${checkedFacts[kind]}.`,
    interfaces: [Node, Check],
    fields: (t) => ({
      [`${kind}Verdict`]: t.field({
        type: Verdict,
        description: `Verdict, in the enumeration of ${kind} checks alone.`,
        resolve: (c) => c.document.verdict,
      }),
      metrics: t.field({
        type: sectionsType(metrics, { fieldOf, Gap: GapObject }),
        nullable: true,
        // The JSON Schema of REST is made of the same declaration.
        extensions: { declared: metrics.metrics },
        description: 'Figures behind the verdict. Null where the answer is free.',
        // A free answer has no metrics.
        resolve: ({ document }) => (Object.keys(document.metrics).length === 0 ? null : document),
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
  const { name, description, members, inAnswer } = group;
  const parts = Object.entries(inAnswer.parts ?? {});
  const inParts = new Set(
    parts.flatMap(([, part]) => Object.values(part.fields)).map((written) => written.replace('?', '')),
  );
  const single = Object.entries(members).filter(([member]) => !inParts.has(member));
  const made = builder.objectRef<object>(name);
  objects.set(group, made);
  made.implement({
    description,
    fields: (t) => {
      const fields = single.map(([member, declared]) => {
        const options = {
          ...fieldOf(declared),
          nullable: declared.type.isNullable,
          description: describedOrNull(declared),
        };
        const shown = shownAs(declared);
        const resolve = (parent: object) => shown((parent as Readonly<Record<string, unknown>>)[member]);
        // The declaration says which members there are; the compiler cannot know them here.
        const field = isUnchanged(declared)
          ? t.expose(member as never, options as never)
          : t.field({ ...options, resolve } as never);
        return [fieldName(member, group), field];
      });
      const together = parts.map(([field, part]) => [field, t.field(togetherField(group, part, fieldOf) as never)]);
      return Object.fromEntries([...fields, ...together]);
    },
  });
  return made;
}

/** The type of a member's field. */
function fieldOf({ type }: Pick<Member, 'type'>) {
  const single = typeOf(type);
  return { type: type.isList ? [single] : single };
}

function typeOf({ of }: Type) {
  if (of === 'UnixTime') return 'DateTime';
  if (typeof of === 'string') return of;
  return 'members' in of ? objectType(of) : enumType(of);
}

function enumType(words: Words): EnumRef {
  const known = enums.get(words);
  if (known) return known;
  const { name, description } = words;
  const made = builder.enumType(name, {
    description,
    values: enumOf({ ...words.words, [UNLISTED]: words.words[UNLISTED] ?? UNLISTED_WORDS }),
  });
  enums.set(words, made);
  return made;
}
