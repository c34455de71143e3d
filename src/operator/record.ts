import { parseArgs } from 'node:util';

/** `record.ts URL FOLDER [--port N]`: a proxy before an endpoint, which writes its answers to FOLDER when it is stopped. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { port: { type: 'string' } } });
  const [url, folder] = positionals;
  const port = Number(values.port ?? '0');
  if (url === undefined || folder === undefined || !Number.isInteger(port)) {
    process.stderr.write('usage: node --import tsx src/operator/record.ts URL FOLDER [--port N]\n');
    process.exitCode = 2;
    return;
  }
  // Loaded on demand, because the sandbox is a development part that is not installed in production.
  const [{ serveJsonRpc }, { writeWorld }, { endpoint, recordWorld }] = await Promise.all([
    import('assay-sandbox/json-rpc.ts'),
    import('assay-sandbox/replay/folder.ts'),
    import('assay-sandbox/replay/recording.ts'),
  ]);
  const recording = recordWorld(endpoint(url));
  const server = await serveJsonRpc(recording.methods, port);
  process.stdout.write(`${server.url}\n`);
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await server.close();
  writeWorld(folder, await recording.world());
}

await main();
