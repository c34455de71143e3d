import { readFileSync } from 'node:fs';
import { type Address, isOnCurve } from '#lib/address.ts';
import { once } from '#lib/once.ts';
import { packageRoot } from '#lib/process/package-root.ts';
import { fundingClasses, type Label, type LabelTable } from './label.ts';
import { collisions, parseLabelFile } from './label-file.ts';

/** Read once in a process: they are part of the program. */
const shippedLabels = once(() =>
  readLabels(new URL('src/chain/labels/data/labels.json', packageRoot), 'the shipped labels'),
);

/**
 * The shipped labels, with an operator's own file on top: an entry of the operator replaces the shipped one of the same
 * address. Throws an error that names every wrong entry; meant for the start of the service.
 */
export function loadLabels(extraFile?: string): LabelTable {
  const shipped = shippedLabels();
  const own = extraFile === undefined ? [] : readLabels(extraFile, `labels file ${extraFile}`);
  const byAddress = new Map<Address, Label>();
  for (const label of [...shipped, ...own]) byAddress.set(label.address, label);
  refuseCollisions(byAddress.values(), extraFile === undefined ? 'the shipped labels' : `labels file ${extraFile}`);
  return { size: byAddress.size, find: (address) => byAddress.get(address) ?? null };
}

function readLabels(file: URL | string, name: string): readonly Label[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
  return parseLabelFile(text, name).map((entry) => ({
    ...entry,
    fundingClass: fundingClasses[entry.category],
    onCurve: entry.onCurve ?? isOnCurve(entry.address),
  }));
}

function refuseCollisions(labels: Iterable<Label>, name: string): void {
  const found = collisions(labels);
  if (found.length === 0) return;
  const lines = found.map((group) => group.map(({ address, label, grade }) => `${address} (${label}, ${grade})`));
  throw new Error(
    `${name}: accounts of exchanges, bridges and fees must differ in their first 7 characters unless all are strong: ` +
      lines.map((line) => line.join(' and ')).join('; '),
  );
}
