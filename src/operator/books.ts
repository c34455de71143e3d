import { readEnv } from '#config/env.ts';
import { adoptCommand } from './commands/adopt.ts';
import { auditBooksCommand } from './commands/audit-books.ts';
import { grantCommand } from './commands/grant.ts';
import { purgeCommand } from './commands/purge.ts';
import { refundCommand } from './commands/refund.ts';
import { revokeCommand } from './commands/revoke.ts';
import { type BookCommand, commandOutcome } from './run-command.ts';

/** The commands on the books, by the names of their scripts in `package.json`. */
const commands = new Map<string, BookCommand>([
  ['adopt', adoptCommand],
  ['audit-books', auditBooksCommand],
  ['grant', grantCommand],
  ['purge', purgeCommand],
  ['refund', refundCommand],
  ['revoke', revokeCommand],
]);

const [name = '', ...argv] = process.argv.slice(2);
const unknown: BookCommand = async () => {
  throw new Error(`Name one command: ${[...commands.keys()].join(', ')}`);
};
const command = commands.get(name) ?? unknown;
// The line of `grant` has the members that scripts were promised, and no more.
const { exitCode, stdout, stderr } = await commandOutcome(command, { argv, env: readEnv(), bare: name === 'grant' });
if (stdout !== '') process.stdout.write(stdout);
if (stderr !== '') process.stderr.write(stderr);
process.exitCode = exitCode;
