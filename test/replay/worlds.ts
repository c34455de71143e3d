import { join } from 'node:path';

/** The sandbox's sample world as `record-sandbox.ts` recorded it, with its `subjects.json` beside. */
export const SANDBOX_WORLD = join(import.meta.dirname, '../fixtures/worlds/sandbox');
