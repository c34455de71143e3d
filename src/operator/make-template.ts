import { openDatabase } from '#ledger/postgres/database.ts';
import { nextPort } from '#lib/process/free-port.ts';

/** Writes a database with all tables of the books, from which an embedded server begins. */
async function makeTemplate(file: string): Promise<void> {
  const { writeTemplate } = await import('assay-sandbox/postgres/template.ts');
  await writeTemplate(file, { nextPort }, async (url) => {
    const { stop } = await openDatabase({ url, kind: 'embedded', poolMax: 1 });
    await stop();
  });
}

makeTemplate(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
