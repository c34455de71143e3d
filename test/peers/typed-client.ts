import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

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

/** Writes a file of TypeScript as Node 20 runs it, beside it and under the same name with another ending. */
export function writeScript(file: string, ending: 'js' | 'mjs'): void {
  const { outputText } = ts.transpileModule(ts.sys.readFile(file) ?? '', {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  });
  writeFileSync(file.replace(/ts$/, ending), outputText);
}
