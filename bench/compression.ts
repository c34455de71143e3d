// What it costs to compress an answer: recorded answers of a token check, alone and a hundred in one text, in each coding that this
// version of Node has, at the level that the service takes and at others. No bound: it says what `src/http/coding.ts` rests on.
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { median, report } from './report.ts';

const ROUNDS = 15;
const ROUND_MS = 40;
const BATCH = 100;
const AT_ONCE = 16;
const { BROTLI_PARAM_QUALITY } = zlib.constants;

type Compress = (text: string) => Buffer;

const { zstdCompressSync } = zlib as { readonly zstdCompressSync?: Compress };
const gzipAside = promisify<string, zlib.ZlibOptions, Buffer>(zlib.gzip);

const contenders: readonly (readonly [name: string, compress: Compress])[] = [
  ...[1, 3, 6].map((level) => [`gzip ${level}`, (text: string) => zlib.gzipSync(text, { level })] as const),
  ...[1, 4].map((quality) => {
    const params = { [BROTLI_PARAM_QUALITY]: quality };
    return [`brotli ${quality}`, (text: string) => zlib.brotliCompressSync(text, { params })] as const;
  }),
  ...(zstdCompressSync ? [['zstd 3', zstdCompressSync] as const] : []),
];

const answers = Object.values(JSON.parse(readFileSync('test/answers/sandbox-token.json', 'utf8'))).map((one) =>
  JSON.stringify(one),
);
const middle = [...answers].sort((a, b) => a.length - b.length)[answers.length >> 1] ?? '';
const texts = [
  ['a token check', middle],
  [`${BATCH} token checks`, `[${Array.from({ length: BATCH }, (_, at) => answers[at % answers.length]).join(',')}]`],
] as const;

/** Microseconds of processor time since a moment. Load of others on the machine is not in it. */
function spentUs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return user + system;
}

/** Microseconds of one call, the median of the rounds. */
function timeOf(compress: Compress, text: string): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [since, startedMs] = [process.cpuUsage(), performance.now()];
    let calls = 0;
    for (; performance.now() - startedMs < ROUND_MS; calls += 1) compress(text);
    return spentUs(since) / calls;
  });
  return median(rounds);
}

/** What `gzip 1` takes outside of the event loop, of all threads together, with several at once. */
async function asideOf(text: string): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const since = process.cpuUsage();
    await Promise.all(Array.from({ length: AT_ONCE }, () => gzipAside(text, { level: 1 })));
    rounds.push(spentUs(since) / AT_ONCE);
  }
  return median(rounds);
}

for (const [what, text] of texts) {
  const bytes = Buffer.byteLength(text);
  const figures = contenders.map(([name, compress]) => {
    return `${name}: ${timeOf(compress, text).toFixed(0)} us, ${((100 * compress(text).length) / bytes).toFixed(0)} %`;
  });
  const ours = [...figures, `gzip 1 aside, ${AT_ONCE} at once: ${(await asideOf(text)).toFixed(0)} us`].join('; ');
  console.log(`compressing ${what}, ${bytes} bytes: ${ours}`);
  report({ what: `compressing ${what} of ${bytes} bytes`, ours, beside: null, ratios: [] });
}
