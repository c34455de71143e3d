// The grain of the tree as figures; `bounds.mjs` says how large each may be.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folders that hold a list of things of one sort may be as long as the list. */
const LISTS = /\/(rules|venues)$/;
const PACKING = /\.\.\.\{ /g;

/**
 * @param {readonly { readonly source: string, readonly dependencies: readonly { readonly resolved: string,
 *   readonly dependencyTypes: readonly string[] }[] }[]} modules all files that were cruised, with what they import
 * @returns {readonly { readonly name: string, readonly value: number }[]}
 */
export function measures(modules) {
  const production = modules.filter(({ source }) => /^src\/.*[.]tsx?$/.test(source) && !/[.]test[.]tsx?$/.test(source));
  const all = importsOf(production, () => true);
  const beside = new Map();
  for (const file of all.keys()) beside.set(dirname(file), (beside.get(dirname(file)) ?? 0) + 1);
  const folders = [...beside].filter(([folder]) => !LISTS.test(folder)).map(([, files]) => files);
  const within = (place) => modules.map(({ source }) => source).filter((source) => place.test(source));
  return [
    { name: 'source files without tests', value: all.size },
    { name: 'source lines without tests', value: linesOf([...all.keys()]) },
    {
      name: 'longest chain of imports',
      value: longestChain(importsOf(production, ({ dependencyTypes }) => !dependencyTypes.includes('type-only'))),
    },
    { name: 'median of own imports of a file', value: median([...all.values()].map(({ length }) => length)) },
    { name: 'files side by side in a folder', value: Math.max(...folders) },
    { name: 'packing spreads `...{ a, b }`', value: packingIn(within(/^(src|packages\/[^/]+\/src)\/.*[.]tsx?$/)) },
    { name: 'lines of test/support', value: linesOf(within(/^test\/support\//)) },
  ];
}

/** The files of src that each file imports, by imports of one sort. */
function importsOf(modules, isMeant) {
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      [...new Set(dependencies.filter(isMeant).map(({ resolved }) => resolved))].filter((name) =>
        name.startsWith('src/'),
      ),
    ]),
  );
}

function linesOf(files) {
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

function packingIn(files) {
  return files.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(PACKING) ?? []).length, 0);
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
