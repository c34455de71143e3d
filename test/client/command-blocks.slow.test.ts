import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesBelow } from '../architecture/files-below.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openService, type Service } from '../support/service.ts';
import { type Fence, readMarkdown } from './markdown.ts';

/*
 * A fence with the word `runnable` (`sh runnable`, `js runnable`) is run as it stands. A fence with the word `output` after it
 * is what the block prints: blanks and line breaks do not count, and `…` stands for anything. The blocks of a page run in order in
 * one shell, so what one exports the next one has.
 */

/** A block with what the page says it prints. */
interface Block {
  readonly fence: Fence;
  readonly printed: readonly string[];
}

interface Ran {
  readonly status: number;
  readonly output: string;
}

const END = 'end-of-block:';
const PAGES = ['README.md', ...filesBelow('docs').filter((file) => file.endsWith('.md'))].filter(
  (file) => blocksOf(file).length > 0,
);

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await openTestDatabase();
  service = await openService({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await service.end();
  await database.stop();
});

function blocksOf(file: string): readonly Block[] {
  const blocks: { fence: Fence; printed: string[] }[] = [];
  for (const fence of readMarkdown(file).fences) {
    if (fence.info.includes('runnable')) blocks.push({ fence, printed: [] });
    else if (fence.info.includes('output')) blocks.at(-1)?.printed.push(fence.text);
  }
  return blocks;
}

/** The address of the service under test in the place of the one that `npm start` prints. */
function addressed(text: string): string {
  return text.replaceAll('http://127.0.0.1:8402', service.url);
}

function asShell({ info, text }: Fence): string {
  const command = addressed(text);
  return info[0] === 'js' ? `node --input-type=module <<'END_OF_SCRIPT'\n${command}END_OF_SCRIPT\n` : command;
}

/** Runs blocks in one shell, which ends with the first command that fails; what each printed, as far as it came. */
async function run(blocks: readonly Block[]): Promise<{ readonly ran: readonly Ran[]; readonly errors: string }> {
  const script = blocks.map(({ fence }) => `${asShell(fence)}printf '${END}%s\\n' $?\n`).join('');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['-c', `set -eo pipefail\n${script}`], {
    env: { PATH, HOME, ASSAY_URL: service.url, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  await new Promise((resolve) => child.once('close', resolve));
  const ran = [...output.matchAll(new RegExp(`([\\s\\S]*?)${END}(\\d+)\\n`, 'g'))];
  return { ran: ran.map(([, text = '', status]) => ({ status: Number(status), output: text })), errors };
}

/** The first part of the expected text that was not printed in its turn; null where all of it was. */
function missing(expected: string, printed: string): string | null {
  const text = printed.replace(/\s+/g, '');
  let from = 0;
  for (const part of addressed(expected).replace(/\s+/g, '').split('…')) {
    const at = text.indexOf(part, from);
    if (at < 0) return part;
    from = at + part.length;
  }
  return null;
}

describe('the commands in the documentation', () => {
  it.each(PAGES)('of %s run as pasted and print what the page says', async (file) => {
    const blocks = blocksOf(file);
    const { ran, errors } = await run(blocks);
    const ended = blocks.map(({ fence }, at) => `${file}:${fence.line} ended with ${ran[at]?.status ?? errors}`);
    expect(ended).toEqual(blocks.map(({ fence }) => `${file}:${fence.line} ended with 0`));
    const lacking = blocks.flatMap(({ fence, printed }, at) =>
      printed.flatMap((expected) => {
        const part = missing(expected, ran[at]?.output ?? '');
        return part === null ? [] : [`${file}:${fence.line} did not print ${part} but ${ran[at]?.output}`];
      }),
    );
    expect(lacking).toEqual([]);
  });

  it('are those of the pages on which a reader starts', () => {
    const start = [
      'README.md',
      'docs/payments.md',
      'docs/graphql.md',
      'docs/agents.md',
      'docs/cli.md',
      'docs/signatures.md',
    ];
    expect(start.filter((file) => !PAGES.includes(file))).toEqual([]);
  });
});
