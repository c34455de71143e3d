import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type DocumentNode, parse } from 'graphql';
import ts from 'typescript';
import { peer } from './peer.ts';

/** What a client of TypeScript holds each scalar as: all that are numbers on the wire have their bounds in their name. */
const SCALARS = {
  JSON: 'unknown',
  SizeText: { input: 'string | number', output: 'never' },
  _Any: 'unknown',
};

interface Codegen {
  codegen(options: object): Promise<string>;
}

const PLUGINS = '@graphql-codegen';

/** One generated file: the named plugins of GraphQL Code Generator over a schema and documents. */
async function generated(schema: DocumentNode, documents: readonly DocumentNode[], plugins: readonly string[]) {
  const { codegen } = await peer<Codegen>(`${PLUGINS}/core`);
  const loaded = await Promise.all(plugins.map((name) => peer<object>(`${PLUGINS}/${name}`)));
  return await codegen({
    filename: 'generated.ts',
    schema,
    documents: documents.map((document) => ({ location: 'documents.graphql', document })),
    plugins: plugins.map((name) => ({ [name]: {} })),
    pluginMap: Object.fromEntries(plugins.map((name, n) => [name, loaded[n]])),
    config: { useTypeImports: true, enumsAsTypes: true, defaultScalarType: 'string', scalars: SCALARS },
  });
}

/** Writes a typed client of `documents` into `folder`: `generated.ts`, and `schema.ts` with every type of the schema. */
export async function generateInto(folder: string, schemaText: string, documentsText: string): Promise<void> {
  const [schema, documents] = [parse(schemaText), parse(documentsText)];
  // The plugin for documents declares the types that they use, so the types of the whole schema have a file of their own.
  const [client, types] = await Promise.all([
    generated(schema, [documents], ['typescript-operations', 'typed-document-node']),
    generated(schema, [], ['typescript']),
  ]);
  writeFileSync(join(folder, 'generated.ts'), client);
  writeFileSync(join(folder, 'schema.ts'), types);
}

/** What the compiler says of each file in `folder` under the strictest rules that a client may have. */
export function compile(folder: string, files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: false,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      types: [],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: { '*': [`${resolve('test/peers/node_modules')}/*`] },
    },
  );
  return new Map(
    files.map((file) => {
      const source = program.getSourceFile(join(folder, file));
      if (!source) throw new Error(`the compiler did not read ${file}`);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return [file, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))];
    }),
  );
}

/** The generated file as Node runs it: its exports are the documents. */
export async function documentsIn(folder: string): Promise<Readonly<Record<string, DocumentNode>>> {
  const text = ts.sys.readFile(join(folder, 'generated.ts')) ?? '';
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  });
  const file = join(folder, 'generated.mjs');
  writeFileSync(file, outputText);
  return await import(/* @vite-ignore */ file);
}
