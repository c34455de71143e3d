import { execFileSync } from 'node:child_process';

/** Tests that start the service start what ships: the bundle, made anew once before the run. */
export function setup(): void {
  execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
}
