import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/*
 * Where a fifth kind has to be said. TypeScript is given the tree with one more name in `Kind`: every table by kind then wants a
 * line for it. CONTRIBUTING says what stands in no table.
 */
const NAMES = "'wallet' | 'token' | 'trade' | 'funder'";
const checkFile = resolve('src/checks/check.ts');

/** The files of `src` that do not compile when the tree has a kind that nobody made yet. */
function filesThatWantIt(name: string): readonly string[] {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const text = readFileSync(checkFile, 'utf8');
  expect(text).toContain(`readonly name: ${NAMES};`);
  const changed = text.replace(`readonly name: ${NAMES};`, `readonly name: ${NAMES} | '${name}';`);
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (file) => (resolve(file) === checkFile ? changed : readFile(file));
  host.getSourceFile = (file, version) => {
    const source = host.readFile(file);
    return source === undefined ? undefined : ts.createSourceFile(file, source, version);
  };
  const program = ts.createProgram({
    rootNames: [resolve('src/main.ts')],
    options: { ...options, noEmit: true },
    host,
  });
  const broken = ts.getPreEmitDiagnostics(program).flatMap(({ file }) => (file ? [file.fileName] : []));
  return [...new Set(broken.map((file) => relative(process.cwd(), file)))].sort();
}

it('is asked for by every table of kinds, which are these', { timeout: 300_000 }, () => {
  expect(filesThatWantIt('throwaway')).toEqual([
    'src/checks/catalogue.ts',
    'src/checks/index.ts',
    'src/http/questions/calls.ts',
    'src/payments/challenge.ts',
    'src/schema/operation/admission.ts',
    'src/transport/a2a/question.ts',
    'src/transport/mcp/words.ts',
    'src/web/landing/questions.ts',
  ]);
});
