import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { peer } from './peer.ts';

/** What the tests read of an OpenAPI document. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export type Schema = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** A part of a request that has a validator of its own. Parameters are validated as an object of all in one place. */
export type Place = Parameter['in'] | 'body';

/** What a generator made of the document. `null` stands for a part that it makes no validator of. */
export interface Readers {
  readonly request: (operationId: string, place: Place) => Reader | null;
  readonly answer: (operationId: string, status: number) => Reader | null;
}

export type Reader = (value: unknown) => boolean;

// The generators need what Node 20 has not.
const NODE = resolve('test/peers/node_modules/node/bin/node');
const MODULES = resolve('test/peers/node_modules');

/** The script of a generator, and what it calls its configuration. */
type Command = readonly [script: string, flag: string];

/** Writes a document and a configuration beside each other, and runs a generator on them by its own command. */
async function generate(command: Command, folder: string, document: OpenApi, config: object): Promise<void> {
  const [script, flag] = command;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const file = join(folder, 'generator.config.mjs');
  writeFileSync(file, `export default ${JSON.stringify(config)};`);
  await promisify(execFile)(NODE, [join(MODULES, script), flag, file], { cwd: folder });
}

/** Runs generated TypeScript. The generated code imports zod, which the service has as well. */
async function load<M>(folder: string, file: string): Promise<M> {
  const outfile = join(folder, 'bundle.mjs');
  const alias = { zod: resolve('node_modules/zod') };
  await build({ entryPoints: [join(folder, file)], outfile, bundle: true, format: 'esm', platform: 'node', alias });
  return (await import(/* @vite-ignore */ outfile)) as M;
}

type ZodModule = Readonly<Record<string, { safeParse(value: unknown): { success: boolean } } | undefined>>;

function zodReader(module: ZodModule, name: string): Reader | null {
  const schema = module[name];
  return schema ? (value) => schema.safeParse(value).success : null;
}

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** A client that validates what it sends and gets. */
export type Client = Readonly<Record<string, (call: object) => Promise<ClientAnswer>>>;

interface ClientAnswer {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response?: Response;
}

/** Hey API writes validators for requests and for answers of status 200, and a client. Answers of other statuses have those of their component. */
export async function heyApi(folder: string, document: OpenApi): Promise<Readers & { readonly client: Client }> {
  await generate(['@hey-api/openapi-ts/bin/run.js', '--file'], folder, document, {
    input: join(folder, 'openapi.json'),
    output: join(folder, 'generated'),
    logs: { level: 'silent', file: false },
    plugins: ['@hey-api/client-fetch', { name: '@hey-api/sdk', validator: true }, 'zod'],
  });
  writeFileSync(join(folder, 'all.ts'), "export * from './generated/zod.gen';\nexport * as sdk from './generated';\n");
  const { sdk, ...schemas } = await load<{ readonly sdk: Client }>(folder, 'all.ts');
  const module = schemas as unknown as ZodModule;
  const suffixes = { path: 'Path', query: 'Query', header: 'Headers', body: 'Body' } as const;
  return {
    client: sdk,
    request: (operationId, place) => zodReader(module, `z${pascal(operationId)}${suffixes[place]}`),
    answer: (operationId, status) => {
      if (status === 200) return zodReader(module, `z${pascal(operationId)}Response`);
      const reference = String(answerSchema(document, operationId, status)?.$ref ?? '');
      return zodReader(module, `z${reference.split('/').at(-1)}`);
    },
  };
}

/** Orval writes validators for requests and for answers of every status. */
export async function orval(folder: string, document: OpenApi): Promise<Readers> {
  const output = {
    target: join(folder, 'generated.ts'),
    client: 'zod',
    mode: 'single',
    override: { zod: { generateEachHttpStatus: true } },
  };
  await generate(['orval/dist/bin/orval.mjs', '--config'], folder, document, {
    assay: { input: join(folder, 'openapi.json'), output },
  });
  const module = await load<ZodModule>(folder, 'generated.ts');
  const suffixes = { path: 'Params', query: 'QueryParams', header: 'Header', body: 'Body' } as const;
  return {
    request: (operationId, place) => zodReader(module, `${pascal(operationId)}${suffixes[place]}`),
    answer: (operationId, status) => zodReader(module, `${pascal(operationId)}${status}Response`),
  };
}

interface Schemasafe {
  validator(schema: Schema, options: object): { toModule(): string };
}

/** Schemasafe writes the code of a validator for a JSON Schema. It refuses a keyword that does not fit its type. Its code imports nothing. */
export async function schemasafeOf(): Promise<(schema: Schema) => Reader> {
  const { validator } = await peer<Schemasafe>('@exodus/schemasafe');
  return (schema) => {
    const whole = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
    const code = validator(whole, { mode: 'default', requireValidation: false }).toModule();
    return new Function(`return ${code}`)() as Reader;
  };
}

export async function schemasafe(document: OpenApi): Promise<Readers> {
  const compile = await schemasafeOf();
  const compiled = new Map<string, Reader | null>();
  const once = (name: string, schema: Schema | undefined): Reader | null => {
    if (!compiled.has(name)) compiled.set(name, schema ? compile(withLocalReferences(document, schema)) : null);
    return compiled.get(name) ?? null;
  };
  return {
    request: (operationId, place) => once(`${operationId} ${place}`, requestSchema(document, operationId, place)),
    answer: (operationId, status) => once(`${operationId} ${status}`, answerSchema(document, operationId, status)),
  };
}

/** A schema with the components of its document as its own definitions, because JSON Schema knows no components. */
function withLocalReferences({ components }: OpenApi, schema: Schema): Schema {
  const text = JSON.stringify({ allOf: [schema], $defs: components.schemas });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'), (name, value) =>
    // OpenAPI has this word beside those of JSON Schema.
    name === 'example' ? undefined : value,
  );
}

export function operations(
  document: OpenApi,
): readonly (Operation & { readonly path: string; readonly method: string })[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );
}

function operationOf(document: OpenApi, operationId: string): Operation | undefined {
  return operations(document).find((operation) => operation.operationId === operationId);
}

/** The schema of what stands in a place of a request: of the body, or of an object of all parameters there. */
export function requestSchema(document: OpenApi, operationId: string, place: Place): Schema | undefined {
  const { parameters = [], requestBody } = operationOf(document, operationId) ?? {};
  if (place === 'body') return requestBody?.content['application/json']?.schema;
  const there = parameters.filter((parameter) => parameter.in === place);
  if (there.length === 0) return undefined;
  const required = there.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(there.map(({ name, schema }) => [name, schema])),
    required,
  };
}

/** The schema of a JSON answer: of a problem where that is the only one. */
function answerSchema(document: OpenApi, operationId: string, status: number): Schema | undefined {
  const content = operationOf(document, operationId)?.responses[status]?.content ?? {};
  return (content['application/json'] ?? content['application/problem+json'])?.schema;
}
