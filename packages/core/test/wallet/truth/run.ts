import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Proof, proveBooks, proveWithholding } from './prove.ts';

/*
 * The long run: `node --import tsx packages/core/test/wallet/truth/run.ts [--histories 1000] [--seed SEED]`. Prints the seed first, which
 * repeats the run, and exits with 1 at any difference. Some transactions of each history are withheld in turn; of each
 * hundred histories one is a TRUSTED one, of which all are.
 */
const options = { histories: { type: 'string', default: '1000' }, seed: { type: 'string' } } as const;
const { values } = parseArgs({ options });
const wanted = Number(values.histories);
const seed = values.seed ?? randomBytes(4).toString('hex');
const WALLETS = 10;
const STAGES_PER_EDGE = 10;

console.log(`seed ${seed}, ${wanted} histories`);
const started = performance.now();
const [total, failures] = [{ histories: 0, transactions: 0, withheld: 0, shortened: 0 }, [] as string[]];

const acts: Record<string, number> = {};

function note(proof: Proof): void {
  total.histories += proof.histories;
  total.transactions += proof.transactions;
  total.withheld += proof.withheld;
  total.shortened += proof.shortened;
  for (const [name, count] of Object.entries(proof.acts)) acts[name] = (acts[name] ?? 0) + count;
  for (const failure of proof.failures) {
    failures.push(failure);
    console.error(failure);
  }
}

for (let stage = 0; total.histories < wanted; stage += 1) {
  if (stage % STAGES_PER_EDGE === 0) {
    if (stage > 0) console.log(`${total.histories} histories, ${failures.length} failures`);
    note(await proveWithholding(`${seed} edge ${stage}`, 1));
  }
  note(await proveBooks(`${seed} ${stage}`, Math.min(WALLETS, wanted - total.histories)));
}
console.table(acts);
console.table(total);
console.log(`${failures.length} failures, ${Math.round((performance.now() - started) / 1_000)} s`);
if (failures.length > 0) process.exitCode = 1;
