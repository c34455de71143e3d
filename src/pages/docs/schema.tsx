import type { VNode } from 'preact';

/** The parts of a JSON Schema that the document of the service has. */
export interface DescribedValue {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, DescribedValue>>;
  readonly required?: readonly string[];
  readonly items?: DescribedValue;
  readonly anyOf?: readonly DescribedValue[];
  readonly oneOf?: readonly DescribedValue[];
  readonly allOf?: readonly DescribedValue[];
  readonly example?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
}

/** The type of a value in words, in which named schemas are links. Lists of values are written out. */
export function SchemaType({ schema }: { readonly schema: DescribedValue }): VNode {
  const { $ref, items, type, const: only } = schema;
  if ($ref !== undefined) return <SchemaLink name={nameIn($ref)} />;
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return <Joined schemas={choices} />;
  if (only !== undefined) return <code>{JSON.stringify(only)}</code>;
  if (schema.enum) return <code>{schema.enum.map((value) => JSON.stringify(value)).join(' | ')}</code>;
  if (items) {
    return (
      <>
        array of <SchemaType schema={items} />
      </>
    );
  }
  return <>{[type ?? 'any'].flat().join(' or ')}</>;
}

function Joined({ schemas }: { readonly schemas: readonly DescribedValue[] }): VNode {
  return (
    <>
      {schemas.map((schema, at) => (
        <span key={JSON.stringify(schema)}>
          {at > 0 && ' or '}
          <SchemaType schema={schema} />
        </span>
      ))}
    </>
  );
}

function SchemaLink({ name }: { readonly name: string }): VNode {
  return (
    <a href={`#schema-${name}`}>
      <code>{name}</code>
    </a>
  );
}

/** The name of a schema in a reference to it. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** A named schema: what it is, and its members. */
export function SchemaEntry({ name, schema }: { readonly name: string; readonly schema: DescribedValue }): VNode {
  const members = Object.entries(schema.properties ?? {});
  return (
    <details id={`schema-${name}`} class="reference">
      <summary>
        <code>{name}</code>
      </summary>
      {schema.description && <p>{schema.description}</p>}
      {members.length > 0 ? <Members schema={schema} /> : <TypeLine schema={schema} />}
    </details>
  );
}

function TypeLine({ schema }: { readonly schema: DescribedValue }): VNode {
  return (
    <p>
      Type: <SchemaType schema={schema} />
    </p>
  );
}

/** The members of an object. */
function Members({ schema }: { readonly schema: DescribedValue }): VNode {
  const required = new Set(schema.required);
  return (
    <dl class="parameters">
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {!required.has(name) && <span class="hint"> optional</span>}
          </dt>
          <dd>
            <span class="hint">
              <SchemaType schema={member} />
            </span>
            {member.description && <p>{member.description}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
