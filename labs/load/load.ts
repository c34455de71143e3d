import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { build } from '../../test/support/build.ts';
import { printReport } from './report.ts';
import { load } from './run.ts';

const HELP = `npm run load -- [--minutes 10] [--rate 20] [--replicas 2] [--workers N] [--faults] [--hostile N] [--seed SEED] [--json]

Mixed load on replicas of the built service over one PostgreSQL and one sandbox chain: REST on balances and passes,
GraphQL operations of several checks, MCP with keys and on the free tier, claims, and payments per call. Work becomes
due at random moments, --rate a second, whether the work before is done or not, and each client asks until it knows the
outcome. Prints what replicas need every minute, and at the end throughput, latencies, failures by kind and memory over
time as tables and, with --json, as one line of JSON. Then books, chain and clients' notes are held against each other
and the books are audited; any discrepancy makes it exit with 1.

With --faults the chain fails or slows down, the database is restarted, killed or locked, and replicas are killed with
-9 or restarted one after the other, on a schedule that the seed repeats.

With --hostile strangers without a key send N requests a second beside the work, from one address and from thousands:
documents that are dear to read, batches that nobody pays, invented keys, payments and claims, requests whose sender hangs
up. What memory a replica needs must not grow by them.

npm run soak is the other long run: no rate and no latencies, but kills at chosen moments of the path of money, with
every rule of the books checked after each. This one asks how the service does, that one where it could break.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '20' },
    replicas: { type: 'string', default: '2' },
    workers: { type: 'string' },
    faults: { type: 'boolean', default: false },
    hostile: { type: 'string', default: '0' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<void> {
  const { seed, faults, workers } = values;
  console.log(`seed ${seed}, ${values.minutes} minutes, ${values.rate} due a second${faults ? ', with faults' : ''}`);
  build();
  const { output, ...report } = await load({
    seed,
    faults,
    seconds: Number(values.minutes) * 60,
    perSecond: Number(values.rate),
    hostilePerSecond: Number(values.hostile),
    replicas: Number(values.replicas),
    ...(workers !== undefined && { workers: Number(workers) }),
    say: (line) => console.log(line),
  });
  printReport({ ...report, output });
  if (values.json) console.log(JSON.stringify(report));
  for (const line of report.violations) console.error(line);
  if (report.violations.length === 0) return;
  console.error(output.slice(-20_000));
  console.error(`failed with seed ${seed}`);
  process.exitCode = 1;
}

if (values.help) console.log(HELP);
else await main();
