import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from '../support/service.ts';
import { conform, type Outcome, type Suite, scenariosOf } from './conformance-runner.ts';
import { openFixtures } from './conformance-stack.ts';

const legacy: Suite = { generation: 'stable', specVersion: '2025-11-25' };
const legacyByNext: Suite = { generation: 'next', specVersion: '2025-11-25' };
const modern: Suite = { generation: 'next', specVersion: '2026-07-28' };

type Outcomes = ReadonlyMap<string, Outcome>;

/** What an endpoint without sessions and streams does not offer to clients of the earlier era, and why. */
const NOT_OFFERED: Readonly<Record<string, string>> = {
  'tools-call-sampling': 'the server asks the client, which takes a stream and a session to answer into',
  'tools-call-elicitation': 'the server asks the client, which takes a stream and a session to answer into',
  'elicitation-sep1034-defaults': 'the server asks the client, which takes a stream and a session to answer into',
  'elicitation-sep1330-enums': 'the server asks the client, which takes a stream and a session to answer into',
  'tools-call-with-logging': 'messages before the result take a stream; answers are JSON',
  'tools-call-with-progress': 'messages before the result take a stream; answers are JSON',
  'server-sse-polling': 'there is no stream to come back to; the suite only warns, as it finds no session',
  'server-sse-multiple-streams': 'there is no session; the suite only warns',
};

/** No tool of ours declares a header for an argument, and the library checks such headers for its own tools only. */
const NO_ARGUMENT_HEADERS = ['http-custom-header-server-validation'];

function failing(outcomes: Outcomes): string[] {
  return [...outcomes].flatMap(([name, { failed }]) => (failed.length > 0 ? [name] : [])).sort();
}

function passed(outcomes: Outcomes): number {
  return [...outcomes.values()].reduce((sum, outcome) => sum + outcome.passed, 0);
}

/** The outcomes, once it is certain that every scenario that the suite has is among them. */
async function complete(suite: Suite, url: string): Promise<Outcomes> {
  const [outcomes, listed] = await Promise.all([conform(suite, url), scenariosOf(suite)]);
  expect(listed.length).toBeGreaterThan(30);
  expect([...outcomes.keys()].sort()).toEqual([...listed].sort());
  return outcomes;
}

describe('the HTTP stack with the tools that the suites look for', () => {
  const server = createServer();
  let url: string;
  beforeAll(async () => {
    await openFixtures(server);
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each([
    { suite: legacy, score: 28 },
    { suite: legacyByNext, score: 61 },
  ])('$suite.generation, $suite.specVersion: everything passes but what takes a stream', async ({ suite, score }) => {
    const outcomes = await complete(suite, url);
    expect(failing(outcomes)).toEqual(Object.keys(NOT_OFFERED).sort());
    expect(passed(outcomes)).toBe(score);
  });

  it('2026-07-28: everything passes', async () => {
    const outcomes = await complete(modern, url);
    expect(failing(outcomes)).toEqual(NO_ARGUMENT_HEADERS);
    expect(passed(outcomes)).toBe(138);
  });
});

/** Scenarios that look at what every server has, with the number of things that they look at. */
const WITHOUT_FIXTURES: readonly (readonly [Suite, Readonly<Record<string, number>>])[] = [
  [
    legacy,
    {
      'server-initialize': 1,
      ping: 1,
      'completion-complete': 1,
      'tools-list': 1,
      'resources-list': 1,
      'prompts-list': 1,
      'dns-rebinding-protection': 2,
    },
  ],
  [
    modern,
    {
      'completion-complete': 2,
      'tools-list': 4,
      'resources-list': 2,
      'prompts-list': 2,
      'sep-2164-resource-not-found': 4,
      caching: 8,
      'http-header-validation': 14,
      'dns-rebinding-protection': 2,
      'server-sse-multiple-streams': 1,
      'input-required-result-unsupported-methods': 2,
    },
  ],
];

describe('the service itself', () => {
  let service: Awaited<ReturnType<typeof startProcess>>;
  beforeAll(async () => {
    service = await startProcess();
  });
  afterAll(() => service?.end());

  it.each(WITHOUT_FIXTURES)('passes what can be asked of any server: %o', async (suite, expected) => {
    const outcomes = await complete(suite, `${service.url}/mcp`);
    const found = Object.keys(expected).map((name) => [name, outcomes.get(name)]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, count]) => [name, { passed: count, failed: [] }])),
    );
    if (suite !== modern) return;
    // What is left of this one are four questions to tools that only test servers have.
    const { passed: count, failed } = outcomes.get('server-stateless') ?? { passed: 0, failed: [] };
    expect(failed.filter((line) => !line.includes('does not list the diagnostic tool'))).toEqual([]);
    expect([count, failed.length]).toEqual([21, 4]);
    // Wire formats are looked at in every scenario, whatever it asks for.
    const all = [...outcomes].flatMap(([name, outcome]) => outcome.failed.map((line) => `${name} ${line}`));
    expect(all.filter((line) => /wire|schema-valid/i.test(line))).toEqual([]);
  });
});
