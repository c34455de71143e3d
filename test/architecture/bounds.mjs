// The bounds of the tree. Each is the figure of the day on which it was set: the tree may get smaller, and no larger. Whoever raises one
// says why in its reason, in the same change.

/** How large each figure of the tree may be, and what for. */
export const bounds = {
  'source files without tests': {
    max: 1132,
    why: 'A reader has to find a thought among the files: more of them need a better reason than one more feature. The last ten say by name what each field of the evidence rests on.',
  },
  'source lines without tests': {
    max: 122_200,
    why: 'Each line is read, kept and mended for as long as it stands.',
  },
  'longest chain of imports': {
    max: 27,
    why: 'A chain is how far a reader follows a value. Imports of types alone are left out: nothing runs through them.',
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
    max: 309,
    why: 'A spread of a literal puts several members on one line to stay below the lines of a file, and hides how long it is.',
  },
  'lines of test/support': {
    max: 17_090,
    why: 'What tests stand on is code as well, which no test tests. The last 40 are the one source of repeatable chance, which lay beside a suite.',
  },
  'source files outside rules that a REST token check runs': {
    max: 266,
    why: 'It is how many files somebody reads who follows one answer from its route to its verdict. The last nine declare facts.',
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
