import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

// Runs the whole bundle of the service with what V8 compiled of it when it was built: compiling it takes half of a start.
// `node dist/main.js load CACHE` loads the service without starting it and writes what was compiled to a file.

const PROGRAM = fileURLToPath(new URL('main.cjs', import.meta.url));
const CACHE = `${PROGRAM}.cache`;

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

const [, , task, file = ''] = process.argv;
const isBuilding = task === 'load';
// The bundler writes ASCII. What another version of Node compiled is refused by V8, which then compiles anew.
const cachedData = isBuilding ? undefined : readIfThere(CACHE);
const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(PROGRAM, 'latin1')}\n})`;
const script = new Script(source, { filename: PROGRAM, ...(cachedData && { cachedData }) });
if (isBuilding) process.once('beforeExit', () => writeFileSync(file, script.createCachedData()));
script.runInThisContext()({}, createRequire(PROGRAM), { exports: {} }, PROGRAM, dirname(PROGRAM));
