import { refundCommand } from './commands/refund.ts';
import { runCommand } from './run-command.ts';

await runCommand(refundCommand);
