import type { SampleSubject } from 'assay-sandbox/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verdictSchema } from '#transport/discovery/schemas.ts';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { differences, type Published, strictSchema } from '../support/published-schemas.ts';
import { openService, type Service } from '../support/service.ts';

const AT_ONCE = 16;

let service: Service;
let published: Published & { readonly paths: Readonly<Record<string, unknown>> };
let answers: readonly { readonly subject: SampleSubject; readonly body: Record<string, unknown> }[];
beforeAll(async () => {
  service = await openService();
  published = await (await fetch(`${service.url}/openapi.json`)).json();
  const apiKey = String(/assay_\S+/.exec(service.output())?.[0]);
  const subjects = await rpc<readonly SampleSubject[]>(
    String(/sandbox RPC +(\S+)/.exec(service.output())?.[1]),
    'sandbox_subjects',
  );
  const answered = async (subject: SampleSubject) => {
    const url = `${service.url}/check/${subject.kind}/${subject.address}`;
    return { subject, body: await (await fetch(url, { headers: { 'X-API-Key': apiKey } })).json() };
  };
  // A few at a time: all at once they would wait for each other on a busy machine until some are free for want of time.
  const found: Awaited<ReturnType<typeof answered>>[] = [];
  for (let at = 0; at < subjects.length; at += AT_ONCE) {
    found.push(...(await Promise.all(subjects.slice(at, at + AT_ONCE).map(answered))));
  }
  answers = found;
});
afterAll(async () => {
  await service.end();
});

function answersOf(kind: string) {
  return answers.filter(({ subject }) => subject.kind === kind).map(({ body }) => body);
}

describe.each([
  ['funder', 'FunderAnswer', 'FunderMetrics'],
  ['token', 'TokenAnswer', 'TokenMetrics'],
  ['trade', 'TradeAnswer', 'TradeMetrics'],
  ['wallet', 'WalletAnswer', 'WalletMetrics'],
] as const)('what /openapi.json says of a %s answer', (kind, answer, metrics) => {
  it('is true of every sample subject, to the last member', () => {
    const schema = strictSchema(published, answer);
    const bodies = answersOf(kind);
    expect(bodies.length).toBeGreaterThan(10);
    expect(schema.safeParse({ ...bodies[0], metrics: undefined }).success).toBe(false);
    for (const body of bodies) expect(schema.safeParse(body).error?.issues ?? [], JSON.stringify(body)).toEqual([]);
  });

  it('stands in /schemas alike, as JSON Schema that takes every answer and no other', async () => {
    const bodies = answersOf(kind);
    for (const body of bodies) expect(differences(kind, body), JSON.stringify(body)).toEqual([]);
    const { metrics: _none, ...bare } = bodies[0] ?? {};
    for (const wrong of [bare, { ...bodies[0], verdict: 'FINE' }, { ...bodies[0], kind: 'other' }]) {
      expect(differences(kind, wrong)).not.toEqual([]);
    }
    const served = await (await fetch(`${service.url}/schemas/verdict-${kind}.json`)).json();
    expect(served).toEqual(JSON.parse(JSON.stringify(verdictSchema(kind, service.url))));
  });

  it('is more than that it has metrics: their schema takes them as they are, and neither fewer nor others', () => {
    const schema = strictSchema(published, metrics);
    const whole = answersOf(kind)
      .map((body) => body.metrics as object)
      .filter((one) => Object.keys(one).length > 0);
    expect(whole.length).toBeGreaterThan(10);
    for (const one of whole) {
      expect(schema.safeParse(one).success).toBe(true);
      expect(schema.safeParse({ ...one, another: 1 }).success).toBe(false);
      const [[first] = ['']] = Object.entries(one);
      expect(schema.safeParse({ ...one, [first]: undefined }).success).toBe(false);
    }
  });

  it('explains every member', () => {
    const { properties } = published.components.schemas[metrics] as {
      properties: Record<string, { description?: string }>;
    };
    expect(Object.entries(properties).filter(([, { description = '' }]) => description.length < 8)).toEqual([]);
  });
});

it('shows examples that its own schemas take', () => {
  for (const [kind, subject] of [
    ['wallet', 'address'],
    ['token', 'mint'],
    ['trade', 'mint'],
    ['funder', 'address'],
  ]) {
    const { get } = published.paths[`/check/${kind}/{${subject}}`] as CheckPath;
    const { schema, examples } = get.responses[200].content['application/json'];
    const parser = strictSchema(published, String(schema.$ref.split('/').at(-1)));
    const shown = Object.values(examples);
    expect(shown.length).toBeGreaterThan(0);
    for (const { value } of shown) expect(parser.safeParse(value).error?.issues ?? []).toEqual([]);
  }
});

interface CheckPath {
  readonly get: {
    readonly responses: {
      readonly 200: {
        readonly content: {
          readonly 'application/json': {
            readonly schema: { readonly $ref: string };
            readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
          };
        };
      };
    };
  };
}
