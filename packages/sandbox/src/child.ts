import { LocalChain } from '#chain/local-chain.ts';
import { sandboxMethods } from '#rpc/methods.ts';
import { loadWorld } from '#snapshot/format.ts';
import { type JsonRpcServer, type RpcMethods, serveJsonRpc } from './json-rpc.ts';
import type { ChildOptions, ChildReady } from './start.ts';

/** This program itself: a snapshot is good for the program that made it. */
const PROGRAM = new URL(import.meta.url);

// The code that builds a world takes longer to load than a finished world.
const building = () => import('#world/world.ts');
const snapshots = () => import('#snapshot/make.ts');

/** The process that holds the virtual machine: bytes that abort it take down this process, never the service. */
async function serve(options: ChildOptions): Promise<void> {
  // The parent decides when this process ends. A signal to the whole group must not end it before the service has
  // finished what is in flight; a parent that is gone closes the channel.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit(0));
  const chain = new LocalChain(options);
  const world = loadWorld(chain, options.seed, PROGRAM) ?? (await (await building()).buildWorld(chain, options.seed));
  const server = await serveAt(options.ports, sandboxMethods(chain, world));
  const ready: ChildReady = { port: server.port, subjects: world.subjects };
  process.send?.(ready);
  // Informs the parent first: its work until its first question takes longer than this preparation.
  setImmediate(() => world.sequels.prepare());
}

/** Serves at the first of the ports that is free. Throws an error that names the last where none is. */
async function serveAt([port = 0, ...others]: readonly number[], methods: RpcMethods): Promise<JsonRpcServer> {
  try {
    return await serveJsonRpc(methods, port);
  } catch (error) {
    if (others.length === 0) throw error;
    return await serveAt(others, methods);
  }
}

/** The service asks for a chain with options in JSON, `build.mjs` for `snapshot FILE`, which asks for `later FILE`. */
async function main([first = '', file = '']: readonly string[]): Promise<void> {
  if (first === 'snapshot') await (await snapshots()).writeSnapshot(file, PROGRAM);
  else if (first === 'later') await (await snapshots()).writeLater(file, PROGRAM);
  else await serve(JSON.parse(first) as ChildOptions);
}

function fail(error: unknown): never {
  process.stderr.write(`the sandbox's chain failed: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

main(process.argv.slice(2)).catch(fail);
