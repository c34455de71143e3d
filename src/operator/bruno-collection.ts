/** The part of an OpenAPI document that the collection uses. */
export interface DescribedApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, { readonly example?: unknown }>> }>
    >;
  };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown; readonly default?: unknown };
}

interface Media {
  readonly example?: unknown;
  readonly schema: { readonly $ref?: string };
}

/** The status of a request in the sandbox if it is not 200, with the reason. */
const OTHERWISE: Readonly<Record<string, { readonly status: number; readonly note: string }>> = {
  claimCredit: { status: 422, note: 'The ticket is an example: put one of Prepare in its place.' },
  ownershipFile: { status: 404, note: 'There is one where OWNERSHIP_FILES has it.' },
};

const METHODS = ['get', 'post'] as const;
const BASE = 'http://127.0.0.1:8402';

/** The files of a Bruno collection with a request for each operation, by their paths within it. */
export function brunoFiles(api: DescribedApi): ReadonlyMap<string, string> {
  const files = new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: 'Assay', type: 'collection', ignore: [] }, null, 2)}\n`],
    [
      'collection.bru',
      blocks(
        block('auth', ['mode: apikey']),
        block('auth:apikey', ['key: X-API-Key', 'value: {{api_key}}', 'placement: header']),
        block('docs', [
          'Made from the OpenAPI document by `npm run bruno`.',
          'In the sandbox send "Service / Sandbox" first: it sets the key. Elsewhere put yours into the environment.',
        ]),
      ),
    ],
    ['environments/Sandbox.bru', block('vars', [`base: ${BASE}`])],
    [
      'environments/Service.bru',
      blocks(block('vars', ['base: https://assay.example']), 'vars:secret [\n  api_key\n]\n'),
    ],
  ]);
  for (const [position, { name }] of api.tags.entries()) {
    files.set(`${name}/folder.bru`, block('meta', [`name: ${name}`, `seq: ${position + 1}`]));
  }
  const counts = new Map<string, number>();
  for (const [path, operations] of Object.entries(api.paths)) {
    for (const method of METHODS) {
      const operation = operations[method];
      if (!operation) continue;
      const [tag = 'Service'] = operation.tags;
      const seq = (counts.get(tag) ?? 0) + 1;
      counts.set(tag, seq);
      files.set(`${tag}/${titleOf(operation)}.bru`, requestFile(api, { path, method, operation, seq }));
    }
  }
  return files;
}

interface Described {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: Operation;
  readonly seq: number;
}

function requestFile(api: DescribedApi, { path, method, operation, seq }: Described): string {
  const { parameters = [], requestBody, description, summary, operationId } = operation;
  const given = parameters.flatMap((one) => {
    const value = exampleOf(one);
    return value === undefined ? [] : [{ name: one.name, place: one.in, value: String(value) }];
  });
  const query = given.filter(({ place }) => place === 'query');
  // Bruno takes parameters of paths that stand for a whole segment only; of another the example stands in the path.
  const isSegment = (name: string): boolean => path.split('/').includes(`{${name}}`);
  const inPath = given.filter(({ place, name }) => place === 'path' && isSegment(name));
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = given.find((one) => one.place === 'path' && one.name === name)?.value;
    return value === undefined || isSegment(name) ? `:${name}` : value;
  });
  const body = requestBody && bodyOf(api, requestBody.content['application/json']);
  const answer = OTHERWISE[operationId] ?? { status: 200, note: '' };
  const asked = query.length > 0 ? `?${query.map(({ name, value }) => `${name}=${value}`).join('&')}` : '';
  const notes = [summary, description ?? '', answer.note].filter((line) => line !== '');
  return blocks(
    block('meta', [`name: ${titleOf(operation)}`, 'type: http', `seq: ${seq}`]),
    block(method, [
      `url: {{base}}${url}${asked}`,
      `body: ${body === undefined ? 'none' : 'json'}`,
      `auth: ${authOf(operation)}`,
    ]),
    block('params:query', query.map(lineOf)),
    block('params:path', inPath.map(lineOf)),
    body === undefined ? '' : block('body:json', JSON.stringify(body, null, 2).split('\n')),
    operationId === 'sandbox' ? block('vars:post-response', ['api_key: res.body.api_key']) : '',
    block('assert', [`res.status: eq ${answer.status}`]),
    block('docs', notes),
  );
}

function lineOf({ name, value }: { readonly name: string; readonly value: string }): string {
  return `${name}: ${value}`;
}

/** A request sends the key of the collection where the operation takes one. */
function authOf({ security = [], parameters = [] }: Operation): string {
  const isKeyed = security.some((one) => 'ApiKey' in one) || parameters.some(({ name }) => name === 'X-API-Key');
  return isKeyed ? 'inherit' : 'none';
}

function exampleOf({ example, schema }: Parameter): unknown {
  return example ?? schema?.example ?? schema?.default;
}

/** The example of a body; of a named schema what the examples of its members make. */
function bodyOf({ components }: DescribedApi, media: Media | undefined): unknown {
  if (media?.example !== undefined) return media.example;
  const properties = components.schemas[media?.schema.$ref?.split('/').at(-1) ?? '']?.properties ?? {};
  return Object.fromEntries(Object.entries(properties).map(([name, { example }]) => [name, example]));
}

/** `checkToken` as people read it: "Check token". */
function titleOf({ operationId }: Operation): string {
  const words = operationId.replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A block of the markup: lines within braces, which nothing at the beginning of a line can end. */
function block(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

function blocks(...all: readonly string[]): string {
  return all.filter((one) => one !== '').join('\n');
}
