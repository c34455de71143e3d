import { parseArgs } from 'node:util';
import type { Config } from '#config/config.ts';
import { PRIMARY_STOP_MS_MAX } from '#config/stop-times.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Logger } from '#lib/process/log.ts';
import { banner } from '../banner.ts';
import { beginPrerequisites, type Prerequisites } from '../prerequisites.ts';
import { sandboxKey, shownSandbox } from '../sandbox.ts';
import { abandonOnSignal, ONE_SIGNAL_MS } from '../stopping.ts';
import { openFigures } from './figures.ts';
import type { Orders } from './messages.ts';
import { Supervisor } from './supervisor.ts';

const WORKERS_MAX = 64;

const USAGE = `npm start [-- --workers 1 to ${WORKERS_MAX}, or max for one a core]`;

/**
 * Opens what all workers share, starts them, and restarts those that fail until a signal comes. It serves no request itself, so no request
 * can harm it.
 */
export async function runPrimary(config: Config, log: Logger, count: number): Promise<void> {
  // Starts the prerequisites first, because they may block the process for a while.
  const starting = beginPrerequisites(config, log);
  const started = abandonOnSignal(starting);
  const prerequisites = await starting;
  try {
    const orders = await ordersOf(config, prerequisites);
    const figures = openFigures(() => supervisor.members());
    const supervisor: Supervisor = new Supervisor({ count, orders, log, onMessage: figures.hear });
    const facts = await supervisor.start();
    const { sandbox } = orders.chain;
    const shown = sandbox && shownSandbox(sandbox, orders.apiKey ?? '');
    process.stdout.write(banner({ ...facts, workers: count, sandbox: shown }));
    obeySignals(supervisor, prerequisites, log, config.drainMs);
  } catch (error) {
    await prerequisites.abandon();
    throw error;
  } finally {
    await started();
  }
}

/** Checks once what would fail in all workers alike: the network, the database, migrations. */
async function ordersOf(config: Config, { port, source, server }: Prerequisites): Promise<Orders> {
  const [opened, running] = await Promise.all([source, server]);
  const { urls, unverified, sandbox } = opened;
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, server: running });
  const ledger = openLedger(database);
  try {
    const apiKey = sandbox ? await sandboxKey(ledger, config.dataDir) : null;
    const chain = { urls, unverified, sandbox };
    return { type: 'orders', port, databaseUrl: running?.url ?? null, chain, apiKey };
  } finally {
    await ledger.close();
  }
}

function obeySignals(supervisor: Supervisor, prerequisites: Prerequisites, log: Logger, drainMs: number): void {
  let begunAt: number | null = null;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (begunAt !== null) {
      if (performance.now() - begunAt > ONE_SIGNAL_MS)
        for (const member of supervisor.members()) member.send({ type: 'cut' });
      return;
    }
    begunAt = performance.now();
    log.info({ signal }, 'stopping: workers finish their requests first');
    setTimeout(() => process.exit(1), drainMs + PRIMARY_STOP_MS_MAX).unref();
    await supervisor.stop();
    await prerequisites.closers.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);
  process.on('SIGUSR2', () => void supervisor.replaceAll());
}

/** The number of workers on the command line; null for a single process. Throws an error whose message is one sentence for the operator. */
export function readWorkers(argv: readonly string[], cores: number): number | null {
  const text = readOption(argv);
  if (text === undefined) return null;
  if (text === 'max') return Math.min(cores, WORKERS_MAX);
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > WORKERS_MAX) throw new Error(`the number of workers is not understood: ${USAGE}`);
  return count;
}

function readOption(argv: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...argv], options: { workers: { type: 'string' } } }).values.workers;
  } catch {
    throw new Error(`the arguments are not understood: ${USAGE}`);
  }
}
