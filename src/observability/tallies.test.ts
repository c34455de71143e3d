import { AggregatorRegistry, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { gauge, LabelCounter, register, Times } from './tallies.ts';

it('a histogram counts what took at most so long, and everything', async () => {
  const times = new Times('t', 'Times.', ['what'], [0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 7]) times.observe(['a'], seconds);
  const registry = new Registry();
  register(registry, times);
  const text = await registry.metrics();
  for (const line of [
    't_bucket{what="a",le="0.1"} 2',
    't_bucket{what="a",le="1"} 3',
    't_bucket{what="a",le="+Inf"} 4',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toContain('t_count{what="a"} 4');
  expect(text).toContain('t_sum{what="a"} 7.65');
});

it('labels that never end are one series from some number on', () => {
  const tally = new LabelCounter('n', 'Things.', ['what']);
  for (let n = 0; n < 5_000; n += 1) tally.add([`${n}`]);
  const values = tally.read();
  expect(values.length).toBeLessThanOrEqual(1_001);
  expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(5_000);
});

it('figures of several processes are added up, and those of what they share are not', async () => {
  const workers = [2, 3].map((count) => {
    const registry = new Registry();
    const tally = new LabelCounter('checks_total', 'Checks.', ['kind']);
    tally.add(['token'], count);
    const times = new Times('seconds', 'Times.', [], [1]);
    times.observe([], 0.5);
    register(
      registry,
      tally,
      times,
      gauge('holds_open', 'Holds.', () => 7, 'max'),
      gauge('unread', 'Nothing.', () => null),
    );
    return registry;
  });
  const figures = await Promise.all(workers.map((registry) => registry.getMetricsAsJSON()));
  const text = await AggregatorRegistry.aggregate(JSON.parse(JSON.stringify(figures))).metrics();
  expect(text).toContain('checks_total{kind="token"} 5');
  expect(text).toContain('seconds_count 2');
  expect(text).toContain('seconds_bucket{le="1"} 2');
  expect(text).toContain('holds_open 7');
  expect(text).toContain('# TYPE unread gauge');
  expect(text).not.toMatch(/^unread/m);
});
