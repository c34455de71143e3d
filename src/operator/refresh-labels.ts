import { readFileSync, writeFileSync } from 'node:fs';
import { labelFileOf } from 'assay-core/chain/labels/label-collection.ts';
import { labelEntriesOf } from 'assay-core/chain/labels/label-file.ts';
import { packageRoot } from '#lib/process/package-root.ts';

const SHIPPED = new URL('packages/core/src/chain/labels/data/labels.json', packageRoot);

/** `refresh-labels.ts COLLECTION DATE`: rebuilds the shipped label file from collected facts and prints the omitted entries. */
function main(collection: string | undefined, date: string | undefined): void {
  if (collection === undefined || date === undefined) {
    process.stderr.write('usage: node --import tsx src/operator/refresh-labels.ts COLLECTION.json YYYY-MM\n');
    process.exitCode = 2;
    return;
  }
  const { text, left } = labelFileOf(JSON.parse(readFileSync(collection, 'utf8')), date);
  const count = labelEntriesOf(JSON.parse(text), 'the new file').length;
  writeFileSync(SHIPPED, text);
  for (const { address, label, why } of left) process.stdout.write(`left out: ${address} (${label}): ${why}\n`);
  process.stdout.write(`${count} labels written, ${left.length} left out\n`);
}

main(process.argv[2], process.argv[3]);
