// The bounds of the tree. Each is the figure of the day on which it was set: the tree may get smaller, and no larger. Whoever raises one
// says why in its reason, in the same change.

/** How large each figure of the tree may be, and what for. */
export const bounds = {
  'lines of core without tests': {
    max: 65_000,
    why: 'Core is what the project exists for. Each line is read, kept and mended for as long as it stands. Members on lines of their own took 140, and 1,600 say where each figure of a verdict stands in GraphQL, and when it is null.',
  },
  'lines of sandbox without tests': {
    max: 15_450,
    why: 'The sandbox is for development: it earns nothing, and costs what it takes to keep. The embedded database took 700 of the service.',
  },
  'lines of service without tests': {
    max: 48_800,
    why: 'The service is money and protocols. What a platform keeps as well is no line of ours. Members on lines of their own took 100. Three libraries of GraphQL and one of REST went, and 4,400 lines came: executor, sockets, ids, typed arguments, compression, and pages of 300 KB.',
  },
  'files of core without rules and tests': {
    max: 458,
    why: 'A reader has to find a thought among the files; three place the figures of a kind in groups. Rules are a list of one sort, and may be as many as there are facts to weigh.',
  },
  'files of the service without tests': {
    max: 422,
    why: 'A reader has to find a thought among the files. The executor, the sockets, ids and compression took thirteen.',
  },
  'longest chain of imports in core': {
    max: 25,
    why: 'A chain is how far a reader follows a value. Imports of types alone are left out: nothing runs through them.',
  },
  'longest chain of imports in service': { max: 20, why: 'The same for a request, which ends at core.' },
  'promises that gathering hands around': {
    max: 3,
    why: 'A promise in a value hides what has to be read before what. A fact names what it needs.',
  },
  'median of own imports of a file': {
    max: 4,
    why: 'A file that needs few others can be read and changed by itself.',
  },
  'files side by side in a folder': {
    max: 23,
    why: 'A folder is taken in at one look. Folders of rules and of venues are lists, which may be as long as they are.',
  },
  'packing spreads `...{ a, b }`': {
    max: 0,
    why: 'A spread of a literal puts several members on one line to stay below the lines of a file, and hides how long it is.',
  },
  'lines of support for tests': {
    max: 17_400,
    why: 'What tests stand on is code as well, which no test tests. Members on lines of their own took 350.',
  },
  'source files outside rules that a REST token check runs': {
    max: 271,
    why: 'It is how many files somebody reads who follows one answer from its route to its verdict. Nine declare facts, and five execute the document by which REST asks.',
  },
};

/**
 * Prints figures beside their bounds, and says of those over their bound what the bound is for.
 *
 * @param {readonly { readonly name: keyof typeof bounds, readonly value: number }[]} figures
 * @returns {boolean} whether all are within their bounds
 */
export function keepsBounds(figures) {
  for (const { name, value } of figures) {
    const { max } = bounds[name];
    console.log(`${String(value).padStart(8)}  ${name}, at most ${max}`);
  }
  const over = figures.filter(({ name, value }) => value > bounds[name].max);
  for (const { name, value } of over)
    console.error(
      `error bound: ${value} ${name}, and the bound is ${bounds[name].max}. ${bounds[name].why}\n` +
        '    Make the change smaller, or raise the bound in test/architecture/bounds.mjs and say why.',
    );
  return over.length === 0;
}
