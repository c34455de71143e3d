import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/*
 * The long runs, which no change waits for: `npm run labs [-- NAME ...]`, all of them when none is named, one after the other. A run
 * without a failure gets the day in its row of docs/testing.md. Exits with 1 when one of them failed.
 */

const PAGE = 'docs/testing.md';

/** Each run as a script of package.json with what it is given. */
const labs: Readonly<Record<string, readonly string[]>> = {
  properties: ['properties'],
  'test:long': ['test:long'],
  'test:browser': ['test:browser'],
  fuzz: ['fuzz', '--minutes', '60'],
  'fuzz:token': ['fuzz:token', '--mutations', '1000000'],
  load: ['load', '--minutes', '10', '--faults'],
  'load:hostile': ['load', '--minutes', '60', '--rate', '4', '--hostile', '12'],
  soak: ['soak', '--kills', '60'],
  'mutate:checks': ['mutate', '--area', 'checks', '--mutants', '320', '--seed', '1', '--least', '85'],
  'mutate:billing': ['mutate', '--area', 'billing', '--mutants', '320', '--seed', '1', '--least', '80'],
  'mutate:holds': ['mutate', '--area', 'holds', '--mutants', '320', '--seed', '1', '--least', '80'],
  'mutate:venues': ['mutate', '--area', 'venues', '--mutants', '320', '--seed', '1', '--least', '85'],
  'mutate:effects': ['mutate', '--area', 'effects', '--mutants', '320', '--seed', '1', '--least', '90'],
  'evaluate:token': ['evaluate:token'],
  'evaluate:wallet': ['evaluate:wallet'],
  'truth:wallet': ['truth:wallet', '--histories', '1000'],
  'test:oracles': ['test:oracles'],
  'drill:failover': ['drill:failover', '--rounds', '10'],
};

function isGreen([script = '', ...args]: readonly string[]): boolean {
  const given = ['run', '--silent', script, '--', ...args];
  return spawnSync('npm', given, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** The row of a run on the page; its last column is the day. */
const rowOf = (name: string) => new RegExp(`^(\\| \`${name}\` \\|.*\\|) [^|]* \\|$`, 'm');

/** Writes the day into the row of a run. */
function noteDay(name: string): void {
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(rowOf(name), `$1 ${day} |`));
}

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in labs));
if (unknown.length > 0) throw new Error(`no run ${unknown.join(', ')}; there are ${Object.keys(labs).join(', ')}`);
const page = readFileSync(PAGE, 'utf8');
const absent = Object.keys(labs).filter((name) => !rowOf(name).test(page));
if (absent.length > 0) throw new Error(`${PAGE} has no row for ${absent.join(', ')}`);
for (const [name, command] of Object.entries(labs)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`== ${name}: npm run ${command[0]} -- ${command.slice(1).join(' ')}`);
  const started = performance.now();
  const green = isGreen(command);
  console.log(`== ${name}: ${green ? 'green' : 'FAILED'}, ${Math.round((performance.now() - started) / 1_000)} s`);
  if (green) noteDay(name);
  else process.exitCode = 1;
}
