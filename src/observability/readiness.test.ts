import { Registry } from 'prom-client';
import { afterEach, expect, it, vi } from 'vitest';
import type { DatabaseState } from '#ledger/postgres/probe.ts';
import { openReadiness, type ReadinessDeps, watchReadiness } from './readiness.ts';

const sound = { at: new Date('2026-11-20T12:00:00Z'), tookMs: 5, sound: true, findings: {} };
const figures = {
  openHolds: 0,
  staleHolds: 0,
  heldAtomic: 0n,
  changeDue: 0,
  audit: sound,
  payments: { reserved: 0, worked: 0, sent: 0 },
};

const well: ReadinessDeps = {
  probe: async () => 'ok',
  fullAt: () => null,
  crowdedAt: () => null,
  chain: { health: () => [{ origin: 'https://rpc.example', healthy: true, slot: 1, lagSlots: 0 }] },
  watch: { warnings: () => [] },
  facilitatorAway: () => null,
  sign: () => 'a..b',
  books: async () => figures,
};

afterEach(() => void vi.useRealTimers());

it('a service whose parts all work is ready and has nothing to say', async () => {
  const { ready, warnings, checks } = await openReadiness(well)();
  expect([ready, warnings]).toEqual([true, undefined]);
  expect(Object.values(checks).every(({ ok, code }) => ok && code === undefined)).toBe(true);
});

it('a service whose endpoints cannot serve a kind of check is ready, and says what is missing', async () => {
  const said = 'Add an endpoint that serves getTokenLargestAccounts (token).';
  const { ready, warnings } = await openReadiness({ ...well, advice: () => [said] })();
  expect([ready, warnings]).toEqual([true, [said]]);
});

it.each<[string, Partial<ReadinessDeps>, string, string, boolean]>([
  ['a database that is away', { probe: async () => 'unreachable' }, 'database', 'database_unreachable', false],
  ['a database that hangs', { probe: async () => 'slow' }, 'database', 'database_slow', false],
  [
    'a pool whose connections are all taken',
    { probe: async () => 'slow', crowdedAt: () => performance.now() - 1 },
    'database',
    'database_busy',
    false,
  ],
  ['a database that takes no writes', { probe: async () => 'read_only' }, 'database', 'database_read_only', false],
  ['a disk that is full', { fullAt: () => performance.now() - 1 }, 'database', 'database_full', false],
  ['no endpoint', { chain: { health: () => [] } }, 'rpc', 'rpc_down', false],
  [
    'endpoints that refuse',
    {
      chain: { health: () => [{ origin: 'https://rpc.example', healthy: false, refuses: true, slot: 1, lagSlots: 0 }] },
    },
    'rpc',
    'rpc_refused',
    false,
  ],
  [
    'endpoints that lag',
    { chain: { health: () => [{ origin: 'https://rpc.example', healthy: false, slot: 1, lagSlots: 500 }] } },
    'rpc',
    'rpc_lagging',
    false,
  ],
  [
    'a key that does not sign',
    {
      sign: () => {
        throw new Error('no');
      },
    },
    'signing_key',
    'signing_failed',
    false,
  ],
  [
    'a fee payer without SOL',
    { watch: { warnings: () => [{ name: 'fee_payer', detail: 'send it SOL' }] } },
    'payments',
    'fee_payer_low',
    true,
  ],
  ['a facilitator that is away', { facilitatorAway: () => 'HTTP 500' }, 'facilitator', 'facilitator_down', true],
  [
    'unsound books',
    { books: async () => ({ ...figures, audit: { ...sound, sound: false } }) },
    'books',
    'books_unsound',
    true,
  ],
])(
  '%s has a code and a start time, and fails readiness where checks need it',
  async (_what, change, part, code, ready) => {
    const report = await openReadiness({ ...well, ...change })();
    expect([report.ready, report.checks[part]?.ok, report.checks[part]?.code]).toEqual([ready, false, code]);
    expect(Date.parse(String(report.checks[part]?.since))).toBeLessThanOrEqual(Date.now());
    if (ready) expect(report.warnings).toHaveLength(1);
  },
);

it('a full disk is forgiven when nothing was refused for a while', async () => {
  const report = await openReadiness({ ...well, fullAt: () => performance.now() - 60_000 })();
  expect(report.ready).toBe(true);
});

it('a facilitator that nobody has elsewhere is no part of it', async () => {
  const report = await openReadiness({ ...well, facilitatorAway: null })();
  expect([report.ready, report.checks.facilitator, report.warnings]).toEqual([true, undefined, undefined]);
});

it('a thousand who ask at once are one question to the database', async () => {
  let asked = 0;
  const probe = async (): Promise<DatabaseState> => {
    asked += 1;
    return 'ok';
  };
  const readiness = openReadiness({ ...well, probe });
  await Promise.all(Array.from({ length: 1_000 }, () => readiness()));
  expect(asked).toBe(1);
});

it('a part that breaks and is mended is logged once each, for any number of calls', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns: string[] = [];
  let state: DatabaseState = 'ok';
  const readiness = openReadiness({
    ...well,
    probe: async () => state,
    turned: (name, { code }) => turns.push(`${name} ${code ?? 'well'}`),
  });
  for (const next of ['ok', 'unreachable', 'unreachable', 'slow', 'ok', 'ok'] as const) {
    state = next;
    await readiness();
    vi.advanceTimersByTime(1_000);
  }
  expect(turns).toEqual(['database database_unreachable', 'database database_slow', 'database well']);
});

it('metrics name each part that is not well, and every warning of the payments', async () => {
  const text = async (deps: ReadinessDeps) => {
    const registry = new Registry();
    watchReadiness(registry, openReadiness(deps), deps.watch);
    return (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  };
  expect(await text(well)).toEqual(['assay_ready 1']);
  const warnings = [
    { name: 'fee_payer' as const, detail: 'it runs dry' },
    { name: 'clock' as const, detail: 'it is wrong' },
  ];
  expect(await text({ ...well, probe: async () => 'slow', watch: { warnings: () => warnings } })).toEqual([
    'assay_ready 0',
    'assay_part_unwell{part="database",code="database_slow"} 1',
    'assay_part_unwell{part="payments",code="fee_payer_low"} 1',
    'assay_part_unwell{part="payments",code="clock_apart"} 1',
  ]);
});
