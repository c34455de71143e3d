import { fieldName, type Group, type Member, type Type, type Words } from '#checks/metric.ts';
import { builder } from '../builder.ts';
import { enumOf } from '../vocabulary.ts';

type ObjectRef = ReturnType<typeof builder.objectRef<object>>;
type EnumRef = ReturnType<typeof builder.enumType>;

/** Types that are made already. A group or list of words that several members share is one type. */
const objects = new Map<Group, ObjectRef>();
const enums = new Map<Words, EnumRef>();

/** The GraphQL type of a group of members, with the types of its members. */
export function objectType(group: Group): ObjectRef {
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
