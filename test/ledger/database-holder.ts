import { openBooksDatabase } from '#app/database.ts';

/** A process that holds the database of the directory in its first argument until it is told to stop. */
const database = await openBooksDatabase({ dataDir: process.argv[2] ?? '' });
process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  await database.stop();
  process.exit(0);
});
