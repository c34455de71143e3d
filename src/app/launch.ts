import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

// Runs the bundle of the service with V8's compile cache from the build, because compiling takes half of a start. `node
// dist/main.js load CACHE` loads the service without starting it and writes the cache to a file.

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
// The bundler writes ASCII. V8 rejects a cache of another Node version and compiles again.
const cachedData = isBuilding ? undefined : readIfThere(CACHE);
const source = `(function (exports, require, module, __filename, __dirname) { ${readFileSync(PROGRAM, 'latin1')}\n})`;
const script = new Script(source, { filename: PROGRAM, ...(cachedData && { cachedData }) });
if (isBuilding) process.once('beforeExit', () => writeFileSync(file, script.createCachedData()));
script.runInThisContext()({}, createRequire(PROGRAM), { exports: {} }, PROGRAM, dirname(PROGRAM));
