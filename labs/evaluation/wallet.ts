import { evaluateBought } from './bought/report.ts';
import { evaluateWallet } from './wallet-report.ts';

/*
 * `npm run evaluate:wallet [-- --wallets N]`: how often the wallet check is right about simulated wallets whose edge is known,
 * N a cell (2,000 where nothing is said), and about records that somebody bought for himself, N / 80 chains a way to buy them.
 * Exits with 1 when a bound is missed.
 */
const DEFAULT = 2_000;
const WALLETS_A_WORLD = 80;
/** Runs of what figures alone show, a case. */
const RUNS = 5_000;
const wallets = walletsIn(process.argv.slice(2));
if (wallets !== null) {
  const simulated = evaluateWallet(wallets);
  console.log(simulated.lines.join('\n'));
  const bought = await evaluateBought(Math.ceil(wallets / WALLETS_A_WORLD), RUNS);
  console.log(`\n${bought.lines.join('\n')}`);
  const missed = [...simulated.missed, ...bought.missed];
  console.log(`\n${missed.length === 0 ? 'every bound is kept' : 'missed:'}`);
  for (const one of missed) console.log(`  ${one}`);
  if (missed.length > 0) process.exitCode = 1;
} else {
  console.error('usage: npm run evaluate:wallet [-- --wallets N], where N is a whole number above 0');
  process.exitCode = 1;
}

/** Null for anything but the option and its number. */
function walletsIn(options: readonly string[]): number | null {
  if (options.length === 0) return DEFAULT;
  const [name, given, ...others] = options;
  return name === '--wallets' && others.length === 0 && /^[1-9]\d{0,6}$/.test(given ?? '') ? Number(given) : null;
}
