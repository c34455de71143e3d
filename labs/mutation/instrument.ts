import ts from 'typescript';
import { isWithoutCode, type Mutant, parse } from './mutants.ts';

/**
 * The text of a module in which each mutant is a switch and each loop counts its rounds. Lines stay where they are. The code
 * asks `globalThis.__mutation`, which `switches.ts` provides. The keys of `mutants` are what the switches are asked for.
 */
export function instrument(file: string, text: string, mutants: ReadonlyMap<number, Mutant>): string {
  const source = parse(file, text);
  const placeOf = (start: number, end: number) => `${start} ${end}`;
  const byPlace = new Map<string, Entry[]>();
  for (const entry of mutants) {
    const place = placeOf(entry[1].start, entry[1].end);
    byPlace.set(place, [...(byPlace.get(place) ?? []), entry]);
  }
  const render = (node: ts.Node): string => {
    const start = node.getStart(source);
    if (isWithoutCode(node)) return text.slice(start, node.end);
    let [done, code] = [start, ''];
    ts.forEachChild(node, (child) => {
      code += text.slice(done, child.getStart(source)) + render(child);
      done = Math.max(done, child.end);
    });
    return switched(node, code + text.slice(done, node.end), byPlace.get(placeOf(start, node.end)) ?? []);
  };
  return render(source);
}

type Entry = readonly [id: number, mutant: Mutant];

/** The code of a node with the mutants at this position. */
function switched(node: ts.Node, code: string, entries: readonly Entry[]): string {
  if (ts.isExpression(node)) {
    const choices = entries.filter(([, { mutated }]) => mutated !== '');
    // `(name) :` may begin an arrow function with a type; `(0, name) :` may not.
    const asked = choices.map(([id, { mutated }]) => `${isActive(id)} ? (0, ${mutated}) : `);
    return choices.length === 0 ? code : `(${asked.join('')}(${code}))`;
  }
  if (!ts.isStatement(node)) return code;
  const removals = entries.filter(([, { mutated }]) => mutated === '');
  const kept = removals.reduce((inner, [id]) => `{ if (!${isActive(id)}) ${inner} }`, code);
  const isLoopBody = ts.isIterationStatement(node.parent, false) && node.parent.statement === node;
  // A loop that a mutant keeps from ending is ended by the count of its rounds.
  return isLoopBody ? `{ globalThis.__mutation.step(); ${kept} }` : kept;
}

const isActive = (id: number) => `globalThis.__mutation.is(${id})`;
