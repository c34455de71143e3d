import { printedSchema } from '#schema/schema.ts';

process.stdout.write(printedSchema());
