// Cycles between folders: two folders beside each other must not import each other, on whatever way through further ones. Files of a
// folder and those of a folder inside it belong to one thing and are not told apart.

/**
 * @param {readonly { readonly source: string, readonly dependencies: readonly { readonly resolved: string }[] }[]} modules
 * @returns {string[]} one line for each cycle: its folders, and an import for each pair that closes it
 */
export function folderCycles(modules) {
  const imports = new Map();
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) {
      const pair = siblings(source, resolved);
      if (pair === null) continue;
      const [from, to] = pair;
      if (!imports.has(from)) imports.set(from, new Map());
      imports.get(from).set(to, `${source} -> ${resolved}`);
    }
  const reached = new Map([...imports.keys()].map((folder) => [folder, reachedFrom(folder, imports)]));
  const cycles = [];
  for (const [folder, others] of reached) {
    const cycle = [
      folder,
      ...[...others].filter((other) => other !== folder && reached.get(other)?.has(folder)),
    ].sort();
    if (cycle.length < 2 || cycle[0] !== folder) continue;
    const closing = cycle.flatMap((one) => cycle.flatMap((other) => imports.get(one)?.get(other) ?? []));
    cycles.push(`${cycle.join(' <-> ')}\n    ${closing.join('\n    ')}`);
  }
  return cycles;
}

/** The folders at which the ways to two files part, when both ways go on through a folder. */
function siblings(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  let depth = 0;
  while (a[depth] === b[depth] && depth < a.length) depth += 1;
  const isFolder = depth < a.length - 1 && depth < b.length - 1;
  return isFolder ? [a, b].map((parts) => parts.slice(0, depth + 1).join('/')) : null;
}

function reachedFrom(folder, imports) {
  const reached = new Set();
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const other of imports.get(next)?.keys() ?? [])
      if (!reached.has(other)) {
        reached.add(other);
        open.push(other);
      }
  return reached;
}
