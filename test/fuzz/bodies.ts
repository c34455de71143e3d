import fc from 'fast-check';

/** A change of a JSON value somewhere inside; `at` counts members in a walk over it, modulo how many there are. */
export interface BodyChange {
  readonly kind: 'replace' | 'remove' | 'repeat' | 'swap' | 'letter';
  readonly at: number;
  readonly other: number;
  readonly value: unknown;
}

/** What decoders stumble over: edges of numbers, empty things, other types, names of objects' own members. */
const telling = fc.constantFrom<unknown>(
  ...[0, -0, -1, 0.5, 255, 256, 2 ** 31, 2 ** 53, 2 ** 53 - 1, 2 ** 64, -(2 ** 63), 1e308],
  ...['', '0', '-1', '00', '1e3', 'null', '__proto__', '1'.repeat(44), '18446744073709551616', 'é'],
  ...[null, true, false, [], {}, [[]], [null], { __proto__: null }],
);

/** Some changes of a body. */
export const bodyChanges: fc.Arbitrary<readonly BodyChange[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'swap', 'letter'),
    at: fc.nat(),
    other: fc.nat(),
    value: fc.oneof(telling, telling, fc.jsonValue({ maxDepth: 2 })),
  }),
  { minLength: 1, maxLength: 4 },
);

type Place = readonly [node: Record<string, unknown>, name: string];

function placesIn(node: unknown, found: Place[] = []): Place[] {
  if (typeof node !== 'object' || node === null) return found;
  for (const name of Object.keys(node)) {
    found.push([node as Record<string, unknown>, name]);
    placesIn((node as Record<string, unknown>)[name], found);
  }
  return found;
}

/** A copy of the body with all changes made, one after the other. */
export function changed(body: unknown, changes: readonly BodyChange[]): unknown {
  const copy: unknown = structuredClone(body);
  for (const change of changes) apply(copy, change);
  return copy;
}

function apply(body: unknown, { kind, at, other, value }: BodyChange): void {
  const places = placesIn(body);
  const [place, twin] = [places[at % places.length], places[other % places.length]];
  if (!place || !twin) return;
  const [node, name] = place;
  if (kind === 'replace') node[name] = structuredClone(value);
  else if (kind === 'remove') remove(node, name);
  else if (kind === 'repeat' && Array.isArray(node)) node.push(structuredClone(node[Number(name)]));
  else if (kind === 'swap') node[name] = structuredClone(twin[0][twin[1]]);
  else if (kind === 'letter' && typeof node[name] === 'string') node[name] = spoilt(node[name], other);
}

function remove(node: Record<string, unknown>, name: string): void {
  if (Array.isArray(node)) node.splice(Number(name), 1);
  else delete node[name];
}

function spoilt(text: string, at: number): string {
  const place = at % Math.max(1, text.length);
  return text.slice(0, place) + String.fromCharCode(33 + (at % 94)) + text.slice(place + 1);
}
