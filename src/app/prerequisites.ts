import type { Config } from '#config/config.ts';
import { ConfigError } from '#config/config.ts';
import { openServer } from '#ledger/postgres/embedded.ts';
import type { Server } from '#ledger/postgres/server.ts';
import { Closers } from '#lib/process/closers.ts';
import { bindOnce, freePort } from '#lib/process/free-port.ts';
import type { Logger } from '#lib/process/log.ts';
import { type ChainParts, loadChainSource } from './chain-source.ts';

/**
 * The parts outside this process that take longest to start: the chain's process and the database server. Neither needs the service's
 * code, so they start while that is still loading. Nothing imported here may be slow to load.
 */
export interface Prerequisites {
  /** The parts started so far; the service adds its own. */
  readonly closers: Closers;
  /** The port to listen on. */
  readonly port: number;
  readonly source: Promise<ChainParts>;
  /** The embedded database server; null where `DATABASE_URL` names another. */
  readonly server: Promise<Server | null>;
  /** The sandbox's key with credit, if it already exists. */
  readonly apiKey: string | null;
  /** Closes everything that was started, even if it is still starting. */
  abandon(): Promise<void>;
}

/** Starts the parts that the configuration asks for. Throws before that for errors that show at once. */
export async function beginPrerequisites(config: Config, log: Logger): Promise<Prerequisites> {
  const openChain = await loadChainSource(config, log);
  const port = await reservePort(config.host, config.port);
  await reserveRpcPort(config);
  const closers = new Closers();
  // Launches both processes before the first wait, because loading the service blocks the process.
  const source = openSource(openChain, closers);
  const server = config.databaseUrl === null ? runEmbedded(config, log, closers) : Promise.resolve(null);
  const rest = Promise.allSettled([source, server]);
  const abandon = () => rest.then(() => closers.close());
  return { closers, port, source, server, apiKey: null, abandon };
}

async function openSource(openChain: () => Promise<ChainParts>, closers: Closers): Promise<ChainParts> {
  const source = await openChain();
  closers.add(() => source.close());
  return source;
}

async function runEmbedded(config: Config, log: Logger, closers: Closers): Promise<Server> {
  const server = await openServer({ dataDir: config.dataDir, log: (message) => log.info(message) });
  closers.add(() => server.stop());
  return server;
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
