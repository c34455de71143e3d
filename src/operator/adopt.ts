import { adoptCommand } from './commands/adopt.ts';
import { runCommand } from './run-command.ts';

await runCommand(adoptCommand);
