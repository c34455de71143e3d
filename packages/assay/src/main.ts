import { exitCodes } from './classes.ts';
import { run } from './run.ts';
import { printable } from './terminal.ts';
import { openWorld, readEnvironment } from './world.ts';

async function main(): Promise<void> {
  const world = openWorld({ out: process.stdout, err: process.stderr, environment: readEnvironment() });
  process.once('SIGINT', () => {
    world.progress.end();
    process.exit(exitCodes.interrupted);
  });
  // `assay ... | head` closes the pipe early, which is no fault of anybody.
  process.stdout.on('error', () => process.exit(exitCodes.pipe));
  try {
    process.exitCode = await run(process.argv.slice(2), world);
  } catch (error) {
    world.progress.end();
    process.exitCode = exitCodes.failed;
    world.err.write(`assay failed: ${printable(error instanceof Error ? error.message : String(error))}\n`);
  }
}

await main();
