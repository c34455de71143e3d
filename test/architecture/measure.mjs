// The grain of the tree as figures; `bounds.mjs` says how large each may be.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Folders that hold a list of things of one sort may be as long as the list. */
const LISTS = /\/(rules\/\w+\/rules|venues)$/;
const PACKING = /\.\.\.\{/g;
const RULES = /^packages\/core\/src\/rules\/\w+\/rules\//;
/** A promise, or several by name, that a value is handed around with. A function that returns one is asked, and not meant. */
const PROMISE_FIELD = /^ {2}readonly \w+\??: (Promise|ReadonlyMap<[^>]*Promise)</gm;

/** The parts of the project, each with where its sources lie. */
const parts = { core: 'packages/core/src/', sandbox: 'packages/sandbox/src/', service: 'src/' };

/**
 * @param {readonly { readonly source: string, readonly dependencies: readonly { readonly resolved: string,
 *   readonly dependencyTypes: readonly string[] }[] }[]} modules all files that were cruised, with what they import
 * @returns {readonly { readonly name: string, readonly value: number }[]}
 */
export function measures(modules) {
  const production = modules.filter(
    ({ source }) => partOf(source) !== null && /[.]tsx?$/.test(source) && !/[.]test[.]tsx?$/.test(source),
  );
  const all = importsOf(production, () => true);
  const byValue = importsOf(production, ({ dependencyTypes }) => !dependencyTypes.includes('type-only'));
  const beside = new Map();
  for (const file of all.keys()) beside.set(dirname(file), (beside.get(dirname(file)) ?? 0) + 1);
  const folders = [...beside].filter(([folder]) => !LISTS.test(folder)).map(([, files]) => files);
  const within = (place) => modules.map(({ source }) => source).filter((source) => place.test(source));
  const ofPart = (name) => [...all.keys()].filter((file) => partOf(file) === name);
  return [
    ...Object.keys(parts).map((name) => ({ name: `lines of ${name} without tests`, value: linesOf(ofPart(name)) })),
    { name: 'files of core without rules and tests', value: ofPart('core').filter((file) => !RULES.test(file)).length },
    { name: 'files of the service without tests', value: ofPart('service').length },
    ...['core', 'service'].map((name) => ({
      name: `longest chain of imports in ${name}`,
      value: longestChain(only(byValue, name)),
    })),
    { name: 'median of own imports of a file', value: median([...all.values()].map(({ length }) => length)) },
    { name: 'files side by side in a folder', value: Math.max(...folders) },
    {
      name: 'packing spreads `...{ a, b }`',
      value: countIn(within(/^(src|test|bench|labs|packages)\/.*[.]tsx?$/), PACKING),
    },
    {
      name: 'promises that gathering hands around',
      value: countIn(
        ofPart('core').filter((file) => /\/(gather|facts)\//.test(file)),
        PROMISE_FIELD,
      ),
    },
    { name: 'lines of support for tests', value: linesOf(within(/^(packages\/\w+\/)?test\/support\//)) },
  ];
}

function partOf(file) {
  return Object.keys(parts).find((name) => file.startsWith(parts[name])) ?? null;
}

/** The imports of one part among its own files. */
function only(imports, part) {
  const own = [...imports].filter(([file]) => partOf(file) === part);
  return new Map(own.map(([file, found]) => [file, found.filter((name) => partOf(name) === part)]));
}

/** The files of the project that each file imports, by imports of one sort. */
function importsOf(modules, isMeant) {
  return new Map(
    modules.map(({ source, dependencies }) => [
      source,
      [...new Set(dependencies.filter(isMeant).map(({ resolved }) => resolved))].filter(
        (name) => partOf(name) !== null,
      ),
    ]),
  );
}

function linesOf(files) {
  return files.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);
}

function countIn(files, pattern) {
  return files.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(pattern) ?? []).length, 0);
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
