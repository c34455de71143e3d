import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleSubject } from 'assay-sandbox/identity.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, spawnProcess, startProcess } from '../support/service.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Span['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

const bodies: string[] = [];
let collector: Server;
let service: ServiceProcess;
let apiKey: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  service = await startProcess({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  await vi.waitFor(() => expect(service.output()).toMatch(/sandbox RPC +\S+/), { timeout: hangMs(60_000) });
  apiKey = String(/assay_\S+/.exec(service.output())?.[0]);
  const subjects = await rpc<readonly SampleSubject[]>(
    String(/sandbox RPC +(\S+)/.exec(service.output())?.[1]),
    'sandbox_subjects',
  );
  const token = subjects.find(({ kind }) => kind === 'token')?.address;
  const headers = { 'X-API-Key': apiKey, traceparent: `00-${TRACE}-${CALLER}-01` };
  const answered = await fetch(`${service.url}/check/token/${token}`, { headers });
  expect(answered.status).toBe(200);
  // A stop sends what was not sent yet.
  await service.end();
});
afterAll(() => {
  collector.close();
});

function spans(): readonly Span[] {
  return bodies
    .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
    .filter(({ traceId }) => traceId === TRACE);
}

const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

/** The names of the spans above one, its own first. */
function road(all: readonly Span[], { name, parentSpanId }: Span): readonly string[] {
  const parent = all.find(({ spanId }) => spanId === parentSpanId);
  return parent ? [name, ...road(all, parent)] : [name];
}

describe('a check, where a collector is configured', () => {
  it('is one trace from the request, which continues that of the caller, down to the calls of endpoints', () => {
    const all = spans();
    const request = all.find(({ parentSpanId }) => parentSpanId === CALLER);
    expect(request?.name).toBe('GET /check/token/{mint}');
    expect(Number(request && attribute(request, 'http.response.status_code'))).toBe(200);
    const calls = all.filter(({ name }) => name === 'rpc');
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls) {
      expect(road(all, call)).toEqual([
        'rpc',
        expect.stringMatching(/^read \w+$/),
        'check token',
        'GET /check/token/{mint}',
      ]);
      expect(String(attribute(call, 'server.address'))).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(String(attribute(call, 'rpc.method'))).toMatch(/^get\w+/);
    }
  });

  it('shows what the books were asked, by name, and the verdict', () => {
    const all = spans();
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['ledger.hold', 'ledger.post']));
    const check = all.find(({ name }) => name === 'check token');
    expect(check && [attribute(check, 'assay.verdict'), attribute(check, 'assay.free')]).toEqual([
      expect.stringMatching(/^[A-Z_]+$/),
      false,
    ]);
  });

  it('tells who sends it, and neither the key nor a command line', () => {
    const text = bodies.join('\n');
    const [first] = (JSON.parse(bodies[0] ?? '') as Export).resourceSpans;
    expect(first && attribute(first.resource, 'service.name')).toBe('assay');
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain('process.command');
    expect(text).not.toContain('postgres://');
  });
});

it('a collector that is away changes no answer and keeps no stop', async () => {
  const alone = await spawnProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' });
  await expect.poll(async () => (await fetch(`${alone.url}/health`).catch(() => null))?.status).toBe(200);
  expect(await alone.end()).toBe(0);
});
