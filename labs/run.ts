import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/*
 * The long runs, which no change waits for: `npm run labs [-- NAME ...]`, all of them when none is named, one after the other. What ends
 * green gets the day in its row of docs/testing.md. Exits with 1 when one of them failed.
 */

const PAGE = 'docs/testing.md';

/** Each run as a script of package.json with what it is given. */
const labs: Readonly<Record<string, readonly string[]>> = {
  properties: ['properties'],
  fuzz: ['fuzz', '--minutes', '60'],
  'fuzz:token': ['fuzz:token', '--mutations', '1000000'],
  load: ['load', '--minutes', '10', '--faults'],
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

async function isGreen([script = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** Writes the day into the row of a run: its last column. Throws where the page has no row for it. */
function noteDay(name: string): void {
  const day = new Date().toISOString().slice(0, 10);
  const page = readFileSync(PAGE, 'utf8');
  const row = new RegExp(`^(\\| \`${name}\` \\|.*\\|) [^|]* \\|$`, 'm');
  if (!row.test(page)) throw new Error(`${PAGE} has no row for ${name}`);
  writeFileSync(PAGE, page.replace(row, `$1 ${day} |`));
}

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in labs));
if (unknown.length > 0) throw new Error(`no run ${unknown.join(', ')}; there are ${Object.keys(labs).join(', ')}`);
for (const [name, command] of Object.entries(labs)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`== ${name}: npm run ${command[0]} -- ${command.slice(1).join(' ')}`);
  const started = performance.now();
  const green = await isGreen(command);
  console.log(`== ${name}: ${green ? 'green' : 'FAILED'}, ${Math.round((performance.now() - started) / 1_000)} s`);
  if (green) noteDay(name);
  else process.exitCode = 1;
}
