/** Values of a GraphQL enum from names of ours: written in upper case, handed to resolvers as they are. */
export function enumOf(
  names: Readonly<Record<string, string>>,
): Record<string, { value: string; description: string }> {
  const entries = Object.entries(names).map(([name, description]) => [
    name.toUpperCase(),
    { value: name, description },
  ]);
  return Object.fromEntries(entries);
}
