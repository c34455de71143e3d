import { grantCommand } from './grant-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (argv, books) => ({ line: await grantCommand(argv, books) }));
