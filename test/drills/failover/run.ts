import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { formatUsdc } from '#lib/money.ts';
import { build } from '../../support/build.ts';
import { drill } from './drill.ts';
import { findPrograms } from './programs.ts';

/*
 * `npm run drill:failover -- [--rounds 10] [--asynchronous] [--seed SEED]`: exits with 1 when clients, books and chain differ in
 * anything that a failover must not change. Needs Debian's packages; where one is missing it says which, and exits with 1, too.
 */
const options = {
  rounds: { type: 'string', default: '10' },
  asynchronous: { type: 'boolean', default: false },
  seed: { type: 'string' },
} as const;
const { values } = parseArgs({ options });
const { asynchronous } = values;
const rounds = Number(values.rounds);
const seed = values.seed ?? randomBytes(4).toString('hex');
const programs = findPrograms();

if ('bin' in programs) {
  const how = asynchronous ? 'asynchronous' : 'synchronous';
  console.log(`seed ${seed}, ${rounds} rounds, ${how} commit`);
  build();
  const started = performance.now();
  const report = await drill({ programs, seed, rounds, asynchronous, say: (line) => console.log(line) });
  console.table(Object.fromEntries(Object.entries(report.counts).filter(([, count]) => count > 0)));
  const { charges, claims, interruptions } = report.losses;
  if (asynchronous) {
    for (const { subject, identifier } of charges) console.log(`lost to us: a charge for ${subject} (${identifier})`);
    for (const { signature, amountAtomic } of claims) {
      console.log(`lost until it was claimed again: ${formatUsdc(amountAtomic)} USDC of ${signature}`);
    }
    for (const line of interruptions) console.log(`met meanwhile: ${line.slice(0, 160)}`);
  }
  const lost = `${charges.length} charges and ${claims.length} credits lost of what was acknowledged`;
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${rounds} rounds with ${how} commit, ${lost}, ${report.violations.length} violations, ${seconds} s`);
  for (const line of report.violations) console.error(line);
  if (report.violations.length > 0) {
    console.error(report.output.slice(-20_000));
    console.error(`failed with seed ${seed}`);
    process.exitCode = 1;
  }
} else {
  process.exitCode = 1;
  console.error(
    `skipped: the drill of failovers needs Debian's ${programs.join(', ')} (apt-get install ${programs.join(' ')})`,
  );
}
