import { readFileSync } from 'node:fs';

/** The content of a JSON file. Throws an error that calls the file `name`, where it cannot be read or is no JSON. */
export function readJsonFile(file: string, name: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name}: cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name}: is not JSON`);
  }
}
