import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';

const FOUND_MAX = 60;

type Member = GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument | GraphQLEnumValue;

/** Sorts of types in the order in which the overview lists them. */
const SORTS: readonly (readonly [title: string, one: string, is: (type: GraphQLNamedType) => boolean])[] = [
  ['Objects', 'object', isObjectType],
  ['Interfaces', 'interface', isInterfaceType],
  ['Unions', 'union', isUnionType],
  ['Enums', 'enum', isEnumType],
  ['Inputs', 'input', isInputObjectType],
  ['Scalars', 'scalar', isScalarType],
];

/** The reference of the schema: an overview, or the type whose name is in the address, so that going back works. */
export function Explorer({ schema, typeName }: { readonly schema: GraphQLSchema; readonly typeName: string }): VNode {
  const [words, setWords] = useState('');
  const type = schema.getType(typeName);
  return (
    <section class="schema" aria-labelledby="schema-title">
      <header class="row">
        <h2 id="schema-title">Schema</h2>
        {type && <a href="#schema">All types</a>}
        <input
          type="search"
          aria-label="Search types and fields"
          placeholder="Search types and fields"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </header>
      {words.trim() !== '' ? (
        <Found schema={schema} words={words.trim().toLowerCase()} onChoose={() => setWords('')} />
      ) : type ? (
        <TypeEntry type={type} schema={schema} />
      ) : (
        <Overview schema={schema} />
      )}
    </section>
  );
}

function Overview({ schema }: { readonly schema: GraphQLSchema }): VNode {
  const roots = [
    ['Queries', schema.getQueryType()],
    ['Mutations', schema.getMutationType()],
    ['Subscriptions', schema.getSubscriptionType()],
  ] as const;
  const others = typesOf(schema).filter((type) => roots.every(([, root]) => root !== type));
  return (
    <>
      {roots.map(
        ([title, root]) =>
          root && (
            <div key={title}>
              <h3>{title}</h3>
              <Members members={Object.values(root.getFields())} />
            </div>
          ),
      )}
      {SORTS.map(([title, , is]) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl>
            {others.filter(is).map((type) => (
              <div key={type.name}>
                <dt>
                  <TypeLink type={type} />
                </dt>
                <Prose text={type.description} />
              </div>
            ))}
          </dl>
        </div>
      ))}
    </>
  );
}

function TypeEntry({ type, schema }: { readonly type: GraphQLNamedType; readonly schema: GraphQLSchema }): VNode {
  const sort = SORTS.find(([, , is]) => is(type))?.[1];
  return (
    <article>
      <h3>
        <code>{type.name}</code> <span class="hint">{sort}</span>
      </h3>
      <Prose text={type.description} />
      {isScalarType(type) && type.specifiedByURL && (
        <p>
          Specified by <a href={type.specifiedByURL}>{type.specifiedByURL}</a>.
        </p>
      )}
      {isInputObjectType(type) && type.isOneOf && <p class="hint">Exactly one of these members is given.</p>}
      {isObjectType(type) && <Types title="Implements" types={type.getInterfaces()} />}
      {(isUnionType(type) || isInterfaceType(type)) && (
        <Types title="Possible types" types={schema.getPossibleTypes(type)} />
      )}
      {(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) && (
        <Members members={Object.values(type.getFields())} />
      )}
      {isEnumType(type) && <Members members={type.getValues()} />}
    </article>
  );
}

function Types({
  title,
  types,
}: {
  readonly title: string;
  readonly types: readonly GraphQLNamedType[];
}): VNode | null {
  if (types.length === 0) return null;
  return (
    <p>
      {title}:{' '}
      {types.map((type, at) => (
        <span key={type.name}>
          {at > 0 && ', '}
          <TypeLink type={type} />
        </span>
      ))}
    </p>
  );
}

/** Fields, arguments or values, each with what it is. The arguments of a field stand below it. */
function Members({ members }: { readonly members: readonly Member[] }): VNode {
  return (
    <dl>
      {members.map((member) => {
        const args = 'args' in member ? member.args : [];
        return (
          <div key={member.name}>
            <dt>
              <code>
                {member.name}
                {args.length > 0 && `(${args.map(({ name }) => name).join(', ')})`}
              </code>
              {'type' in member && (
                <>
                  : <TypeLink type={member.type} />
                </>
              )}
              <Default member={member} />
            </dt>
            <Prose text={member.description} />
            <Deprecation reason={member.deprecationReason} />
            {args.length > 0 && (
              <dd>
                <Members members={args} />
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function Default({ member }: { readonly member: Member }): VNode | null {
  const value = 'defaultValue' in member ? member.defaultValue : undefined;
  return value === undefined ? null : <code> = {JSON.stringify(value)}</code>;
}

function Deprecation({ reason }: { readonly reason: string | null | undefined }): VNode | null {
  if (reason === null || reason === undefined) return null;
  return (
    <dd class="notice warn">
      Deprecated. <Coded text={reason} />
    </dd>
  );
}

/** A type as it is written, of which the name leads to its entry. */
function TypeLink({ type }: { readonly type: GraphQLType }): VNode {
  if (isNonNullType(type)) {
    return (
      <>
        <TypeLink type={type.ofType} />!
      </>
    );
  }
  if (isListType(type)) {
    return (
      <>
        [<TypeLink type={type.ofType} />]
      </>
    );
  }
  return (
    <a href={`#${type.name}`}>
      <code>{type.name}</code>
    </a>
  );
}

function Prose({ text }: { readonly text: string | null | undefined }): VNode | null {
  return text ? (
    <dd>
      <Coded text={text} />
    </dd>
  ) : null;
}

/** Text in which what stands between back-ticks is code. */
function Coded({ text }: { readonly text: string }): VNode {
  const parts: readonly ComponentChildren[] = text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
  return <>{parts}</>;
}

interface FoundProps {
  readonly schema: GraphQLSchema;
  readonly words: string;
  readonly onChoose: () => void;
}

/** Types and fields whose name holds the words. */
function Found({ schema, words, onChoose }: FoundProps): VNode {
  const found = typesOf(schema).flatMap((type) => {
    const names = 'getFields' in type ? Object.keys(type.getFields()) : [];
    const paths = [type.name, ...names.map((name) => `${type.name}.${name}`)];
    return paths
      .filter((path) => (path.split('.').at(-1) ?? '').toLowerCase().includes(words))
      .map((path) => ({ path, type }));
  });
  return (
    <>
      <p class="hint" role="status">
        {found.length > FOUND_MAX ? `The first ${FOUND_MAX} of ${found.length}` : `${found.length} found`}
      </p>
      <ul>
        {found.slice(0, FOUND_MAX).map(({ path, type }) => (
          <li key={path}>
            <a href={`#${type.name}`} onClick={onChoose}>
              <code>{path}</code>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The types of the service in the order of their names, without those of GraphQL itself. */
function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((a, b) => a.name.localeCompare(b.name));
}
