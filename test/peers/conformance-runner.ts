import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The suites call what Node 20 has not.
const NODE = 'test/peers/node_modules/node/bin/node';

/** The generations of the suite that are installed, by package. */
const packages = {
  stable: '@modelcontextprotocol/conformance',
  next: 'mcp-conformance-next',
} as const;

/** One thing that a scenario looked at. */
interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** What came of a scenario: how much passed, and what did not. */
export interface Outcome {
  readonly passed: number;
  /** Identifiers of failed checks and of warnings, with what the suite says about them. */
  readonly failed: readonly string[];
}

/** Which suite is run, and for which revision of the protocol. */
export interface Suite {
  readonly generation: keyof typeof packages;
  readonly specVersion: string;
}

/** Every scenario of a suite against a server, by name, as its result files tell. */
export async function conform({ generation, specVersion }: Suite, url: string): Promise<ReadonlyMap<string, Outcome>> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    await run(generation, 'server', '--url', url, '--suite', 'all', '--spec-version', specVersion, '-o', folder);
    return new Map(readdirSync(folder).map((name) => [scenarioOf(name), outcomeOf(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The names of the scenarios that a suite has for a revision, those of extensions left out. */
export async function scenariosOf({ generation, specVersion }: Suite): Promise<readonly string[]> {
  const printed = await run(generation, 'list', '--server', '--spec-version', specVersion);
  const listed = [...printed.matchAll(/^ +- (\S+) \[([^\]]*)\]/gm)];
  return listed.flatMap(([, name = '', versions = '']) => (versions.split(',').includes(specVersion) ? [name] : []));
}

/** What a process of the suite printed. It exits with 1 where anything failed, which the result files tell better. */
async function run(generation: Suite['generation'], ...args: readonly string[]): Promise<string> {
  const script = `test/peers/node_modules/${packages[generation]}/dist/index.js`;
  const child = spawn(NODE, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [printed, complaints] = ['', ''];
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (complaints += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== 1) throw new Error(`the suite ended with ${code}: ${complaints}`);
  return printed;
}

/** Results lie in a folder for each scenario, named by it and by the time. */
function scenarioOf(folder: string): string {
  return folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\dZ-]+$/, '');
}

function outcomeOf(folder: string): Outcome {
  const checks: readonly Check[] = JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8'));
  const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  return {
    passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    failed: failed.map(({ id, errorMessage = '' }) => `${id}: ${errorMessage.slice(0, 200)}`),
  };
}
