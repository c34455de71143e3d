import type { App } from './app.ts';
import { banner } from './banner.ts';
import { ConfigError } from './config/complaints.ts';
import { type Config, readConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { begin } from './foundations.ts';
import { type Logger, openLog } from './log.ts';

/** A stop that takes longer than a check may take is stuck; the operator's supervisor must not have to find out. */
const STOP_MS_MAX = 40_000;

async function main(): Promise<void> {
  const config = readConfig(readEnv());
  const log = openLog(config.logLevel);
  const app = await start(config, log);
  process.stdout.write(banner(app));
  let stopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: requests in flight finish first');
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref();
    await app.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A closed terminal: without this the process would end and leave its database server running.
  process.on('SIGHUP', stop);
}

/** The service's code is loaded while the chain and the database start: loading it takes as long as they do. */
async function start(config: Config, log: Logger): Promise<App> {
  const foundations = await begin(config, log);
  try {
    const { startApp } = await import('./app.ts');
    return await startApp(config, log, {}, foundations);
  } catch (error) {
    await foundations.abandon();
    throw error;
  }
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : `Assay could not start: ${describe(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});

/** The message of an error and of what caused it: a driver's own words are often the only ones that help. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${describe(error.cause)})` : error.message;
}
