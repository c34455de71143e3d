// The grain of the tree as figures beside their bounds.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folders that hold a list of things of one sort may be as long as the list. */
const LISTS = /\/(rules|venues)$/;

/**
 * @param {readonly { readonly source: string, readonly dependencies: readonly { readonly resolved: string }[] }[]} modules
 *   the files of src without tests, with what they import
 * @returns {readonly { readonly name: string, readonly value: number, readonly max: number }[]}
 */
export function measures(modules) {
  const own = new Map(
    modules.map(({ source, dependencies }) => [
      source,
      [...new Set(dependencies.map(({ resolved }) => resolved))].filter((name) => name.startsWith('src/')),
    ]),
  );
  const beside = new Map();
  for (const file of own.keys()) beside.set(dirname(file), (beside.get(dirname(file)) ?? 0) + 1);
  const folders = [...beside].filter(([folder]) => !LISTS.test(folder)).map(([, files]) => files);
  const lines = [...own.keys()].map((file) => readFileSync(file, 'utf8').split('\n').length - 1);
  return [
    { name: 'source files without tests', value: own.size, max: 950 },
    { name: 'source lines without tests', value: lines.reduce((sum, count) => sum + count, 0), max: 92_430 },
    { name: 'longest chain of imports', value: longestChain(own), max: 25 },
    { name: 'median of own imports of a file', value: median([...own.values()].map(({ length }) => length)), max: 3 },
    { name: 'files side by side in a folder', value: Math.max(...folders), max: 20 },
  ];
}

function longestChain(own) {
  const lengths = new Map();
  const lengthOf = (file) => {
    if (!lengths.has(file)) {
      lengths.set(file, 1);
      lengths.set(file, 1 + Math.max(0, ...(own.get(file) ?? []).map(lengthOf)));
    }
    return lengths.get(file);
  };
  return Math.max(...[...own.keys()].map(lengthOf));
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
