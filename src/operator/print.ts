import { statesPage } from '#ledger/states-page.ts';
import { printedSchema } from '#schema/schema.ts';

/** The documents that are made from the sources, by the names of their scripts in `package.json`. */
const documents: Readonly<Record<string, () => string>> = { schema: printedSchema, states: statesPage };

const print = documents[process.argv[2] ?? ''];
if (print === undefined) throw new Error(`usage: print.ts ${Object.keys(documents).join('|')}`);
process.stdout.write(print());
