// Every figure in one go: each part prints ratios of things measured side by side.
import { run as challenge } from './challenge.ts';
import { run as debits } from './debits.ts';
import { run as ledger } from './ledger.ts';
import { run as rest } from './rest.ts';
import { run as transport } from './transport.ts';
import { run as x402 } from './x402.ts';

const parts: Readonly<Record<string, () => Promise<void>>> = { transport, ledger, debits, rest, challenge, x402 };
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`== ${name}`);
  await run();
}
