import { auditBooksCommand } from './commands/audit-books.ts';
import { runCommand } from './run-command.ts';

await runCommand(auditBooksCommand);
