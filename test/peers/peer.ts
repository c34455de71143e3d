/**
 * A module that only `test/peers` installs: by a name that the compiler does not follow, because `npm run types` runs
 * without it. `M` is what the caller needs of it.
 */
export async function peer<M>(name: string): Promise<M> {
  return (await import(/* @vite-ignore */ name)) as M;
}
