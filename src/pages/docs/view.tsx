import type { VNode } from 'preact';
import { CACHED, type Page } from '#http/page.ts';
import { documentOf, Frame, type Site } from '../frame.tsx';
import { htmlForm } from '../html.tsx';
import { Filter, ScrolledText } from '../parts.tsx';
import { type DescribedValue, nameIn, SchemaEntry, SchemaType } from './schema.tsx';

interface Content {
  readonly schema?: DescribedValue;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: DescribedValue;
  readonly example?: unknown;
}

type Contents = Readonly<Record<string, Content>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Contents }>>;
}

type Schemas = Readonly<Record<string, DescribedValue>>;

/** The parts of the OpenAPI document that the page shows. */
interface OpenapiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components?: { readonly schemas?: Schemas };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The reference of REST for people. Each operation can be run on the page. */
export function docsPage(site: Site, read: () => object): Page {
  // Payment per call may come and go, and the document with it.
  const made = new WeakMap<object, string>();
  const form = htmlForm(() => {
    const document = read();
    const html = made.get(document) ?? docsHtml(site, document as OpenapiDocument);
    made.set(document, html);
    return html;
  });
  return {
    path: '/docs',
    operationId: 'docs',
    summary: 'Interactive documentation',
    tag: 'Service',
    ...form,
    headers: { ...form.headers, ...CACHED },
  };
}

function docsHtml(site: Site, { info, tags = [], components, paths }: OpenapiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const schemas = components?.schemas ?? {};
  return documentOf(
    <Frame title="Assay: REST" path="/docs" site={site} script="docs">
      <div class="document" id="docs" data-sandbox={site.sandbox ? '' : undefined}>
        <header class="document-head">
          <h1>REST</h1>
          <p class="lead">{info.description}</p>
          <p>
            <a href="/openapi.json">The OpenAPI document</a>, version {info.version}
          </p>
        </header>
        <p id="docs-key" class="field" hidden>
          <label for="api-key">API key</label>
          <input id="api-key" class="mono" autocomplete="off" spellcheck={false} />
        </p>
        <Filter what="operations" count={calls.length} />
        {tags.map(({ name, description }) => (
          <section key={name} aria-labelledby={`tag-${name}`}>
            <h2 id={`tag-${name}`}>{name}</h2>
            <p>{description}</p>
            <div data-entries>
              {calls
                .filter((call) => call.tags.includes(name))
                .map((call) => (
                  <OperationEntry key={call.operationId} call={call} schemas={schemas} />
                ))}
            </div>
          </section>
        ))}
        <section aria-labelledby="schemas">
          <h2 id="schemas">Schemas</h2>
          {Object.entries(schemas).map(([name, schema]) => (
            <SchemaEntry key={name} name={name} schema={schema} />
          ))}
        </section>
      </div>
    </Frame>,
  );
}

interface OperationProps {
  readonly call: Call;
  readonly schemas: Schemas;
}

function OperationEntry({ call, schemas }: OperationProps): VNode {
  const { operationId, method, path, summary, description, deprecated, responses } = call;
  const [example] = Object.values(responses[200]?.content ?? {}).flatMap(exampleIn);
  return (
    <details id={operationId} class="reference">
      <summary>
        <b class={`severity ${method === 'GET' ? 'plain' : 'good'}`}>{method}</b> <code>{path}</code>{' '}
        <span>
          {summary}
          {deprecated && ' (deprecated)'}
        </span>
      </summary>
      {description && <p>{description}</p>}
      <Try call={call} schemas={schemas} />
      <h3>Responses</h3>
      <dl class="parameters">
        {Object.entries(responses).map(([status, { description: text, content = {} }]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <p>{text}</p>
              {Object.entries(content).map(([mediaType, { schema }]) => (
                <p key={mediaType} class="hint">
                  <code>{mediaType}</code>
                  {schema && (
                    <>
                      : <SchemaType schema={schema} />
                    </>
                  )}
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {example !== undefined && (
        <>
          <h3>Example</h3>
          <ScrolledText label={`Example of ${operationId}`} text={JSON.stringify(example, null, 2)} />
        </>
      )}
    </details>
  );
}

/** The parameters and the body of an operation. The page's script runs it with what is typed. */
function Try({ call, schemas }: OperationProps): VNode {
  const { operationId, method, path, parameters = [], requestBody } = call;
  const [[mediaType, body] = []] = Object.entries(requestBody?.content ?? {});
  const example = body && (exampleIn(body)[0] ?? membersIn(body.schema, schemas));
  // The key has a field of its own above.
  const given = parameters.filter(({ name }) => name.toLowerCase() !== 'x-api-key');
  return (
    <form class="call" data-method={method} data-path={path}>
      {given.map(({ name, in: where, required, description, schema }) => (
        <p key={name} class="field">
          <label for={`${operationId}-${name}`}>
            {name} <span class="hint">{required ? where : `${where}, optional`}</span>
          </label>
          <input
            id={`${operationId}-${name}`}
            class="mono"
            name={name}
            data-in={where}
            required={required}
            value={required ? textOf(schema?.example ?? schema?.enum?.[0]) : ''}
            autocomplete="off"
            spellcheck={false}
          />
          <span class="hint">{description}</span>
        </p>
      ))}
      {mediaType !== undefined && (
        <p class="field">
          <label for={`${operationId}-body`}>
            Body{' '}
            <span class="hint">
              {mediaType}
              {body?.schema && (
                <>
                  : <SchemaType schema={body.schema} />
                </>
              )}
            </span>
          </label>
          <textarea id={`${operationId}-body`} name="body" rows={6} spellcheck={false}>
            {JSON.stringify(example, null, 2)}
          </textarea>
        </p>
      )}
      <p class="row">
        <button type="submit" class="main" hidden>
          Run
        </button>
      </p>
      <div class="answer" role="status" />
    </form>
  );
}

function textOf(value: unknown): string {
  return value === undefined ? '' : String(value);
}

/** An object of the examples that the members of a schema have. */
function membersIn(schema: DescribedValue | undefined, schemas: Schemas): object {
  const named = schema?.$ref === undefined ? schema : schemas[nameIn(schema.$ref)];
  const members = Object.entries(named?.properties ?? {});
  return Object.fromEntries(members.flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])));
}

/** The first example of a content, in a list that is empty without one. */
function exampleIn({ example, examples = {}, schema }: Content): readonly unknown[] {
  const [first] = Object.values(examples);
  const value = example ?? first?.value ?? schema?.example;
  return value === undefined ? [] : [value];
}
