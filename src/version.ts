import { readFileSync } from 'node:fs';

/** The version of the service as package.json, `/` and the OpenAPI document give it. */
export const version: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
