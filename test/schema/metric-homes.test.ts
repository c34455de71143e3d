import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { funderMetrics } from 'assay-core/rules/funder/metrics.ts';
import { tokenMetrics } from 'assay-core/rules/token/metrics.ts';
import { tradeMetrics } from 'assay-core/rules/trade/metrics.ts';
import { walletMetrics } from 'assay-core/rules/wallet/metrics.ts';
import { describe, expect, it } from 'vitest';

/** Layers between the evidence and the wire. The page reads answers as any client does. */
const FOLDERS = ['schema', 'transport/rest', 'transport/mcp', 'transport/a2a', 'transport/graphql'];

/** Names that something else has as well: each pool has a depth, and the size is an argument of the check. */
const SHARED = new Set(['depth_lamports', 'size_sol']);

function sourcesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file));
}

const declared = Object.entries({
  funder: funderMetrics.members,
  token: tokenMetrics.members,
  trade: tradeMetrics.members,
  wallet: walletMetrics.members,
}).map(([kind, members]) => ({ kind, names: Object.keys(members) }));

describe.each(declared)('the metrics of $kind', ({ kind, names }) => {
  const members = (file: string) =>
    new Set([...readFileSync(file, 'utf8').matchAll(/\b(\w+_\w+)\??:/g)].map(([, name]) => name));
  const files = [`packages/core/src/rules/${kind}`, ...FOLDERS.map((folder) => `src/${folder}`)].flatMap(sourcesOf);
  // What a rule tells as the evidence of its reason may have the name of a metric.
  const found = files.filter((file) => !/[/]rules[/]\w+[/]rules[/]/.test(file)).map(members);

  // Names without an underscore are words of other things as well.
  it.each(names.filter((name) => name.includes('_') && !SHARED.has(name)))(
    '%s is a member in at most three files',
    (name) => {
      const count = found.filter((file) => file.has(name)).length;
      expect(count).toBeGreaterThanOrEqual(2);
      expect(count).toBeLessThanOrEqual(3);
    },
  );
});
