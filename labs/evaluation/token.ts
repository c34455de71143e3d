import { hasTokens } from '../../packages/core/test/support/recorded-tokens.ts';
import { hasTokenLists } from '../../packages/core/test/support/token-lists.ts';
import { evaluate } from './report.ts';

/*
 * `npm run evaluate:token`: verdicts over the collected mints and lists beside the project. Exits with 1 when a target that
 * can be measured there is missed, and when the collection is not there.
 */
if (hasTokens && hasTokenLists) {
  const { lines, missed } = evaluate();
  console.log(lines.join('\n'));
  console.log(`\n${missed.length === 0 ? 'every target that can be measured here is met' : 'missed:'}`);
  for (const one of missed) console.log(`  ${one}`);
  if (missed.length > 0) process.exitCode = 1;
} else {
  console.error('the collection of mints and lists (../shared/data/tokens) is not there');
  process.exitCode = 1;
}
