import { readFileSync } from 'node:fs';

/** The block of the page of the client's package that has the name of a file, with the address of a service in place of the sandbox's. */
export function blockOf(file: string, url = 'http://127.0.0.1:8402'): string {
  const page = readFileSync('packages/assay-client/README.md', 'utf8');
  const [, code] = page.split(` ${file}\n`);
  if (code === undefined) throw new Error(`the page has no block ${file}`);
  return code.slice(0, code.indexOf('```')).replaceAll('http://127.0.0.1:8402', url);
}
