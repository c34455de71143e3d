import { readFileSync } from 'node:fs';
import { packageRoot } from '#lib/package-root.ts';

/** The version of the service as package.json, `/` and the OpenAPI document give it. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version;
