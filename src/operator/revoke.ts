import { revokeCommand } from './commands/revoke.ts';
import { runCommand } from './run-command.ts';

await runCommand(revokeCommand);
