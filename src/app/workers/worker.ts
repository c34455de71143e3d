import cluster from 'node:cluster';
import type { Config } from '#config/config.ts';
import { Closers } from '#lib/process/closers.ts';
import type { Logger } from '#lib/process/log.ts';
import type { Prerequisites } from '../prerequisites.ts';
import { type App, onceStopping } from '../stopping.ts';
import type { FromWorker, Orders, ToWorker } from './messages.ts';
import { tellLastFigures } from './metrics-hub.ts';

/** Loads the code that starts a service. */
type LoadApp = () => Promise<{
  startApp(config: Config, log: Logger, timeouts: object, opened: Prerequisites): Promise<App>;
}>;

/** Serves beside other workers with what the primary opened, until the primary asks it to stop. */
export async function runWorker(config: Config, log: Logger, loadApp: LoadApp): Promise<void> {
  // A terminal or process supervisor may signal the whole group, but the primary decides which worker stops.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => undefined);
  const heard = hear();
  const [orders, { startApp }] = await Promise.all([heard.orders, loadApp()]);
  const app = await startApp(config, log, {}, prerequisitesOf(orders));
  const leave = onceStopping(app, log);
  // Somebody stops this worker only; the primary then starts another.
  process.on('SIGTERM', () => void leave({ announced: false, drained: true }));
  tell({ type: 'ready', facts: factsOf(app) });
  // One worker finds it out, and tells it in the log: the endpoints need not be asked by each.
  if (config.chain.kind === 'rpc' && cluster.worker?.id === 1) app.examineEndpoints();
  heard.obey((message) => {
    if (message.type === 'leave') void leave({ announced: message.announced, drained: true });
    if (message.type === 'cut') app.cut();
  });
}

/** Listens to the primary from the start, because it may stop a worker that is still starting. */
function hear() {
  const early: ToWorker[] = [];
  let obey = (message: ToWorker): void => void early.push(message);
  const orders = new Promise<Orders>((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.type === 'orders') resolve(message);
      else obey(message);
    });
  });
  tell({ type: 'orders-wanted' });
  return {
    orders,
    obey(listener: (message: ToWorker) => void): void {
      obey = listener;
      early.forEach(listener);
    },
  };
}

/** The primary owns the port, the chain and the database server, so a worker closes none of them. */
function prerequisitesOf({ port, databaseUrl, chain, apiKey }: Orders): Prerequisites {
  const closers = new Closers();
  // The first closer runs last, when nothing is counted any more.
  closers.add(tellLastFigures);
  const nothing = async (): Promise<void> => undefined;
  return {
    closers,
    port,
    source: Promise.resolve({ ...chain, close: nothing }),
    server: Promise.resolve(databaseUrl === null ? null : { url: databaseUrl, stop: nothing }),
    apiKey,
    abandon: () => closers.close(),
  };
}

function factsOf({ version, listening, url, network }: App) {
  return { version, listening, url, network };
}

function tell(message: FromWorker): void {
  cluster.worker?.send(message);
}
