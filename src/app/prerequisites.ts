import type { Server } from 'assay-sandbox/postgres/server.ts';
import type { Config } from '#config/config.ts';
import { ConfigError } from '#config/config.ts';
import { Closers } from '#lib/process/closers.ts';
import { bindOnce, freePort, nextPort } from '#lib/process/free-port.ts';
import type { Logger } from '#lib/process/log.ts';
import { type ChainParts, loadChainSource } from './chain-source.ts';
import { type App, abandonOnSignal } from './stopping.ts';

/**
 * The parts outside this process that take longest to start: the chain's process and the database server. Neither needs the service's
 * code, so they start while that is still loading. Nothing imported here may be slow to load.
 */
export interface Prerequisites extends SharedParts {
  /** What closes the parts, also those that are still starting; the service adds its own. */
  readonly closers: Closers;
}

/** What all processes of a service share. */
export interface SharedParts {
  /** The port to listen on. */
  readonly port: number;
  readonly source: ChainParts | Promise<ChainParts>;
  /** The embedded database server, a part of the sandbox; null where `DATABASE_URL` names another. */
  readonly server: EmbeddedServer | null | Promise<EmbeddedServer | null>;
}

type EmbeddedServer = Pick<Server, 'url'>;

/** Starts the service on what is open already. */
export type StartApp = (opened: Prerequisites) => Promise<App>;

/** Starts the parts that the configuration asks for. Throws before that for errors that show at once. */
export async function beginPrerequisites(config: Config, log: Logger): Promise<Prerequisites> {
  const [openSource, embedded] = await Promise.all([
    loadChainSource(config, log),
    config.databaseUrl === null ? import('assay-sandbox/postgres/embedded.ts') : null,
  ]);
  const port = await reservePort(config.host, config.port);
  await reserveRpcPort(config);
  const closers = new Closers();
  // Launches both processes before the first wait, because loading the service blocks the process.
  const source = openSource();
  const options = { dataDir: config.dataDir, nextPort, log: (message: string) => log.info(message) };
  const server = Promise.resolve(embedded?.openServer(options) ?? null);
  // A part that fails has nothing to close; the error is that of whoever waits for it.
  const [chain, database] = [source.catch(() => null), server.catch(() => null)];
  closers.add(async () => (await chain)?.close());
  closers.add(async () => (await database)?.stop());
  return { closers, port, source, server };
}

/**
 * Starts the prerequisites and then the rest of a process. Closes everything that is open when `start` fails, or when a signal comes
 * before it resolves.
 */
export async function startWith<T>(
  config: Config,
  log: Logger,
  start: (opened: Prerequisites) => Promise<T>,
): Promise<T> {
  const starting = beginPrerequisites(config, log);
  const started = abandonOnSignal(starting);
  const opened = await starting;
  try {
    return await start(opened);
  } catch (error) {
    await opened.closers.close();
    throw error;
  } finally {
    await started();
  }
}

/**
 * Checks that the port can be bound; 0 takes a free one. Runs before everything else, because documents contain the public origin,
 * and because a used port must fail at once.
 */
async function reservePort(host: string, port: number): Promise<number> {
  try {
    if (port === 0) return await freePort(host);
    await bindOnce(host, port);
    return port;
  } catch (error) {
    throw new ConfigError([`PORT ${port} on HOST ${host}: ${described(error)}.`]);
  }
}

/** A port that was asked for must be free; where none was, another one is as good. */
async function reserveRpcPort({ chain }: Config): Promise<void> {
  const [port = 0, ...others] = chain.kind === 'sandbox' ? chain.rpcPorts : [];
  if (port === 0 || others.length > 0) return;
  try {
    await bindOnce('127.0.0.1', port);
  } catch (error) {
    throw new ConfigError([`SANDBOX_RPC_PORT ${port}: ${described(error)}.`]);
  }
}

/** The message of an error and of its cause, because often only the driver's own message helps. */
export function described(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${described(error.cause)})` : error.message;
}
