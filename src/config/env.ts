/** The variables that are set, by name; blanks around a value are dropped and an empty one counts as unset. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The only reader of process.env, but for the sandbox's slot time (`sandbox/chain/gates.ts`). */
export function readEnv(): Env {
  const set = Object.entries(process.env).map(([name, value]) => [name, value?.trim()] as const);
  return Object.fromEntries(set.filter(([, value]) => value));
}
