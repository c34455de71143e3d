// From `npm start` with a new data directory to the first verdict of the sandbox: what somebody waits who tries it.
import { fileURLToPath } from 'node:url';
import { build } from '../test/support/build.ts';
import { spawnProcess } from '../test/support/service.ts';
import { median, report } from './report.ts';

const ROUNDS = 3;
const POLL_MS = 20;

interface Printed {
  readonly key: string;
  readonly path: string;
}

/** The key and the path of a sample call, once the service has printed them. */
function printedIn(output: string): Printed | null {
  const [, key] = /(assay_[A-Za-z0-9_-]{20,})/.exec(output) ?? [];
  const [, path] = /(\/check\/funder\/[1-9A-HJ-NP-Za-km-z]{32,44})/.exec(output) ?? [];
  return key && path ? { key, path } : null;
}

/** Seconds from the start of the process, bundling left out, to a service that says so and to its first verdict. */
async function once(): Promise<{ readonly ready: number; readonly verdict: number }> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const service = await spawnProcess();
  try {
    let printed = printedIn(service.output());
    while (printed === null) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      printed = printedIn(service.output());
    }
    const ready = seconds();
    const response = await fetch(`${service.url}${printed.path}`, { headers: { 'x-api-key': printed.key } });
    if (response.status !== 200) throw new Error(`the first check was answered with ${response.status}`);
    await response.text();
    return { ready, verdict: seconds() };
  } finally {
    await service.end();
  }
}

/** Prints both times. */
export async function run(): Promise<void> {
  build();
  const times: Awaited<ReturnType<typeof once>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await once());
  const [ready, verdict] = [times.map((one) => one.ready), times.map((one) => one.verdict)];
  const [readyText, verdictText] = [median(ready).toFixed(1), median(verdict).toFixed(1)];
  console.log(`start with a new data directory: ${readyText} s to ready, ${verdictText} s to the first verdict`);
  const ours = `${readyText} s to ready, ${verdictText} s to the verdict`;
  report({ what: 'start to first verdict', budget: 'start to first verdict, s', ours, beside: null, ratios: verdict });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
