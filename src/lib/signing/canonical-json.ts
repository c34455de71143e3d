import canonicalizeModule from 'canonicalize';

// The package is CommonJS, but its type says `export default`; Node imports the function itself.
const canonicalize = canonicalizeModule as unknown as (input: unknown) => string | undefined;

/**
 * The RFC 8785 form of a JSON value, which does not depend on the order of members. Throws a TypeError for a value that JSON does not
 * have.
 */
export function canonical(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not a JSON value');
  return text;
}
