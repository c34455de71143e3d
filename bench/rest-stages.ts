import { readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { SourceMap } from 'node:module';

/** The processor time of a process between two moments, in microseconds: of all its threads, and by stage of a call. */
export interface StageTimes {
  readonly processUs: number;
  readonly byStage: Readonly<Record<string, number>>;
}

/** How often the profiler looks, in microseconds. Each look costs the process a few. */
const SAMPLE_US = 200;

/**
 * A sample belongs to the stage of its innermost frame, or where that has none (a library, Node itself), of the caller: a write to a
 * socket counts for who wrote.
 */
const stages: readonly (readonly [stage: string, file: RegExp])[] = [
  ['database driver', /node_modules\/postgres\//],
  ['post', /src\/ledger\/holds\/(?:post|deliveries)\.ts/],
  ['hold', /src\/(?:ledger|payments)\//],
  ['sign', /src\/lib\/signing\//],
  ['work', /src\/schema\/operation\/(?:answers|work-session)\.ts|core\/src\/(?:chain|check)\//],
  ['plan', /src\/(?:schema|http\/questions)\/|node_modules\/(?:graphql|zod)/],
  ['write', /src\/(?:http\/reply|transport\/rest\/check)\.ts|node:_http_outgoing|express\/lib\/response/],
  ['HTTP', /src\/(?:http|transport)\/|node:_http_|bench\/rest-server|node_modules\/(?:express|router)/],
];

const REST = 'promises, timers and the rest';
const PROFILER = 'profiler';

/** What V8 calls time without a frame of JavaScript. */
const outside: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'native code',
  '(idle)': 'idle, or waiting for a core',
  // Of the session that profiles, which is no part of a call.
  dispatch: PROFILER,
};

/** Begins to profile this process, whose code is bundled in `file` with a source map. Call the result to end it. */
export async function profileStages(file: string): Promise<() => Promise<StageTimes>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  await session.post('Profiler.start');
  const before = process.cpuUsage();
  return async () => {
    const { user, system } = process.cpuUsage(before);
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    return { processUs: user + system, byStage: attributed(profile, file) };
  };
}

function attributed({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile, file: string): Record<string, number> {
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  const stageOf = ({ functionName, url, lineNumber, columnNumber }: Profiler.ProfileNode['callFrame']) => {
    if (url === '') return outside[functionName];
    const entry = url.endsWith(file) ? map.findEntry(lineNumber, columnNumber) : {};
    const source = 'originalSource' in entry ? entry.originalSource : url;
    return stages.find(([, pattern]) => pattern.test(String(source)))?.[0];
  };
  const stageById = new Map<number, string>();
  const visit = (node: Profiler.ProfileNode, ofCaller: string): void => {
    const stage = stageOf(node.callFrame) ?? ofCaller;
    stageById.set(node.id, stage);
    for (const id of node.children ?? []) visit(byId.get(id) as Profiler.ProfileNode, stage);
  };
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [root] = nodes;
  if (root) visit(root, REST);
  const byStage: Record<string, number> = {};
  for (const [n, id] of samples.entries()) {
    const stage = stageById.get(id) ?? REST;
    if (stage !== PROFILER) byStage[stage] = (byStage[stage] ?? 0) + (timeDeltas[n] ?? 0);
  }
  return byStage;
}
