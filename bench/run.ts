// Every figure in one go: each part prints ratios of things measured side by side, in a process of its own, so that none
// inherits the heap, the compiled code or the HTTP client of another.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const parts = [
  'transport',
  'ledger',
  'debits',
  'rest',
  'graphql-batch',
  'challenge',
  'x402',
  'quotes',
  'trade',
  'token',
  'wallet-effects',
  'wallet-history',
];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  process.exit(1);
}
for (const name of parts) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`== ${name}`);
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) process.exitCode = 1;
}
