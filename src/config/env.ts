import { type Variable, variables } from './variables.ts';

/** The known variables that are set; blanks around a value are dropped and an empty one counts as unset. */
export type Env = Readonly<Partial<Record<Variable, string>>>;

/** The only reader of process.env, but for the sandbox's slot time (`sandbox/chain/gates.ts`). */
export function readEnv(): Env {
  const names = Object.keys(variables.shape);
  const set = names.map((name) => [name, process.env[name]?.trim()] as const).filter(([, value]) => value);
  return Object.fromEntries(set);
}
