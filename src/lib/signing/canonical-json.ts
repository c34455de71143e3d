import canonicalizeModule from 'canonicalize';

// The package is CommonJS whose type says `export default`; what Node hands over is the function itself.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string | undefined;

/**
 * The RFC 8785 form of a JSON value: the same text whatever the order of its members. Throws a TypeError for what is no JSON value.
 */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}
