// Every figure in one go: each part prints ratios of things measured side by side, in a process of its own, so that none
// inherits the heap, the compiled code or the HTTP client of another. Their rows make one table at the end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadNow, machineFacts } from './machine.ts';
import type { Row } from './report.ts';
import { isMissed, tableOf } from './table.ts';

const parts = [
  'floors',
  'transport',
  'ledger',
  'debits',
  'audit',
  'claims-flood',
  'keyless',
  'snapshot',
  'rest',
  'workers',
  'graphql',
  'graphql-flood',
  'compression',
  'challenge',
  'x402',
  'quotes',
  'trade',
  'token',
  'checks',
  'checkers',
  'wallet-effects',
  'wallet-history',
  'wallet-recipe',
  'units',
  'start',
  'endpoints',
];
const { values, positionals } = parseArgs({
  options: { write: { type: 'string' }, profile: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  process.exit(1);
}
const chosen = parts.filter((name) => positionals.length === 0 || positionals.includes(name));
const loadAtStart = loadNow();
const rows: Row[] = [];
const failed: string[] = [];
for (const name of chosen) {
  console.log(`== ${name}`);
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'] as const;
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...(values.profile ? ['--profile'] : [])], {
    stdio: [...stdio],
  });
  child.on('message', (message: { readonly row?: Row }) => message.row && rows.push(message.row));
  const [code] = await once(child, 'close');
  if (code !== 0) failed.push(name);
}
const missed = rows.filter(isMissed).map(({ what }) => what);
const table = [
  ...machineFacts(loadAtStart).map((fact) => `- ${fact}`),
  '',
  tableOf(rows),
  missed.length > 0 ? `Missed: ${missed.join('; ')}.` : 'No budget is missed.',
  ...(failed.length > 0 ? [`Failed: ${failed.join(', ')}.`] : []),
  '',
].join('\n');
console.log(`== table\n\n${table}`);
if (values.write !== undefined) writeFileSync(values.write, table);
if (missed.length + failed.length > 0) process.exitCode = 1;
