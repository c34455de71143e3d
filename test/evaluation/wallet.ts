import { evaluateWallet } from './wallet-report.ts';

/*
 * `npm run evaluate:wallet [-- --wallets N]`: how often the wallet check is right about simulated wallets whose edge is known,
 * N a cell (2,000 where nothing is said). Exits with 1 when a bound is missed.
 */
const DEFAULT = 2_000;
const at = process.argv.indexOf('--wallets');
const wallets = at < 0 ? DEFAULT : Number(process.argv[at + 1]);
if (Number.isInteger(wallets) && wallets > 0) {
  const { lines, missed } = evaluateWallet(wallets);
  console.log(lines.join('\n'));
  console.log(`\n${missed.length === 0 ? 'every bound is kept' : 'missed:'}`);
  for (const one of missed) console.log(`  ${one}`);
  if (missed.length > 0) process.exitCode = 1;
} else {
  console.error('--wallets takes a whole number above 0');
  process.exitCode = 1;
}
