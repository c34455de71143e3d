import { readJsonFile } from '#lib/json-file.ts';
import { once } from '#lib/once.ts';
import { type Address, isOnCurve } from '#solana/address.ts';
import shippedFile from './data/labels.json' with { type: 'json' };
import { fundingClasses, type Label, type LabelTable } from './label.ts';
import { collisions, labelEntriesOf } from './label-file.ts';

const shippedLabels = once(() => labelsOf(shippedFile, 'the shipped labels'));

/**
 * The shipped labels, with an operator's own file on top: an entry of the operator replaces the shipped one of the same
 * address. Throws an error that names every wrong entry; meant for the start of the service.
 */
export function loadLabels(extraFile?: string): LabelTable {
  const shipped = shippedLabels();
  const name = extraFile === undefined ? 'the shipped labels' : `labels file ${extraFile}`;
  const own = extraFile === undefined ? [] : labelsOf(readJsonFile(extraFile, name), name);
  const byAddress = new Map<Address, Label>();
  for (const label of [...shipped, ...own]) byAddress.set(label.address, label);
  refuseCollisions(byAddress.values(), name);
  return { size: byAddress.size, find: (address) => byAddress.get(address) ?? null };
}

function labelsOf(content: unknown, name: string): readonly Label[] {
  return labelEntriesOf(content, name).map((entry) => ({
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
