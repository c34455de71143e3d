import { readPlacesConfig } from '#config/config.ts';
import { readEnv } from '#config/env.ts';
import { grantCommand } from './grant-command.ts';

try {
  const line = await grantCommand(process.argv.slice(2), readPlacesConfig(readEnv()));
  process.stdout.write(`${line}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
