import { purgeCommand } from './commands/purge.ts';
import { runCommand } from './run-command.ts';

await runCommand(purgeCommand);
