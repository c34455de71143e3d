import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startApp } from '#app/app.ts';
import { readConfig } from '#config/config.ts';
import { openLog } from '#lib/process/log.ts';
import { brunoFiles } from './bruno-collection.ts';

// Writes the Bruno collection from the document that the sandbox serves, whose examples work there.
const FOLDER = join('deploy', 'bruno');

const dataDir = mkdtempSync(join(tmpdir(), 'assay-bruno-'));
// PostgreSQL does not run as root; the user that it then runs as must be able to enter.
chmodSync(dataDir, 0o755);
const app = await startApp(readConfig({ PORT: '0', DATA_DIR: dataDir }), openLog('error'));
const files = brunoFiles(await (await fetch(`${app.listening}/openapi.json`)).json());
await app.stop();
rmSync(dataDir, { recursive: true });
rmSync(FOLDER, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(FOLDER, path)), { recursive: true });
  writeFileSync(join(FOLDER, path), text);
}
