import { grantCommand } from './grant-command.ts';
import { runCommand } from './run-command.ts';

// Its line has the members that scripts were promised, and no more.
await runCommand(grantCommand, { bare: true });
