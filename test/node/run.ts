import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/*
 * The fast and the slow suite under other versions of Node: `npm run test:node -- 22 24 [what vitest takes]`, such as the files of a part.
 * The versions are pinned beside this file. Prints a line for each, and all that a failing one said; exits with 1 then.
 */

const HERE = import.meta.dirname;
const VITEST = 'node_modules/vitest/vitest.mjs';

const given = process.argv.slice(2);
const versions = given.filter((one) => /^\d+$/.test(one));
const rest = given.filter((one) => !versions.includes(one));
const suites = rest.includes('--project') ? rest : ['--project', 'fast', '--project', 'slow', ...rest];

/** The binary of a version for this platform. Throws where none was installed. */
function binaryOf(version: string): string {
  const name = `node-${version}-${process.platform}-${process.arch}`;
  const binary = join(HERE, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  throw new Error(`no Node ${version} for ${process.platform} on ${process.arch}: test/node/package.json names none`);
}

/** Runs the suite; what starts a Node of its own finds the same one. */
async function suiteUnder(binary: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const path = [dirname(binary), process.env.PATH ?? ''].join(delimiter);
  const child = spawn(binary, [VITEST, 'run', ...suites], {
    env: { ...process.env, PATH: path, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, output };
}

if (versions.length === 0) throw new Error('say which versions: npm run test:node -- 22 24');
for (const version of versions) {
  const binary = binaryOf(version);
  const full = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  const { code, output } = await suiteUnder(binary);
  const [, files = 'no files'] = /Test Files +(.*)/.exec(output) ?? [];
  const [, tests = 'no tests'] = /Tests +(.*)/.exec(output) ?? [];
  console.log(`${full}: ${code === 0 ? 'ok' : 'FAILED'}, files ${files}, tests ${tests}`);
  if (code !== 0) {
    console.error(output);
    process.exitCode = 1;
  }
}
