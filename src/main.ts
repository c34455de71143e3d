import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { banner } from './app/banner.ts';
import { beginPrerequisites, described } from './app/prerequisites.ts';
import { type App, abandonOnSignal, ONE_SIGNAL_MS, onceStopping } from './app/stopping.ts';
import { readWorkers } from './app/workers/primary.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { type Logger, openLog } from './lib/process/log.ts';

async function main(): Promise<void> {
  // The build keeps what V8 compiles of the service while it is loaded.
  if (process.argv[2] === 'load') return void (await loadApp());
  // By itself this signal would end the process; what it is good for is found out when the service has started.
  process.on('SIGUSR2', () => undefined);
  const workers = readWorkers(process.argv.slice(2), availableParallelism());
  const config = readConfig(readEnv());
  const log = openLog(config.logLevel, config.logFormat);
  // Loaded by whoever needs it: a start waits for nothing that it does not use.
  if (cluster.isWorker) await (await import('./app/workers/worker.ts')).runWorker(config, log, loadApp);
  else if (workers !== null) await (await import('./app/workers/primary.ts')).runPrimary(config, log, workers);
  else await runAlone(config, log);
}

/** The service's code, which is the most there is to load. */
const loadApp = () => import('./app/app.ts');

/** One process that does everything. */
async function runAlone(config: Config, log: Logger): Promise<void> {
  const app = await start(config, log);
  process.stdout.write(banner(app));
  if (config.chain.kind === 'rpc') app.examineEndpoints();
  const leave = onceStopping(app, log);
  let begunAt: number | null = null;
  const stop = (drained: boolean): void => {
    begunAt ??= performance.now();
    // Whoever says it twice does not want to wait; the books are whole at every moment.
    if (performance.now() - begunAt > ONE_SIGNAL_MS) app.cut();
    else void leave({ announced: true, drained });
  };
  process.on('SIGTERM', () => stop(true));
  // A person at a terminal is no balancer that has to turn away first.
  process.on('SIGINT', () => stop(false));
  // A closed terminal: without this the process would end and leave its database server running.
  process.on('SIGHUP', () => stop(false));
  // By itself this signal would end the process, and with it what is in flight.
  process.on('SIGUSR2', () => log.warn({}, 'only workers can be replaced one after another: start with --workers'));
}

/** The service's code is loaded while the chain and the database start: loading it takes as long as they do. */
async function start(config: Config, log: Logger): Promise<App> {
  // Starts the prerequisites first, because they may block the process for a while.
  const starting = beginPrerequisites(config, log);
  const started = abandonOnSignal(starting);
  const prerequisites = await starting;
  try {
    const { startApp } = await loadApp();
    return await startApp(config, log, {}, prerequisites);
  } catch (error) {
    await prerequisites.abandon();
    throw error;
  } finally {
    await started();
  }
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : `Assay could not start: ${described(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
