/** The variables that are set, by name; blanks around a value are dropped and an empty one counts as unset. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The form of values that container runtimes set for each service beside this one, as METRICS_PORT for one called metrics. */
const SERVICE_LINK = /^tcp:\/\//;

/**
 * The variables of `variables`, which is process.env when absent, without links to services beside this one. The only reader of
 * process.env, but for the sandbox's slot time (`packages/sandbox/src/chain/gates.ts`).
 */
export function readEnv(variables: Env = process.env): Env {
  const set = Object.entries(variables).map(([name, value = '']) => [name, value.trim()] as const);
  return Object.fromEntries(set.filter(([, value]) => value !== '' && !SERVICE_LINK.test(value)));
}
