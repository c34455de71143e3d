import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { build } from '../../test/support/build.ts';
import { drill } from './drill.ts';
import { findPrograms } from './programs.ts';

/*
 * `npm run drill:failover -- [--rounds 10] [--seed SEED]`: exits with 1 when clients, books and chain differ in anything that a failover
 * must not change. Needs Debian's packages; where one is missing it says which, and exits with 1, too.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' }, seed: { type: 'string' } } });
const rounds = Number(values.rounds);
const seed = values.seed ?? randomBytes(4).toString('hex');
const programs = findPrograms();

if ('bin' in programs) {
  console.log(`seed ${seed}, ${rounds} rounds`);
  build();
  const started = performance.now();
  const { violations, stale, strayed, reads, twice, counts, output } = await drill({
    programs,
    seed,
    rounds,
    say: (line) => console.log(line),
  });
  console.table(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)));
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`${rounds} rounds in ${seconds} s: ${violations.length} differences of clients, books and chain`);
  console.log(`${stale.length} of ${reads} balances older than what was known before`);
  console.log(`${strayed.length} writes to an old primary, which answered as one ${twice} times beside the new one`);
  const wrong = [...violations, ...stale, ...strayed];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) {
    console.error(output.slice(-20_000));
    console.error(`failed with seed ${seed}`);
    process.exitCode = 1;
  }
} else {
  process.exitCode = 1;
  console.error(
    `not run: the drill of failovers needs Debian's ${programs.join(', ')} (apt-get install ${programs.join(' ')})`,
  );
}
