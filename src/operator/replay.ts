import { parseArgs } from 'node:util';

/** `replay.ts FOLDER [--port N]`: serves a folder of recorded chain data as a JSON-RPC endpoint and prints its URL. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } });
  const [folder] = positionals;
  const port = Number(values.port ?? '0');
  if (folder === undefined || !Number.isInteger(port)) {
    process.stderr.write('usage: node --import tsx src/operator/replay.ts FOLDER [--port N]\n');
    process.exitCode = 2;
    return;
  }
  // Loaded on demand, because the sandbox is a development part that is not installed in production.
  const [{ serveJsonRpc }, { readWorld }, { replayMethods }] = await Promise.all([
    import('assay-sandbox/json-rpc.ts'),
    import('assay-sandbox/replay/folder.ts'),
    import('assay-sandbox/replay/methods.ts'),
  ]);
  const server = await serveJsonRpc(replayMethods(readWorld(folder)), port);
  process.stdout.write(`${server.url}\n`);
}

await main();
