import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hasTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import { fuzz } from './run.ts';

/*
 * The long run: `npm run fuzz:token -- [--mutations 1000000] [--seed SEED]`. Prints the seed first, which repeats the run,
 * and exits with 1 when a decoder or the judgement threw, or when the best verdict was wrong.
 */
const options = { mutations: { type: 'string', default: '1000000' }, seed: { type: 'string' } } as const;
const { values } = parseArgs({ options });
const mutations = Number(values.mutations);
const seed = values.seed ?? randomBytes(4).toString('hex');
const SHOWN = 12;

console.log(`seed ${seed}, ${mutations} mutations of ${hasTokens ? 'recorded and encoded' : 'encoded'} accounts`);
const started = performance.now();
const report = fuzz({ mutations, seed });
const seconds = (performance.now() - started) / 1_000;
console.log(`${report.seeds} accounts, ${seconds.toFixed(0)} s, ${Math.round(mutations / seconds)} mutations a second`);
console.table(report.verdicts);
console.log('worse than the best verdict where the oracle sees nothing in the bytes:');
const stricter = Object.entries(report.stricter).sort(([, a], [, b]) => b - a);
for (const [what, count] of stricter.slice(0, SHOWN)) console.log(`  ${count} ${what}`);
for (const failure of report.failures) console.error(failure);
console.log(`${report.failures.length} failures`);
if (report.failures.length > 0) process.exitCode = 1;
