import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { banner } from './app/banner.ts';
import { described, type StartApp, startWith } from './app/prerequisites.ts';
import { onceStopping, stopOnSignals } from './app/stopping.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { readWorkers } from './config/workers.ts';
import { type Logger, openLog } from './lib/process/log.ts';

/** V8 lets a heap grow to four times what lives in it, which is 130 MiB of garbage here, before it collects the old objects. */
const GROWTH = '--heap-growing-percent=100';

async function main(): Promise<void> {
  setFlagsFromString(GROWTH);
  // The build keeps what V8 compiles of the service while it is loaded.
  if (process.argv[2] === 'load') return void (await import('./app/app.ts'));
  // By itself this signal would end the process; its handler is added when the service has started.
  process.on('SIGUSR2', () => undefined);
  const workers = readWorkers(process.argv.slice(2), availableParallelism());
  const config = readConfig(readEnv());
  const log = openLog(config.logLevel, config.logFormat);
  // Loaded while the chain and the database start: loading it takes as long as they do.
  const start: StartApp = async (opened) => (await import('./app/app.ts')).startApp(config, log, {}, opened);
  // Loaded on demand, so that a start loads only the parts that it uses.
  if (cluster.worker) await (await import('./app/workers/worker.ts')).runWorker(cluster.worker, config, log, start);
  else if (workers !== null) await (await import('./app/workers/primary.ts')).runPrimary(config, log, workers);
  else await runAlone(config, log, start);
}

/** One process that does everything. */
async function runAlone(config: Config, log: Logger, start: StartApp): Promise<void> {
  const app = await startWith(config, log, start);
  process.stdout.write(banner(app));
  if (config.chain.kind === 'rpc') app.examineEndpoints();
  const leave = onceStopping(app, log);
  const stop = (signal: NodeJS.Signals): void => {
    app.announceStop();
    // A person at a terminal, or one who closes it, is no balancer that has to turn away first.
    void leave(signal === 'SIGTERM');
  };
  stopOnSignals(stop, () => app.cut());
  // By itself this signal would end the process, and with it what is in flight.
  process.on('SIGUSR2', () => log.warn({}, 'only workers can be replaced one after another: start with --workers'));
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : `Assay could not start: ${described(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
